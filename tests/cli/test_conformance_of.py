"""`arena conformance-of`: an engine of one's own is compared with the arena's."""

from __future__ import annotations

from pathlib import Path
from shlex import quote

import pytest
from command_line import PYTHON, arena

OURS = f"{quote(PYTHON)} -P -m arena.engine"
WRONG = """
import sys
from arena.engine.engine import Engine
from arena.engine.wires import JsonLines

engine = Engine(JsonLines())
for message in JsonLines().messages(0):
    answer = engine.reply(message)
    sys.stdout.buffer.write(answer.replace(OLD, NEW) if message["type"] == TYPE else answer)
    sys.stdout.buffer.flush()
"""
"""The arena's own engine, with one mistake."""


def test_the_arenas_own_engine_conforms() -> None:
    run = arena("conformance-of", OURS, "dragon-whisperer", "portals", "--matches", 1)
    assert (run.returncode, run.stderr) == (0, "")
    lines = run.stdout.splitlines()
    assert [line.partition(":")[0] for line in lines] == ["dragon-whisperer", "portals"]
    assert all(line.endswith("no difference") for line in lines)


@pytest.mark.parametrize(
    ("type", "old", "new", "words"),
    [
        ("decision", '{"type":"place_dragon","region":"black"}', '{"type":"place_dragon"}', "legal[6]: "),
        ("view", '"discard":[', '"discard":[9', "view of seat 0.discard: [9], and it should be []"),
        ("result", '"over":false', '"over":true', "result.over: True, and it should be False"),
        ("apply", '"seat":', '"seat":1', "events[0].seat: 1"),
        ("data", '"monsters":[0,0,0]', '"monsters":[0,0]', "is no state of dragon-whisperer: monsters"),
        ("new", '"type":"answer"', '"type":"error"', "new was answered with {'type': 'error'"),
        ("apply", '"type"', "type", "apply was answered with what is no message"),
    ],
)
def test_a_mistake_is_named_where_it_is(tmp_path: Path, type: str, old: str, new: str, words: str) -> None:
    given = f"TYPE, OLD, NEW = {type!r}, {old.encode()!r}, {new.encode()!r}\n"
    (tmp_path / "engine.py").write_text(given + WRONG)
    engine = f"{quote(PYTHON)} -P {quote(str(tmp_path / 'engine.py'))}"
    run = arena("conformance-of", engine, "dragon-whisperer", "--json", "--matches", 1)
    assert run.returncode == 1
    assert run.stdout.startswith("dragon-whisperer: differs. 3 players, options {}, seed 1: ")
    assert words in run.stdout


@pytest.mark.parametrize(
    ("command", "status", "words"),
    [
        ("no-such-engine", 2, "no-such-engine: can't be started"),
        ("'", 2, "COMMAND: No closing quotation"),
        ("", 2, "COMMAND: name a program"),
        ("true", 1, "hello was not answered: the engine ended"),
    ],
)
def test_what_is_no_engine_is_told(command: str, status: int, words: str) -> None:
    run = arena("conformance-of", command)
    assert run.returncode == status
    assert words in run.stdout + run.stderr
    assert "Traceback" not in run.stderr
