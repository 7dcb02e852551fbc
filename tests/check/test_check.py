"""Good bots pass, and what a check tells can be acted upon."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

from arena import games
from arena.check import Finding, Status, Terms, check_bot
from arena.match.spec import Settings
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
