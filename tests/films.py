"""Matches to look at, and what their pages hold."""

from __future__ import annotations

import base64
import json
import re
import zlib
from typing import Any

import bots
from arena.match.in_process_player import InProcessPlayer
from arena.match.record import MatchRecord
from arena.match.referee import play_match
from arena.match.spec import MatchSpec
from protocol.bot import Bot, Decision

HOSTILE = "<img src=x onerror=\"document.title='mine'\">&\x1b[2J\u202e</script>"
READY = "document.documentElement.dataset.ready === 'yes'"
"""Whether a page is there, in the browser."""


class Noting(Bot):
    """Plays the first action, with a note that would be a program if anybody ran it."""

    def choose(self, decision: Decision) -> Any:
        """See `Bot.choose`."""
        decision.note = {"thought": HOSTILE}
        return decision.legal[0]


def match(game_id: str, players: int = 2, seed: int = 1, **options: Any) -> MatchRecord:
    """A match of random bots, the last of which has a hostile name, and notes."""
    table = [InProcessPlayer(bots.policy("random")) for _ in range(players - 1)]
    spec = MatchSpec("m", game_id, players, options, seed=seed)
    return play_match(spec, [*table, InProcessPlayer(Noting(), HOSTILE)])


def film(page: str) -> dict[str, Any]:
    """What the page's script reads."""
    packed = re.search(r'id="data">([^<]*)<', page)
    assert packed is not None
    found: dict[str, Any] = json.loads(zlib.decompress(base64.b64decode(packed[1])))
    return found


def frame(found: dict[str, Any], width: int, eye: int, at: int) -> str:
    """The picture of a position, by the number of the page's width."""
    lines = [found["lines"][number] for number in found["frames"][width][eye][at]]
    return "\n".join("".join(found["pieces"][number] for number in line) for line in lines)
