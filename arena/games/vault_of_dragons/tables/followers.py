"""Followers: a party is one int, with the numbers of Fighters, Rogues and Wizards in it.

Parties add and subtract like numbers, and sort in the order in which the rules page lists them.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from arena.games.core import Action

# A party is one number, with five bits for the count of each class; the fifth takes borrows and never counts.
FIGHTER, ROGUE, WIZARD = 1 << 10, 1 << 5, 1
CLASSES = (FIGHTER, ROGUE, WIZARD)
CLASS_NAMES = ("fighter", "rogue", "wizard")
FIELDS = ("fighters", "rogues", "wizards")
PRICES = (1, 2, 3)
MOST = 10
"""Followers that a faction has in all."""

_BORROWS = 16 * (FIGHTER + ROGUE + WIZARD)
_COUNT = 31


def party(numbers: Iterable[int]) -> int:
    """The party of so many Fighters, Rogues and Wizards, none of them more than 15."""
    return sum(number * kind for number, kind in zip(numbers, CLASSES, strict=True))


def numbers(group: int) -> list[int]:
    """How many Fighters, Rogues and Wizards a party has."""
    return [group >> 10, group >> 5 & _COUNT, group & _COUNT]


def count_of(group: int, kind: int) -> int:
    """How many Followers of one class (FIGHTER, ROGUE or WIZARD) a party has."""
    return group // kind & _COUNT


def size(group: int) -> int:
    """How many Followers a party has."""
    return (group >> 10) + (group >> 5 & _COUNT) + (group & _COUNT)


def price(group: int) -> int:
    """What hiring the party costs without a discount."""
    return (group >> 10) + 2 * (group >> 5 & _COUNT) + 3 * (group & _COUNT)


def cheapest(group: int) -> int:
    """The price of the cheapest Follower of a party that is not empty."""
    if group >= FIGHTER:
        return 1
    if group >= ROGUE:
        return 2
    return 3


def covers(group: int, needed: int) -> bool:
    """Whether a party has, in each class, as many Followers as another."""
    return ((group | _BORROWS) - needed) & _BORROWS == _BORROWS


def at_most(group: int, limit: int) -> int:
    """The party, each class cut down to what `limit` has of it."""
    return sum(min(count_of(group, kind), count_of(limit, kind)) * kind for kind in CLASSES)


@cache
def subsets(group: int) -> tuple[int, ...]:
    """All parties of one or more of these Followers, in order."""
    fighters, rogues, wizards = numbers(group)
    every = [
        party((f, r, w)) for f in range(fighters + 1) for r in range(rogues + 1) for w in range(wizards + 1)
    ]
    return tuple(every[1:])


class PartyActions(dict[int, Action]):
    """The actions of one type that name a party, and perhaps a place before it; made when first asked for.

    Their `arg` is the party; with a place, both.
    """

    def __init__(self, type: str, place: int | None = None) -> None:
        super().__init__()
        self.type = type
        self.place = place

    def __missing__(self, group: int) -> Action:
        fields = dict(zip(FIELDS, numbers(group), strict=True))
        if self.place is None:
            action = Action(self.type, group, **fields)
        else:
            action = Action(self.type, (self.place, group), place=self.place, **fields)
        self[group] = action
        return action


HIRE_FOLLOWERS = PartyActions("hire_followers")
MOVE_FOLLOWERS = PartyActions("move_followers")
ENTER_PARTY = PartyActions("party")
KILL = PartyActions("kill")


@cache
def hires(unhired: int, money: int) -> tuple[Action, ...]:
    """Hiring some of the unhired for at most so much."""
    return tuple([HIRE_FOLLOWERS[group] for group in subsets(unhired) if price(group) <= money])


@cache
def moves(here: int) -> tuple[Action, ...]:
    """Moving some of those here."""
    return tuple([MOVE_FOLLOWERS[group] for group in subsets(here)])


@cache
def parties(waiting: int, most: int) -> tuple[Action, ...]:
    """Sending at most so many of those waiting on the Yawning Portal."""
    return tuple([ENTER_PARTY[group] for group in subsets(waiting) if size(group) <= most])


@cache
def kills(group: int, number: int) -> tuple[Action, ...]:
    """Losing exactly so many of a party."""
    return tuple([KILL[victims] for victims in subsets(group) if size(victims) == number])


@cache
def _gather_from(place: int) -> PartyActions:
    return PartyActions("gather_from", place)


@cache
def gathers(place: int, here: int) -> tuple[Action, ...]:
    """Gathering some of those at a place."""
    table = _gather_from(place)
    return tuple([table[group] for group in subsets(here)])
