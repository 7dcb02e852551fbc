"""A match that was left in the middle, kept in a file to go on with later.

The file is JSON, a value a line: the format, its version, a warning and the SHA-256 of the other line; then
who sits where, and the record of the match so far. It holds the whole state: whoever reads it looks at the
cards.
"""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from arena import safe_json
from arena.errors import UserError
from arena.games.entries import Entry
from arena.match import record
from arena.match.record import BadRecord, MatchRecord
from arena.match.spec import MatchSpec, Settings
from arena.process.limits import Sandbox

FORMAT = "bot-arena saved match"
VERSION = 1
"""Raised where an older reader would misunderstand what is written."""
WARNING = "This is a match in the middle. Whoever reads on looks at the hidden cards."


class SavedMatchError(UserError):
    """A saved match that can't be written or used; one sentence says which and why."""


class SavedMatch(NamedTuple):
    """A match in the middle, and what its bots were called by."""

    words: tuple[str, ...]
    """By seat, as on the command line."""
    folder: str
    """Where these words were meant."""
    record: MatchRecord
    """Scores and ranks are those so far."""

    @property
    def spec(self) -> MatchSpec:
        """The match that it is. Raises BadRecord."""
        begun = self.record
        settings = Entry(begun.settings, BadRecord, "settings")
        return MatchSpec(
            id=begun.id,
            game=begun.game,
            players=begun.players,
            options=begun.options,
            components=begun.components,
            seed=begun.seed,
            secret=begun.secret,
            settings=Settings(
                clock=begun.clock,
                startup_ms=settings["startup_ms"].integer(0),
                retries=settings["retries"].integer(0),
                sandbox=Sandbox(settings["sandbox"].one_of(tuple(map(str, Sandbox)))),
                rest=settings["rest"].boolean(),
            ),
        )


def check_savable(path: Path) -> None:
    """Raises SavedMatchError where no saved match can be written, or something else would be lost."""
    if not path.absolute().parent.is_dir():
        raise SavedMatchError(f"{path}: the folder {path.parent} does not exist")
    try:
        with path.open("rb") as file:
            begins = file.read(len(_BEGINS))
    except FileNotFoundError:
        return
    except (OSError, ValueError) as error:
        raise SavedMatchError(f"{path}: can't be written: {error}") from error
    if begins and begins != _BEGINS:
        raise SavedMatchError(f"{path}: is there already and no saved match; name another file")


def write_saved(saved: SavedMatch, path: Path) -> None:
    """Write a saved match, in place of one that is there. Raises SavedMatchError."""
    check_savable(path)
    seating = {"words": saved.words, "folder": saved.folder}
    body = json.dumps({**seating, "record": record.VERSION, "match": saved.record.to_data()})
    head = {"format": FORMAT, "version": VERSION, "warning": WARNING}
    head["sha256"] = sha256(body.encode()).hexdigest()
    try:
        path.write_text(f"{json.dumps(head)}\n{body}\n", "utf-8")
    except OSError as error:
        raise SavedMatchError(f"{path}: can't be written: {error.strerror}") from error


def read_saved(path: Path) -> SavedMatch:
    """The match that a file holds. Raises SavedMatchError."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise SavedMatchError(f"{path}: can't be read: {error.strerror}") from error
    first, _, body = content.partition(b"\n")
    try:
        head = safe_json.loads(first)
    except ValueError:
        head = None
    if not isinstance(head, dict) or head.get("format") != FORMAT:
        raise SavedMatchError(f"{path}: this is no saved match, as `save` in `arena play` writes it")
    if head.get("version") != VERSION:
        version = head.get("version")
        raise SavedMatchError(
            f"{path}: is of version {version!r:.20}, and this arena reads version {VERSION}"
        )
    if sha256(body.rstrip(b"\n")).hexdigest() != head.get("sha256"):
        raise SavedMatchError(f"{path}: was cut short or altered since it was saved")
    try:
        return _saved(safe_json.loads(body))
    except (ValueError, BadRecord) as error:
        raise SavedMatchError(f"{path}: {error}") from error


def _saved(data: object) -> SavedMatch:
    """The saved match that a file's second line holds. Raises BadRecord."""
    root = Entry(data, BadRecord)
    root.has("words", "folder", "record", "match")
    words = [entry.value for entry in root["words"].items()]
    begun = MatchRecord.from_data(root["match"].value, root["record"].value)
    folder = root["folder"].value
    fits = len(words) == begun.players and all(isinstance(word, str) for word in (*words, folder))
    root.require(fits, f"must name {begun.players} bots and their folder")
    return SavedMatch(tuple(words), folder, begun)


_BEGINS = json.dumps({"format": FORMAT})[:-1].encode()
