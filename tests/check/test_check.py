"""Good bots pass, and what a check tells can be acted upon."""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

from arena import games
from arena.check import Finding, Status, Terms, check_bot
from arena.match.spec import Clock, Settings
from arena.process.launch import BotSpec, bundled, load_manifest, resolve
from arena.process.limits import Graces

ROOT = Path(__file__).parents[2]
MISTAKES = Path(__file__).parent / "mistakes"
GAME = games.get("dragon-whisperer")
PATIENT = Terms(Settings(startup_ms=60_000, graces=Graces(closed_ms=10_000)), matches=2)
STEPS = [
    "starts",
    "says hello in time",
    "hello has the right fields",
    "dragon-whisperer: ready, and every answer legal",
    "dragon-whisperer: all kinds of decisions",
    "answers by index or by action",
    "plays with the parts that it asked for",
    "plays several matches in one process",
    "says nothing after over",
    "reads messages that come in pieces",
    "reads messages that come together",
    "ignores unknown keys",
    "reads values of any width",
    "reads the largest messages",
    "bears a match without a decision",
    "answers rejected",
    "exits at bye",
    "says nothing at the end",
    "leaves no process behind",
    "exits at the end of its input",
    "time a move",
    "memory",
    "same bot_seed, same game",
    "keeps to its sandbox",
]


def examine(spec: BotSpec) -> list[Finding]:
    return list(check_bot(resolve(spec), [GAME], PATIENT))


def program(path: Path, **more: Any) -> BotSpec:
    return BotSpec(path.stem, (sys.executable, str(path)), cwd=path.parent, **more)


@pytest.mark.slow
@pytest.mark.parametrize(
    "spec",
    [bundled("random"), bundled("greedy")],
    ids=lambda spec: spec.name,
)
def test_a_good_bot_passes_every_step(spec: BotSpec) -> None:
    findings = examine(spec)
    assert [f.step for f in findings] == STEPS
    assert [f for f in findings if f.status not in (Status.PASS, Status.SKIP)] == []
    assert {f.step for f in findings if f.status is Status.SKIP} <= {"keeps to its sandbox"}
    assert [f.number for f in findings] == list(range(1, len(STEPS) + 1))


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("tclsh") is None, reason="needs Tcl: apt-get install tcl")
def test_a_bot_written_from_the_protocols_page_alone_passes() -> None:
    findings = examine(load_manifest(ROOT / "examples" / "from_the_spec"))
    assert [f for f in findings if f.status not in (Status.PASS, Status.SKIP)] == []


@pytest.mark.slow
def test_a_bot_that_is_restarted_for_each_match_passes() -> None:
    findings = examine(program(MISTAKES / "one_match.py", restart=True))
    failed = [f for f in findings if f.status is Status.FAIL]
    # It ends at over, as it may; so nothing is left that could be told bye.
    assert {f.step for f in failed} <= {"exits at bye", "exits at the end of its input"}


def test_a_failure_shows_what_was_said_and_what_would_be_right() -> None:
    (failed,) = [f for f in examine(program(MISTAKES / "wrong_id.py")) if f.status is Status.FAIL]
    data = failed.to_data()
    sent, received = data["said"][-2:]
    assert sent["from"] == "arena"
    assert '"type": "decide", "id": 1' in sent["message"]
    assert sent["hex"].startswith("88 a4 74 79 70 65 a6 64 65 63 69 64 65")
    assert received == {
        "from": "bot",
        "message": '{"type": "act", "id": 0, "index": 0}',
        "hex": "83 a4 74 79 70 65 a3 61 63 74 a2 69 64 00 a5 69 6e 64 65 78 00",
    }
    assert data["detail"] == "protocol: act.id is 0, but decision 1 was asked"
    assert data["spec"] == "P-46"


def test_a_bot_that_does_not_play_the_game_is_told_so(tmp_path: Path) -> None:
    bot = tmp_path / "chess.py"
    bot.write_text("from protocol.bot import run\nrun(lambda decision: 0, games=['chess'])\n")
    failed = next(f for f in examine(program(bot)) if f.status is Status.FAIL)
    assert failed.to_data()["mistake"] == "does-not-play"


@pytest.mark.slow
def test_only_the_games_are_tried_that_the_bot_says_it_plays(tmp_path: Path) -> None:
    bot = tmp_path / "dragons.py"
    bot.write_text(f"from protocol.bot import run\nrun(lambda decision: 0, games=[{GAME.id!r}])\n")
    findings = list(check_bot(resolve(program(bot)), games.all(), PATIENT))
    assert [f.step for f in findings] == STEPS
    assert not [f for f in findings if f.status is Status.FAIL]


