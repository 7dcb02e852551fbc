"""Draws from a generator that nobody can seed."""

from random import SystemRandom

from sound import Map, play


def change(message: Map, answer: Map | None) -> Map | None:
    if message["type"] != "decide" or answer is None:
        return answer
    return {**answer, "index": SystemRandom().randrange(len(message["legal"]))}


play(change)
