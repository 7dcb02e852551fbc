"""`arena engine`: the rules engines as a program."""

from __future__ import annotations

import click


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Lines of JSON in place of MessagePack.")
def command(as_json: bool) -> int:
    """The rules engines for bots and tools in any language: answers requests, from standard input to standard
    output, until standard input ends.

    A request is a map in MessagePack, or a line of JSON: new, from_view, apply, playouts and more, many in
    one message if wanted. The page protocol/ENGINE.md has them all. A bot whose bot.toml says engine = true
    has an engine of its own in the sandbox: ARENA_ENGINE is its command.

    \b
    Examples:
      echo '{"type": "new", "game": "portals", "players": 2}' | arena engine --json
    """
    from arena.engine.program import serve

    return serve(as_json)
