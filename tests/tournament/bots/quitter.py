"""Leaves at its first decision."""

import sys

from protocol.bot import run

run(lambda decision: sys.exit("I quit"), name="quitter", send=[])
