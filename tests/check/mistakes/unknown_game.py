"""Misspells the one game that it plays."""

from sound import changing

changing("hello", games=["dragon_whisperer"])
