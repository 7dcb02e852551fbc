"""`arena conformance-of`: an engine of one's own against the arena's."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any

import click

from arena.cli.names import GameName

if TYPE_CHECKING:
    from arena.games import Game


@click.command()
@click.argument("engine", metavar="COMMAND")
@click.argument("only", metavar="[GAME]...", nargs=-1, type=GameName())
@click.option(
    "--matches", type=click.IntRange(min=1), default=10, show_default=True, help="Games to play of each."
)
@click.option("--seed", type=int, default=1, show_default=True, help="Fixes what is played.")
@click.option("--json", "as_json", is_flag=True, help="The engine speaks lines of JSON, not MessagePack.")
def command(engine: str, only: Sequence[Game[Any, Any]], matches: int, seed: int, as_json: bool) -> int:
    """Compare an engine of your own with the arena's, over random games.

    COMMAND starts a program that answers as protocol/ENGINE.md says: hello, new, data, decision, view,
    result, apply and drop. All games that its hello names are tried, or those named here. It begins each
    game; what is random later it is told as chance. It runs outside the sandbox: compare what you trust.
    Exit status 1 if anything differs; the first difference of each game is printed.

    \b
    Examples:
      arena conformance-of "arena engine" portals --matches 2
      arena conformance-of "arena engine --json" dragon-whisperer --json --matches 2
    """
    from arena import games
    from arena.check.rival import Differs, Rival, lead_through
    from arena.check.setups import setups
    from arena.engine.wires import JsonLines, MessagePack

    try:
        argv = shlex.split(engine)
    except ValueError as error:
        raise click.UsageError(f"COMMAND: {error}, in {engine!r}") from None
    if not argv:
        raise click.UsageError('COMMAND: name a program, such as "./engine"')
    failed = False
    with Rival(argv, JsonLines() if as_json else MessagePack()) as rival:
        try:
            spoken = rival.ask("hello").get("games")
        except Differs as difference:
            click.echo(str(difference))
            return 1
        known = spoken if isinstance(spoken, list) else []
        chosen = only or [game for game in games.all() if game.id in known]
        if not chosen:
            raise click.UsageError(f"hello names none of the games {', '.join(games.ids())}; name one")
        for game in chosen:
            decisions, setup = 0, None
            try:
                for setup in islice(setups(game, seed), matches):
                    decisions += lead_through(rival, setup)
            except Differs as difference:
                failed = True
                assert setup is not None
                played = f"{setup.players} players, options {dict(setup.options)}, seed {setup.seed}"
                click.echo(f"{game.id}: differs. {played}: {difference}")
            else:
                click.echo(f"{game.id}: {matches} games, {decisions} decisions, no difference")
    return 1 if failed else 0
