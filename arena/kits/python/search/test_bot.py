"""Sends the bot the messages of a match in each game, and checks that it answers as the rules allow."""

import subprocess
import sys
import unittest
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from arena import games
from protocol.codec import MAX_VALUES, Decoder, pack
from protocol.messages import parse_bot

FOLDER = Path(__file__).parent
CLOCK = {"move_ms": 200, "bank_ms": None, "increment_ms": 0}


class ConversationTest(unittest.TestCase):
    """One conversation, from hello to bye."""

    def test_answers_each_message_that_asks(self) -> None:
        """The answers have the right types, ids and indexes."""
        for game in games.all():
            with self.subTest(game.id):
                state = game.new(players=game.seats[-1], seed=1)
                decision = state.decision
                assert decision is not None
                bot = subprocess.run(
                    [sys.executable, "bot.py"],
                    cwd=FOLDER,
                    input=b"".join(map(pack, said(state, decision))),
                    capture_output=True,
                    check=True,
                )
                hello, ready, act = heard(bot.stdout)
                self.assertEqual((hello["type"], ready["type"]), ("hello", "ready"))
                self.assertEqual((act["type"], act["id"]), ("act", 1))
                self.assertIn(act["index"], range(len(decision.legal)))


def heard(data: bytes) -> Iterator[dict[str, Any]]:
    """A bot's messages. Raises WireError where the arena would find a fault."""
    decoder = Decoder(MAX_VALUES)
    decoder.feed(data)
    while (message := decoder.next()) is not None:
        parse_bot(message)
        assert isinstance(message, dict)
        yield message


def said(state: games.State, decision: games.Decision) -> list[dict[str, Any]]:
    """What the arena says of a match that ends after one decision."""
    seat, players = decision.seat, state.players
    match = {"match": "test", "game": state.game.id, "players": players, "seat": seat, "options": {}}
    asked = {"id": 1, "seat": seat, "kind": decision.kind, "clock": CLOCK, "view": state.view(seat)}
    result = {"scores": state.scores(), "ranks": state.ranks(), "faults": []}
    return [
        {"type": "hello", "protocol": 1, "arena": "test"},
        {"type": "start", **match, "clock": CLOCK, "bot_seed": 1},
        {"type": "decide", **asked},
        {"type": "over", "match": "test", **result},
        {"type": "bye"},
    ]


if __name__ == "__main__":
    unittest.main()
