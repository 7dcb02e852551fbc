"""Sends each answer twice."""

from sound import Map, play, send


def change(message: Map, answer: Map | None) -> Map | None:
    if message["type"] == "decide":
        send(answer)
    return answer


play(change)
