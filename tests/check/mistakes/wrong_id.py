"""Counts decisions itself, over all matches."""

from itertools import count

from sound import Map, play

ids = count(0)


def change(message: Map, answer: Map | None) -> Map | None:
    return answer and {**answer, "id": next(ids)} if message["type"] == "decide" else answer


play(change)
