"""Leaves the id out."""

from sound import changing

changing("decide", id=None)
