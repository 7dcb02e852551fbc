"""Starts a helper, and forgets it."""

import subprocess

from sound import play

subprocess.Popen(["sleep", "60"], stdout=subprocess.DEVNULL)
play()