@pytest.mark.slow
def test_the_ten_lines_of_the_readme_have_no_fault() -> None:
    findings = examine(program(ROOT / "examples" / "ten_lines" / "ten_lines.py"))
    assert {f.step for f in findings if f.status in (Status.WARN, Status.FAIL)} <= {
        "same bot_seed, same game"
    }


@pytest.mark.slow
def test_a_silence_is_said_to_have_ended_and_by_what() -> None:
    terms = Terms(Settings(startup_ms=2500), matches=1)
    (failed,) = [
        f for f in check_bot(resolve(program(MISTAKES / "no_flush.py")), [GAME], terms)
        if f.status is Status.FAIL
    ]  # fmt: skip
    assert failed.detail.endswith("; it spoke only after bye")


def written(folder: Path, text: str) -> BotSpec:
    bot = folder / "bot.py"
    bot.write_text(text)
    return program(bot)


SOLO = """
import sys
from protocol.bot import Bot

class Sociable(Bot):
    name, send = "sociable", ("legal",)

    def start(self, match):
        if match.players == 1:
            sys.exit("nobody to play with")

    def choose(self, decision):
        return 0

Sociable().run()
"""
THINKS = """
import time
from protocol.bot import run

def choose(decision):
    begun = time.monotonic()
    while time.monotonic() - begun < {seconds}:
        pass
    return time.monotonic_ns() % len(decision.legal)

run(choose, name="thinks", send=["legal"])
"""


@pytest.mark.slow
def test_every_table_size_is_played_solo_included_and_the_finding_says_so(tmp_path: Path) -> None:
    portals = games.get("portals")
    terms = Terms(PATIENT.settings, matches=1)
    (failed,) = [
        finding
        for finding in check_bot(resolve(written(tmp_path, SOLO)), [portals], terms)
        if finding.status is Status.FAIL
    ]
    assert failed.step == "portals: is ready"
    assert "with 1 player" in failed.detail
    assert "after 3 sound matches" in failed.detail
    assert "nobody to play with" in failed.stderr
    sound = {f.step: f.detail for f in check_bot(resolve(bundled("random")), [portals], terms)}
    assert "with 1, 2, 3, 4 players" in sound["portals: ready, and every answer legal"]


@pytest.mark.slow
def test_who_thinks_as_long_as_it_may_is_told_of_little_time(tmp_path: Path) -> None:
    spec = written(tmp_path, THINKS.format(seconds="decision.clock['move_ms'] / 1000 * 0.3"))
    news: list[str] = []
    terms = Terms(PATIENT.settings, matches=1, adapts=True)
    found = {f.step: f for f in check_bot(resolve(spec), [GAME], terms, news.append)}
    assert [f for f in found.values() if f.status is Status.FAIL] == []
    assert "from here on it has 100 ms a move" in found["uses its time"].detail
    assert found["same bot_seed, same game"].status is Status.SKIP
    assert "thinks by the clock" in found["same bot_seed, same game"].detail
    assert any(line.startswith(f"{GAME.id}: match 2 of 4; about ") for line in news), news
    assert news[-1].startswith("the same match again; about ")


@pytest.mark.slow
def test_who_takes_no_notice_of_the_clock_has_the_time_that_it_takes(tmp_path: Path) -> None:
    spec = written(tmp_path, THINKS.format(seconds="(0.9 if decision.id == 3 else 0.01)"))
    found = check_bot(resolve(spec), [GAME], Terms(PATIENT.settings, matches=1, adapts=True))
    pace = next(finding for finding in found if finding.step == "uses its time")
    (chosen,) = re.findall(r"from here on it has (\d+) ms a move", pace.detail)
    assert int(chosen) in (1000, 3000, 10_000)


@pytest.mark.slow
def test_an_answer_that_only_came_late_is_not_blamed_on_the_step(tmp_path: Path) -> None:
    spec = written(
        tmp_path,
        """
import time
from protocol.bot import run

def choose(decision):
    time.sleep(0.3 if "news" in decision.clock else 0)
    return 0

run(choose, name="tires", send=["legal"])
""",
    )
    terms = Terms(Settings(clock=Clock(move_ms=200), startup_ms=60_000), matches=1)
    failed = [f for f in check_bot(resolve(spec), [GAME], terms) if f.status is Status.FAIL]
    assert [f.to_data()["mistake"] for f in failed] == ["too-slow"]
