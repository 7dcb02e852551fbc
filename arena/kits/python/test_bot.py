"""Replays recorded messages of the arena to the bot, as a process."""

import subprocess
import sys
import unittest
from pathlib import Path

import msgpack

FOLDER = Path(__file__).parent


class ConversationTest(unittest.TestCase):
    """One conversation, from hello to bye."""

    def test_answers_each_message_that_asks(self) -> None:
        """The answers have the right types, ids and indexes."""
        with (FOLDER / "test" / "conversation.msgpack").open("rb") as said:
            bot = subprocess.run(
                [sys.executable, "bot.py"],
                cwd=FOLDER,
                stdin=said,
                capture_output=True,
                check=True,
            )
        unpacker = msgpack.Unpacker()
        unpacker.feed(bot.stdout)
        answers = list(unpacker)
        self.assertEqual([a["type"] for a in answers], ["hello", "ready", "act", "act", "act", "ready"])
        self.assertEqual([a["id"] for a in answers[2:5]], [1, 1, 2])
        for answer, legal in zip(answers[2:5], (3, 3, 2), strict=True):
            self.assertIn(answer["index"], range(legal))


if __name__ == "__main__":
    unittest.main()
