"""How much a tournament would play, counted before any of it is listed."""

from __future__ import annotations

from arena.tournament.schedules import KINDS, gauntlet, round_robin
from arena.tournament.tournament import Tournament

MOST_UNASKED = 500_000
"""How many matches a tournament may come to without being asked about: six days at one a second."""
MOST = 20_000_000
"""How many it may come to at all: what a store can be made of in minutes."""


def matches(tournament: Tournament) -> int:
    """How many matches it comes to; those of one round where it goes on without an end."""
    return tournament.deals * _a_deal(tournament)


def objection(tournament: Tournament, confirmed: bool = False) -> str | None:
    """Why that is too much, and what would not be, in one sentence; None if it is not, or `confirmed`."""
    count = matches(tournament)
    if count <= (MOST if confirmed else MOST_UNASKED):
        return None
    said = (
        f"this comes to {count:,} matches, {count / 3600:,.0f} hours at one a second; {_fitting(tournament)}"
    )
    return f"{said}; or confirm it with --yes" if count <= MOST else said


def _a_deal(tournament: Tournament) -> int:
    tables = KINDS[tournament.schedule].size(tournament.field)
    return sum(count * players for (_, players), count in tables.items())


def _fitting(tournament: Tournament) -> str:
    """What to write into the tournament file for a number of matches that needs no confirmation."""
    field = tournament.field
    if tournament.schedule in (round_robin.KIND, gauntlet.KIND):
        alone = len(field.bots) * sum(k == 1 for _, k in field.setups)
        each = len(field.terms.get("challengers", "1")) * sum(k for _, k in field.setups if k > 1)
        tables = (MOST_UNASKED // tournament.deals - alone) // each if each else 0
        if tables > 0:
            return (
                f"with `tables = {tables}` it would be {(tables * each + alone) * tournament.deals:,} or less"
            )
    a_deal = _a_deal(tournament)
    deals = MOST_UNASKED // a_deal
    if deals:
        return f"with `deals = {deals}` it would be {deals * a_deal:,}"
    return f"even with one deal it would be {a_deal:,}: name fewer bots, games or rounds"
