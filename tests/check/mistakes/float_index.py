"""Divides, and gets a float."""

from sound import changing

changing("decide", index=0.0)
