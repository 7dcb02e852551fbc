"""`arena play --trace`, `arena trace` and `arena replay bot` as a user runs them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command_line import PYTHON, arena, fails_in_one_line

from protocol.codec import pack

GAME = "dragon-whisperer"
BOT = """
from protocol.bot import run

def choose(decision):
    print("asked for", decision.kind)
    return len(decision.legal) - 1

run(choose, name="last", send=["legal"])
"""


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a bot, a match that it played, and the trace of it."""
    folder = tmp_path_factory.mktemp("played")
    (folder / "last.py").write_text(BOT)
    (folder / "nosy.py").write_text("from protocol.bot import run\nrun(lambda _: 0, send=['events'])\n")
    run = arena(
        "play", GAME, "greedy", f"{PYTHON} nosy.py", f"{PYTHON} last.py", "--seed", 5,
        "--startup-ms", 60_000, "--save", "m.replay", "--trace", "m.trace", cwd=folder,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    return folder


def test_a_trace_tells_the_whole_conversation_of_one_bot(played: Path) -> None:
    told = arena("trace", "m.trace", "--seat", 2, cwd=played).stdout.splitlines()
    lines = [line for line in told if " | 2 last  asked for " not in line]  # its stderr, which may come late
    assert len(lines) < len(told)
    assert '-> 2 last  {"type": "hello", "protocol": 1' in lines[0]
    assert '<- 2 last  {"type": "hello", "protocol": 1, "name": "last", "send": ["legal"]}' in lines[1]
    assert '"type": "start"' in lines[2]
    assert '<- 2 last  {"type": "ready"}' in lines[3]
    assert '"type": "over"' in lines[-2]
    assert lines[-1].endswith('-> 2 last  {"type": "bye"}')
    assert not any(" 0 greedy" in line for line in lines)


def test_events_are_told_in_sentences(played: Path) -> None:
    lines = arena("trace", "m.trace", "--seat", 1, cwd=played).stdout.splitlines()
    [over] = [number for number, line in enumerate(lines) if '"type": "over"' in line]
    told = [line.strip() for line in lines[over + 1 : -1]]
    assert f'"events": "{len(told)}, told below"' in lines[over]
    assert told[-1].startswith("The game is over: ")
    dealt = [line.strip() for line in lines if " is dealt " in line]
    assert len(dealt) == 4  # a hand each round after the first, and nobody else's
    assert all(line.startswith("nosy is dealt ") for line in dealt)


def test_what_can_not_be_told_is_left_as_it_is(played: Path, tmp_path: Path) -> None:
    odd = pack({"type": "over", "events": [{"type": "play_card"}, 7, {}]})
    head = '{"format": "bot-arena trace", "version": 1, "game": "dragon-whisperer", "bots": ["a"]}\n'
    said = json.dumps({"ms": 0, "seat": 0, "from": "arena", "hex": odd.hex()})
    (tmp_path / "odd.trace").write_text(f"{head}{said}\n")
    run = arena("trace", "odd.trace", cwd=tmp_path)
    assert run.returncode == 0
    assert '"events": [{"type": "play_card"}, 7, {}]' in run.stdout


def test_a_trace_holds_the_very_bytes(played: Path) -> None:
    said = json.loads(arena("trace", "m.trace", "--format", "json", cwd=played).stdout)["said"]
    ready = [item for item in said if item.get("messages") == [{"type": "ready"}]]
    assert [item["hex"] for item in ready] == ["81a474797065a57265616479"] * 3
    assert "81 a4 74 79 70 65 a5 72 65 61 64 79" in arena("trace", "m.trace", "--hex", cwd=played).stdout


def test_a_recorded_match_is_fed_to_the_bot_that_played_it(played: Path) -> None:
    run = arena("replay", "bot", "m.replay", "--seat", 2, f"{PYTHON} last.py", cwd=played)
    assert run.returncode == 0, run.stderr
    asked, of, total, *_ = run.stdout.splitlines()[-1].split()
    assert (asked, of) == (total, "of")
    assert int(total) > 10
    assert "asked for play_card" in run.stderr


def test_another_bot_gets_the_same_match_whatever_it_answers(played: Path) -> None:
    run = arena("replay", "bot", "m.replay", "--seat", 2, "random", cwd=played)
    assert run.returncode == 0, run.stderr
    assert "(recorded: " in run.stdout


def test_a_bot_that_breaks_the_protocol_is_told_so(played: Path) -> None:
    (played / "silent.py").write_text("print(input)")
    run = arena("replay", "bot", "m.replay", "--seat", 0, f"{PYTHON} silent.py", cwd=played)
    assert run.returncode == 1
    assert run.stdout.startswith("garbage: got the text")


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (("trace", "nowhere.trace"), "can't be read"),
        (("trace", "m.replay"), "this is no trace"),
        (("trace", "m.trace", "--seat", 3), "the seats 0 to 2"),
        (("replay", "bot", "m.replay", "--seat", 3, "random"), "the seats 0 to 2"),
        (("play", GAME, "random", "random", "random", "--trace", "no/where"), "does not exist"),
    ],
)
def test_wrong_input_is_refused_in_one_line(played: Path, words: tuple[str, ...], error: str) -> None:
    assert error in fails_in_one_line(arena(*words, cwd=played))


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ('{"ms": 1, "seat": 3, "from": "bot", "hex": ""}', "seat: must be an integer from 0 to 2, not 3"),
        ('{"ms": 1, "seat": 0, "from": "god", "hex": ""}', "from: must be one of arena, bot, not 'god'"),
        ('{"ms": 1, "seat": 0, "from": "bot", "hex": "xy"}', "hex: must be bytes in hexadecimal"),
        ('{"ms": "1", "seat": 0, "from": "bot", "hex": ""}', "ms: must be a number"),
        ('{"fault": {"seat": 0}}', "fault.kind: is missing"),
        ("{", "this is no trace"),
        ("[]", "must be a map"),
    ],
)
def test_a_damaged_trace_is_refused_with_its_line(played: Path, line: str, error: str) -> None:
    first = (played / "m.trace").read_text("utf-8").splitlines()[0]
    (played / "damaged.trace").write_text(f"{first}\n{line}\n", "utf-8")
    assert f"damaged.trace: line 2: {error}" in fails_in_one_line(arena("trace", "damaged.trace", cwd=played))
