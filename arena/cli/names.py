"""What words of the command line name, with what a shell may complete them to."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import click
from click.shell_completion import CompletionItem

from arena.hints import nearest

HUMAN = "human"
"""The word for a person at the terminal."""


class _Name(click.ParamType, ABC):  # type: ignore[type-arg]  # generic from click 8.4 on, and 8.1 will do
    """A word that names one of some things, which `known` finds for completion."""

    @abstractmethod
    def known(self, ctx: click.Context) -> Iterable[str]:
        """The names that there are."""

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """The known names that begin so; none where they can't be found out."""
        try:
            return [CompletionItem(name) for name in self.known(ctx) if name.startswith(incomplete)]
        except Exception:  # nothing may be written into a line that is being typed
            return []


class GameName(_Name):
    """A game's id; raises UnknownGame for any other word."""

    name = "game"

    def known(self, ctx: click.Context) -> Iterable[str]:
        """See `_Name.known`."""
        from arena import games  # only where a game is named

        return games.ids()

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The game."""
        from arena import games

        return games.get(value) if isinstance(value, str) else value


class GameOption(_Name):
    """An option of the game that stands before it, with its value."""

    name = "option"

    def known(self, ctx: click.Context) -> Iterable[str]:
        """See `_Name.known`."""
        from arena import games

        game = ctx.params["game"] or games.get(ctx.args[0])  # click has not got to it in an unfinished line
        return [f"{option.name}=" for option in game.options]


class Language(_Name):
    """A language that there is a kit for."""

    name = "language"

    def known(self, ctx: click.Context) -> Iterable[str]:
        """See `_Name.known`."""
        from arena.kits import kits

        return [kit.language for kit in kits()]


class Bot(_Name):
    """A bot to play with: a bundled one's name, a folder, or a command line."""

    name = "bot"

    def __init__(self, *more: str) -> None:
        self.more = more
        """Other words that stand for one."""

    def known(self, ctx: click.Context) -> Iterable[str]:
        """The bundled bots, and the folders here that hold a bot."""
        from arena.process.launch import MANIFEST, bundled_names

        folders = (str(path.parent) for path in sorted(Path().glob(f"*/{MANIFEST}")))
        return [*bundled_names(), *self.more, *folders]

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """The known bots that begin so, or else any folders."""
        return super().shell_complete(ctx, param, incomplete) or [CompletionItem(incomplete, type="dir")]


class Player(_Name):
    """A bot of the database that --db names."""

    name = "player"

    def known(self, ctx: click.Context) -> Iterable[str]:
        """All bots of the tournament."""
        from arena.cli.databases import the_database
        from arena.tournament import Store

        with Store(the_database(ctx.params.get("store") or ctx.params.get("db"))) as store:
            return store.bots()


class Columns(_Name):
    """A list of some columns, with commas between them."""

    name = "columns"

    def __init__(self, columns: Sequence[str]) -> None:
        self.columns = columns

    def known(self, ctx: click.Context) -> Iterable[str]:
        """See `_Name.known`."""
        return self.columns

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """The columns that continue the list."""
        head, comma, last = incomplete.rpartition(",")
        return [
            CompletionItem(f"{head}{comma}{item.value}") for item in super().shell_complete(ctx, param, last)
        ]

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The columns as a tuple. Raises click.BadParameter for one that there is not."""
        words = tuple(word.strip() for word in value.split(","))
        for word in words:
            if word not in self.columns:
                self.fail(f"there is no column {word!r}{nearest(word, self.columns)}", param, ctx)
        return words


only_option = click.option(
    "--game",
    "-g",
    "only",
    metavar="GAME",
    type=GameName(),
    multiple=True,
    help="Only this game; may be repeated.",
)
