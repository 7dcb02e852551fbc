"""How much a tournament comes to is counted before it is listed, and refused where nobody can mean it."""

from __future__ import annotations

from dataclasses import replace
from math import comb
from pathlib import Path

import pytest
from kinds import names
from miniature_events import bot, tournament

from arena.tournament.extent import matches, objection
from arena.tournament.tournament import GameEntry, Tournament


def event(
    folder: Path, bots: int, players: tuple[int, ...], schedule: str = "round-robin", **rest: object
) -> Tournament:
    small = tournament(folder, bots=[bot(name, "first.py") for name in "abcdefghij"])
    resolved = [replace(small.bots[0], spec=replace(small.bots[0].spec, name=name)) for name in names(bots)]
    game = GameEntry("dragon-whisperer", players, {}, None)
    return replace(small, bots=tuple(resolved), games=(game,), schedule=schedule, **rest)  # type: ignore[arg-type]  # the test's own settings


def test_a_round_robin_of_a_hundred_at_tables_of_four(tmp_path: Path) -> None:
    of = event(tmp_path, 100, (4,))
    assert matches(of) == comb(100, 4) * 4 == 15_684_900
    assert objection(of) == (
        "this comes to 15,684,900 matches, 4,357 hours at one a second; with `tables = 125000` it would be "
        "500,000 or less; or confirm it with --yes"
    )
    assert objection(of, confirmed=True) is None
    assert objection(replace(of, terms={"tables": 125_000})) is None
    assert objection(replace(of, terms={"tables": 125_001})) is not None


def test_what_no_store_could_hold_is_refused_whatever_is_said(tmp_path: Path) -> None:
    of = event(tmp_path, 100, (4, 6), deals=10)
    words = objection(of, confirmed=True)
    assert words is not None and "`tables = 5000`" in words and "--yes" not in words
    assert objection(replace(of, terms={"tables": 5_000})) is None
    assert objection(replace(of, terms={"tables": 5_001})) is not None


@pytest.mark.parametrize(
    ("schedule", "deals", "terms", "key", "fits"),
    [
        ("gauntlet", 40, {"challengers": list(names(3))}, "tables", 1_388),  # 3 x 3 matches a table and deal
        ("swiss", 10**5, {"rounds": 7}, "deals", 721),  # 33 tables of 3 in each of 7 rounds
        ("knockout", 10**5, {"advance": 1, "seeds": []}, "deals", 3_333),  # 50 tables, as 99 of 100 go out
        ("league", 10**5, {"spread": 2}, "deals", 5_050),  # 33 tables a round
    ],
)
def test_what_would_fit(
    tmp_path: Path, schedule: str, deals: int, terms: dict[str, object], key: str, fits: int
) -> None:
    of = event(tmp_path, 100, (3,), schedule, terms=terms, deals=deals)
    words = objection(of)
    assert words is not None and f"`{key} = {fits}`" in words

    def with_more(more: int) -> Tournament:
        number = fits + more
        return replace(of, deals=number) if key == "deals" else replace(of, terms={**terms, key: number})

    assert objection(with_more(0)) is None and objection(with_more(1)) is not None
