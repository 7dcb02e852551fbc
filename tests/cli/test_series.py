"""Several matches of the same bots: what is dealt to whom, and what is said of it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from statistics import fmean, stdev

import pytest
from command_line import arena, fails_in_one_line
from tmux import Tmux

pytestmark = pytest.mark.slow
GAME = "dragon-whisperer"
BOTS = ("greedy", "random", "novice")


def test_every_deal_is_played_from_every_seat_and_the_rows_follow_from_the_matches() -> None:
    told = json.loads(arena("play", GAME, *BOTS, "-n", 7, "--seed", 5, "--format", "json").stdout)
    matches = told["matches"]
    assert [match["seed"] for match in matches] == [5, 5, 5, 6, 6, 6, 7]
    first, second, third = BOTS
    rotations = [[first, second, third], [second, third, first], [third, first, second]]
    assert [match["bots"] for match in matches] == [*rotations, *rotations, rotations[0]]
    alone = json.loads(arena("play", GAME, *BOTS, "--seed", 5, "--format", "json").stdout)
    assert matches[0] == alone
    for row in told["bots"]:
        deals: dict[int, list[float]] = {}
        scores: dict[int, list[float]] = {}
        for match in matches:
            seat = match["bots"].index(row["bot"])
            own, others = match["ranks"][seat], [*match["ranks"][:seat], *match["ranks"][seat + 1 :]]
            earned = fmean((own < rank) + (own == rank) / 2 for rank in others)
            deals.setdefault(match["seed"], []).append(earned)
            scores.setdefault(match["seed"], []).append(match["scores"][seat])
        for values, mean, error in ((deals, "points", "error"), (scores, "score", "score_error")):
            means = [fmean(deal) for deal in values.values()]
            assert row[mean] == pytest.approx(fmean(means))
            assert row[error] == pytest.approx(stdev(means) / 3**0.5)
        assert row["faults"] == 0
    assert (told["ahead"]["first"], told["ahead"]["deals"]) == (told["bots"][0]["bot"], 2)


def test_who_is_ahead_is_said_with_how_sure_that_is() -> None:
    run = arena("play", "portals", "greedy", "random", "-n", 20, "--seed", 1, "--sandbox", "limits")
    assert run.returncode == 0, run.stderr
    assert run.stdout.startswith("portals, 2 players, matches: 20, deals: 10\n")
    *_, last = run.stdout.splitlines()
    assert last.startswith("greedy is better than random: greedy has 1.00 of the points between them"), last
    assert last.endswith("wrong in at most 5%")
    assert run.stderr == ""


def test_alone_the_score_counts() -> None:
    run = arena("play", "portals", "random", "-n", 2, "--seed", 1)
    assert run.returncode == 0, run.stderr
    heading, _, row = run.stdout.splitlines()[2:]
    assert heading.split() == ["bot", "score", "±", "faults", "ms", "a", "move"]
    scores = [
        json.loads(arena("play", "portals", "random", "--seed", seed, "--format", "json").stdout)["scores"][0]
        for seed in (1, 2)
    ]
    assert row.split()[:2] == ["random", f"{fmean(scores):.2f}"]


@pytest.mark.parametrize(
    ("words", "what"),
    [
        (("human", "random", "-n", 2), "a human is for a single one"),
        (("random", "random", "-n", 2, "--watch"), "--watch is for a single one"),
        (("random", "random", "-n", 2, "--save", "x.replay"), "--save is for a single one"),
        (("random", "random", "-n", 2, "--trace", "x.trace"), "--trace is for a single one"),
    ],
)
def test_what_is_for_a_single_match_is_refused(words: tuple[str | int, ...], what: str) -> None:
    assert what in fails_in_one_line(arena("play", "portals", *words))


def test_ctrl_c_shows_what_there_is_until_then(tmp_path: Path) -> None:
    words = ("play", "portals", "random", "random", "-n", "100000", "--seed", "1")
    with Tmux(*words, cwd=tmp_path, columns=120) as terminal:
        while "match 1 of" in terminal.until(" of 100000"):
            assert "ended with" not in terminal.until("match ")
        terminal.press("C-c")
        page = terminal.until("ended with 130")
    played = int(re.search(r"interrupted after (\d+) of 100000 matches", page)[1])  # type: ignore[index]
    assert played >= 1
    assert f"portals, 2 players, matches: {played}, deals: {(played + 1) // 2}" in page


def test_the_error_is_shared_by_all_pairs_that_the_leaders_could_have_been() -> None:
    told = json.loads(arena("play", GAME, *BOTS, "-n", 3, "--seed", 5, "--format", "json").stdout)
    assert told["ahead"]["error"] == pytest.approx(0.05 / 3), "three pairs of three bots"
