"""Takes the last legal action, and counts from 1."""

from sound import Map, play


def change(message: Map, answer: Map | None) -> Map | None:
    return answer and {**answer, "index": len(message["legal"])} if message["type"] == "decide" else answer


play(change)
