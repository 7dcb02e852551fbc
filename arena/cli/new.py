"""`arena new`: a first bot."""

from __future__ import annotations

import shlex
from pathlib import Path

import click

from arena import games
from arena.cli.common import format_option
from arena.kits import build_line, find, play_line, survey, write_kit
from arena.report.tables import render


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path), required=False)
@click.option("--lang", "language", metavar="L", help="The language; see --list.")
@click.option("--game", "game_id", metavar="G", help="The one game that it is for; any game if not given.")
@click.option("--list", "listed", is_flag=True, help="The languages, and what each needs.")
@format_option
def command(
    folder: Path | None, language: str | None, game_id: str | None, listed: bool, format: str
) -> None:
    """Make the folder DIR with a bot in language L: it plays as it is, and waits for your ideas.

    \b
    Examples:
      arena new --list
      arena new mybot --lang python
      arena new mybot --lang rust --game portals
    """
    if listed:
        click.echo(_list(format))
        return
    if folder is None or language is None:
        raise click.UsageError("a folder and --lang are needed, such as: arena new mybot --lang python")
    game = games.get(game_id) if game_id is not None else games.all()[0]
    kit = find(language)
    name = write_kit(kit, folder, game, only=game_id is not None)
    click.echo(f"{folder} holds the bot {name}, in {kit.title}; start to think in {folder / kit.bot}")
    for need in kit.missing:
        click.echo(need)
    click.echo("\nnext:")
    bot = shlex.quote(str(folder))
    build = [build_line(kit, bot)] if kit.build else []
    for line in (*build, f"arena check {bot}", play_line(game, bot), f"arena demo --bot {bot}"):
        click.echo(f"  {line}")


def _list(format: str) -> str:
    rows = [
        {
            "language": kit.language,
            "title": kit.title,
            "messages by": kit.codec,
            "needs": _listed([need.what for need in kit.needs], format),
            "missing here": _listed([f"{need.what}: {need.install}" for need in missing], format),
        }
        for kit, missing in survey()
    ]
    return render(rows, format)


def _listed(items: list[str], format: str) -> list[str] | str:
    return items if format in ("json", "csv") else "; ".join(items)
