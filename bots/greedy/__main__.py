"""Runs the bot as a process."""

from bots.greedy import GreedyBot

GreedyBot().run()
