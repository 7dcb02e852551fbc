"""Asks for a part that there is none of."""

from sound import changing

changing("hello", send=["state", "legal"])
