"""Replay files, and playing a record through the rules again.

A replay file is JSON, a value a line: the format and its version, which is that of the record; the match; a
line a decision; the result; last the SHA-256 of all bytes before. So a file that was cut, altered or is of
another version is told apart. Lines of a `type` that this version does not know are passed over, and named.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

from arena import games, safe_json
from arena.errors import UserError
from arena.games import Data, GameError, State
from arena.match.record import VERSION, BadRecord, DecisionRecord, MatchRecord, Step, version_problem
from arena.process.faults import shown

FORMAT = "bot-arena replay"


class ReplayError(UserError):
    """A replay that can't be used; one sentence says which and why."""


class DamagedReplay(ReplayError):
    """A replay file that was cut short or altered since it was written."""


# ------------------------------------------------------------------------------------------ files


def write_replay(record: MatchRecord, path: Path) -> None:
    """Write a replay file, in place of one that is there.

    Raises ReplayError, also rather than to replace a file that is no replay.
    """
    check_replaceable(path)
    lines: list[Data] = [
        {"type": "match", **record.head()},
        *({"type": "decision", **decision.to_data()} for decision in record.decisions),
        {"type": "result", **record.result()},
    ]
    body = _HEAD + b"".join(map(_line, lines))
    try:
        path.write_bytes(body + _checksum(body))
    except OSError as error:
        raise ReplayError(f"{path}: can't be written: {error.strerror}") from error


def check_replaceable(path: Path) -> None:
    """Raises ReplayError if there is a file that is no replay, which it would be a pity to lose."""
    try:
        with path.open("rb") as file:
            begins = file.read(len(_HEAD))
    except FileNotFoundError:
        return
    except OSError as error:
        raise ReplayError(f"{path}: can't be written: {error.strerror}") from error
    if begins and not begins.startswith(_HEAD[: -len(f"{VERSION}}}\n")]):
        raise ReplayError(f"{path}: is there already and no replay; name another file")


def read_replay(path: Path) -> MatchRecord:
    """The record that a replay file holds.

    Raises:
        ReplayError: it can't be read, is no replay, is of another version, was cut short or altered.
    """
    try:
        content = path.read_bytes()
    except OSError as error:
        raise ReplayError(f"{path}: can't be read: {error.strerror}") from error
    try:
        return _record(_checked_lines(content))
    except DamagedReplay as error:
        raise DamagedReplay(f"{path}: {error}") from error
    except (ReplayError, BadRecord) as error:
        raise ReplayError(f"{path}: {error}") from error


def _checked_lines(content: bytes) -> list[Data]:
    """The file's lines but for the first and the last, which have been checked."""
    if _HEAD.startswith(content):
        raise DamagedReplay("the file is cut short, at its very beginning")
    try:
        head = _line_of(1, content.split(b"\n", 1)[0])
    except ReplayError:
        head = {}
    if head.get("format") != FORMAT:
        raise ReplayError(f"this is no replay: the first line should be {_HEAD.decode().strip()}")
    if problem := version_problem(head.get("version")):
        raise ReplayError(f"the replay {problem}")
    body, last, _ = content.rpartition(_CHECKSUM_START)
    if not last or not content.endswith(b"\n"):
        raise DamagedReplay("the file is cut short: its last line, the checksum, is missing")
    if content != body + _checksum(body):
        raise DamagedReplay("the file was altered: its checksum does not fit")
    return [_line_of(*numbered) for numbered in enumerate(body.split(b"\n")[1:-1], 2)]


def _record(lines: list[Data]) -> MatchRecord:
    """The record that a replay's lines hold: one match, its decisions, and one result."""
    of_type: dict[str, list[Data]] = {"match": [], "decision": [], "result": []}
    unknown = []
    for line in lines:
        kind = line.pop("type", None)
        if isinstance(kind, str) and kind in of_type:
            of_type[kind].append(line)
        else:
            unknown.append(f"lines of type {shown(repr(kind)):.60}")
    if (len(of_type["match"]), len(of_type["result"])) != (1, 1):
        raise ReplayError("the lines after the first should be a match, its decisions and its result")
    (head,), (result,) = of_type["match"], of_type["result"]
    record = MatchRecord.from_data({**head, "decisions": of_type["decision"], **result})
    return replace(record, unknown=(*record.unknown, *dict.fromkeys(unknown)))


