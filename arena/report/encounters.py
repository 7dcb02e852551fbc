"""Two bots, match by match."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from itertools import groupby
from pathlib import Path
from shlex import quote
from typing import Any

from arena.ratings.pairs import Fare, fares
from arena.ratings.results import compare_solos, deal_key
from arena.report.selection import EVERYTHING, Selection
from arena.report.tables import Part
from arena.tournament import MatchResult, Store

COLUMNS = {name: name for name in ("match", "seats", "ranks", "scores", "faults", "replay")}
"""The keys of an encounter, with their headings."""
SHOWN = {name: name for name in COLUMNS if name != "replay"}
"""Those that fit in a terminal."""


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """All encounters of two bots: in one match, or alone on the same deal."""

    first: str
    second: str
    fare: Fare | None
    """How the first fares against the second; None where they have not met."""
    matches: list[dict[str, Any]]
    """A row for each encounter, in the order of the schedule: lists have the first bot's value and the
    second's, `replay` the commands that show it."""

    def to_data(self) -> dict[str, Any]:
        """All of it as plain data."""
        fare = {} if self.fare is None else asdict(self.fare)
        return {"bots": [self.first, self.second], **fare, "matches": self.matches}

    def parts(self) -> list[Part]:
        """The encounters and their sum, as tables; nothing where the bots have not met."""
        if self.fare is None:
            return []
        points, deals = self.fare.points, self.fare.deals
        error = "" if points.error is None else f" ± {points.error:.3f}"
        sentence = f"{self.first} has {points.value:.3f}{error} points, over {deals} deals"
        summary = {"bot": self.first, "opponent": self.second, "encounters": self.fare.encounters}
        summary |= {"deals": deals, "points": points.value, "points_error": points.error}
        see = f"see the last with: {self.matches[-1]['replay']}" if self.matches else ""
        return [
            Part("matches", self.matches, SHOWN),
            Part("summary", [summary], sentence="\n".join(filter(None, (sentence, see)))),
        ]


def head_to_head(
    store: Store, first: str, second: str, selection: Selection = EVERYTHING, last: int | None = None
) -> HeadToHead:
    """All encounters of two bots, listing the last so many if that is given.

    Raises StoreError where the store can't be read, or nothing was played of what is selected.
    """
    met = list(selection.results(store, meeting=(first, second), by_deal=True))
    played = sorted(_played(met), key=lambda match: match[0].order)
    rows = [row for match in played for row in _encounters(*match, first, second, store.named)]
    return HeadToHead(first, second, fares(met).get((first, second)), rows[-(last or 0) :])


def _played(met: Iterable[MatchResult]) -> Iterator[tuple[MatchResult, list[str]]]:
    """Each match, with the ids of what was played in its seats: these differ where bots played alone."""
    for _, group in groupby(met, key=deal_key):
        deal = list(group)
        if deal[0].players > 1:
            yield from ((result, [result.match] * result.players) for result in deal)
        else:
            alone = {solo.bots[0]: solo.match for solo in deal}
            joined = compare_solos(deal)
            yield joined, [alone[bot] for bot in joined.bots]


def _encounters(
    result: MatchResult, ids: list[str], first: str, second: str, db: Path
) -> Iterator[dict[str, Any]]:
    """A row for each two seats of theirs."""
    for seat, bot in enumerate(result.bots):
        for other, opponent in enumerate(result.bots):
            if (bot, opponent) == (first, second):
                yield {
                    "match": ids[seat],
                    "seats": [seat, other] if result.players > 1 else [0, 0],
                    "ranks": [result.ranks[seat], result.ranks[other]],
                    "scores": [result.scores[seat], result.scores[other]],
                    "faults": [result.faults[seat], result.faults[other]],
                    "replay": "; ".join(
                        f"arena replay show {quote(str(db))} --match {match}"
                        for match in dict.fromkeys((ids[seat], ids[other]))
                    ),
                }
