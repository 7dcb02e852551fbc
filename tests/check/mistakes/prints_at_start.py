"""Prints a banner."""

from sound import play

print("SuperBot 3000 loaded", flush=True)
play()
