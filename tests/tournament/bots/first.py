"""Plays the first legal action, at once."""

from protocol.bot import run

run(lambda decision: 0, name="first", send=[])
