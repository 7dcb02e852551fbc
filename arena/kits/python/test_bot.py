"""Replays recorded messages of the arena to the bot, and the protocol's test vectors to its codec."""

import json
import math
import subprocess
import sys
import unittest
from pathlib import Path
from typing import Any

import msgpack

from protocol.codec import MAX_VALUES, Decoder, WireError, pack
from protocol.messages import parse_bot

FOLDER = Path(__file__).parent
VECTORS = FOLDER / "test" / "vectors"


def fault(data: bytes, *, from_bot: bool = True) -> str | None:
    """The kind of fault that the arena would find in a bot's bytes; None if there is none."""
    decoder = Decoder(MAX_VALUES if from_bot else None)
    decoder.feed(data)
    try:
        while (message := decoder.next()) is not None:
            if from_bot:
                parse_bot(message)
    except WireError as error:
        return error.kind
    return "garbage" if decoder.pending else None  # cut off


class ConversationTest(unittest.TestCase):
    """One conversation, from hello to bye."""

    def test_answers_each_message_that_asks(self) -> None:
        """The answers have the right types, ids and indexes."""
        with (VECTORS / "conversation.msgpack").open("rb") as said:
            bot = subprocess.run(
                [sys.executable, "bot.py"],
                cwd=FOLDER,
                stdin=said,
                capture_output=True,
                check=True,
            )
        self.assertIsNone(fault(bot.stdout))
        unpacker = msgpack.Unpacker()
        unpacker.feed(bot.stdout)
        answers = list(unpacker)
        self.assertEqual([a["type"] for a in answers], ["hello", "ready", "act", "act", "act", "ready"])
        self.assertEqual([a["id"] for a in answers[2:5]], [1, 1, 2])
        for answer, legal in zip(answers[2:5], (3, 3, 2), strict=True):
            self.assertIn(answer["index"], range(legal))


class VectorsTest(unittest.TestCase):
    """The protocol's own byte strings, see test/vectors/README.md."""

    def test_valid_bytes_are_read_as_their_value(self) -> None:
        """Once as they are, and once packed again."""
        for vector in vectors("valid"):
            with self.subTest(vector["name"]):
                value = msgpack.unpackb(bytes_of(vector))
                for read in (value, msgpack.unpackb(pack(value))):
                    self.assertEqual(repr(spelled(read)), repr(vector["value"]))
                self.assertIsNone(fault(bytes_of(vector), from_bot=vector["from"] == "bot"))

    def test_invalid_bytes_are_the_named_fault(self) -> None:
        """What the arena itself must not send is left out: a bot trusts it."""
        for vector in vectors("invalid"):
            if vector["from"] != "arena":
                with self.subTest(vector["name"]):
                    found = fault(bytes_of(vector), from_bot=vector["from"] == "bot")
                    self.assertEqual(found, vector["kind"])


def vectors(name: str) -> list[dict[str, Any]]:
    """The entries of one file."""
    entries: list[dict[str, Any]] = json.loads((VECTORS / f"{name}.json").read_text("utf-8"))
    return entries


def bytes_of(vector: dict[str, Any]) -> bytes:
    """A vector's bytes."""
    parts = vector.get("parts") or [(vector["hex"], 1)]
    return b"".join(bytes.fromhex(text) * times for text, times in parts)


def spelled(value: Any) -> Any:
    """A value with floats that JSON can't write as they stand in the vectors."""
    if isinstance(value, dict):
        return {key: spelled(item) for key, item in value.items()}
    if isinstance(value, list):
        return [spelled(item) for item in value]
    if isinstance(value, float) and not math.isfinite(value):
        return {"float": str(value)}
    return value


if __name__ == "__main__":
    unittest.main()
