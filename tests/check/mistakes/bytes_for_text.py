"""Packs byte strings."""

from sound import changing

changing("hello", name=b"mistaken")
