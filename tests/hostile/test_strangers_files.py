"""Databases, replays and traces that a stranger made: every command refuses or cleans them, in words."""

from __future__ import annotations

import json
import shutil
import sqlite3
import subprocess
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from command_line import arena

from arena.match.replay import _checksum

pytestmark = pytest.mark.slow

EVENT = """
name = "night"
seed = 3
deals = 1
[[game]]
id = "dragon-whisperer"
players = [3]
[[bot]]
name = "one"
bundled = "random"
[[bot]]
name = "two"
bundled = "random"
[[bot]]
name = "quitter"
command = ["python3", "-c", "raise SystemExit('no book')"]
"""
MATCH = "dragon-whisperer-3/t0001/d001/r1"
ESCAPES = "\x1b[2J\x1b]0;owned\x07\x9b31m\u202egnp"
"""Wipes a terminal, names its window, colors it in one character, and turns the text around."""
DEEP = "[" * 200_000 + "]" * 200_000
READERS = (
    ["leaderboard"],
    ["leaderboard", "--players", "3"],
    ["leaderboard", "--format", "markdown"],
    ["leaderboard", "--format", "csv"],
    ["crosstable"],
    ["head-to-head", "one", "two"],
    ["compare", "one", "two"],
    ["scores"],
    ["times"],
    ["verdict"],
    ["faults"],
    ["faults", "--format", "csv"],
    ["tournament", "status"],
    ["report", "-o", "page"],
)


