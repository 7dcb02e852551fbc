"""`arena demo`: everything at once, in a minute."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Sequence
from pathlib import Path

import click

from arena import games
from arena.cli.bots import bot_from_word, with_unique_names
from arena.cli.names import Bot
from arena.cli.options import PATH, show_option
from arena.cli.running import play, show_outcome
from arena.cli.streams import tell
from arena.cli.venues import Venue
from arena.process.launch import BotSpec, resolve
from arena.tournament import read_tournament

DEALS = 2
BOTS = {"greedy": "greedy", "greedy twin": "greedy", "random": "random", "random twin": "random"}
"""The demo's bots, with the bundled bot that each one is."""

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
def command(jobs: int | None, save: Path | None, words: tuple[str, ...], show: tuple[Path, ...]) -> int:
    """A short round robin of the bundled bots over all games, ending in leaderboards.

    Every bot is a process of its own, as in any tournament. With --save, look around afterwards:

    \b
      arena demo --save demo
      arena crosstable --db demo/demo.db
      arena tournament schedule demo/demo.toml
    """
    jobs = jobs or os.cpu_count() or 1
    bots = [bot_from_word(word, show) for word in words]
    for bot in bots:
        resolve(bot)  # refuse what can't run before anything is written
    if save is not None:
        try:
            save.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise click.UsageError(f"--save: {save} can't be a folder: {error.strerror}") from None
        return _play(save, jobs, bots)
    with tempfile.TemporaryDirectory(prefix="arena-demo-") as folder:
        status = _play(Path(folder), jobs, bots)
    tell(NEXT)
    return status


def _play(folder: Path, jobs: int, bots: Sequence[BotSpec]) -> int:
    file = folder / "demo.toml"
    file.write_text(tournament_text(bots), encoding="utf-8")
    db = folder / "demo.db"
    return show_outcome(db, play(read_tournament(file), db, Venue(jobs)))


def tournament_text(bots: Sequence[BotSpec] = ()) -> str:
    """The demo's tournament file: every game with two players or the fewest it takes, and solo if it can.

    `bots` play along, and games that one of them does not play are left out.
    """
    lines = ['name = "demo"', 'schedule = "round-robin"', f"deals = {DEALS}"]
    if not bots:
        lines.append("seed = 1")
    for game in games.all():
        if any(bot.games is not None and game.id not in bot.games for bot in bots):
            continue
        sizes = [1] if 1 in game.seats else []
        sizes.append(max(2, game.seats[0]))
        lines += ["", "[[game]]", f'id = "{game.id}"', f"players = {sizes}"]
    for name, bundled in BOTS.items():
        lines += ["", "[[bot]]", f'name = "{name}"', f'bundled = "{bundled}"']
    own = with_unique_names([*(BotSpec(name, ()) for name in BOTS), *bots])[len(BOTS) :]
    for bot in own:
        lines += ["", "[[bot]]", f"name = {json.dumps(bot.name)}"]
        place = json.dumps(str((bot.cwd or Path.cwd()).absolute()))
        if bot.by_manifest:
            lines.append(f"folder = {place}")
        else:
            lines += [f"command = {json.dumps(bot.command)}", f"cwd = {place}"]
        if bot.restart:
            lines.append("restart = true")
        if bot.show:
            lines.append(f"show = {json.dumps([str(path) for path in bot.show])}")
    return "\n".join(lines) + "\n"
