"""Uses the legal list without having asked for it."""

from sound import HELLO, Map, play

HELLO["send"] = ["view"]


def change(message: Map, answer: Map | None) -> Map | None:
    return (
        answer and {**answer, "index": len(message["legal"]) - 1} if message["type"] == "decide" else answer
    )


play(change)
