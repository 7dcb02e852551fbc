"""Sends its index as text."""

from sound import changing

changing("decide", index="0")
