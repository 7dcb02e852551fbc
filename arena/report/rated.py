"""What is made of all results of a store together: its ratings, and the joint fit beside them."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arena.extras import MissingExtra, from_extra
from arena.ratings.book import Book, read_book
from arena.ratings.history import History, Stage
from arena.ratings.results import comparable
from arena.report.leaderboards import board, scopes
from arena.tournament import Store
from arena.tournament.fixtures import Setup

if TYPE_CHECKING:
    from arena.ratings.verdict import JointVerdict


@dataclass(frozen=True, slots=True)
class Rated:
    """Leaderboards, and what else the book of a store's results says."""

    boards: Mapping[str, Sequence[Mapping[str, Any]]]
    """By title, with the columns of `arena leaderboard`."""
    faults: int
    """How many there were."""


@dataclass(frozen=True, slots=True)
class RatedInParts(Rated):
    """The same, part by part, with the verdict."""

    setups: Mapping[Setup, Sequence[Mapping[str, Any]]]
    """Leaderboards of each game and number of players alone."""
    stages: Sequence[Stage]
    verdict: JointVerdict | str
    """Or why there is none, in a sentence."""


def rated(db: Path) -> Rated:
    """All that is rated of a store. Raises StoreError where it can't be read."""
    with Store(db) as store:
        book = read_book(store)
    return Rated(_boards(book), _faults(book))


def rated_in_parts(db: Path) -> RatedInParts:
    """The same, with how the ratings came about, and the verdict. Raises StoreError."""
    with Store(db) as store:
        history = History(store.status().done, store.anchors())
        verdict = _verdict(store, history)
    stages, book = history.stages()
    setups = {setup: board(book.part(*setup)) for setup in sorted(book.sums)}
    return RatedInParts(_boards(book), _faults(book), setups, stages, verdict)


def _verdict(store: Store, history: History) -> JointVerdict | str:
    """The verdict of all results, or why there is none; they are counted in the history on the way."""
    results = history.counting(comparable(store.results(by_deal=True)))
    try:
        fits = from_extra("arena.ratings.verdict")
    except MissingExtra as error:
        deque(results, maxlen=0)
        return str(error)
    try:
        found: JointVerdict = fits.joint_verdict(results)
    except from_extra("arena.ratings.joint").NothingToCompare as error:
        return str(error)
    return found


def _boards(book: Book) -> dict[str, list[dict[str, Any]]]:
    return {title: board(book, scope) for title, scope in scopes(book)}


def _faults(book: Book) -> int:
    return sum(tally.faults.total() for tally in book.tally().values())
