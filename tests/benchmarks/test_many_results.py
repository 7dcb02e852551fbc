"""Tables and verdicts on 200 000 matches of 100 bots: each within 10 s and 300 MB; and a site of 20 000."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from many_results import many_results

MOST_S = 10.0
MOST_MB = 300.0
MOST_S_OF_A_SITE = 60.0


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return many_results(tmp_path_factory.mktemp("many"))


@pytest.mark.parametrize(
    "words",
    [
        ["leaderboard"],
        ["leaderboard", "--players", "2"],
        ["leaderboard", "--since", "1971-01-01"],
        ["crosstable"],
        ["compare", "bot 001", "bot 002"],
        ["scores"],
        ["verdict"],
        ["leaderboard", "--verdict"],
        ["report", "-o", "report.html"],
    ],
    ids=" ".join,
)
def test_a_question_about_many_matches(db: Path, words: list[str]) -> None:
    seconds, megabytes = measured(db, words)
    assert seconds <= MOST_S
    assert megabytes <= MOST_MB


def test_a_site_of_twenty_thousand_matches(tmp_path: Path) -> None:
    seconds, _ = measured(many_results(tmp_path, 0.1), ["report", "-o", "site", "--replays", "0"])
    assert seconds <= MOST_S_OF_A_SITE


def measured(db: Path, words: list[str]) -> tuple[float, float]:
    """Seconds and megabytes that a command about the database takes; prints them."""
    argv = [sys.executable, "-m", "arena", *words, "--db", str(db)]
    start = time.monotonic()
    with subprocess.Popen(argv, stdout=subprocess.DEVNULL, cwd=db.parent) as process:
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    seconds, megabytes = time.monotonic() - start, used.ru_maxrss / 1000
    cpu = used.ru_utime + used.ru_stime
    print(f"\n{' '.join(words)}: {seconds:.1f} s, {cpu:.1f} s of processor time, {megabytes:.0f} MB")
    assert process.returncode == 0
    return seconds, megabytes
