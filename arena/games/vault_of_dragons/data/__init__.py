"""How the values of a state's fields are written as plain data, and read (rules page section 12)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from arena.games.core import Data
from arena.games.core.forms import COUNT, SEAT, Form, integer, nullable, seat_list, tuple_of, word
from arena.games.entries import Entry
from arena.games.vault_of_dragons.components import ACTIONS, RUMORS, SIDES, TILES, DungeonSide, Face
from arena.games.vault_of_dragons.data.stack import (
    GROUP,
    card_ids,
    card_numbers,
    read_task,
    task_data,
)
from arena.games.vault_of_dragons.rules.dungeons import ENTRANCES
from arena.games.vault_of_dragons.tables.goods import DECKS, ITEMS, TREASURES

if TYPE_CHECKING:
    from arena.games.vault_of_dragons.state import Cards, VaultState

PHASES = ("setup", "actions", "rewards", "pursue", "over")
AGES = ("new", "old")
DECK_FIELDS = ("treasure_deck", "item_deck")
DISCARD_FIELDS = ("treasure_discard", "item_discard")
TURN_FIELDS = ("seat", "fresh", "taken", "hire_discount", "free_entrance")


def components(state: VaultState) -> Data | None:
    """The component file in use, None if it is the standard one."""
    source: Data | None = fresh(state.parts.source)
    return source


def fresh(value: Any) -> Any:
    """A copy of plain data that shares nothing with it."""
    if isinstance(value, dict):
        return {key: fresh(below) for key, below in value.items()}
    return [fresh(below) for below in value] if isinstance(value, list) else value


# What the seats have


def _write_faction(state: VaultState, faction: int) -> str | None:
    return None if faction < 0 else state.parts.factions[faction].id


def _read_faction(state: VaultState, entry: Entry) -> int:
    faction_of = state.parts.faction_of
    return -1 if entry.value is None else faction_of[entry.one_of(faction_of)]


def write_rumors(state: VaultState) -> list[Data]:
    """Each seat's Rumors by age."""
    return [{"new": new, "old": old} for new, old in zip(state.new_rumors, state.old_rumors, strict=True)]


def read_rumors(state: VaultState, entry: Entry) -> None:
    """Set each seat's Rumors."""
    rumors = [seat.counts(AGES) for seat in entry.items(state.players)]
    state.new_rumors = [new for new, _ in rumors]
    state.old_rumors = [old for _, old in rumors]


def _read_hand(state: VaultState, entry: Entry, deck: int) -> Cards:
    cards = card_numbers(state, entry, deck)
    entry.require(list(cards) == sorted(cards), "must be in the order of the component file")
    return cards


class Hands:
    """The seats' hands of one kind of card."""

    def __init__(self, deck: int) -> None:
        self.deck = deck

    def write(self, state: VaultState) -> list[list[str]]:
        """The ids of each seat's cards."""
        return [card_ids(state, cards) for cards in state.hands[self.deck]]

    def read(self, state: VaultState, entry: Entry) -> None:
        """Set each seat's cards."""
        for seat, hand in enumerate(entry.items(state.players)):
            state.hands[self.deck][seat] = _read_hand(state, hand, self.deck)


class Pile:
    """The deck or the discard pile of one kind of card; `piles` is the name of the state's list of them."""

    def __init__(self, piles: str, deck: int) -> None:
        self.piles = piles
        self.deck = deck

    def write(self, state: VaultState) -> list[str]:
        """The ids of its cards."""
        return card_ids(state, getattr(state, self.piles)[self.deck])

    def read(self, state: VaultState, entry: Entry) -> None:
        """Set its cards."""
        getattr(state, self.piles)[self.deck] = card_numbers(state, entry, self.deck)


def _write_followers(_: VaultState, followers: Sequence[Sequence[int]]) -> list[list[list[int]]]:
    return [
        # Written out, as there are many: `numbers` of each. A group has five bits for each class.
        [[here >> 10, here >> 5 & 31, here & 31] if here else [0, 0, 0] for here in places]
        for places in followers
    ]


def _read_followers(state: VaultState, entry: Entry) -> list[list[int]]:
    places = len(state.city.places)
    return [[GROUP.read(state, here) for here in seat.items(places)] for seat in entry.items(state.players)]


def _read_special_used(state: VaultState, entry: Entry) -> int:
    return sum(used << seat for seat, used in enumerate(entry.list_of(Entry.boolean, state.players)))


def _read_entrances(_: VaultState, entry: Entry) -> int:
    entry.has_only(*ENTRANCES)
    return sum(entry[name].boolean() << bit for bit, name in enumerate(ENTRANCES))


# The city and what lies below it


def write_board(state: VaultState) -> list[Data]:
    """Each Location's tile and what lies there."""
    used, active, regrouping = state.used, state.active, state.regrouping
    return [
        {
            "tile": face.tile,
            "side": face.side,
            "used": bool(used >> place & 1),
            "gold": gold,
            "watch": "active" if active >> place & 1 else "regrouping" if regrouping >> place & 1 else None,
        }
        for place, (face, gold) in enumerate(zip(state.faces, state.place_gold, strict=True))
    ]


