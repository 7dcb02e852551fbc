"""Gives the protocol's version as text."""

from sound import changing

changing("hello", protocol="1")
