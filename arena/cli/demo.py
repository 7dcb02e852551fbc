"""`arena demo`: everything at once, in a minute."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import click

from arena import games
from arena.cli.tournament import play_and_show
from arena.tournament import read_tournament

DEALS = 2
BOTS = {"greedy": "greedy", "greedy twin": "greedy", "random": "random", "random twin": "random"}
"""The demo's bots, with the bundled bot that each one is."""


@click.command()
@click.option(
    "--jobs",
    "-j",
    type=click.IntRange(1, 64),
    help="Matches played at once; the number of cores if not given.",
)
@click.option(
    "--save",
    metavar="DIR",
    type=click.Path(path_type=Path),
    help="Keep the tournament file and the results there.",
)
def command(jobs: int | None, save: Path | None) -> int:
    """A short round robin of the bundled bots over all games, ending in leaderboards.

    Every bot is a process of its own, as in any tournament. With --save, look around afterwards:

    \b
      arena demo --save demo
      arena crosstable --db demo/demo.db
      arena tournament schedule demo/demo.toml
    """
    jobs = jobs or os.cpu_count() or 1
    if save is not None:
        save.mkdir(parents=True, exist_ok=True)
        return _play(save, jobs)
    with tempfile.TemporaryDirectory(prefix="arena-demo-") as folder:
        return _play(Path(folder), jobs)


def _play(folder: Path, jobs: int) -> int:
    file = folder / "demo.toml"
    file.write_text(tournament_text(), encoding="utf-8")
    return play_and_show(read_tournament(file), folder / "demo.db", jobs)


def tournament_text() -> str:
    """The demo's tournament file: every game with two players or the fewest it takes, and solo if it can."""
    lines = ['name = "demo"', 'schedule = "round-robin"', f"deals = {DEALS}", "seed = 1"]
    for game in games.all():
        sizes = [1] if 1 in game.seats else []
        sizes.append(max(2, game.seats[0]))
        lines += ["", "[[game]]", f'id = "{game.id}"', f"players = {sizes}"]
    for name, bundled in BOTS.items():
        lines += ["", "[[bot]]", f'name = "{name}"', f'bundled = "{bundled}"']
    return "\n".join(lines) + "\n"