def _line_of(number: int, line: bytes) -> Data:
    """The map on a line. Raises ReplayError."""
    try:
        data = safe_json.loads(line)
    except ValueError as error:
        raise ReplayError(f"line {number} is no JSON that a replay holds: {error}") from None
    if not isinstance(data, dict):
        raise ReplayError(f"line {number} should be a map: a match, a decision or its result")
    return data


def _line(data: Mapping[str, Any]) -> bytes:
    return json.dumps(data, separators=(",", ":"), allow_nan=False).encode() + b"\n"


def _checksum(body: bytes) -> bytes:
    return _line({"type": "checksum", "sha256": sha256(body).hexdigest()})


_HEAD = _line({"format": FORMAT, "version": VERSION})
_CHECKSUM_START = b'{"type":"checksum"'


# ------------------------------------------------------------------------------------------ the game again


def starting_state(record: MatchRecord) -> State:
    """The state in which the recorded match began. Raises ReplayError."""
    try:
        state: State = games.get(record.game).from_data(record.state, record.components, record.seed)
    except GameError as error:
        raise ReplayError(f"the starting state: {error}") from error
    return state


def retrace(record: MatchRecord, state: State) -> Iterator[Step]:
    """Play the recorded decisions again on the starting `state`, with the recorded chance results alone.

    Raises:
        ReplayError: the rules don't allow what was recorded; the message names the decision.
    """
    for number, recorded in enumerate(record.decisions):
        decision = state.decision
        if decision is None:
            raise ReplayError(f"decision {number}: the game is over before it")
        if (decision.seat, decision.kind) != (recorded.seat, recorded.kind):
            raise ReplayError(
                f"decision {number}: seat {decision.seat} is to decide ({decision.kind}),"
                f" and not seat {recorded.seat} ({recorded.kind})"
            )
        try:
            action = state.find(recorded.action)
            events = state.apply(action, [chance.result for chance in recorded.chance])
        except GameError as error:
            raise ReplayError(f"decision {number}: {error}") from error
        names = [event["what"] for event in events if event["type"] == "chance"]
        if names != [chance.what for chance in recorded.chance]:
            raise ReplayError(f"decision {number}: its chance results should be called {', '.join(names)}")
        yield Step(number, recorded, decision.legal, state, events)


# ------------------------------------------------------------------------------------------ export


def export_jsonl(record: MatchRecord, states: bool = False) -> Iterator[str]:
    """The match as JSON lines, for other programs.

    With `states` each decision has the state after it and the legal list. Raises ReplayError if these can't
    be made again.
    """
    yield _export("match", _match_data(record))
    if states:
        for step in retrace(record, starting_state(record)):
            legal = [action.to_data() for action in step.legal]
            data = {**_decision_data(step.decision), "state": step.state.to_data(), "legal": legal}
            yield _export("decision", data)
    else:
        for decision in record.decisions:
            yield _export("decision", _decision_data(decision))
    faults = [fault.summary() for fault in record.faults]
    yield _export("result", {"scores": record.scores, "ranks": record.ranks, "faults": faults})


def _match_data(record: MatchRecord) -> Data:
    data: Data = {name: getattr(record, name) for name in ("game", "players", "options", "seed")}
    if record.components is not None:
        data["components"] = record.components
    return {**data, "bots": [bot.name for bot in record.bots], "state": record.state}


def _decision_data(decision: DecisionRecord) -> Data:
    data = decision.to_data()
    del data["cpu_ms"]
    return data


def _export(type: str, data: Data) -> str:
    return json.dumps({"type": type, **data}, allow_nan=False)
