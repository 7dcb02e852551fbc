"""Miniature tournaments, and ways to play them without bots."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import Any

from arena.tournament.fixtures import Fixture
from arena.tournament.play import Job, Played, Voided
from arena.tournament.tournament import Tournament
from arena.tournament.tournament_file import read_tournament

BOTS = Path(__file__).parent / "bots"

GAME = '[[game]]\nid = "dragon-whisperer"\nplayers = {players}\n'
BOT = '[[bot]]\nname = "{name}"\ncommand = ["python3", {argv}]\n'


def bot(name: str, *argv: str) -> str:
    """A bot's entry; its program is in the tournament's folder."""
    return BOT.format(name=name, argv=", ".join(f'"{word}"' for word in argv))


def write(folder: Path, deals: int = 1, players: Sequence[int] = (3,), bots: Sequence[str] = ()) -> Path:
    """A tournament file beside its own copy of the miniature bots."""
    shutil.copytree(BOTS, folder, dirs_exist_ok=True)
    entries = bots or [bot(name, "first.py") for name in "abcd"]
    text = f"deals = {deals}\nseed = 1\n" + GAME.format(players=list(players)) + "".join(entries)
    path = folder / "event.toml"
    path.write_text(text)
    return path


def tournament(folder: Path, **settings: Any) -> Tournament:
    """The tournament that `write` writes."""
    return read_tournament(write(folder, **settings))


def synthetic(fixture: Fixture | Job) -> Played:
    """A result that nobody played: seats rank in order."""
    players = fixture.spec.players if isinstance(fixture, Job) else fixture.players
    return Played(
        ranks=tuple(range(1, players + 1)),
        scores=tuple(range(players, 0, -1)),
        faults=(None,) * players,
        decisions=(1,) * players,
        ms=(0.5,) * players,
        replay=b"",
    )


class Here(Executor):
    """Carries out each job at once, or what the test puts in place of playing it."""

    def __init__(self, play: Callable[[Job], Played | Voided] = synthetic) -> None:
        self.play = play
        self.jobs: list[Job] = []

    def submit(self, _: Any, /, job: Any) -> Future[Any]:  # type: ignore[override]  # one function, one argument
        self.jobs.append(job)
        future: Future[Any] = Future()
        try:
            future.set_result(self.play(job))
        except Exception as error:
            future.set_exception(error)
        return future
