"""Runs the bot as a process; an argument is its level."""

import gc
import sys

from bots.search import SearchBot

gc.disable()  # a collection may cost time at any moment, and what a search makes goes away without one
SearchBot(*sys.argv[1:2]).run()
