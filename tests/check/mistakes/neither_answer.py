"""Calls the index something else."""

from sound import changing

changing("decide", index=None, choice=0)
