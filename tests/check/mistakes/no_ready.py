"""Never says ready."""

from sound import Map, play


def change(message: Map, answer: Map | None) -> Map | None:
    return None if message["type"] == "start" else answer


play(change)
