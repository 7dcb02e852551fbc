"""`arena new`: a first bot."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from arena.cli.names import GameName, Language
from arena.cli.options import PATH, format_option

if TYPE_CHECKING:
    from arena.games import Game


@click.command()
@click.argument("folder", metavar="DIR", type=PATH, required=False)
@click.option("--lang", "language", metavar="L", type=Language(), help="The language; see --list.")
@click.option(
    "--game", metavar="G", type=GameName(), help="The one game that it is for; any game if not given."
)
@click.option(
    "--kind",
    type=click.Choice(["random", "search"]),
    default="random",
    help="How it plays: at random, or by playouts of the rules engine.",
)
@click.option("--list", "listed", is_flag=True, help="The languages, and what each needs.")
@format_option
def command(
    folder: Path | None,
    language: str | None,
    game: Game[Any, Any] | None,
    kind: str,
    listed: bool,
    format: str,
) -> None:
    """Make the folder DIR with a bot in language L: it plays as it is, and waits for your ideas.

    \b
    Examples:
      arena new --list
      arena new mybot --lang python
      arena new mybot --lang rust --game portals
      arena new mybot --lang ruby --kind search
    """
    if listed:
        click.echo(_list(format))
        return
    if folder is None or language is None:
        raise click.UsageError("a folder and --lang are needed, such as: arena new mybot --lang python")
    from arena import games
    from arena.kits import build_line, find, play_line, write_kit

    played = game or games.all()[0]
    kit = find(language).of_kind(kind)
    name = write_kit(kit, folder, played, only=game is not None)
    click.echo(f"{folder} holds the bot {name}, in {kit.title}; start to think in {folder / kit.bot}")
    for need in kit.missing:
        click.echo(need)
    click.echo("\nnext:")
    bot = shlex.quote(str(folder))
    build = [build_line(kit, bot)] if kit.build else []
    for line in (*build, f"arena check {bot}", play_line(played, bot), f"arena demo --bot {bot}"):
        click.echo(f"  {line}")


def _list(format: str) -> str:
    if format == "text":  # at once: to ask all compilers takes seconds
        click.echo("The languages that bots can be made in, and what each needs:\n")
    from arena.report.machine import kit_rows  # a bot is made without it
    from arena.report.tables import render

    rows = kit_rows()
    if format in ("text", "markdown"):
        rows = [row | {key: "; ".join(row[key]) for key in ("needs", "missing here")} for row in rows]
    return render(rows, format)
