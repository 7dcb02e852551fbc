"""Putting pages where the user wants them, whole or not at all, and over nobody else's."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from arena.errors import UserError


class PageError(UserError):
    """A page can't be written where it should go; one sentence says why."""


def check_ours(path: Path, mark: str) -> None:
    """Raises PageError where somebody else's file, one without the mark, is at a path, or what is there can't
    be read."""
    try:
        ours = not path.exists() or (not _is_endless(path) and mark in path.read_text("utf-8", "replace"))
        if not ours:
            raise PageError(f"{path} is there, and no page of the arena's: name another place with -o")
    except OSError as error:
        raise _unwritable(path, error) from None


def write_ours(path: Path, text: str, mark: str) -> None:
    """Put a page at a path, whole or not at all, and in the place of no file without its `mark`.

    Folders on the way there are made. Raises PageError where it can't be written.
    """
    check_ours(path, mark)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(prefix=".page-", dir=path.parent) as aside:
            part = Path(aside, path.name)
            part.write_text(text, "utf-8")
            part.replace(path)
    except OSError as error:
        raise _unwritable(path, error) from None


def _is_endless(path: Path) -> bool:
    """Whether a device, a pipe or the like is there, which may never come to an end when it is read."""
    return not path.is_file() and not path.is_dir()


def _unwritable(path: Path, error: OSError) -> PageError:
    return PageError(f"{path} can't be written: {error.strerror}")
