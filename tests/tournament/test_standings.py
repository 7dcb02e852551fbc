"""Standings of every kind, with their ties broken, and the winner that they name."""

from __future__ import annotations

from dataclasses import replace

import pytest
from kinds import Season, field, names

from arena.tournament.fixtures import Absence
from arena.tournament.schedules import KINDS
from arena.tournament.showings import showings
from arena.tournament.standings import standings, winners


@pytest.mark.parametrize("kind", KINDS)
def test_who_always_wins_stands_first_and_has_won_when_it_is_over(kind: str) -> None:
    terms = {"challengers": ["bot 00"]} if kind == "gauntlet" else {}
    season = Season(kind, field(kind, 9, [3], **terms))
    season.play_round()
    later = kind in ("swiss", "knockout", "league")
    found = winners(kind, season.field, season.tables, showings(season.results))
    assert found == ({} if later else {("portals", 3): "bot 00"})
    season.play()
    assert winners(kind, season.field, season.tables, showings(season.results)) == {("portals", 3): "bot 00"}
    (rows,) = standings(kind, season.field, season.tables, showings(season.results)).values()
    assert rows[0].bot == "bot 00" and rows[0].points == 1
    assert [row.rank for row in rows] == list(range(1, 10))


def test_a_league_without_an_end_names_nobody() -> None:
    of = field("league", 6, [2])
    endless = replace(of, terms={"spread": 2})
    season = Season("league", endless).play(5)
    assert winners("league", endless, season.tables, showings(season.results)) == {}


def test_swiss_points_are_of_all_rounds_and_ties_go_to_who_met_the_stronger() -> None:
    season = Season("swiss", field("swiss", 8, [2], rounds=3)).play()
    (rows,) = standings("swiss", season.field, season.tables, showings(season.results)).values()
    assert sorted(row.points for row in rows) == pytest.approx([0, *[1 / 3] * 3, *[2 / 3] * 3, 1])
    by_bot = {row.bot: row.points for row in rows}
    for row in rows:
        met = [b for t in season.tables if row.bot in t.bots for b in t.bots if b != row.bot]
        assert row.opponents == pytest.approx(sum(by_bot[b] for b in met) / 3)
    tied = [row.opponents for row in rows if row.points == pytest.approx(2 / 3)]
    assert tied == sorted(tied, reverse=True)


def test_sitting_out_counts_half_and_who_is_out_has_not_won() -> None:
    season = Season("swiss", field("swiss", 5, [2], rounds=1)).play()
    (rows,) = standings("swiss", season.field, season.tables, showings(season.results)).values()
    assert sorted(row.points for row in rows) == [0, 0, 0.5, 1, 1]
    gone = replace(season.field, bots=names(5)[1:], absences=(Absence("bot 00", len(season.tables)),))
    (rows,) = standings("swiss", gone, season.tables, showings(season.results)).values()
    assert next(row for row in rows if row.bot == "bot 00").out
    assert winners("swiss", gone, season.tables, showings(season.results))["portals", 2] != "bot 00"


def test_equal_points_are_broken_by_score_then_faults() -> None:
    season = Season("round-robin", field("round-robin", 2, [2]), ranks=lambda _: [1, 1])
    season.play()
    even = [each._replace(scores=(5.0, 5.0)) for each in season.results]
    better = [even[0]._replace(scores=(5.0, 6.0)), even[1]]
    faulty = [even[0]._replace(faults=("crash", None)), even[1]]
    for results in (better, faulty):
        won = winners("round-robin", season.field, season.tables, showings(results))
        assert won == {("portals", 2): results[0].bots[1]}
