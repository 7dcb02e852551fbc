"""What the miniature bots beside this file do right: each gets all but one thing from here."""

import os
from collections.abc import Callable, Iterator
from typing import Any

import msgpack

Map = dict[str, Any]
HELLO: Map = {"type": "hello", "protocol": 1, "name": "mistaken"}


def messages() -> Iterator[Map]:
    unpacker = msgpack.Unpacker()
    while data := os.read(0, 65536):
        unpacker.feed(data)
        yield from unpacker


def send(message: object) -> None:
    data = msgpack.packb(message)
    while data:
        data = data[os.write(1, data) :]


def reply(message: Map) -> Map | None:
    match message["type"]:
        case "hello":
            return HELLO
        case "start":
            return {"type": "ready"}
        case "decide" | "rejected":
            return {"type": "act", "id": message["id"], "index": 0}
    return None


def play(change: Callable[[Map, Map | None], Map | None] = lambda message, answer: answer) -> None:
    """A sound bot, but for what `change` makes of the answer to a message."""
    for message in messages():
        if message["type"] == "bye":
            return
        answer = change(message, reply(message))
        if answer is not None:
            send(answer)


def changing(asked: str, /, **fields: Any) -> None:
    """A sound bot, but for these fields of the answers to messages of a type; None leaves a field out."""

    def change(message: Map, answer: Map | None) -> Map | None:
        if message["type"] != asked or answer is None:
            return answer
        return {key: value for key, value in {**answer, **fields}.items() if value is not None}

    play(change)
