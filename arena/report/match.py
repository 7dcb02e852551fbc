"""One match: its result as JSON and as a table."""

from __future__ import annotations

import json
from typing import Any

from arena.match.record import MatchRecord
from arena.report.faults import match_faults_in_words
from arena.report.tables import render


def match_as_json(record: MatchRecord) -> str:
    """The result of a match for other programs."""
    return json.dumps(match_summary(record), indent=2)


def match_summary(record: MatchRecord) -> dict[str, Any]:
    """The result of a match as plain data."""
    return {
        "match": record.id,
        "game": record.game,
        "players": record.players,
        "seed": record.seed,
        "bots": [bot.name for bot in record.bots],
        "scores": record.scores,
        "ranks": record.ranks,
        "decisions": len(record.decisions),
        "faults": [fault.summary() for fault in record.faults],
    }


def match_as_table(record: MatchRecord, format: str) -> str:
    """A row for each seat, best rank first; as text with what was played, and with what bots did wrong."""
    kinds = {fault.seat: fault.kind for fault in reversed(record.faults)}
    names = [bot.name for bot in record.bots]
    rows = [
        {
            "rank": record.ranks[seat],
            "seat": seat,
            "bot": name,
            "score": record.scores[seat],
            "fault": kinds.get(seat),
            "ms a move": timing.ms / timing.answered if timing.answered else None,
        }
        for seat, (name, timing) in enumerate(zip(names, record.timing, strict=True))
    ]
    table = render(sorted(rows, key=lambda row: (row["rank"], row["seat"])), format)
    if format != "text":
        return table
    head = f"{record.game}, {record.players} players, seed {record.seed}, {len(record.decisions)} decisions"
    faults = [fault.summary() for fault in record.faults]
    return "\n".join([head, "", table, *match_faults_in_words(faults, names)])
