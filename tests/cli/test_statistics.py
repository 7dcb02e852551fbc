"""Tables, verdicts and comparisons of a tournament, from the command line."""

from __future__ import annotations

import csv
import io
import json
from datetime import datetime, timedelta
from pathlib import Path
from shlex import quote
from typing import Any

import pytest
from command_line import TOURNAMENT, arena, fails_in_one_line
from synthetic_events import STRENGTHS, play

from arena.tournament import Store
from arena.tournament.ledger import Ledger
from arena.tournament.runner import SPARE


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return play(tmp_path_factory.mktemp("synthetic"))


def told(*words: str | int | Path) -> Any:
    """What a command says as JSON."""
    run = arena(*words, "--format", "json")
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout)


def matches(rows: list[dict[str, Any]]) -> int:
    return sum(row["matches"] for row in rows)


def test_a_leaderboard_of_chosen_columns(db: Path) -> None:
    rows = told("leaderboard", "--db", db, "--columns", "bot,rating")
    assert [list(row) for row in rows] == [["bot", "rating"]] * 4
    assert rows[0]["bot"] == "strong"
    text = arena("leaderboard", "--db", db, "--columns", "bot, ms").stdout
    assert "ms a move" in text and "rating" not in text
    assert "did you mean 'rating'?" in fails_in_one_line(
        arena("leaderboard", "--db", db, "--columns", "ratin")
    )


@pytest.mark.slow
def test_leaderboards_by_game_size_and_time(db: Path) -> None:
    """4 tables of 3 and one of 4 with 10 deals in all rotations; of 2 there are 6 tables; and the solos."""
    seats = {3: 4 * 10 * 3 * 3, 4: 10 * 4 * 4, 2: 6 * 10 * 2 * 2, 1: 4 * 10}
    for players, count in seats.items():
        assert matches(told("leaderboard", "--db", db, "--players", players)) == count
    assert matches(told("leaderboard", "--db", db, "--game", "portals")) == seats[1] + seats[2]
    assert matches(told("leaderboard", "--db", db)) == sum(seats.values())
    tomorrow = f"{datetime.now() + timedelta(days=1):%Y-%m-%d}"
    assert "has no result since then; its last match ended 20" in fails_in_one_line(
        arena("leaderboard", "--db", db, "--since", tomorrow)
    )
    assert matches(told("leaderboard", "--db", db, "--since", "2020-01-01")) == sum(seats.values())
    assert matches(told("leaderboard", "--db", db, "--since-version", "weak")) == sum(seats.values())
    assert "did you mean 'weak'?" in fails_in_one_line(
        arena("leaderboard", "--db", db, "--since-version", "wek")
    )


def test_all_boards_are_in_every_format(db: Path) -> None:
    """What the text has, under its titles, the CSV has in rows: the whole board and that of each game."""
    (text, markdown, table) = (
        arena("leaderboard", "--db", db, "--format", format).stdout for format in ("text", "markdown", "csv")
    )
    rows = list(csv.DictReader(io.StringIO(table)))
    titles = {"all games", "dragon-whisperer", "portals"}
    assert {row["table"] for row in rows} == titles
    assert sum(row["table"] == "portals" for row in rows) == len(STRENGTHS)
    assert all(f"{title}\n\n" in text and f"## {title}\n\n" in markdown for title in titles)


@pytest.mark.parametrize("format", ["text", "json", "csv", "markdown"])
@pytest.mark.parametrize(
    "words",
    [
        ["leaderboard"],
        ["leaderboard", "--game", "portals"],
        ["crosstable"],
        ["head-to-head", "strong", "weak"],
        ["matches"],
        ["matches", "--bot", "weak", "--last", "3"],
        ["scores"],
        ["times"],
        ["compare", "strong", "weak"],
        ["tournament", "status"],
        ["faults", "--kind", "timeout"],
    ],
    ids=" ".join,
)
def test_every_table_has_every_format(db: Path, words: list[str], format: str) -> None:
    run = arena(*words, "--db", db, "--format", format)
    assert run.returncode == 0, run.stderr
    if format == "json":
        json.loads(run.stdout)
    if format == "text":
        lines = [line for line in run.stdout.splitlines() if "arena replay show" not in line]
        assert max(map(len, lines)) <= 100
    if format == "csv":
        header, *rows = csv.reader(io.StringIO(run.stdout))
        assert len(header) > 1
        assert all(len(row) == len(header) for row in rows)


