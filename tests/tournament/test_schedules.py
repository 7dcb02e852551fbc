"""Schedules: who meets whom is balanced, and no seed and no id comes twice."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.tournament.fixtures import Field, Fixture, Rotations, Table, circles, fixtures
from arena.tournament.schedules import KINDS, next_tables

GAMES = ("portals", "dragon-whisperer")


@st.composite
def fields(draw: st.DrawFn) -> Field:
    bots = draw(st.integers(1, 7))
    sizes = draw(st.lists(st.integers(1, min(bots, 6)), min_size=1, max_size=3, unique=True))
    return Field(tuple(f"bot {n}" for n in range(bots)), tuple((game, k) for game in GAMES for k in sizes))


def play_all(field: Field, deals: int = 3, rotations: Rotations = Rotations.SAME) -> list[Fixture]:
    return list(fixtures(next_tables("round-robin", field), range(1, deals + 1), "lots", rotations))


def test_kinds_are_known_by_their_name() -> None:
    assert [kind.KIND for kind in KINDS.values()] == list(KINDS)
    assert "round-robin" in KINDS


@given(fields())
def test_round_robin_meets_in_every_set_of_bots_once(field: Field) -> None:
    tables = next_tables("round-robin", field)
    for game, k in field.setups:
        met = [set(t.bots) for t in tables if (t.game, t.players) == (game, k)]
        assert len(met) == comb(len(field.bots), k)
        assert all(set(bots) in met for bots in combinations(field.bots, k))


@pytest.mark.slow
@given(fields(), st.integers(1, 4))
def test_round_robin_is_balanced(field: Field, deals: int) -> None:
    for setup in field.setups:
        matches = play_all(Field(field.bots, (setup,)), deals)
        n, k = len(field.bots), setup[1]
        assert len(matches) == comb(n, k) * deals * k
        seats = Counter((seat, bot) for match in matches for seat, bot in enumerate(match.bots))
        assert set(seats.values()) == {comb(n - 1, k - 1) * deals}
        assert len(seats) == n * k
        in_deal = Counter((match.deal, bot) for match in matches for bot in match.bots)
        assert set(in_deal.values()) == {comb(n - 1, k - 1) * k}
        pairs = Counter(pair for match in matches for pair in combinations(sorted(match.bots), 2))
        assert len(set(pairs.values())) <= 1
        assert len(pairs) == (comb(n, 2) if k > 1 else 0)


@pytest.mark.slow
@given(fields(), st.integers(), st.sampled_from(Rotations))
def test_ids_and_seeds(field: Field, master: int, rotations: Rotations) -> None:
    matches = play_all(field, rotations=rotations)
    assert len({match.id for match in matches}) == len(matches)
    shuffles = {(m.game, m.players, m.shuffle): m.seed(master) for m in matches}
    assert all(m.seed(master) == shuffles[m.game, m.players, m.shuffle] for m in matches)
    assert len(set(shuffles.values())) == len(shuffles), "no seed twice"
    assert all(0 <= seed < 2**63 for seed in shuffles.values())
    blocks = {(m.game, m.players, m.block) for m in matches}
    assert len(shuffles) == len(blocks if rotations is Rotations.SAME else matches)


@given(fields())
def test_fresh_rotations_change_nothing_but_the_shuffles(field: Field) -> None:
    same, fresh = (play_all(field, rotations=rotations) for rotations in Rotations)
    assert [replace(match, shuffle="") for match in same] == [replace(match, shuffle="") for match in fresh]
    assert [match.block for match in same] == [match.block for match in fresh]


def test_a_deal_is_played_with_each_bot_in_each_seat() -> None:
    rotations = play_all(Field(tuple("abcd"), (("g", 4),)), deals=1)
    assert [m.id for m in rotations] == [f"g-4/t0001/d001/r{r}" for r in (1, 2, 3, 4)]
    assert len({m.seed(1) for m in rotations}) == 1
    for seat in range(4):
        assert {m.bots[seat] for m in rotations} == set("abcd")


def test_neighbours_change_from_deal_to_deal() -> None:
    matches = play_all(Field(tuple("abc"), (("g", 3),)), deals=20)
    after_a = Counter(m.bots[(m.bots.index("a") + 1) % 3] for m in matches)
    assert set(after_a) == {"b", "c"}


@pytest.mark.parametrize("size", range(2, 9))
def test_each_bot_follows_each_other_equally_often(size: int) -> None:
    """After a whole number of laps; after an even number of deals on both sides of the same bots."""
    lap = len(circles(size))
    matches = play_all(Field(tuple(names := "abcdefgh"[:size]), (("g", size),)), deals=2 * lap)
    follows = Counter((m.bots[seat - 1], m.bots[seat]) for m in matches for seat in range(size))
    assert set(follows.values()) == {2 * lap * size // (size - 1)} and len(follows) == size * (size - 1)
    pair = [m for m in matches if m.deal <= 2]
    after = Counter((m.bots[seat - 1], m.bots[seat]) for m in pair for seat in range(size))
    assert all(after[a, b] == after[b, a] for a in names for b in names)


def test_bots_alone_at_their_tables_play_the_same_deals() -> None:
    matches = play_all(Field(tuple("abc"), (("g", 1),)), deals=2)
    assert {(m.deal, m.seed(9)) for m in matches} == {
        (d, Fixture("g", 1, d, 1, ("a",), f"d{d:03}").seed(9)) for d in (1, 2)
    }
    assert len({m.seed(9) for m in matches}) == 2
    assert {m.shuffle for m in matches} == {"d001", "d002"}


def test_different_master_seeds_give_different_seeds() -> None:
    match = Fixture("g", 1, 1, 1, ("a", "b"), "t0001/d001")
    assert len({match.seed(master) for master in range(-50, 50)}) == 100


def test_seeds_are_the_same_in_every_version() -> None:
    """So that a tournament can be repeated: SHA-256 of master, game, players, shuffle, cut to 63 bits."""
    # printf '1\0portals\0%s\0t0002/d003' 2 | sha256sum, its first 16 digits halved
    assert Fixture("portals", 2, 3, 1, ("a", "b"), "t0002/d003").seed(1) == 1509186190000529706


@pytest.mark.slow
@given(fields(), st.integers(1, 3), st.integers(1, 3))
def test_a_grown_event_keeps_its_matches(field: Field, deals: int, more: int) -> None:
    tables = next_tables("round-robin", field)
    before = list(fixtures(tables, range(1, deals + 1), "lots"))
    grown = Field((*field.bots, "newcomer"), field.setups)
    tables += next_tables("round-robin", grown, tables)
    after = list(fixtures(tables, range(1, deals + more + 1), "lots"))
    assert set(before) <= set(after)
    assert len({match.id for match in after}) == len(after)
    assert len(tables) == sum(comb(len(grown.bots), k) for _, k in field.setups)


def test_an_event_is_balanced_at_every_deal() -> None:
    """All tables play their first deal before any plays its second."""
    matches = play_all(Field(tuple("abcd"), (("g", 2), ("g", 3))), deals=3)
    assert [m.deal for m in matches] == sorted(m.deal for m in matches)


def test_nothing_comes_after_a_round_robin() -> None:
    field = Field(tuple("abcd"), (("g", 2),))
    tables = next_tables("round-robin", field)
    assert next_tables("round-robin", field, tables) == []


def test_tables_know_no_order() -> None:
    assert Table("g", ("a", "b"), 1) == Table("g", ("a", "b"), 2), "the number is only a label"
