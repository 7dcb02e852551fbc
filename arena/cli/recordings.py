"""The recorded match that a command is about: in a replay file, or in a tournament's database."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from arena.cli.options import PATH, gathered
from arena.cli.streams import name_unknown

if TYPE_CHECKING:
    from arena.match.narration import Eye
    from arena.match.record import MatchRecord

SQLITE = b"SQLite format 3\0"
"""How every SQLite file begins."""


@dataclass(frozen=True, slots=True)
class Recording:
    """A replay file, or a match of a database."""

    file: Path
    match_id: str | None

    def read(self) -> MatchRecord:
        """The record of the match; what it tells that this arena does not know is named on standard error.

        Raises ReplayError or StoreError for a file that can't be read, click.UsageError for a database of
        which no match is named.
        """
        record = self._record()
        name_unknown(self.file, record.unknown)
        return record

    def _record(self) -> MatchRecord:
        if self.match_id is not None:
            from arena.tournament import Store  # only where there is a database

            with Store(self.file) as store:
                return store.replay(self.match_id)
        if self._is_database():
            raise click.UsageError(
                f"{self.file} is a database: name one of its matches with --match ID;"
                " `arena matches` lists them, `arena tournament status` tells of the event"
            )
        from arena.match.replay import read_replay

        return read_replay(self.file)

    def _is_database(self) -> bool:
        try:
            with self.file.open("rb") as content:
                return content.read(len(SQLITE)) == SQLITE
        except OSError:  # what is wrong with it, whoever reads it will say
            return False


recording_arguments = gathered(
    "recording",
    Recording,
    click.argument("file", type=PATH),
    click.option("--match", "match_id", metavar="ID", help="The match, where FILE is a database."),
)
"""The argument FILE and the option --match, handed on as one `recording`."""


def chosen_eye(word: str, players: int) -> Eye:
    """The eye that a word of --eyes names. Raises click.UsageError."""
    from arena.match.narration import eye_of

    try:
        return eye_of(word, players)
    except ValueError as error:
        raise click.UsageError(f"--eyes: {error}") from None


def wait_for_enter(prompt: str, *, on_stderr: bool = False) -> None:
    """Ask for Enter, and wait for it. Raises click.Abort on Ctrl-C and at the input's end."""
    click.prompt(prompt, default="", show_default=False, prompt_suffix=" ", err=on_stderr)