def test_matches_are_listed_and_exported_a_row_a_seat(db: Path, tmp_path: Path) -> None:
    """4 tables of 3 and one of 4 with 10 deals in all rotations; of 2 there are 6 tables; and the solos."""
    listed = told("matches", "--db", db)
    assert len(listed) == 4 * 10 * 3 + 10 * 4 + 6 * 10 * 2 + 4 * 10
    rows = list(csv.DictReader(io.StringIO(arena("matches", "--db", db, "--format", "csv").stdout)))
    assert len(rows) == sum(len(match["bots"]) for match in listed)
    by_seat = {(row["match"], int(row["seat"])): row for row in rows}
    for match in listed:
        for seat, bot in enumerate(match["bots"]):
            row = by_seat[match["match"], seat]
            assert (row["bot"], int(row["rank"]), float(row["score"])) == (
                bot,
                match["ranks"][seat],
                match["scores"][seat],
            )
            assert (int(row["seed"]), row["fault"] or None) == (match["seed"], match["faults"][seat])
    assert len({match["seed"] for match in listed}) == 4 * 10 + 10 + 6 * 10 + 10, "one of each deal"
    assert all(row["began"] <= row["ended"] and row["ended"].endswith("Z") for row in rows)
    headings = arena("matches", "--db", db).stdout.split("\n", 1)[0].split()
    assert headings == ["match", "bots", "ranks", "scores", "faults"]
    chosen = arena("matches", "--db", db, "--columns", "ended,match").stdout.split("\n", 1)[0].split()
    assert chosen == ["ended", "match"]
    assert max(map(len, arena("matches", "--db", db).stdout.splitlines())) < 100
    faulty = told("matches", "--db", db, "--faults")
    assert faulty == [match for match in listed if any(match["faults"])] != []
    assert (
        told("matches", "--db", db, "--bot", "weak", "--bot", "strong", "--players", 2, "--last", 5)
        == [match for match in listed if match["players"] == 2 and {"weak", "strong"} <= set(match["bots"])][
            -5:
        ]
    )


def test_matches_as_parquet(db: Path, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="needs: pip install 'bot-arena[parquet]'")
    file = tmp_path / "matches.parquet"
    run = arena("matches", "--db", db, "--format", "parquet", "-o", file)
    assert run.returncode == 0, run.stderr
    rows = parquet.read_table(file).to_pylist()
    table = list(csv.DictReader(io.StringIO(arena("matches", "--db", db, "--format", "csv").stdout)))
    assert len(rows) == len(table)
    for row, cells in zip(rows, table, strict=True):
        assert float(cells.pop("score")) == row.pop("score")
        assert {name: "" if value is None else str(value) for name, value in row.items()} == cells


def test_a_part_counted_is_the_part_kept(db: Path) -> None:
    """All results since long ago, counted, against what is kept."""
    kept = told("leaderboard", "--db", db, "--game", "portals")
    assert told("leaderboard", "--db", db, "--game", "portals", "--since", "2020-01-01") == kept


