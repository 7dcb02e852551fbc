"""Results as rows, for programs: the same that commands print."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from command_line import arena
from synthetic_events import STRENGTHS, play

from arena import report
from arena.report.content import content_of
from arena.tournament import Store, StoreError

PORTALS = report.Selection(game="portals", players=2)
MATCHES = 6 * 4 * 2
"""Of two at Portals: each pair of four bots, with four deals in both rotations."""


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    with Store(play(tmp_path_factory.mktemp("rows"), deals=4)) as opened:
        yield opened


def told(store: Store, *words: str) -> Any:
    """What a command says as JSON."""
    run = arena(*words, "--db", store.path, "--format", "json")
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout)


def plain(rows: Any) -> Any:
    """Rows as JSON has them."""
    return json.loads(json.dumps(rows))


def test_rows_are_what_commands_print(store: Store) -> None:
    chosen = ("--game", "portals", "--players", "2")
    assert plain(report.leaderboard_rows(store, PORTALS)) == told(store, "leaderboard", *chosen)
    assert plain(report.crosstable_rows(store, PORTALS)) == told(store, "crosstable", *chosen)
    assert plain([*report.match_rows(store, PORTALS, last=3)]) == told(
        store, "matches", *chosen, "--last", "3"
    )
    assert plain(report.score_rows(store, PORTALS)) == told(store, "scores", *chosen)
    assert plain(report.time_rows(store, PORTALS)) == told(store, "times", *chosen)
    assert plain(report.status_row(store)) == told(store, "tournament", "status")
    assert plain(report.standings_rows(store)) == told(store, "tournament", "standings")
    met = report.head_to_head(store, "weak", "strong", PORTALS)
    assert plain(met.to_data())["points"] == told(store, "head-to-head", "weak", "strong", *chosen)["points"]
    compared = report.comparison(store, "weak", "strong", report.Selection(game="portals"))
    assert plain(report.comparison_row(compared)) == told(
        store, "compare", "weak", "strong", "--game", "portals"
    )


def test_a_row_a_seat_has_all_that_was_played(store: Store) -> None:
    rows = [*report.seat_rows(store, PORTALS)]
    assert len(rows) == 2 * MATCHES
    assert {row["bot"] for row in rows} == set(STRENGTHS)
    for matches in zip(rows[::2], rows[1::2], strict=True):
        assert [row["seat"] for row in matches] == [0, 1]
        assert len({row["match"] for row in matches}) == 1
        best = max(row["score"] for row in matches)
        assert all((row["rank"] == 1) == (row["score"] == best) for row in matches)


def test_only_the_columns_that_are_asked_for_and_strengths_without_the_bots_name(store: Store) -> None:
    assert report.leaderboard_rows(store, PORTALS, ["rank"]) == [{"rank": rank} for rank in (1, 2, 3, 4)]
    pytest.importorskip("scipy")
    rows = report.leaderboard_rows(store, columns=["rank"], strengths=True)
    assert [row["strength_rank"] for row in rows][::3] == [1, 4]
    assert rows[0]["strength"] > 0 > rows[3]["strength"]


def test_a_selection_of_what_was_never_played_says_what_was(store: Store) -> None:
    with pytest.raises(StoreError, match="there are dragon-whisperer, portals"):
        report.leaderboard_rows(store, report.Selection(game="yawning-portal"))
    with pytest.raises(StoreError, match="there are tables of 1, 2"):
        report.crosstable_rows(store, report.Selection(game="portals", players=4))


def test_a_page_is_gathered_in_one_pass_over_the_results(store: Store) -> None:
    """And what it tells is what the rows tell."""
    read: list[int] = []

    def follow(results: Any, about: int) -> Any:
        for result in results:
            read.append(about)
            yield result

    content = content_of(store, follow)
    assert set(read) == {len(read)}
    assert content.boards["all games"] == report.leaderboard_rows(store)
    assert content.pairs == report.crosstable_rows(store)
    assert content.standings == report.standings_rows(store)
    assert (content.scores, content.times) == (report.score_rows(store), report.time_rows(store))
    assert content.faults == report.fault_rows(store, last=100)


def test_faults_are_told_with_the_command_that_shows_them(tmp_path: Path) -> None:
    (tmp_path / "event.toml").write_text(
        'name = "e"\nseed = 1\n[[game]]\nid = "portals"\nplayers = [2]\n'
        '[[bot]]\nname = "a"\nbundled = "random"\n[[bot]]\nname = "b"\ncommand = ["false"]\n'
    )
    assert arena("tournament", "run", "event.toml", cwd=tmp_path).returncode == 0
    with Store(tmp_path / "event.db") as store:
        rows = report.fault_rows(store)
        assert [(row["bot"], row["kind"], row["phase"]) for row in rows] == [("b", "startup", "hello")] * 2
        assert report.fault_rows(store, bot="a") == report.fault_rows(store, kind="timeout") == []
        assert report.fault_rows(store, last=1) == rows[-1:]
        program, *words = shlex.split(rows[0]["replay"])
        assert (program, arena(*words).returncode) == ("arena", 0)
