"""Answers without a type."""

from sound import changing

changing("start", type=None, ok=True)
