"""Ends as if something had gone wrong."""

import sys

from sound import play

play()
sys.exit(3)
