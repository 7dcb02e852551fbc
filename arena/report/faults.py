"""What bots did wrong in a tournament or a match, with the evidence."""

from __future__ import annotations

import shlex
from collections import defaultdict, deque
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from arena.process.faults import ending_in_words
from arena.tournament import MatchResult, Store

COLUMNS = {name: name for name in ("match", "bot", "kind", "phase", "decision", "detail")}
"""A fault's keys that tables show, with their headings."""
EVIDENCE = {"stderr": "last words", "replay": "replay"}
"""More of them, where there is room."""
LAST_LINES = 10
"""How many lines of a bot's own log are shown with a fault of a match."""


def fault_rows(
    store: Store, *, bot: str | None = None, kind: str | None = None, last: int | None = None
) -> list[dict[str, Any]]:
    """A row for each fault, in the order of the schedule: this bot's, of this kind, and the last so many,
    where these are given.

    `replay` is the command that shows the match up to the fault. Raises StoreError where the store can't be
    read.
    """

    def wanted(result: MatchResult, seat: int, fault: str | None) -> bool:
        return fault is not None and bot in (None, result.bots[seat]) and kind in (None, fault)

    results = store.results(faulty=True)
    faulty = deque(
        (result for result in results if any(wanted(result, *fault) for fault in enumerate(result.faults))),
        maxlen=last,
    )
    rows = [
        {
            "match": result.match,
            "bot": result.bots[fault.seat],
            **{name: getattr(fault, name) for name in fault.__dataclass_fields__},
            "replay": _replay(store.named, result.match, fault.decision),
        }
        for result in faulty
        for fault in store.replay(result.match).faults
        if wanted(result, fault.seat, fault.kind)
    ]
    return rows[-(last or 0) :]


def last_faults(store: Store, each: int) -> dict[str, list[dict[str, Any]]]:
    """The last so many faults of each bot that had any, the last one first, as rows of `fault_rows`.

    Raises StoreError where the store can't be read.
    """
    wanted: dict[str, deque[tuple[str, int]]] = defaultdict(lambda: deque(maxlen=each))
    for result in store.results(faulty=True):
        for seat, fault in enumerate(result.faults):
            if fault is not None:
                wanted[result.bots[seat]].append((result.match, seat))
    by_match: dict[str, dict[int, dict[str, Any]]] = {}
    for match in dict.fromkeys(match for found in wanted.values() for match, _ in found):
        faults = store.replay(match).faults
        by_match[match] = {fault.seat: fault.summary() | {"match": match} for fault in reversed(faults)}
    return {
        bot: [by_match[match][seat] for match, seat in reversed(found) if seat in by_match[match]]
        for bot, found in wanted.items()
    }


def all_columns() -> dict[str, str]:
    """All of a fault's keys, those first that tables show."""
    from arena.match.record import FaultRecord  # noqa: PLC0415 - it takes the games

    return COLUMNS | {name: name for name in ("seat", *FaultRecord.__dataclass_fields__, "replay")}


def in_words(fault: Mapping[str, Any]) -> str:
    """A row of `fault_rows` with all its evidence, for people."""
    lines = [
        f"{fault['kind']}: {fault['bot']} (seat {fault['seat']}) in {fault['match']}, {_when(fault)}",
        f"    {fault['detail']}",
        f"    {_times(fault)}",
    ]
    ending = ending_in_words(fault["exit_code"], fault["signal"])
    if ending is not None and ending not in fault["detail"]:
        lines.append(f"    {ending}")
    if fault["received"]:
        lines.append(f"    last bytes from it: {bytes.fromhex(fault['received'])!r}")
    lines += [f"    | {line}" for line in fault["stderr"].splitlines()]
    lines.append(f"    {fault['replay']}")
    return "\n".join(lines)


def match_faults_in_words(faults: Iterable[Mapping[str, Any]], names: Sequence[str]) -> list[str]:
    """The summaries of one match's faults as lines for people, with the last lines of the bots' own log."""
    lines = []
    for fault in faults:
        when = "at start-up" if fault["decision"] is None else f"at decision {fault['decision']}"
        lines.append(
            f"{fault['kind']}: seat {fault['seat']} ({names[fault['seat']]}) {when}: {fault['detail']}"
        )
        lines += [f"    | {line}" for line in str(fault["stderr"]).splitlines()[-LAST_LINES:]]
    return lines


def _replay(database: Path, match: str, decision: int | None) -> str:
    """The command that shows the match up to the fault."""
    return shlex.join(
        ["arena", "replay", "show", str(database), "--match", match, "--to", str(decision or 0)]
    )


def _when(fault: Mapping[str, Any]) -> str:
    match fault["phase"]:
        case "decide":
            return f"at decision {fault['decision']}"
        case "over":
            return "at its end"
        case phase:
            return f"before {phase}"


def _times(fault: Mapping[str, Any]) -> str:
    known = {"wall": fault["wall_ms"], "processor": fault["cpu_ms"]}
    spent = ", ".join(f"{ms:.0f} ms {what} time" for what, ms in known.items() if ms is not None)
    return f"{spent or 'time unknown'}; {fault['limit_ms']:.0f} ms were allowed"
