"""Has no name."""

from sound import changing

changing("hello", name=None)