def refused_or_clean(run: subprocess.CompletedProcess[str]) -> str:
    """Assert that it ended in order, and wrote nothing that moves a terminal; returns all that it wrote."""
    said = run.stdout + run.stderr
    assert run.returncode in (0, 1, 2), said
    assert "Traceback" not in said
    for character in said.replace("\n", "").replace("\t", ""):
        assert character.isprintable(), repr(said)
    if run.returncode == 2:
        assert len(run.stderr.strip().splitlines()) == 1
    return said


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with an honest database and replay."""
    folder = tmp_path_factory.mktemp("made")
    (folder / "night.toml").write_text(EVENT)
    run = arena("tournament", "run", "night.toml", cwd=folder)
    assert run.returncode == 0, run.stderr
    save = ["--save", "match.replay", "--trace", "match.trace"]
    assert arena("play", "dragon-whisperer", *["random"] * 3, *save, cwd=folder).returncode == 0
    return folder


def sql(statement: str, *values: Any) -> Callable[[sqlite3.Connection], None]:
    def change(db: sqlite3.Connection) -> None:
        assert db.execute(statement, values).rowcount > 0

    return change


def packed(change: Callable[[dict[str, Any]], None]) -> Callable[[sqlite3.Connection], None]:
    """Change the records of all matches."""

    def on(db: sqlite3.Connection) -> None:
        for place, blob in db.execute("SELECT place, replay FROM replays").fetchall():
            record = json.loads(zlib.decompress(blob))
            change(record)
            db.execute(
                "UPDATE replays SET replay = ? WHERE place = ?",
                (zlib.compress(json.dumps(record).encode()), place),
            )

    return on


def renamed(record: dict[str, Any]) -> None:
    for bot in record["bots"]:
        bot["name"] += ESCAPES
        bot["says"] = {"name": ESCAPES}
    for fault in record["faults"]:
        fault |= {"detail": ESCAPES, "stderr": ESCAPES, "kind": f"crash{ESCAPES}", "received": ESCAPES}


def bomb(db: sqlite3.Connection) -> None:
    sql("UPDATE replays SET replay = ?", zlib.compress(bytes(100 << 20)))(db)


CRAFTED: dict[str, list[Callable[[sqlite3.Connection], None]]] = {
    "names with escapes": [
        sql(
            "UPDATE tables SET bots = ?, stopped = ?",
            json.dumps(["one" + ESCAPES, "two", "quitter"]),
            ESCAPES,
        ),
        sql("UPDATE matches SET bots = ?", json.dumps(["one" + ESCAPES, "two", "quitter"])),
        packed(renamed),
    ],
    "an event with escapes": [
        sql("UPDATE events SET description = replace(description, '\"one\"', ?)", json.dumps("one" + ESCAPES))
    ],
    "a game with escapes": [sql("UPDATE tables SET game = game || ?", ESCAPES)],
    "a fault with escapes": [
        sql("UPDATE results SET faults = ?", json.dumps([ESCAPES, None, "crash" + ESCAPES]))
    ],
    "a book with escapes": [
        sql("UPDATE book SET key = replace(key, '\"one\"', ?)", json.dumps("one" + ESCAPES))
    ],
    "NaN for a rank": [sql("UPDATE results SET ranks = '[1, NaN, 2]'")],
    "a score without end": [sql("UPDATE results SET scores = ?", f"[1, 1{'0' * 400}, 2]")],
    "an infinite time": [sql("UPDATE results SET ms = '[1.0, 1e999, 1.0]'")],
    "deep ranks": [sql("UPDATE results SET ranks = ?", DEEP)],
    "a deep event": [sql("UPDATE events SET description = ?", '{"name":' + DEEP + "}")],
    "a deep book": [sql("UPDATE book SET value = ?", DEEP)],
    "numbers for texts": [sql("UPDATE tables SET game = 7, number = 'x'")],
    "texts for numbers": [sql("UPDATE matches SET deal = 'x', rotation = x'ff'")],
    "a bomb for a replay": [bomb],
    "a deep replay": [sql("UPDATE replays SET replay = ?", zlib.compress(DEEP.encode()))],
    "no blob for a replay": [sql("UPDATE replays SET replay = 7")],
    "a time of 10^400 ms": [packed(lambda record: record["decisions"][0].update(ms=10**400))],
    "a note that is NaN": [packed(lambda record: record["decisions"][0].update(note=float("nan")))],
}


@pytest.mark.slow
@pytest.mark.parametrize("craft", CRAFTED)
def test_a_crafted_database_is_refused_or_cleaned(made: Path, tmp_path: Path, craft: str) -> None:
    shutil.copy(made / "night.db", tmp_path)
    with sqlite3.connect(tmp_path / "night.db") as db:
        db.execute("PRAGMA ignore_check_constraints = 1")
        for change in CRAFTED[craft]:
            change(db)
    db.close()
    for words in READERS:
        refused_or_clean(arena(*words, "--db", "night.db", cwd=tmp_path))
    for verb in ("show", "verify", "export"):
        said = refused_or_clean(arena("replay", verb, "night.db", "--match", MATCH, cwd=tmp_path))
        if "bomb" in craft:
            assert "has more than 64 MiB" in said
    page = tmp_path / "page/index.html"
    assert not page.exists() or "\x1b" not in page.read_text("utf-8")


@pytest.mark.parametrize(
    ("name", "value", "says"),
    [
        ("note", float("nan"), "NaN is no number"),
        ("note", ESCAPES, ""),
        ("ms", 10**400, "is too large a number"),
        ("ms", 1e300, "must be a number below"),
        ("kind", ESCAPES, ""),
        ("action", {"type": ESCAPES}, ""),
        ("action", {ESCAPES: ESCAPES}, ""),
    ],
    ids=str,
)
def test_a_crafted_replay_is_refused_or_cleaned(
    made: Path, tmp_path: Path, name: str, value: object, says: str
) -> None:
    lines = (made / "match.replay").read_bytes().splitlines(keepends=True)[:-1]
    decision = json.loads(lines[2])
    decision[name] = value
    lines[2] = json.dumps(decision).encode() + b"\n"
    body = b"".join(lines)
    (tmp_path / "match.replay").write_bytes(body + _checksum(body))
    for verb in ("show", "verify", "export"):
        assert says in refused_or_clean(arena("replay", verb, "match.replay", cwd=tmp_path))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"seat": 0', '"seat": 99'),
        ('"ms": ', '"ms": 1e999, "was": '),
        ('"random"', json.dumps(ESCAPES)),
        ('"hex": "', '"hex": "zz'),
    ],
)
def test_a_crafted_trace_is_refused_or_cleaned(made: Path, tmp_path: Path, old: str, new: str) -> None:
    text = (made / "match.trace").read_text()
    assert old in text
    (tmp_path / "match.trace").write_text(text.replace(old, new))
    refused_or_clean(arena("trace", "match.trace", cwd=tmp_path))
    (tmp_path / "match.trace").write_text(text + DEEP)
    assert refused_or_clean(arena("trace", "match.trace", "--format", "json", cwd=tmp_path)).startswith(
        "arena: "
    )
