"""Trials of growth: the arena comes to know more, and what was written before is read, proved and rated.

Also the other way round: this arena reads what a later one has written, and names what it does not know.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest
from command_line import arena

from arena.games import Data
from arena.match.record import BadRecord
from arena.match.replay import read_replay
from arena.match.trace import TraceError, read_trace
from arena.tournament.packing import pack_record, unpack_record

FIRST = Path(__file__).parent / "first"


# ------------------------------------------------------------------------------------------ more keys


def trace_of(folder: Path, change: Callable[[list[Data]], None]) -> Path:
    """The sample of a trace, with its lines changed."""
    lines = [json.loads(line) for line in (FIRST / "match.trace").read_text().splitlines()]
    change(lines)
    path = folder / "newer.trace"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


def test_a_trace_of_a_newer_arena_is_read_and_what_is_new_in_it_is_named(tmp_path: Path) -> None:
    def grown(lines: list[Data]) -> None:
        lines[0]["weather"] = "fine"
        lines[1]["thread"] = lines[2]["thread"] = 7
        lines.insert(5, {"ms": 1.0, "remark": "a line of a kind that is new"})
        lines[-1]["fault"]["core"] = None

    path = trace_of(tmp_path, grown)
    trace, before = read_trace(path), read_trace(FIRST / "match.trace")
    assert trace.said == before.said
    assert trace.faults == before.faults
    assert trace.unknown == ("weather", "thread", "lines of another kind", "fault.core")
    run = arena("trace", path)
    assert run.stderr == (
        f"note: {path} tells what only a newer arena knows, and this one passes over: "
        "weather, thread, lines of another kind, fault.core\n"
    )
    assert run.stdout == arena("trace", FIRST / "match.trace").stdout


def test_a_trace_of_another_version_is_named_so(tmp_path: Path) -> None:
    path = trace_of(tmp_path, lambda lines: lines[0].update(version=2))
    with pytest.raises(TraceError, match=r"the trace is of version 2, and this arena reads version 1$"):
        read_trace(path)


def test_a_replay_of_a_newer_arena_is_proved_and_what_is_new_in_it_is_named(tmp_path: Path) -> None:
    def grow(line: Data) -> Data:
        return {"weather": "fine", **line} | {"by ear": 1} if line["type"] == "match" else {"odds": 6, **line}

    path = tmp_path / "newer.replay"
    path.write_bytes(grown(FIRST / "replays/portals.replay", grow))
    record = read_replay(path)
    assert record == read_replay(FIRST / "replays/portals.replay")
    assert record.unknown == ("weather", "by ear", "decisions[].odds", "odds")
    run = arena("replay", "verify", path)
    assert (run.returncode, run.stdout[:8]) == (0, "verified")
    assert run.stderr == (
        f"note: {path} tells what only a newer arena knows, and this one passes over: "
        "weather, by ear, decisions[].odds, odds\n"
    )


def grown(replay: Path, grow: Callable[[Data], Data]) -> bytes:
    """A replay with each of its lines but the first and the last changed."""
    head, *lines, _ = replay.read_bytes().splitlines(keepends=True)
    changed = [json.dumps(grow(json.loads(line))).encode() + b"\n" for line in lines]
    body = b"".join([head, *changed])
    return body + b'{"type":"checksum","sha256":"' + sha256(body).hexdigest().encode() + b'"}\n'


def test_a_packed_record_says_its_version() -> None:
    record = read_replay(FIRST / "replays/portals-solo.replay")
    packed = pack_record(record)
    assert unpack_record(packed) == record
    data = json.loads(zlib.decompress(packed))
    assert data["version"] == 3
    data["version"] = 4
    with pytest.raises(BadRecord, match=r"^the record is of version 4, and this arena reads version 3$"):
        unpack_record(zlib.compress(json.dumps(data).encode()))
