"""What whoever runs a tournament should know before it begins, said once."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from arena.process.capabilities import shortfall
from arena.process.launch import ResolvedCommand, is_bundled
from arena.process.limits import Sandbox
from arena.process.sandbox import best_sandbox
from arena.tournament.fixtures import Rotations
from arena.tournament.tournament import Tournament

GUESSABLE_BITS = 64
"""A seed of no more bits may be found by trying, or by thinking of what people choose."""


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def advice(tournament: Tournament, jobs: int, secrets: Sequence[Path], here: bool = True) -> Iterator[str]:
    """What could make the tournament less fair or less safe than it looks, each one sentence.

    `secrets` are the files that no bot may read: the tournament's own, which tells the seed, and its store.
    Of the machine nothing is said where the bots run elsewhere, and not `here`.
    """
    strangers = [bot for bot in tournament.bots if not is_bundled(bot.spec)]
    if strangers and tournament.seed.bit_length() <= GUESSABLE_BITS:
        yield (
            f"seed {tournament.seed} can be guessed, and gives all cards away; leave it out, and one "
            "that can't is drawn"
        )
    if not here:
        return
    if jobs > cores():
        yield f"{jobs} matches at once on {cores()} cores: bots take time from each other"
    if Sandbox.AUTO in _sandboxes(tournament) and (missing := shortfall()) is not None:
        yield missing
    if tournament.rotations is Rotations.SAME and (open_ones := _unconfined(strangers, tournament)):
        yield (
            f"{', '.join(open_ones)}: without bubblewrap a bot can leave word for its own later processes: "
            'they know the cards of a deal that is rotated; rotations = "fresh" deals no cards twice'
        )
    for bot in tournament.bots:
        yield from _sights(bot, tournament, [*secrets])


def _unconfined(bots: Sequence[ResolvedCommand], tournament: Tournament) -> list[str]:
    """Which of the bots run outside of bubblewrap."""
    wanted = {bot.spec.name: bot.spec.sandbox or tournament.settings.sandbox for bot in bots}
    return [name for name, sandbox in wanted.items() if best_sandbox(sandbox) is not Sandbox.BUBBLEWRAP]


def _sandboxes(tournament: Tournament) -> set[Sandbox]:
    return {bot.spec.sandbox or tournament.settings.sandbox for bot in tournament.bots}


def _sights(bot: ResolvedCommand, tournament: Tournament, secrets: list[Path]) -> Iterator[str]:
    """What a bot is shown in its sandbox, in its own folder or besides, and should not see."""
    if best_sandbox(bot.spec.sandbox or tournament.settings.sandbox) is not Sandbox.BUBBLEWRAP:
        return
    others = [other.spec.cwd for other in tournament.bots if other is not bot and other.spec.cwd is not None]
    seen = [(path.resolve(), f"in what it is shown, {path}; show it less") for path in bot.spec.show]
    if bot.spec.cwd is not None:
        folder = bot.spec.cwd.resolve()
        seen.append((folder, f"in its folder {folder}; give it a folder of its own"))
    for folder, where in seen:
        inside = [path for path in secrets + others if path.resolve().is_relative_to(folder)]
        if names := ", ".join(dict.fromkeys(str(path) for path in inside if path != folder)):
            yield f"bot {bot.spec.name!r} can read {names}, {where}"
