"""Misspells what it wants to be sent, and gets everything."""

from sound import changing

changing("hello", sends=["legal"])
