"""Adds a key of its own to the action."""

from sound import Map, play


def change(message: Map, answer: Map | None) -> Map | None:
    if message["type"] != "decide":
        return answer
    return {"type": "act", "id": message["id"], "action": {**message["legal"][0], "value": 3}}


play(change)