def test_the_crosstable_has_points_and_wins_with_errors(db: Path) -> None:
    rows = {row["bot"]: row["against"] for row in told("crosstable", "--db", db)}
    cell, back = rows["strong"]["weak"], rows["weak"]["strong"]
    assert cell["points"] + back["points"] == pytest.approx(1.0)
    assert cell["points_error"] == pytest.approx(back["points_error"])
    assert cell["encounters"] == 2 * 10 * 3 + 10 * 4 + 10 * 2 + 10, (
        "two tables of 3, one of 4, one of 2, solos"
    )
    assert cell["points"] > 0.5 + 3 * cell["points_error"]
    assert cell["wins"] <= cell["points"]
    assert "±" in arena("crosstable", "--db", db).stdout
    text = arena("crosstable", "--db", db, "--by", "wins", "--format", "csv").stdout
    (strong,) = [row for row in csv.DictReader(io.StringIO(text)) if row["bot"] == "strong"]
    assert float(strong["weak"]) == pytest.approx(cell["wins"])


def test_scores_and_times(db: Path) -> None:
    rows = told("scores", "--db", db, "--players", 4)
    assert rows[0]["bot"] == "strong"
    for row in rows:
        assert row["count"] == 40
        assert row["least"] <= row["quarter"] <= row["median"] <= row["three_quarters"] <= row["most"]
        assert row["mean"] == pytest.approx(STRENGTHS[row["bot"]] + 0.5, abs=2.0)
    assert all(1 <= row["least"] <= row["mean"] <= row["most"] <= 3 for row in told("times", "--db", db))


def test_head_to_head_lists_the_matches_with_their_replays(db: Path) -> None:
    found = told("head-to-head", "strong", "weak", "--db", db, "--game", "portals")
    assert len(found["matches"]) == found["encounters"] == 20 + 10, "at tables of two, and alone"
    assert found["deals"] == 20
    assert found["points"]["value"] > 0.5
    first = next(match for match in found["matches"] if "portals-2" in match["match"])
    assert first["replay"] == f"arena replay show {quote(str(db))} --match {first['match']}"
    assert sorted(first["seats"]) == [0, 1]
    alone = next(match for match in found["matches"] if "portals-1" in match["match"])
    assert alone["seats"] == [0, 0]
    assert alone["replay"].count("arena replay show") == 2
    assert len(told("head-to-head", "strong", "weak", "--db", db, "--last", 3)["matches"]) == 3


@pytest.mark.slow
def test_points_of_a_pair_are_the_same_wherever_they_are_told(db: Path) -> None:
    """Tables of 4, 3 and 2, and solos: deals of 4, 3, 2 and 1 meetings, each of which counts once."""
    compared = told("compare", "strong", "weak", "--db", db)["mean_points"]
    cells = {row["bot"]: row["against"] for row in told("crosstable", "--db", db)}
    assert cells["strong"]["weak"]["points"] == pytest.approx(compared)
    assert told("head-to-head", "strong", "weak", "--db", db)["points"]["value"] == pytest.approx(compared)
    assert cells["strong"]["weak"]["deals"] == told("compare", "strong", "weak", "--db", db)["deals"]


def test_the_verdict_has_strengths_seats_predictions_and_the_gain(db: Path) -> None:
    pytest.importorskip("scipy")
    found = told("verdict", "--db", db)
    strengths = {row["bot"]: row for row in found["strengths"]}
    assert found["strengths"][0]["bot"] == "strong"
    assert strengths["weak"]["high"] < 0 < strengths["strong"]["low"]
    assert all(row["low"] < row["strength"] < row["high"] for row in found["strengths"])
    seats = {(row["game"], row["players"], row["seat"]): row for row in found["seats"]}
    assert len(seats) == 3 + 4 + 2
    assert seats["dragon-whisperer", 3, 0]["low"] > 0, "the first seat is worth something"
    assert sum(row["seats"] for row in found["held_out"]) > 0
    assert found["rotation_gain"] > 0
    text = arena("verdict", "--db", db).stdout
    assert "what a seat is worth" in text and "times as many matches" in text


