"""Tables to play at: good and misbehaving bots, in process or as processes."""

import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import bots
from arena.match.in_process_player import InProcessPlayer
from arena.match.player import Player
from arena.match.record import MatchRecord
from arena.match.referee import Listener, play_match
from arena.match.roster import Roster
from arena.match.spec import MatchSpec, Settings
from arena.process.launch import BotSpec, ResolvedCommand, bundled, resolve
from arena.process.limits import Sandbox
from protocol.bot import Bot, Decision

GAME = "dragon-whisperer"
PROGRAM = Path(__file__).parent / "bots" / "misbehaving.py"
PATIENT = Settings(startup_ms=60_000, sandbox=Sandbox.LIMITS)
"""For bots that are to be judged by what they do, however busy the machine is."""


def spec(players: int = 3, seed: int = 11, settings: Settings = PATIENT, **more: Any) -> MatchSpec:
    secret = f"table {seed}"
    return MatchSpec(f"table-{seed}", GAME, players, seed=seed, secret=secret, settings=settings, **more)


def misbehaving(kind: str, log: Path, **more: Any) -> ResolvedCommand:
    return resolve(BotSpec(kind, (sys.executable, str(PROGRAM), kind, str(log)), **more))


def random_process(name: str = "random") -> ResolvedCommand:
    return resolve(replace(bundled("random"), name=name))


def play_processes(
    commands: Sequence[ResolvedCommand], match: MatchSpec, listener: Listener | None = None
) -> MatchRecord:
    """One match between processes, of which nothing is left afterwards."""
    settings = replace(match.settings, sandbox=Sandbox.LIMITS)  # the bots write logs
    match = replace(match, settings=settings)
    with Roster() as roster, roster.table(commands, match) as players:
        return play_match(match, players, listener)


def in_process(*names: str) -> list[Player]:
    return [InProcessPlayer(bots.policy(name)) for name in names]


def play_random(match: MatchSpec) -> MatchRecord:
    return play_match(match, in_process(*["random"] * match.players))


class First(Bot):
    """Takes the first legal action, and remembers all that it was told."""

    name = "first"

    def __init__(self) -> None:
        self.decisions: list[Decision] = []
        self.results: list[Any] = []

    def choose(self, decision: Decision) -> Any:
        self.decisions.append(decision)
        return 0

    def over(self, result: Any) -> None:
        self.results.append(result)


def messages(log: Path, type: str) -> list[dict[str, Any]]:
    """What a bot received, of one type."""
    lines = log.read_text().splitlines()
    return [message for message in map(json.loads, lines) if message["type"] == type]


@contextmanager
def no_children() -> Iterator[None]:
    """Check that no child process is left that was not there before."""
    listing = Path("/proc/thread-self/children")
    before = set(listing.read_text().split())
    yield
    assert set(listing.read_text().split()) <= before
