"""Answers with a place in some other list."""

from sound import changing

changing("decide", index=97)
