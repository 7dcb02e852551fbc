"""Has a bug."""

from sound import Map, play


def change(message: Map, answer: Map | None) -> Map | None:
    return answer and {**answer, "index": message["view"]["hnad"]} if message["type"] == "decide" else answer


play(change)
