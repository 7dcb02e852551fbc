"""Every kind of schedule: counts of bots, seats, pairs and deals against the ideal, and what it is for."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kinds import Ranks, Season, field, fields, names

from arena.tournament.balance import Balance, Balancing
from arena.tournament.designs import balanced_part
from arena.tournament.fixtures import Absence, Field, Fixture, Table
from arena.tournament.pairing import meetings
from arena.tournament.schedules import KINDS, next_tables, numbered
from arena.tournament.schedules.knockout import stays, winners
from arena.tournament.showings import forfeits, showings
from arena.tournament.watch import watched


def spread(counts: Counter[str]) -> int:
    return max(counts.values()) - min(counts.values())


SOME = settings(max_examples=settings().max_examples // 4)
"""Fewer examples, for what takes long with many bots."""


def tables_by_bot(field: Field, tables: Sequence[Table]) -> Counter[str]:
    return Counter({bot: sum(bot in table.bots for table in tables) for bot in field.bots})


# -------------------------------------------------------------------------------- every kind


@given(fields(), st.integers(1, 3))
def test_seats_and_deals_are_balanced_and_no_seed_comes_twice(of_kind: tuple[str, Field], deals: int) -> None:
    kind, of = of_kind
    season = Season(kind, of, deals).play(6)
    assert season.matches
    for table in season.tables:
        mine = [
            match
            for match in season.matches
            if match.table == table.number and match.players == table.players
        ]
        for bot in table.bots:
            assert Counter(match.bots.index(bot) for match in mine) == dict.fromkeys(
                range(table.players), deals
            )
            assert Counter(match.deal for match in mine) == dict.fromkeys(range(1, deals + 1), table.players)
    assert len({match.id for match in season.matches}) == len(season.matches)
    shuffles = {(match.players, match.shuffle): match.seed(7) for match in season.matches}
    assert len(set(shuffles.values())) == len(shuffles), "one seed a shuffle"
    played = Counter((match.shuffle, match.bots) for match in season.matches)
    assert set(played.values()) == {1}, "no bot plays a deal twice from one seat"


@SOME
@given(fields(("round-robin", "swiss", "league")))
def test_bots_play_equally_often_or_once_more(of_kind: tuple[str, Field]) -> None:
    kind, of = of_kind
    season = Season(kind, of).play(6)
    for _, k in of.setups:
        assert spread(tables_by_bot(of, [t for t in season.tables if t.players == k])) <= 1


@pytest.mark.slow
@given(fields())
def test_a_schedule_goes_on_from_results_alone(of_kind: tuple[str, Field]) -> None:
    """Asked again with the same past it says the same, whatever the order of the results."""
    kind, of = of_kind
    season = Season(kind, of).play(2)
    shuffled = random.Random(1).sample(season.results, len(season.results))
    first, again = (next_tables(kind, of, season.tables, results) for results in (season.results, shuffled))
    assert [(t.id, t.bots, t.round) for t in first] == [(t.id, t.bots, t.round) for t in again]


@settings(max_examples=25)
@given(fields(("round-robin", "gauntlet", "swiss", "knockout")))
def test_it_comes_to_an_end(of_kind: tuple[str, Field]) -> None:
    season = Season(*of_kind).play(40)
    assert season.play_round() == []


@pytest.mark.parametrize("kind", KINDS)
def test_bots_alone_at_their_tables_all_play(kind: str) -> None:
    season = Season(kind, field(kind, 5, [1]), deals=2).play(3)
    assert spread(tables_by_bot(season.field, season.tables)) == 0
    by_shuffle = Counter(match.shuffle for match in season.matches)
    assert set(by_shuffle.values()) == {5}, "on the same deals"
    assert len(by_shuffle) == (6 if kind == "league" else 2), "and in a league on new ones in each round"


# -------------------------------------------------------------------------------- the balance table


def balance(season: Season) -> list[Balance]:
    balancing = Balancing(season.field)
    for match in season.matches:
        balancing.add(match)
    return balancing.rows()


def test_the_balance_of_a_round_robin_is_ideal() -> None:
    season = Season("round-robin", field("round-robin", 5, [3]), deals=2).play()
    rows = {row.what: row for row in balance(season)}
    assert [(row.ideal, row.least, row.most) for row in rows.values()] == [
        (12, 12, 12),
        (18, 18, 18),
        (9, 9, 9),
        (18, 18, 18),
    ]
    assert list(rows) == ["bot, seat", "bot, bot", "bot, next bot", "bot, deal"]


def test_the_balance_of_a_gauntlet_is_that_of_its_challengers() -> None:
    """The others don't meet at tables of two, and nothing is wrong with that."""
    season = Season("gauntlet", field("gauntlet", 6, [2], challengers=["bot 00", "bot 01"]), deals=2).play()
    rows = {row.what: (row.ideal, row.least, row.most) for row in balance(season)}
    assert rows == {
        "challenger, seat": (8, 8, 8),
        "challenger, bot": (4, 4, 4),
        "challenger, deal": (8, 8, 8),
        "bot, seat": (4, 4, 4),
        "bot, deal": (4, 4, 4),
    }


