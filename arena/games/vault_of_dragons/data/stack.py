"""The entries of the stack as plain data, both ways (rules page, section 12, "Stack entries")."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from arena.games.core import Data
from arena.games.core.forms import COUNT, FLAG, SEAT, Form, coded, integer, nullable, tuple_of, word
from arena.games.entries import Entry
from arena.games.vault_of_dragons.rules.brawls import Brawl, Opportunity
from arena.games.vault_of_dragons.rules.cards import Draw, Pay
from arena.games.vault_of_dragons.rules.casualties import IGNORED, Suffer
from arena.games.vault_of_dragons.rules.dungeons import (
    ENTRANCES,
    TARGETS,
    ChooseParty,
    DungeonAttempt,
    QuestAttempt,
    VaultAttempt,
)
from arena.games.vault_of_dragons.rules.fights import Fight, Side, dice_data
from arena.games.vault_of_dragons.rules.locations import Alter, Displace, Special, Use
from arena.games.vault_of_dragons.rules.movement import FreeMove, Gather, Hire, Move
from arena.games.vault_of_dragons.rules.rewards import Reward, Rewards
from arena.games.vault_of_dragons.rules.rumors import Bid, Pursue
from arena.games.vault_of_dragons.rules.setup import ChooseFaction, PlaceWatch
from arena.games.vault_of_dragons.rules.tasks import Task
from arena.games.vault_of_dragons.rules.trade import Loot
from arena.games.vault_of_dragons.rules.turn import EndAction
from arena.games.vault_of_dragons.rules.watch import DisplaceWatch
from arena.games.vault_of_dragons.tables.followers import MOST, numbers, party
from arena.games.vault_of_dragons.tables.goods import DECKS, DICE, DIE_SIDES, ITEMS, read_goods

if TYPE_CHECKING:
    from arena.games.vault_of_dragons.state import VaultState


def group(entry: Entry) -> int:
    """A party of Followers from its three numbers."""
    return party(number.integer(0, MOST) for number in entry.items(3))


def card_numbers(state: VaultState, entry: Entry, deck: int) -> tuple[int, ...]:
    """Cards of one kind from the list of their ids."""
    parts = state.parts
    ids = [card.id for card in parts.cards if card.deck == deck]
    return tuple([parts.card_of[card.one_of(ids)].number for card in entry.items()])


def card_ids(state: VaultState, cards: Iterable[int]) -> list[str]:
    """The ids of cards."""
    return list(map(state.parts.card_names.__getitem__, cards))


def _read_seats(state: VaultState, entry: Entry) -> tuple[int, ...]:
    seats = tuple([seat.seat(state.players) for seat in entry.items()])
    entry.require(len(set(seats)) == len(seats), "has a seat twice")
    return seats


def _read_die(_: VaultState, entry: Entry) -> int:
    entry.has_only("skulls", "ignored")
    return entry["skulls"].integer(0, 2) + IGNORED * entry["ignored"].boolean()


def _write_die(_: VaultState, die: int) -> Data:
    return {"skulls": die % IGNORED, "ignored": die >= IGNORED}


def _read_dice(_: VaultState, entry: Entry) -> tuple[int, ...]:
    entry.has_only(*DICE)
    rolled = [entry[name].optional(lambda die: die.integer(1)) or 0 for name in DICE]
    for name, value, sides in zip(DICE, rolled, DIE_SIDES, strict=True):
        entry[name].require(value <= sides, f"must be at most {sides}")
    return tuple(rolled)


def _read_die_bonus(_: VaultState, entry: Entry) -> tuple[int, ...]:
    return tuple(entry.counts(DICE))


def _read_pair(state: VaultState, entry: Entry) -> tuple[int, int]:
    seat, place = entry.items(2)
    return seat.seat(state.players), place.integer(0, state.city.size - 1)


def _read_bid(state: VaultState, entry: Entry) -> tuple[int, int, int]:
    entry.has_only("seat", "new", "old")
    return entry["seat"].seat(state.players), entry["new"].integer(0), entry["old"].integer(0)


def _read_items(state: VaultState, entry: Entry) -> tuple[int, ...]:
    return card_numbers(state, entry, ITEMS)


def _read_loot(_: VaultState, entry: Entry) -> Any:
    return read_goods(entry, without=("secrets", "fighters", "rogues", "wizards"))


def _read_drawn(state: VaultState, entry: Entry) -> tuple[int, ...]:
    parts = state.parts
    return tuple([parts.card_of[card.one_of(parts.card_of)].number for card in entry.items()])


SEATS = Form(lambda _, seats: [*seats], _read_seats)
PLACE = integer(0, lambda state: state.city.portal)
LOCATION = integer(0, lambda state: state.city.size - 1)
SOMEWHERE = nullable(LOCATION, -1)
SOME = integer(1)
GROUP = Form(lambda _, value: numbers(value), lambda _, entry: group(entry))
DECK, DIE = nullable(coded(DECKS), -1), nullable(coded(DICE), -1)
ITEM_CARDS = Form(card_ids, _read_items)
CASUALTIES = tuple_of(Form(_write_die, _read_die))
OR_NOBODY = integer(-1, lambda state: state.players - 1)

Layout = dict[str, tuple[str, Form]]
"""By the field's name in the data: the attribute, and its form."""


def _layout(**forms: Form) -> Layout:
    """A layout whose attributes are called like the fields."""
    return {name: (name, form) for name, form in forms.items()}


