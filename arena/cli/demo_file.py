"""The demo's tournament file."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from arena import games
from arena.cli.bots import with_unique_names
from arena.process.launch import BotSpec

DEALS = 2
BOTS = ("greedy", "novice", "random")
"""The bundled bots that play, each quick; the strong one would make the demo long."""


def tournament_text(bots: Sequence[BotSpec] = (), move_ms: int | None = None) -> str:
    """The demo's tournament file: every game with two players or the fewest it takes, and solo if it can.

    `bots` play along, and games that one of them does not play are left out. `move_ms` is the time for each
    decision, if it is given.
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
    if move_ms is not None:
        lines += ["", "[limits]", f"move_ms = {move_ms}"]
    for bundled in BOTS:
        lines += ["", "[[bot]]", f'bundled = "{bundled}"']
    for bot in with_unique_names([*(BotSpec(name, ()) for name in BOTS), *bots])[len(BOTS) :]:
        lines += ["", *_entry(bot)]
    return "\n".join(lines) + "\n"


def _entry(bot: BotSpec) -> Iterator[str]:
    """What the file says of a bot of the user's."""
    yield "[[bot]]"
    yield f"name = {json.dumps(bot.name)}"
    folder = json.dumps(str((bot.cwd or Path.cwd()).absolute()))
    if bot.by_manifest:
        yield f"folder = {folder}"
    else:
        yield f"command = {json.dumps(bot.command)}"
        yield f"cwd = {folder}"
    if bot.restart:
        yield "restart = true"
    if bot.engine and not bot.by_manifest:
        yield "engine = true"
    if bot.show:
        yield f"show = {json.dumps([str(path) for path in bot.show])}"
