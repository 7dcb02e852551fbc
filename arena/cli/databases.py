"""Which database a command reads, and whether the bots that it asks for are there."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from arena.cli.options import PATH
from arena.hints import nearest
from arena.report.tables import render
from arena.tournament import Store, StoreError


def the_database(db: Path | None) -> Path:
    """The database to read: the one given, else the only one in this folder.

    Raises:
        StoreError: there is no or more than one to choose from.
    """
    if db is not None:
        return db
    found = sorted(Path().glob("*.db"))
    if len(found) == 1:
        return found[0]
    seen = f"there are {', '.join(map(str, found))}" if found else "there is none"
    raise StoreError(f"which database? {seen} in this folder; name it with --db FILE")


def open_database(ctx: click.Context, _param: click.Parameter, db: Path | None) -> Store | Path | None:
    """Open the database to read until the command ends; not while a shell completes a line."""
    return db if ctx.resilient_parsing else ctx.with_resource(Store(the_database(db)))


def check_bots(store: Store, *bots: str) -> None:
    """Raises click.UsageError or StoreError unless these are different bots of a tournament."""
    if len(set(bots)) < len(bots):
        raise click.UsageError(f"{bots[0]!r} is the same bot twice; name two")
    known = store.bots()
    for bot in bots:
        if bot not in known:
            raise StoreError(f"{store.named} has no bot {bot!r}{nearest(bot, known)}")


def nothing_yet(format: str, columns: Mapping[str, str]) -> str:
    """What is printed in place of rows before any match has a result."""
    return "no match has been played yet" if format in ("text", "markdown") else render([], format, columns)


_db: dict[str, Any] = {
    "metavar": "FILE",
    "help": "The tournament's database; if not given, the only *.db in this folder.",
}
db_option = click.option("--db", type=PATH, callback=lambda _ctx, _param, db: the_database(db), **_db)
"""The path of a tournament's database."""
store_option = click.option("--db", "store", type=PATH, callback=open_database, **_db)
"""A tournament's database, opened for as long as the command runs."""