def read_board(state: VaultState, entries: Entry) -> None:
    """Lay the tiles, and set what lies there."""
    faces, gold = [], []
    for place, entry in enumerate(entries.items(state.city.size)):
        entry.has_only("tile", "side", "used", "gold", "watch")
        faces.append(_read_face(state, entry))
        state.used |= entry["used"].boolean() << place
        gold.append(entry["gold"].integer(0))
        watch = entry["watch"].one_of((None, "active", "regrouping"))
        state.active |= (watch == "active") << place
        state.regrouping |= (watch == "regrouping") << place
    state.set_faces(tuple(faces))
    state.place_gold = tuple(gold)


def _read_face(state: VaultState, entry: Entry) -> Face:
    sides = state.parts.faces[entry["tile"].integer(0, TILES - 1)]
    return sides[entry["side"].integer(0, len(SIDES) - 1)]


def _read_unused(state: VaultState, entry: Entry) -> Face:
    entry.has_only("tile", "side")
    return _read_face(state, entry)


def _read_dungeon(state: VaultState, entry: Entry) -> DungeonSide:
    entry.has_only("tile", "side")
    sides = state.parts.dungeons[entry["tile"].integer(0, len(state.parts.dungeons) - 1)]
    return sides[entry["side"].integer(0, len(SIDES) - 1)]


def _write_tile(_: VaultState, side: Face | DungeonSide) -> Data:
    return {"tile": side.tile, "side": side.side}


def _read_secret(state: VaultState, entry: Entry) -> int:
    names = state.parts.secret_names
    return names.index(entry.one_of(names))


def _read_laid(state: VaultState, entry: Entry) -> int:
    laid = SECRETS.read(state, entry)
    entry.require(len(laid) <= 1, "must have at most one Secret")
    return laid[0] if laid else -1


def _write_spread(_: VaultState, spread: tuple[int, int, int, int]) -> Data:
    dungeon_new, dungeon_old, vault_new, vault_old = spread
    return {
        "dungeon": {"new": dungeon_new, "old": dungeon_old},
        "vault": {"new": vault_new, "old": vault_old},
    }


def _read_spread(_: VaultState, entry: Entry) -> tuple[int, ...]:
    entry.has_only("dungeon", "vault")
    return (*entry["dungeon"].counts(AGES), *entry["vault"].counts(AGES))


# Cards outside the hands, the turn


def _write_market(state: VaultState, market: tuple[Cards, Cards]) -> Data:
    treasures, items = market
    return {"items": card_ids(state, items), "treasures": card_ids(state, treasures)}


def _read_market(state: VaultState, entry: Entry) -> tuple[Cards, Cards]:
    entry.has_only("items", "treasures")
    items, treasures = (card_numbers(state, entry[DECKS[deck]], deck) for deck in (ITEMS, TREASURES))
    return treasures, items


def _read_any_card(state: VaultState, entry: Entry) -> int:
    card_of = state.parts.card_of
    return card_of[entry.one_of(card_of)].number


def write_turn(state: VaultState) -> Data | None:
    """The turn in the phase of Actions, else None."""
    if state.turn < 0:
        return None
    return {
        "seat": state.turn,
        "fresh": state.fresh,
        "taken": state.taken,
        "hire_discount": state.hire_discount,
        "free_entrance": state.free_entrance,
    }


def read_turn(state: VaultState, turn: Entry) -> None:
    """Set the turn."""
    turn.require((turn.value is not None) == (state.phase == "actions"), "goes with phase actions")
    if turn.value is not None:
        turn.has_only(*TURN_FIELDS)
        state.turn = turn["seat"].seat(state.players)
        state.fresh = turn["fresh"].boolean()
        state.taken = turn["taken"].integer(0, 2 if state.options["action_packed"] else 1)
        state.hire_discount = turn["hire_discount"].integer(0)
        state.free_entrance = turn["free_entrance"].boolean()


ROUND = integer(0, lambda state: state.options["max_rounds"])
PHASE = word(*PHASES)
WINNER = nullable(SEAT, -1)
FACTIONS = seat_list(Form(_write_faction, _read_faction))
GOLD = seat_list(COUNT)
ACTIONS_LEFT = seat_list(integer(0, ACTIONS))
RUMOR_SUPPLY = integer(0, RUMORS)
SECRET = Form(lambda state, secret: state.parts.secret_names[secret], _read_secret)
SECRETS = tuple_of(SECRET)
SEATS_SECRETS = seat_list(SECRETS)
PLAYED = seat_list(Form(card_ids, lambda state, entry: _read_hand(state, entry, ITEMS)))
UNHIRED = seat_list(GROUP)
FOLLOWERS = Form(_write_followers, _read_followers)
SPECIAL_USED = Form(
    lambda state, used: [bool(used >> seat & 1) for seat in range(state.players)], _read_special_used
)
ENTRANCES_USED = seat_list(
    Form(
        lambda _, used: {"gold": bool(used & 1), "item": bool(used & 2), "rumors": bool(used & 4)},
        _read_entrances,
    )
)
UNUSED = tuple_of(Form(_write_tile, _read_unused), lambda state: TILES - state.city.size)
DUNGEONS = tuple_of(Form(_write_tile, _read_dungeon), lambda state: len(state.parts.dungeons))
LAID = Form(lambda state, secret: [state.parts.secret_names[secret]] if secret >= 0 else [], _read_laid)
SPREAD = Form(_write_spread, _read_spread)
REMOVED = Form(card_ids, tuple_of(Form(card_ids, _read_any_card)).read)
MARKET = Form(_write_market, _read_market)
STACK = Form(
    lambda state, todo: [task_data(state, task) for task in todo],
    lambda state, entry: [read_task(state, task) for task in entry.items()],
)
