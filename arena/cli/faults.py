"""`arena faults`: what bots did wrong in a tournament, with the evidence."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click

from arena.cli.common import format_option
from arena.cli.standings import db_option, the_database
from arena.process.faults import signal_name
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


@click.command()
@db_option
@click.option("--bot", "-b", metavar="NAME", help="Only this bot's.")
@click.option("--kind", "-k", metavar="KIND", help="Only faults of this kind, such as timeout.")
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
    with Store(the_database(db)) as store:
        faults = fault_rows(store, store.results(), last if bot is None and kind is None else None)
    found = [
        fault
        for fault in faults
        if (bot is None or fault["bot"] == bot) and (kind is None or fault["kind"] == kind)
    ]
    found = found[-last:] if last else found
    if format == "json":
        click.echo(json.dumps(found, indent=2))
    elif format == "text":
        click.echo("\n\n".join(map(_in_words, found)) or "no faults")
    else:
        click.echo(render(found, format, COLUMNS))


def fault_rows(store: Store, results: Iterable[MatchResult], last: int | None = None) -> list[dict[str, Any]]:
    """The faults of these results as plain maps, in the order of the schedule; the last so many, if given."""
    faulty = [result for result in results if any(result.faults)]
    rows = [
        {
            "match": result.match,
            "bot": result.bots[fault.seat],
            **{name: getattr(fault, name) for name in fault.__dataclass_fields__},
            "replay": _replay(store.named, result.match, fault.decision),
        }
        for result in faulty[-(last or 0) :]
        for fault in store.replay(result.match).faults
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
    if (ending := _ending(fault)) is not None and ending not in fault["detail"]:
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


def _ending(fault: dict[str, Any]) -> str | None:
    if fault["signal"] is not None:
        return f"ended by {signal_name(fault['signal'])}"
    return None if fault["exit_code"] is None else f"exited with status {fault['exit_code']}"