SIDE: Layout = _layout(
    seat=SEAT,
    place=PLACE,
    party=GROUP,
    left=GROUP,
    rogue=nullable(FLAG),
    dice=Form(lambda _, dice: dice_data(dice), _read_dice),
    casualties=CASUALTIES,
    bonus=COUNT,
    die_bonus=Form(lambda _, bonus: dict(zip(DICE, bonus, strict=True)), _read_die_bonus),
    commit=DIE,
    rerolls=COUNT,
    items=ITEM_CARDS,
    passed=FLAG,
    attack_die=DIE,
    strength=nullable(COUNT),
    target=nullable(OR_NOBODY),
)


def _write(state: VaultState, layout: Layout, value: object) -> Data:
    return {name: form.write(state, getattr(value, attr)) for name, (attr, form) in layout.items()}


def _read(state: VaultState, layout: Layout, cls: type[Any], entry: Entry) -> Any:
    value = object.__new__(cls)
    for name, (attr, form) in layout.items():
        setattr(value, attr, form.read(state, entry[name]))
    return value


def _read_side(state: VaultState, entry: Entry) -> Side:
    entry.has_only(*SIDE)
    side: Side = _read(state, SIDE, Side, entry)
    return side


FIGHT_STEPS = {
    "brawl": ("patrol", "rogue", "modify", "choose", "retreat", "regroup", "assign", "harm"),
    "attempt": ("rogue", "modify", "choose", "loot", "finish"),
}
FIGHT: Layout = {
    "kind": ("kind", word("brawl", "quest", "dungeon", "vault")),
    **_layout(
        attacker=SEAT,
        place=PLACE,
        sides=Form(
            lambda state, sides: [_write(state, SIDE, side) for side in sides],
            lambda state, entry: [_read_side(state, side) for side in entry.items()],
        ),
        watch=nullable(CASUALTIES),
        mover=nullable(SEAT),
        winner=nullable(OR_NOBODY),
        losers=SEATS,
        victims=SEATS,
        reached=integer(0, 3),
        step=word(*FIGHT_STEPS["brawl"], *FIGHT_STEPS["attempt"]),
    ),
}
FIGHTS: dict[str, type[Fight]] = {
    cls.kind: cls for cls in (Brawl, QuestAttempt, DungeonAttempt, VaultAttempt)
}

LAYOUTS: dict[str, tuple[type[Task], Layout]] = {
    cls.do: (cls, layout)
    for cls, layout in (
        (PlaceWatch, _layout(placed=COUNT)),
        (ChooseFaction, _layout()),
        (EndAction, _layout()),
        (Hire, _layout(place=PLACE)),
        (FreeMove, _layout()),
        (Move, {"from": ("origin", PLACE), "to": ("to", PLACE)}),
        (Gather, _layout(after=integer(-1, lambda state: state.city.size - 1))),
        (ChooseParty, _layout(target=word(*TARGETS), entrance=word(*ENTRANCES, "free"))),
        (Special, _layout(place=SOMEWHERE)),
        (Use, _layout(seat=SEAT, place=LOCATION, option=COUNT, step=word("pay", "gain"))),
        (Pay, _layout(seat=SEAT, deck=DECK, count=SOME)),
        (Alter, _layout(place=LOCATION)),
        (Displace, _layout(place=LOCATION, seats=SEATS)),
        (DisplaceWatch, _layout(place=LOCATION)),
        (Opportunity, _layout(place=LOCATION)),
        (
            Draw,
            _layout(
                seat=SEAT,
                deck=DECK,
                count=SOME,
                extra=COUNT,
                drawn=Form(card_ids, _read_drawn),
                step=word("offer", "discard"),
            ),
        ),
        (Loot, _layout(seat=SEAT, loot=Form(lambda _, loot: loot.to_data(), _read_loot))),
        (
            Suffer,
            _layout(
                seat=SEAT,
                place=PLACE,
                party=GROUP,
                limits=GROUP,
                items=ITEM_CARDS,
                dice=CASUALTIES,
                reduced=COUNT,
                step=word("ignore", "kill"),
            ),
        ),
        (Rewards, _layout(queue=tuple_of(Form(lambda _, pair: list(pair), _read_pair)))),
        (Reward, _layout(seat=SEAT, place=LOCATION)),
        (Pursue, _layout(order=SEATS, idle=SEATS)),
        (
            Bid,
            _layout(
                queue=SEATS,
                bids=tuple_of(
                    Form(lambda _, bid: dict(zip(("seat", "new", "old"), bid, strict=True)), _read_bid)
                ),
            ),
        ),
        (Fight, FIGHT),
    )
}
"""By name: the class of an entry and its layout."""


def task_data(state: VaultState, task: Task) -> Data:
    """An entry of the stack as data."""
    return {"do": task.do, **_write(state, LAYOUTS[task.do][1], task)}


def read_task(state: VaultState, entry: Entry) -> Task:
    """An entry of the stack from its data."""
    cls, layout = LAYOUTS[entry["do"].one_of(LAYOUTS)]
    entry.has_only("do", *layout)
    if cls is Fight:
        return _read_fight(state, layout, entry)
    task: Task = _read(state, layout, cls, entry)
    return task


def _read_fight(state: VaultState, layout: Layout, entry: Entry) -> Fight:
    kind = entry["kind"].one_of(FIGHTS)
    rest = {name: field for name, field in layout.items() if name != "kind"}
    fight: Fight = _read(state, rest, FIGHTS[kind], entry)
    entry["step"].one_of(FIGHT_STEPS["brawl" if kind == "brawl" else "attempt"])
    return fight
