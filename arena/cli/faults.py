"""`arena faults`: what bots did wrong in a tournament, with the evidence."""

from __future__ import annotations

import json
import shlex
from collections import deque
from pathlib import Path
from typing import Any

import click

from arena.cli.common import format_option
from arena.cli.standings import check_bots, db_option, the_database
from arena.match.record import FaultRecord
from arena.process.faults import FaultKind, ending_in_words
from arena.report.tables import render
from arena.tournament import MatchResult, Store

COLUMNS = {
    "match": "match",
    "bot": "bot",
    "kind": "kind",
    "phase": "phase",
    "decision": "decision",
    "detail": "detail",
}
"""A fault's keys that tables show, with their headings."""
_NO_FAULT = {name: name for name in ("seat", *FaultRecord.__dataclass_fields__, "replay")}
"""The rest of a fault's keys, for the header of a CSV without any."""
EVIDENCE = {"stderr": "last words", "replay": "replay"}


@click.command()
@db_option
@click.option("--bot", "-b", metavar="NAME", help="Only this bot's.")
@click.option(
    "--kind", "-k", type=click.Choice([kind.value for kind in FaultKind]), help="Only faults of this kind."
)
@click.option(
    "--last", "-n", type=click.IntRange(min=1), metavar="N", help="Only the last N of the schedule."
)
@format_option
def command(db: Path | None, bot: str | None, kind: str | None, last: int | None, format: str) -> None:
    """Every fault of a tournament, with the evidence, also while it runs.

    \b
    Examples:
      arena faults --db club.db
      arena faults --db club.db --bot mine --kind timeout --format json
    """
    path = the_database(db)
    if bot is not None:
        check_bots(path, bot)
    with Store(path) as store:
        found = fault_rows(store, last, bot, kind)
    if format == "json":
        click.echo(json.dumps(found, indent=2))
    elif format == "text":
        click.echo("\n\n".join(map(_in_words, found)) or "no faults")
    elif format == "markdown":
        click.echo(render(found, format, COLUMNS | EVIDENCE))
    else:
        click.echo(render(found, format, COLUMNS | _NO_FAULT))


def fault_rows(
    store: Store, last: int | None = None, bot: str | None = None, kind: str | None = None
) -> list[dict[str, Any]]:
    """All faults as plain maps, in the order of the schedule.

    Only the last so many, this bot's, and of this kind, where these are given.
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


def _replay(database: Path, match: str, decision: int | None) -> str:
    """The command that shows the match up to the fault."""
    return shlex.join(
        ["arena", "replay", "show", str(database), "--match", match, "--to", str(decision or 0)]
    )


def _in_words(fault: dict[str, Any]) -> str:
    """A fault with all its evidence, for people."""
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


def _when(fault: dict[str, Any]) -> str:
    match fault["phase"]:
        case "decide":
            return f"at decision {fault['decision']}"
        case "over":
            return "at its end"
        case phase:
            return f"before {phase}"


def _times(fault: dict[str, Any]) -> str:
    known = {"wall": fault["wall_ms"], "processor": fault["cpu_ms"]}
    spent = ", ".join(f"{ms:.0f} ms {what} time" for what, ms in known.items() if ms is not None)
    return f"{spent or 'time unknown'}; {fault['limit_ms']:.0f} ms were allowed"