def test_the_balance_counts_those_that_never_met() -> None:
    season = Season("swiss", field("swiss", 4, [2], rounds=1)).play()
    rows = {row.what: row for row in balance(season)}
    assert (rows["bot, bot"].least, rows["bot, bot"].most) == (0, 2)
    assert rows["bot, bot"].ideal == pytest.approx(4 / 6)


# -------------------------------------------------------------------------------- round robin, in part


@pytest.mark.parametrize(
    ("bots", "size", "count"),
    [
        (7, 3, 7),
        (9, 3, 12),
        (13, 4, 13),
        (6, 3, 10),
        (8, 4, 14),
        (10, 4, 15),
        (11, 5, 11),
        (12, 6, 22),
        (6, 2, 9),
    ],
)
def test_designs_that_are_known_to_exist_are_found(bots: int, size: int, count: int) -> None:
    """The Fano plane, the planes of order 3, and other published designs: (v, k, b)."""
    sets = balanced_part(names(bots), size, count)
    assert len(set(sets)) == count
    singles = Counter(bot for one in sets for bot in one)
    assert set(singles.values()) == {count * size // bots}
    pairs = Counter(pair for one in sets for pair in combinations(one, 2))
    assert len(pairs) == comb(bots, 2) or count * comb(size, 2) < comb(bots, 2)
    assert max(pairs.values()) - min(pairs.values()) <= 1


@settings(max_examples=25)
@given(st.integers(2, 12), st.integers(2, 6), st.integers(1, 40), st.integers(0, 10))
def test_a_part_is_even_and_grows(bots: int, size: int, count: int, more: int) -> None:
    size = min(size, bots)
    of = field("round-robin", bots, [size], tables=count)
    tables = next_tables("round-robin", of)
    assert len(set(tables)) == len(tables) == min(count, comb(bots, size))
    assert spread(tables_by_bot(of, tables)) <= 1
    pairs = Counter(dict.fromkeys(combinations(of.bots, 2), 0)) + meetings(tables)
    assert max(pairs.values()) - min(pairs[pair] for pair in combinations(of.bots, 2)) <= 3
    grown = Field(of.bots, of.setups, {"tables": count + more})
    added = next_tables("round-robin", grown, tables)
    assert len(set(tables + added)) == min(count + more, comb(bots, size))
    assert spread(tables_by_bot(of, tables + added)) <= 1 + (more > 0)


@pytest.mark.slow
@pytest.mark.parametrize(("bots", "size", "count"), [(20, 4, 200), (100, 2, 800), (28, 3, 495)])
def test_searches_that_once_did_not_end(bots: int, size: int, count: int) -> None:
    of = field("round-robin", bots, [size], tables=count)
    tables = next_tables("round-robin", of)
    assert len(set(tables)) == count
    assert spread(tables_by_bot(of, tables)) <= 1
    met = Counter(dict.fromkeys(combinations(of.bots, 2), 0)) + meetings(tables)
    assert max(met.values()) - min(met[pair] for pair in combinations(of.bots, 2)) <= 2


@pytest.mark.slow
@SOME
@given(st.data())
def test_any_part_of_any_size_is_found(data: st.DataObject) -> None:
    """Also where most of it is orbits, or all but a few sets; and a grown one goes on from there."""
    bots = data.draw(st.integers(2, 40))
    size = data.draw(st.integers(2, min(bots, 6)))
    count = data.draw(st.integers(1, min(comb(bots, size), 6000)))
    sets = balanced_part(names(bots), size, count)
    assert len(set(sets)) == count
    counts = Counter(dict.fromkeys(names(bots), 0))
    counts.update(bot for one in sets for bot in one)
    assert spread(counts) <= 1
    more = data.draw(st.integers(0, min(comb(bots, size) - count, 300)))
    added = balanced_part(names(bots), size, more, sets)
    assert len({*sets, *added}) == count + more


def test_a_search_tells_how_far_it_is() -> None:
    told: list[tuple[str, int, int]] = []
    with watched(lambda *what: told.append(what)):
        balanced_part(names(31), 5, 2500)
    assert {what for what, _, _ in told} == {"tables chosen", "exchanges tried"}
    assert all(done <= of for _, done, of in told)


@SOME
@given(fields(), st.integers(1, 3))
def test_what_a_schedule_comes_to_is_known_beforehand(of_kind: tuple[str, Field], deals: int) -> None:
    kind, of = of_kind
    season = Season(kind, of, deals).play()
    expected = Counter((table.game, table.players) for table in season.tables)
    assert Counter(KINDS[kind].size(of)) == expected


# -------------------------------------------------------------------------------- gauntlet


@settings(max_examples=20)
@given(fields(("gauntlet",)))
def test_each_table_has_one_challenger(of_kind: tuple[str, Field]) -> None:
    kind, of = of_kind
    challengers = of.terms["challengers"]
    rest = len(of.bots) - len(challengers)
    tables = next_tables(kind, of)
    for _, k in of.setups:
        mine = [table for table in tables if table.players == k]
        if k == 1:
            assert len(mine) == len(of.bots)
            continue
        assert all(sum(bot in challengers for bot in table.bots) == 1 for table in mine)
        each = min(of.terms.get("tables", 10**9), comb(rest, k - 1))
        assert {sum(bot in t.bots for t in mine) for bot in challengers} == {each}
        faced = Counter({bot: sum(bot in t.bots for t in mine) for bot in of.bots if bot not in challengers})
        assert spread(faced) <= len(challengers)
        assert len(set(mine)) == len(mine)


# -------------------------------------------------------------------------------- swiss


def partitions(bots: Sequence[str], size: int) -> Iterator[list[tuple[str, ...]]]:
    """Every way to divide bots into pods."""
    if not bots:
        yield []
        return
    for partners in combinations(bots[1:], size - 1):
        left = [bot for bot in bots[1:] if bot not in partners]
        for pods in partitions(left, size):
            yield [(bots[0], *partners), *pods]


def fewest_repeats(of: Field, size: int, past: Sequence[Table]) -> int:
    """Of all next rounds in which nobody sits out again before others have."""
    met, done = meetings(past), max((t.round for t in past), default=0)
    sat_out = {bot: done - sum(bot in t.bots for t in past) for bot in of.bots}
    out = len(of.bots) % size
    least = sum(sorted(sat_out.values())[:out])
    return min(
        sum(met[pair] for pod in pods for pair in combinations(sorted(pod), 2))
        for idle in combinations(of.bots, out)
        if sum(sat_out[bot] for bot in idle) == least
        for pods in partitions([bot for bot in of.bots if bot not in idle], size)
    )


@pytest.mark.parametrize(
    ("bots", "size"),
    [(6, 2), (7, 2), (8, 2), (6, 3), (7, 3), (7, 6)]
    + [pytest.param(9, size, marks=pytest.mark.slow) for size in (3, 4)],
)
def test_no_pair_meets_again_before_it_must(bots: int, size: int) -> None:
    of = field("swiss", bots, [size], rounds=bots + 1)
    season = Season(
        "swiss", of, ranks=lambda fixture: random.Random(fixture.id).sample(range(1, size + 1), size)
    )
    for _ in range(bots + 1):
        least = fewest_repeats(of, size, season.tables)
        before = meetings(season.tables)
        again = sum(before[pair] for pair in meetings(season.play_round()).elements())
        assert again == least
    assert spread(tables_by_bot(of, season.tables)) <= 1, "all sit out about equally often"


def by_lot(number: int, size: int) -> Ranks:
    lots = random.Random(number)
    return lambda _: lots.sample(range(1, size + 1), size)


def test_twenty_four_bots_at_tables_of_three_need_not_meet_again_in_seven_rounds() -> None:
    for number in range(8):
        season = Season("swiss", field("swiss", 24, [3], rounds=7), ranks=by_lot(number, 3)).play()
        assert max(meetings(season.tables).values()) == 1


@pytest.mark.slow
def test_a_solver_finds_no_way_around_a_meeting_again_either(amount: Callable[[int, int], int]) -> None:
    """In leagues of 8 to 60 bots at tables of 2 to 6, each played until bots meet again."""
    pytest.importorskip("scipy")
    from solver import is_there_a_way

    for number in range(amount(3, 50)):
        lots = random.Random(number)
        bots, size = lots.randint(8, 60), lots.randint(2, 6)
        size = min(size, bots // 2)
        season = Season("swiss", field("swiss", bots, [size], rounds=60), ranks=by_lot(number, size))
        again: list[tuple[str, str]] = []
        while not again:
            met = meetings(season.tables)
            sat_out = {
                bot: sum(bot not in table.bots for table in season.tables) for bot in season.field.bots
            }
            tables = season.play_round()
            again = [pair for pair in meetings(tables) if met[pair]]
        spare = bots % size
        latest = sorted(sat_out.values())[spare - 1] if spare else -1
        those_in = [bot for bot in season.field.bots if sat_out[bot] >= latest]
        may_be_out = [bot for bot in those_in if sat_out[bot] == latest]
        assert not is_there_a_way(those_in, size, met, may_be_out), (number, bots, size, len(season.tables))


def test_those_that_did_equally_well_meet() -> None:
    season = Season("swiss", field("swiss", 8, [2], rounds=3)).play()
    points: Counter[str] = Counter()
    for number in (1, 2, 3):
        tables = [table for table in season.tables if table.round == number]
        assert all(points[table.bots[0]] == points[table.bots[1]] for table in tables)
        points.update(min(table.bots) for table in tables)
    assert sorted(points.values()) == [1, 1, 1, 2, 2, 2, 3], "one bot has won all, one none"


# -------------------------------------------------------------------------------- knockout


@pytest.mark.parametrize(
    ("bots", "size", "advance", "rounds"),
    [
        (8, 2, 1, [[1] * 4, [1] * 2, [1]]),
        (12, 2, 1, [[1] * 4, [1] * 4, [1] * 2, [1]]),
        (3, 2, 1, [[1], [1]]),
        (16, 4, 2, [[2] * 4, [2] * 2, [1]]),
        (5, 4, 2, [[3], [1]]),
        (12, 6, 3, [[3, 3], [1]]),
        (9, 3, 1, [[1] * 3, [1]]),
    ],
)
def test_who_stays_in(bots: int, size: int, advance: int, rounds: list[list[int]]) -> None:
    for expected in rounds:
        now = stays(bots, size, advance)
        assert now == expected
        bots -= sum(size - stay for stay in now)
    assert stays(1, size, advance) == []


@given(st.integers(2, 12), st.integers(2, 6), st.integers(1, 5), st.integers(1, 2))
def test_the_best_bot_wins_a_knockout(bots: int, size: int, advance: int, deals: int) -> None:
    size = min(size, bots)
    of = field("knockout", bots, [size], advance=min(advance, size - 1))
    season = Season("knockout", of, deals).play()
    last = [table for table in season.tables if table.round == season.tables[-1].round]
    assert len(last) == 1
    assert winners(of, season.tables, showings(season.results)) == {("portals", size): "bot 00"}, (
        "who always wins"
    )
    assert winners(of, season.tables, showings(season.results[: -deals * size])) == {}
    for number in range(1, last[0].round):
        here = {bot for table in season.tables if table.round == number for bot in table.bots}
        later = {bot for table in season.tables if table.round > number for bot in table.bots}
        assert here - later, "somebody is out"


def test_seeds_sit_out_the_first_round_and_meet_late() -> None:
    seeds = list(names(12)[::-1][:4])
    season = Season(
        "knockout", field("knockout", 12, [2], seeds=seeds), ranks=lambda fixture: by_seed(fixture, seeds)
    )
    first = season.play_round()
    assert not any(bot in table.bots for bot in seeds for table in first)
    season.play()
    assert [set(table.bots) for table in season.tables[-3:]] == [
        {seeds[0], seeds[3]},
        {seeds[1], seeds[2]},
        set(seeds[:2]),
    ]


def by_seed(fixture: Fixture, seeds: list[str]) -> list[int]:
    order = sorted(fixture.bots, key=lambda bot: seeds.index(bot) if bot in seeds else 99)
    return [1 + order.index(bot) for bot in fixture.bots]


def test_equal_points_are_broken_by_score_and_faults() -> None:
    season = Season("knockout", field("knockout", 2, [2]), ranks=lambda _: [1, 1])
    season.play_round()
    tied = [each._replace(scores=(5.0, 5.0)) for each in season.results]
    for change, winner in (
        ({"scores": (5.0, 6.0)}, 1),
        ({"faults": ("crash", None)}, 1),
        ({"faults": (None, "crash")}, 0),
    ):
        broken = [tied[0]._replace(**change), tied[1]]
        assert next_tables("knockout", season.field, season.tables, broken) == [], "the final was played"
        four = Season("knockout", field("knockout", 4, [2]), ranks=lambda _: [1, 1])
        opening = four.play_round()
        results = [each._replace(scores=(5.0, 5.0)) for each in four.results]
        results[0] = results[0]._replace(**change)
        table = next(t for t in opening if t.number == results[0].table)
        assert set(results[0].bots) == set(table.bots)
        (final,) = next_tables("knockout", four.field, four.tables, results)
        assert results[0].bots[winner] in final.bots
        assert results[0].bots[1 - winner] not in final.bots


# -------------------------------------------------------------------------------- bots that are out


def without(of: Field, bot: str, tables: Sequence[Table]) -> Field:
    return replace(of, bots=tuple(b for b in of.bots if b != bot), absences=(Absence(bot, len(tables)),))


def test_an_unplayed_table_counts_as_won_against_who_is_out_and_drawn_with_the_rest() -> None:
    tables = numbered([Table("g", tuple("abcd"), round=1), Table("g", tuple("efgh"), round=1)], ())
    found = forfeits([Absence("a", 2), Absence("b", 2)], past := list(tables), {})
    assert list(found) == ["g-4/t0001"]
    points = {bot: showing.points for bot, showing in found["g-4/t0001"].items()}
    assert points == {"a": 0.5 / 3, "b": 0.5 / 3, "c": 2.5 / 3, "d": 2.5 / 3}
    assert sum(points.values()) == pytest.approx(2), "as many as in a match that was played"
    assert forfeits([Absence("a", 0, 0)], past, {}) == {}, "it was back"


def test_in_a_knockout_the_others_of_its_pod_advance() -> None:
    of = field("knockout", 8, [2], seeds=list(names(8)))
    season = Season("knockout", of)
    first = season.play_round()
    assert all(min(table.bots) in names(4) for table in first)
    season.field = without(of, "bot 01", season.tables)  # who has won its first match
    second = season.play_round()
    met = sorted(bot for table in second for bot in table.bots)
    assert met == ["bot 00", "bot 02", "bot 03", "bot 06"], "bot 06 has lost to bot 01 alone"
    season.play()
    assert winners(season.field, season.tables, showings(season.results)) == {("portals", 2): "bot 00"}


def test_a_knockout_goes_on_where_a_bot_goes_before_its_match() -> None:
    of = field("knockout", 8, [4], advance=2, seeds=list(names(8)))
    season = Season("knockout", of)
    season.play_round()
    opening = season.tables
    with_0 = next(table for table in opening if "bot 00" in table.bots)
    results = [each for each in season.results if "bot 00" not in each.bots]
    gone = without(of, "bot 00", opening)
    (final,) = next_tables("knockout", gone, opening, results)
    assert {*final.bots} >= {*sorted(with_0.bots)[1:3]}, "those of the best seeds, as nothing was played"
    assert "bot 00" not in final.bots


@settings(max_examples=30)
@given(fields(("swiss", "knockout", "league", "gauntlet", "round-robin")), st.data())
def test_who_is_out_is_paired_no_more(of_kind: tuple[str, Field], data: st.DataObject) -> None:
    kind, of = of_kind
    season = Season(kind, of)
    season.play_round()
    bot = data.draw(st.sampled_from(of.bots))
    before = list(season.tables)
    season.field = without(of, bot, before)
    if data.draw(st.booleans()):  # before it has played, or after
        season.results = [each for each in season.results if bot not in each.bots]
    season.play()
    assert not any(bot in table.bots for table in season.tables[len(before) :])
    if kind == "knockout":
        assert bot not in winners(season.field, season.tables, showings(season.results)).values()


# -------------------------------------------------------------------------------- league


@given(st.integers(2, 12), st.integers(2, 6), st.integers(1, 3))
def test_a_league_bounds_the_spread_of_tables(bots: int, size: int, bound: int) -> None:
    size = min(size, bots)
    of = field("league", bots, [size], rounds=30, spread=bound)
    season = Season("league", of)
    for _ in range(15):
        assert season.play_round()
        assert spread(tables_by_bot(of, season.tables)) <= bound


@pytest.mark.parametrize("size", [2, 3, 4])
def test_a_league_is_not_upset_by_a_bot_that_always_loses(size: int) -> None:
    """As one that always crashes does: its rating is far from all others."""

    def even(_game: str, bot: str, other: str) -> float:
        return 1e-9 if "bot 06" in (bot, other) else 1.0

    of = field("league", 7, [size], rounds=40)
    season = Season("league", Field(of.bots, of.setups, of.terms, even)).play(40)
    counts = tables_by_bot(of, season.tables)
    assert spread(counts) <= 2
    assert counts["bot 06"] <= 1.2 * counts.total() / 7


def test_a_newcomer_catches_up_and_a_withdrawn_bot_is_gone() -> None:
    of = field("league", 6, [2], rounds=400)
    season = Season("league", of).play(10)
    season.field = Field((*of.bots[1:], "newcomer"), of.setups, of.terms)
    rounds = 0
    while tables_by_bot(season.field, season.tables)["newcomer"] < 10:
        (table,) = tables = season.play_round()
        assert "newcomer" in table.bots or len(tables) > 1
        rounds += 1
    season.play(10)
    assert spread(tables_by_bot(season.field, season.tables)) <= 2
    assert not any("bot 00" in table.bots for table in season.tables if table.round > 10)


@pytest.mark.parametrize(("bots", "size"), [(12, 2), (7, 2), (9, 3)])
def test_equal_bots_of_a_league_meet_equally_often(bots: int, size: int) -> None:
    season = Season("league", field("league", bots, [size], rounds=60)).play(60)
    counts = [meetings(season.tables)[pair] for pair in combinations(season.field.bots, 2)]
    assert max(counts) - min(counts) <= 2


def test_a_league_prefers_even_matches() -> None:
    def near(_game: str, bot: str, other: str) -> float:
        return 1.0 if (bot < "bot 04") == (other < "bot 04") else 0.1

    of = field("league", 8, [2], rounds=60)
    season = Season("league", Field(of.bots, of.setups, of.terms, near)).play(60)
    met = meetings(season.tables)
    inside = [met[pair] for pair in combinations(of.bots, 2) if near("", *pair) == 1.0]
    across = [met[pair] for pair in combinations(of.bots, 2) if near("", *pair) < 1.0]
    assert min(inside) > 2 * max(across)
    assert min(across) > 0, "but all meet"
