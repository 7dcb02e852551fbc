"""The viewers of a site: made for the last matches, kept as long as they show what is there."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from arena.games import GameError
from arena.match.replay import ReplayError
from arena.report.files import check_ours, write_ours
from arena.report.site import MATCHES, Progress, remove_ours, viewer_file
from arena.report.viewer import GENERATOR, mark_of, viewer
from arena.tournament import MatchResult, Store, StoreError, cores
from arena.tournament.pool import WorkerPool

HOME = "../matches.html"


def write_viewers(
    store: Store,
    matches: Sequence[MatchResult],
    last: int,
    folder: Path,
    progress: Progress,
    tell: Callable[[str], None],
) -> set[str]:
    """Write the viewers of the last so many matches, and keep those of others that are in the folder; returns
    the ids of the matches that have one.

    Viewers of matches that are not in this tournament, or are no longer what they show, are removed. `tell`
    is told, in a sentence, of which match no viewer can be made, and why. Raises PageError where one can't be
    written.
    """
    ids = [result.match for result in matches]
    for match in ids:
        check_ours(folder / viewer_file(match), GENERATOR)
    there = {match for match in ids if _shows(folder / viewer_file(match), store, match)}
    missing = [match for match in ids[max(len(ids) - last, 0) :] if match not in there]
    for match, page, why in progress(_made(store, missing), len(missing), "making viewers of matches"):
        if why:
            tell(f"no viewer of {match}: {why}")
        else:
            write_ours(folder / viewer_file(match), page, GENERATOR)
            there.add(match)
    remove_ours(folder / MATCHES, {Path(viewer_file(match)).name for match in there}, GENERATOR)
    return there


def _shows(path: Path, store: Store, match: str) -> bool:
    """Whether a viewer is there, made by this version of what the store has."""
    if not path.exists():
        return False
    try:
        return mark_of(store.replay(match)) in path.read_text("utf-8", "replace")
    except StoreError:  # it is told when the viewer is made anew, if it is to be
        return False


def _made(store: Store, matches: Sequence[str]) -> Iterator[tuple[str, str, str]]:
    """Matches with their viewers, or with why there is none; made on all cores."""
    if not matches:
        return
    pool = WorkerPool(min(cores(), len(matches)))
    try:
        pages = deque((match, pool.submit(_viewer, store.named, match)) for match in matches)
        while pages:
            match, page = pages.popleft()
            yield match, *page.result()
    finally:
        pool.shutdown(wait=False)


def _viewer(db: Path, match: str) -> tuple[str, str]:
    """The viewer of a match, or why there is none."""
    try:
        with Store(db) as store:
            return viewer(store.replay(match), home=HOME), ""
    except (StoreError, ReplayError, GameError) as error:
        return "", str(error)
