"""Computes on and on."""

from sound import Map, play


def change(message: Map, answer: Map | None) -> Map | None:
    while message["type"] == "decide":
        pass
    return answer


play(change)
