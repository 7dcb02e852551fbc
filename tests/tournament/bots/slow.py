"""Plays the first legal action, after as many milliseconds as its argument says."""

import sys
import time

from protocol.bot import Decision, run


def choose(decision: Decision) -> int:
    time.sleep(int(sys.argv[1]) / 1000)
    return 0


run(choose, name="slow", send=[])
