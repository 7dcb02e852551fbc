"""The joint fit of all results, as tables and as data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING

from arena.extras import from_extra
from arena.report.selection import EVERYTHING, Selection
from arena.report.tables import Part
from arena.tournament import Store

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

    from arena.ratings.verdict import JointVerdict


def joint_verdict(store: Store, selection: Selection = EVERYTHING) -> JointVerdict:
    """Strengths, what seats are worth, and how well that predicts.

    Raises:
        StoreError: the store can't be read, or no result fits the selection.
        NothingToCompare: no match had two seats.
        MissingExtra: the extra `stats` is not installed.
    """
    found: JointVerdict = from_extra("arena.ratings.verdict").joint_verdict(
        selection.results(store, by_deal=True)
    )
    return found


def verdict_parts(verdict: JointVerdict) -> list[Part]:
    """All of it as tables."""
    tables: dict[str, Sequence[DataclassInstance]] = {
        f"strengths, from {verdict.matches} matches of {verdict.deals} deals": verdict.strengths,
        "what a seat is worth": verdict.seats,
        "predicted against actual shares of first place": verdict.held_out,
    }
    parts = [Part(title, [asdict(row) for row in rows]) for title, rows in tables.items() if rows]
    gain = f"rotating deals was worth {verdict.rotation_gain:.2f} times as many matches"
    return [*parts, Part("rotation gain", [{"rotation_gain": verdict.rotation_gain}], sentence=gain)]
