"""`arena demo`: everything at once, in a minute."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from arena.cli.names import Bot
from arena.cli.options import PATH, show_option
from arena.cli.settings import settings_options
from arena.cli.streams import tell

if TYPE_CHECKING:
    from arena.match.spec import Settings
    from arena.process.launch import BotSpec

NEXT = """
next: arena new mybot --lang python      a bot of your own
      arena demo --bot mybot             see it play along
      arena demo --save results          keep the results, to look at with crosstable, replay and others"""


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
    type=PATH,
    help="Keep the tournament file and the results there.",
)
@click.option(
    "--bot",
    "words",
    metavar="BOT",
    type=Bot(),
    multiple=True,
    help="A bot of yours that plays along; may be repeated.",
)
@show_option
@settings_options("move_ms")
def command(
    jobs: int | None, save: Path | None, words: tuple[str, ...], show: tuple[Path, ...], settings: Settings
) -> int:
    """A short round robin of the bundled bots over all games, ending in leaderboards.

    Every bot is a process of its own, as in any tournament. With --bot yours plays along; with --save, look
    around afterwards:

    \b
      arena demo --bot mybot --move-ms 200
      arena demo --save demo
      arena crosstable --db demo/demo.db
      arena tournament schedule demo/demo.toml
    """
    from arena.cli.bots import bot_from_word
    from arena.process.launch import resolve

    jobs = jobs or os.cpu_count() or 1
    bots = [bot_from_word(word, show) for word in words]
    move_ms = settings.clock.move_ms
    for bot in bots:
        resolve(bot)  # refuse what can't run before anything is written
    if save is not None:
        try:
            save.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise click.UsageError(f"--save: {save} can't be a folder: {error.strerror}") from None
        return _play(save, jobs, bots, move_ms)
    with tempfile.TemporaryDirectory(prefix="arena-demo-") as folder:
        status = _play(Path(folder), jobs, bots, move_ms)
    tell(NEXT)
    return status


def _play(folder: Path, jobs: int, bots: Sequence[BotSpec], move_ms: int | None) -> int:
    """Write the demo's tournament file into a folder, and run it there; returns the exit status."""
    from arena.cli.demo_file import tournament_text
    from arena.cli.running import play, show_outcome
    from arena.cli.venues import Venue
    from arena.tournament import read_tournament

    file = folder / "demo.toml"
    file.write_text(tournament_text(bots, move_ms), encoding="utf-8")
    db = folder / "demo.db"
    return show_outcome(db, play(read_tournament(file), db, Venue(jobs)))
