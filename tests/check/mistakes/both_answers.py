"""Sends an index, and the action too."""

from sound import Map, play


def change(message: Map, answer: Map | None) -> Map | None:
    return answer and {**answer, "action": message["legal"][0]} if message["type"] == "decide" else answer


play(change)