@pytest.mark.slow
def test_a_leaderboard_with_the_verdict_beside_it(db: Path) -> None:
    pytest.importorskip("scipy")
    rows = told("leaderboard", "--db", db, "--verdict", "--columns", "bot,mu")
    strengths = {row["bot"]: row["strength"] for row in told("verdict", "--db", db)["strengths"]}
    assert {row["bot"]: row["strength"] for row in rows} == strengths
    assert all(row["strength_low"] < row["strength"] < row["strength_high"] for row in rows)
    assert "±" in arena("leaderboard", "--db", db, "--verdict", "--game", "portals").stdout


@pytest.mark.slow
def test_compare_says_who_is_better_or_how_many_matches_it_takes(db: Path) -> None:
    better = told("compare", "strong", "weak", "--db", db)
    assert (better["verdict"], better["error"], better["worth"]) == ("first", 0.05, 0.05)
    assert arena("compare", "weak", "strong", "--db", db).stdout.startswith("strong is better")
    open_ = told("compare", "middle", "twin", "--db", db)
    assert (open_["verdict"], open_["more_matches"] > 0) == ("open", True)
    assert (
        f"about {open_['more_matches']} more matches" in arena("compare", "middle", "twin", "--db", db).stdout
    )
    wide = told("compare", "middle", "twin", "--db", db, "--worth", "0.4")
    assert wide["verdict"] == "no_difference"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["compare", "strong", "wek"], "has no bot 'wek'; did you mean 'weak'?"),
        (["compare", "strong", "strong"], "is the same bot twice"),
        (["compare", "strong", "weak", "--worth", "0.7"], "--worth"),
        (["compare", "strong", "weak", "--run", "--file", "/no/such.toml"], "/no/such.toml"),
        (["compare", "strong", "weak", "--run", "--executor", "dask"], "needs --scheduler ADDRESS"),
        (["compare", "strong", "weak", "--run", "--scheduler", "tcp://x:1"], "goes with --executor dask"),
        (["head-to-head", "strong", "wek"], "did you mean 'weak'?"),
        (["matches", "--format", "parquet"], "--format parquet and -o FILE go together"),
        (["matches", "--bot", "wek"], "did you mean 'weak'?"),
        (
            ["matches", "--format", "parquet", "-o", "/no/such/x.parquet"],
            "/no/such/x.parquet can't be written",
        ),
        (["faults", "--bot", "nobody"], "has no bot 'nobody'; there are middle, strong, twin, weak"),
        (["faults", "--kind", "explosion"], "is not one of 'startup', 'crash', 'timeout'"),
        (["leaderboard", "--players", "9"], "has no result at tables of 9; there are tables of 1, 2, 3, 4"),
        (
            ["crosstable", "--game", "portals", "--players", "4"],
            "of portals at tables of 4; there are tables of 1, 2",
        ),
        (["compare", "strong", "weak", "--game", "yawning-portal"], "there are dragon-whisperer, portals"),
        (["scores", "--game", "yawning-portal"], "has no result of yawning-portal"),
        (["times", "--since", "2090-01-01"], "has no result since then"),
        (["leaderboard", "--since", "soon"], "'soon' does not match"),
        (["leaderboard", "--game", "portal"], "portals"),
        (["ratings", "rebuild", "--db", "/no/such.db"], "/no/such.db"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_says_what_is_wrong(db: Path, words: list[str], says: str) -> None:
    assert says in fails_in_one_line(arena(*words, *([] if "--db" in words else ["--db", str(db)])))


@pytest.mark.slow
def test_rebuilding_agrees_and_says_where_it_does_not(tmp_path: Path) -> None:
    path = play(tmp_path, deals=2)
    before = told("leaderboard", "--db", path)
    assert "agree with what was kept" in arena("ratings", "rebuild", "--db", path).stdout
    with Ledger(path) as ledger:
        wrong = """UPDATE book SET value = '[0, 0, 99]' WHERE key LIKE '["met", "%", _, "%", "weak"]'"""
        assert ledger._db.execute(wrong).rowcount == 4 * 3, "sizes of table, opponents"
    assert told("leaderboard", "--db", path)[0]["bot"] == "weak", "a leaderboard reads"
    run = arena("ratings", "rebuild", "--db", path)
    assert (run.returncode, "other ratings than were kept: middle, strong" in run.stdout) == (1, True)
    assert told("leaderboard", "--db", path) == before


def test_rebuilding_mends_the_ladder(tmp_path: Path) -> None:
    path = play(tmp_path, deals=2)
    with Ledger(path) as ledger:
        wrong = """UPDATE book SET value = '[50.0, 1.0]' WHERE key = '["rating", "portals", "weak"]'"""
        assert ledger._db.execute(wrong).rowcount == 1
    run = arena("ratings", "rebuild", "--db", path)
    assert (run.returncode, "other ratings than were kept: weak" in run.stdout) == (1, True)
    assert "agree with what was kept" in arena("ratings", "rebuild", "--db", path).stdout


# -------------------------------------------------------------------------------- with bots that play


@pytest.fixture
def event(tmp_path: Path) -> Path:
    file = tmp_path / "event.toml"
    file.write_text(TOURNAMENT.replace("deals = 1", "deals = 30"))
    return file


@pytest.mark.slow
def test_a_run_until_the_table_is_settled(event: Path) -> None:
    pytest.importorskip("scipy")
    from arena.ratings.settled import largest_error

    run = arena("tournament", "run", event, "--jobs", 1, "--until", "error < 0.8")
    assert run.returncode == 0, run.stderr
    status = told("tournament", "status", "--db", event.with_suffix(".db"))
    assert 0 < status["done"] < status["scheduled"] == 90
    with Store(event.with_suffix(".db")) as store:
        results = list(store.results(by_deal=True))
        ended = sorted((store.attempts(result.match)[-1].ended, result.match) for result in results)
    errors = []
    for late in range(1 + SPARE):  # matches that ran when the aim was reached, which may move the error again
        by_then = {match for _, match in ended[: len(ended) - late]}
        errors.append(
            largest_error((r for r in results if r.match in by_then), {"greedy", "random", "other"})
        )
    assert min(errors) < 0.8, errors
    assert "error < X" in fails_in_one_line(arena("tournament", "run", event, "--until", "mu > 3"))


@pytest.mark.slow
def test_compare_run_plays_just_what_it_takes(event: Path) -> None:
    db = event.with_suffix(".db")
    event.write_text(TOURNAMENT)
    assert arena("tournament", "run", event, "--jobs", 1).returncode == 0
    run = arena("compare", "greedy", "random", "--db", db, "--run", "--jobs", 1, "--worth", "0.15")
    assert run.returncode == 0, run.stderr
    assert run.stdout.startswith("greedy is better")
    found = told("compare", "greedy", "random", "--db", db, "--worth", "0.15")
    assert found["verdict"] == "first"
    assert found["deals"] > 1, "more than the tournament's own"
    assert arena("tournament", "run", event, "--jobs", 1).returncode == 0
    status = told("tournament", "status", "--db", db)
    assert (status["waiting"], status["done"]) == (0, status["scheduled"]), "and leaves nothing to be played"


@pytest.mark.slow
def test_the_schedule_of_each_kind_with_its_balance(event: Path) -> None:
    for schedule in ("gauntlet", "swiss", "knockout", "league"):
        more = '\nchallengers = ["greedy"]' if schedule == "gauntlet" else ""
        two_deals = TOURNAMENT.replace("deals = 1", "deals = 2")
        event.write_text(two_deals.replace('"round-robin"', f'"{schedule}"{more}'))
        balance = told("tournament", "schedule", event, "--balance")
        assert [row["what"] for row in balance if row["what"].startswith("bot")] == [
            "bot, seat",
            "bot, bot",
            "bot, next bot",
            "bot, deal",
        ]
        assert all(row["least"] == row["ideal"] == row["most"] for row in balance), "one table of all"
        assert "bot, seat" in arena("tournament", "schedule", event).stdout
