"""The entries of the stack as plain data, both ways (rules page, section 12, "Stack entries").

Each entry's form is a table: the field's name in the data, the attribute, and the codec between them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

from arena.games.core import Data
from arena.games.entries import Entry
from arena.games.vault_of_dragons.brawls import Brawl, Opportunity
from arena.games.vault_of_dragons.cards import Draw, Pay
from arena.games.vault_of_dragons.casualties import IGNORED, Suffer
from arena.games.vault_of_dragons.dungeons import (
    ENTRANCES,
    TARGETS,
    ChooseParty,
    DungeonAttempt,
    QuestAttempt,
    VaultAttempt,
)
from arena.games.vault_of_dragons.fights import Fight, Side, dice_data
from arena.games.vault_of_dragons.followers import MOST, numbers, party
from arena.games.vault_of_dragons.goods import DECKS, DICE, DIE_SIDES, ITEMS, read_goods
from arena.games.vault_of_dragons.locations import Alter, Displace, Special, Use
from arena.games.vault_of_dragons.movement import FreeMove, Gather, Hire, Move
from arena.games.vault_of_dragons.rewards import Reward, Rewards
from arena.games.vault_of_dragons.rumors import Bid, Pursue
from arena.games.vault_of_dragons.setup import ChooseFaction, PlaceWatch
from arena.games.vault_of_dragons.tasks import Task
from arena.games.vault_of_dragons.trade import Loot
from arena.games.vault_of_dragons.turn import EndAction
from arena.games.vault_of_dragons.watch import DisplaceWatch

if TYPE_CHECKING:
    from arena.games.vault_of_dragons.state import VaultState


class Codec(NamedTuple):
    """How a value is written as data, and read from it with its refusals."""

    write: Callable[[VaultState, Any], Any]
    read: Callable[[VaultState, Entry], Any]


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


def _same(_: VaultState, value: Any) -> Any:
    return value


def _integer(low: int, high: int | None = None) -> Codec:
    return Codec(_same, lambda _, entry: entry.integer(low, high))


def _choice(*words: str) -> Codec:
    return Codec(_same, lambda _, entry: entry.one_of(words))


def _coded(words: tuple[str, ...]) -> Codec:
    """One of some words that the engine knows by their index, or null for -1."""
    return Codec(
        lambda _, index: None if index < 0 else words[index],
        lambda _, entry: -1 if entry.value is None else words.index(entry.one_of(words)),
    )


def _nullable(codec: Codec) -> Codec:
    return Codec(
        lambda state, value: None if value is None else codec.write(state, value),
        lambda state, entry: None if entry.value is None else codec.read(state, entry),
    )


def _list_of(codec: Codec) -> Codec:
    return Codec(
        lambda state, values: [codec.write(state, value) for value in values],
        lambda state, entry: tuple([codec.read(state, item) for item in entry.items()]),
    )


def _read_seat(state: VaultState, entry: Entry) -> int:
    return entry.seat(state.players)


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


def _read_location(state: VaultState, entry: Entry) -> int:
    return entry.integer(0, state.city.size - 1)


def _read_loot(_: VaultState, entry: Entry) -> Any:
    return read_goods(entry, without=("secrets", "fighters", "rogues", "wizards"))


def _read_drawn(state: VaultState, entry: Entry) -> tuple[int, ...]:
    parts = state.parts
    return tuple([parts.card_of[card.one_of(parts.card_of)].number for card in entry.items()])


SEAT = Codec(_same, _read_seat)
SEATS = Codec(lambda _, seats: list(seats), _read_seats)
PLACE = Codec(_same, lambda state, entry: entry.integer(0, state.city.portal))
LOCATION = Codec(_same, _read_location)
SOMEWHERE = Codec(
    lambda _, place: None if place < 0 else place,
    lambda state, entry: -1 if entry.value is None else _read_location(state, entry),
)
COUNT, SOME = _integer(0), _integer(1)
FLAG = Codec(_same, lambda _, entry: entry.boolean())
GROUP = Codec(lambda _, value: numbers(value), lambda _, entry: group(entry))
DECK, DIE = _coded(DECKS), _coded(DICE)
ITEM_CARDS = Codec(card_ids, _read_items)
CASUALTIES = _list_of(Codec(_write_die, _read_die))
OR_NOBODY = Codec(_same, lambda state, entry: entry.integer(-1, state.players - 1))

Form = dict[str, tuple[str, Codec]]


def _form(**fields: Codec) -> Form:
    """A form whose attributes are called like the fields."""
    return {name: (name, codec) for name, codec in fields.items()}


SIDE: Form = _form(
    seat=SEAT,
    place=PLACE,
    party=GROUP,
    left=GROUP,
    rogue=_nullable(FLAG),
    dice=Codec(lambda _, dice: dice_data(dice), _read_dice),
    casualties=CASUALTIES,
    bonus=COUNT,
    die_bonus=Codec(lambda _, bonus: dict(zip(DICE, bonus, strict=True)), _read_die_bonus),
    commit=DIE,
    rerolls=COUNT,
    items=ITEM_CARDS,
    passed=FLAG,
    attack_die=DIE,
    strength=_nullable(COUNT),
    target=_nullable(OR_NOBODY),
)


def _write(state: VaultState, form: Form, value: object) -> Data:
    return {name: codec.write(state, getattr(value, attr)) for name, (attr, codec) in form.items()}


def _read(state: VaultState, form: Form, cls: type[Any], entry: Entry) -> Any:
    value = object.__new__(cls)
    for name, (attr, codec) in form.items():
        setattr(value, attr, codec.read(state, entry[name]))
    return value


def _read_side(state: VaultState, entry: Entry) -> Side:
    entry.has_only(*SIDE)
    side: Side = _read(state, SIDE, Side, entry)
    return side


FIGHT_STEPS = {
    "brawl": ("patrol", "rogue", "modify", "choose", "retreat", "regroup", "assign", "harm"),
    "attempt": ("rogue", "modify", "choose", "loot", "finish"),
}
FIGHT: Form = {
    "kind": ("kind", _choice("brawl", "quest", "dungeon", "vault")),
    **_form(
        attacker=SEAT,
        place=PLACE,
        sides=Codec(
            lambda state, sides: [_write(state, SIDE, side) for side in sides],
            lambda state, entry: [_read_side(state, side) for side in entry.items()],
        ),
        watch=_nullable(CASUALTIES),
        mover=_nullable(SEAT),
        winner=_nullable(OR_NOBODY),
        losers=SEATS,
        victims=SEATS,
        reached=_integer(0, 3),
        step=_choice(*FIGHT_STEPS["brawl"], *FIGHT_STEPS["attempt"]),
    ),
}
FIGHTS: dict[str, type[Fight]] = {
    cls.kind: cls for cls in (Brawl, QuestAttempt, DungeonAttempt, VaultAttempt)
}

FORMS: dict[str, tuple[type[Task], Form]] = {
    cls.do: (cls, form)
    for cls, form in (
        (PlaceWatch, _form(placed=COUNT)),
        (ChooseFaction, _form()),
        (EndAction, _form()),
        (Hire, _form(place=PLACE)),
        (FreeMove, _form()),
        (Move, {"from": ("origin", PLACE), "to": ("to", PLACE)}),
        (Gather, _form(after=Codec(_same, lambda state, entry: entry.integer(-1, state.city.size - 1)))),
        (ChooseParty, _form(target=_choice(*TARGETS), entrance=_choice(*ENTRANCES, "free"))),
        (Special, _form(place=SOMEWHERE)),
        (Use, _form(seat=SEAT, place=LOCATION, option=COUNT, step=_choice("pay", "gain"))),
        (Pay, _form(seat=SEAT, deck=DECK, count=SOME)),
        (Alter, _form(place=LOCATION)),
        (Displace, _form(place=LOCATION, seats=SEATS)),
        (DisplaceWatch, _form(place=LOCATION)),
        (Opportunity, _form(place=LOCATION)),
        (
            Draw,
            _form(
                seat=SEAT,
                deck=DECK,
                count=SOME,
                extra=COUNT,
                drawn=Codec(card_ids, _read_drawn),
                step=_choice("offer", "discard"),
            ),
        ),
        (Loot, _form(seat=SEAT, loot=Codec(lambda _, loot: loot.to_data(), _read_loot))),
        (
            Suffer,
            _form(
                seat=SEAT,
                place=PLACE,
                party=GROUP,
                limits=GROUP,
                items=ITEM_CARDS,
                dice=CASUALTIES,
                reduced=COUNT,
                step=_choice("ignore", "kill"),
            ),
        ),
        (Rewards, _form(queue=_list_of(Codec(lambda _, pair: list(pair), _read_pair)))),
        (Reward, _form(seat=SEAT, place=LOCATION)),
        (Pursue, _form(order=SEATS, idle=SEATS)),
        (
            Bid,
            _form(
                queue=SEATS,
                bids=_list_of(
                    Codec(lambda _, bid: dict(zip(("seat", "new", "old"), bid, strict=True)), _read_bid)
                ),
            ),
        ),
        (Fight, FIGHT),
    )
}
"""By name: the class of an entry and its form."""


def task_data(state: VaultState, task: Task) -> Data:
    """An entry of the stack as data."""
    return {"do": task.do, **_write(state, FORMS[task.do][1], task)}


def read_task(state: VaultState, entry: Entry) -> Task:
    """An entry of the stack from its data."""
    cls, form = FORMS[entry["do"].one_of(FORMS)]
    entry.has_only("do", *form)
    if cls is Fight:
        return _read_fight(state, form, entry)
    task: Task = _read(state, form, cls, entry)
    return task


def _read_fight(state: VaultState, form: Form, entry: Entry) -> Fight:
    kind = entry["kind"].one_of(FIGHTS)
    rest = {name: field for name, field in form.items() if name != "kind"}
    fight: Fight = _read(state, rest, FIGHTS[kind], entry)
    entry["step"].one_of(FIGHT_STEPS["brawl" if kind == "brawl" else "attempt"])
    return fight
