"""The printed components: the component file, checked (rules page, section 2)."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from arena.games.core import Action, ActionTable
from arena.games.entries import SOURCES, Entry, component_entries, same
from arena.games.vault_of_dragons.tables import followers
from arena.games.vault_of_dragons.tables.goods import (
    DECKS,
    DICE,
    FREE,
    ITEMS,
    NO_DIE,
    TREASURES,
    Cost,
    Goods,
    classes_in,
    read_cost,
    read_goods,
)

OWN_FILE = Path(__file__).parent / "components.toml"
FRONT, BACK = 0, 1
SIDES = ("front", "back")
TILES = 12
CARDS_A_DECK = 50

COUNTS: dict[str, int | list[int]] = {
    "actions": 5,
    "start_gold": 10,
    "rumors": 30,
    "casualty_die": [0, 0, 1, 1, 1, 2],
    "follower_costs": list(followers.PRICES),
    "watch_strength": 6,
    "watch_tokens": [0, 0, 4, 3, 2],
    "market_items": [0, 0, 1, 2, 2],
    "market_treasures": [0, 0, 2, 2, 2],
    "revisit_difficulty": 2,
    "revisit_treasures": 1,
}
ACTIONS, START_GOLD, RUMORS, WATCH_STRENGTH = 5, 10, 30, 6
CASUALTY_DIE = (0, 0, 1, 1, 1, 2)
WATCH_TOKENS, MARKET_ITEMS, MARKET_TREASURES = (0, 0, 4, 3, 2), (0, 0, 1, 2, 2), (0, 0, 2, 2, 2)
"""By number of players."""
REVISIT_DIFFICULTY, REVISIT_TREASURES = 2, 1
VAULT_DIFFICULTY = 20

EFFECTS: dict[str, tuple[set[str], set[str]]] = {
    "attack": ({"bonus"}, {"die"}),
    "reroll": (set(), {"die"}),
    "casualty_die": ({"count"}, set()),
    "ignore_die": (set(), set()),
    "ignore_casualty": ({"count"}, set()),
    "extra_draw": ({"count"}, set()),
    "gain": ({"gain"}, set()),
    "hire_discount": ({"gold"}, set()),
    "free_entrance": (set(), set()),
    "move": (set(), set()),
    "move_watch": (set(), set()),
}
"""The closed vocabulary: each effect's parameters, and those that may be absent."""
MODIFY_EFFECTS = ("attack", "reroll", "casualty_die", "ignore_die")
IGNORE_EFFECTS = ("ignore_die", "ignore_casualty")
TURN_EFFECTS = ("gain", "hire_discount", "free_entrance", "move", "move_watch")
USES = (("discard", "remove"), ("play", "remove"))
"""By kind of card: what may become of it when it is used."""

PLAY = ActionTable("play", "card")


@dataclass(frozen=True)
class Room:
    """A room of a Quest or Secret."""

    loot: Goods
    casualties: int
    difficulty: int = 0


@dataclass(frozen=True)
class Option:
    """A way to use a Location."""

    cost: Cost
    casualties: int
    gain: Goods | None
    """None: Blackstaff Tower's flipping and exchanging."""


@dataclass(frozen=True, eq=False)
class Face:
    """A side of a Location tile; it has either a Quest's rooms or options."""

    tile: int
    side: int
    id: str
    name: str
    reward: Goods
    reward_casualties: int
    quest: tuple[Room, ...]
    options: tuple[Option, ...]


@dataclass(frozen=True)
class DungeonSide:
    """What a side of a Dungeon tile adds to the Secret's rooms."""

    tile: int
    side: int
    id: str
    name: str
    difficulty: int
    casualties: int
    loot: Goods


@dataclass(frozen=True)
class Faction:
    """A faction: its Followers, its bonus for the Initiative, its Special Action."""

    id: str
    name: str
    followers: int
    initiative: Goods
    cost: Cost
    gain: Goods


@dataclass(frozen=True, eq=False)
class Card:
    """A kind of card. `number` counts Treasures, then Magic Items, in file order; `bit` is its mask."""

    number: int
    deck: int
    id: str
    name: str
    copies: int
    use: str
    kind: int
    """The class (FIGHTER, ROGUE, WIZARD) that it is bound to, or 0."""
    effect: str
    bonus: int
    count: int
    gold: int
    die: int
    gain: Goods

    @property
    def bit(self) -> int:
        """Its mask."""
        return 1 << self.number


class Components:
    """A checked component file, and what follows from it; shared by all states made with it.

    A card is its number; a Secret its index; a set of cards a mask.
    """

    def __init__(self, root: Entry) -> None:
        own = same(root.value, _own_contents())
        self.source: Mapping[str, Any] | None = None if own else deepcopy(dict(root.as_map()))
        """The file's contents; None for the game's own."""
        ids = _Ids()
        root.has_only("counts", "vault", "factions", "locations", "dungeons", "secrets", *DECKS)
        root["counts"].has_only(*COUNTS)
        for name, value in COUNTS.items():
            root["counts"][name].exactly(value)
        self.vault_casualties = _read_vault(root["vault"])
        self.factions = [_read_faction(entry, ids) for entry in root["factions"].items(4)]
        self.faction_of = {faction.id: number for number, faction in enumerate(self.factions)}
        tiles = enumerate(root["locations"].items(TILES))
        self.faces = [_read_tile(entry, tile, ids) for tile, entry in tiles]
        """By tile and side."""
        self.dungeons = [_read_dungeon(e, tile, ids) for tile, e in enumerate(root["dungeons"].items(5))]
        """By tile and side."""
        self.secrets = [_read_secret(entry, ids) for entry in root["secrets"].items(21)]
        self.secret_names = [entry["id"].text() for entry in root["secrets"].items()]
        self.cards: list[Card] = []
        for deck, name in enumerate(DECKS):
            root[name].require(bool(root[name].items()), "is empty")
            self.cards += [
                _read_card(entry, deck, len(self.cards) + place, ids)
                for place, entry in enumerate(root[name].items())
            ]
            copies = sum(card.copies for card in self.cards if card.deck == deck)
            root[name].require(copies == CARDS_A_DECK, f"have {copies} copies in all, not {CARDS_A_DECK}")
        self._index_cards()

    @property
    def contents(self) -> Mapping[str, Any]:
        """What is in the component file, the game's own included."""
        contents: Mapping[str, Any] = _own_contents() if self.source is None else self.source
        return contents

    def _index_cards(self) -> None:
        """The tables that answer questions about cards."""
        self.first_item = sum(card.deck == TREASURES for card in self.cards)
        """Cards from this number on are Magic Items."""
        self.card_of = {card.id: card for card in self.cards}
        self.card_names = [card.id for card in self.cards]
        self.deck_cards = [
            [card.number for card in self.cards if card.deck == deck for _ in range(card.copies)]
            for deck in (TREASURES, ITEMS)
        ]
        """By kind: all its cards, in file order."""
        self.decks = tuple(sum(card.bit for card in self.cards if card.deck == deck) for deck in (0, 1))
        """By kind: the mask of its cards."""
        self.with_effect = {
            effect: sum(card.bit for card in self.cards if card.effect == effect) for effect in EFFECTS
        }
        self.turn_cards = sum(self.with_effect[effect] for effect in TURN_EFFECTS)
        self.modify_cards = sum(self.with_effect[effect] for effect in MODIFY_EFFECTS)
        self.ignore_cards = sum(self.with_effect[effect] for effect in IGNORE_EFFECTS)
        self.bound_cards = [
            sum(card.bit for card in self.cards if card.kind == kind) for kind in followers.CLASSES
        ]
        """By class: the mask of the cards bound to it."""
        self.placing_cards = sum(card.bit for card in self.cards if card.gain.followers)
        self.cards_in = cache(self._cards_in)
        self.plays = cache(self._plays)

    def _cards_in(self, mask: int) -> tuple[Card, ...]:
        """The cards of a mask, in file order."""
        return tuple([card for card in self.cards if mask & card.bit])

    def _plays(self, mask: int) -> tuple[Action, ...]:
        """Playing each card of a mask that needs to be told nothing more."""
        return tuple([PLAY[card.id] for card in self._cards_in(mask)])


class _Ids:
    """The ids of a file, none of which may come twice."""

    def __init__(self) -> None:
        self.taken: set[str] = set()

    def read(self, entry: Entry) -> str:
        name = entry["id"].text()
        entry["id"].require(name not in self.taken, f"{name!r} is there twice")
        self.taken.add(name)
        return name


@cache
def _own_contents() -> Any:
    return component_entries(OWN_FILE).value


def _check_keys(entry: Entry, *names: str, optional: tuple[str, ...] = ()) -> None:
    """The keys that any entry of a list has, and these."""
    entry.has_only(*names, "source", optional=(*optional, "note"))
    entry["source"].one_of(SOURCES)
    if "note" in entry.as_map():
        entry["note"].text()


def _read_vault(entry: Entry) -> int:
    """The casualties of the Vault; its name is for people only."""
    _check_keys(entry, "name", "difficulty", "casualties")
    entry["difficulty"].exactly(VAULT_DIFFICULTY)
    entry["name"].text()
    return entry["casualties"].integer(0)


def _read_faction(entry: Entry, ids: _Ids) -> Faction:
    _check_keys(entry, "id", "name", "followers", "initiative", "action")
    numbers = [number.integer(0) for number in entry["followers"].items(3)]
    most = followers.MOST
    entry["followers"].require(sum(numbers) == most, f"must be {most} in all, not {sum(numbers)}")
    initiative = read_goods(entry["initiative"], without=("secrets",))
    action = entry["action"]
    action.has_only("cost", "gain")
    cost, gain = read_cost(action["cost"]), read_goods(action["gain"])
    action["cost"].require(classes_in(action["cost"]) <= 1, "must not have Followers of two classes")
    action["gain"].require(
        bool(cost.followers) or not gain.followers, "must not place Followers where none are discarded"
    )
    return Faction(ids.read(entry), entry["name"].text(), followers.party(numbers), initiative, cost, gain)


def _read_tile(entry: Entry, tile: int, ids: _Ids) -> tuple[Face, Face]:
    entry.has_only(*SIDES)
    return _read_face(entry[SIDES[0]], tile, FRONT, ids), _read_face(entry[SIDES[1]], tile, BACK, ids)


def _read_face(entry: Entry, tile: int, side: int, ids: _Ids) -> Face:
    _check_keys(entry, "id", "name", "reward", optional=("reward_casualties", "quest", "options"))
    given = entry.as_map()
    entry.require(("quest" in given) != ("options" in given), "must have either a quest or options")
    options: tuple[Option, ...] = ()
    if "options" in given:
        options = tuple(entry["options"].list_of(_read_option))
        entry["options"].require(bool(options), "is empty")
    return Face(
        tile,
        side,
        ids.read(entry),
        entry["name"].text(),
        read_goods(entry["reward"], without=("secrets",)),
        entry["reward_casualties"].integer(0) if "reward_casualties" in given else 0,
        _read_rooms(entry["quest"]) if "quest" in given else (),
        options,
    )


def _read_option(entry: Entry) -> Option:
    entry.has_only(optional=("cost", "casualties", "gain", "alter"))
    given = entry.as_map()
    entry.require(("gain" in given) != ("alter" in given), "must have either gain or alter")
    if "alter" in given:
        entry["alter"].exactly(True)
    cost = read_cost(entry["cost"]) if "cost" in given else FREE
    casualties = entry["casualties"].integer(0) if "casualties" in given else 0
    entry.require(cost == FREE or not casualties, "must not have both a cost and casualties")
    return Option(cost, casualties, read_goods(entry["gain"]) if "gain" in given else None)


def _read_rooms(entry: Entry) -> tuple[Room, ...]:
    rooms = []
    for number, room in enumerate(entry.items(3)):
        room.has_only("loot", "casualties", *(["difficulty"] if number else []))
        difficulty = room["difficulty"].integer(1) if number else 0
        loot = read_goods(room["loot"], without=("secrets", *followers.FIELDS))
        rooms.append(Room(loot, room["casualties"].integer(0), difficulty))
    entry.require(rooms[2].difficulty > rooms[1].difficulty, "must have its highest difficulty last")
    return tuple(rooms)


def _read_secret(entry: Entry, ids: _Ids) -> tuple[Room, ...]:
    _check_keys(entry, "id", "rooms")
    ids.read(entry)
    return _read_rooms(entry["rooms"])


def _read_dungeon(entry: Entry, tile: int, ids: _Ids) -> tuple[DungeonSide, DungeonSide]:
    _check_keys(entry, "id", "name", *SIDES)
    name = ids.read(entry)

    def read_side(side: int) -> DungeonSide:
        printed = entry[SIDES[side]]
        printed.has_only("difficulty", "casualties", "loot", optional=("note",))
        loot = read_goods(printed["loot"], without=("gold_die", "secrets", *followers.FIELDS))
        difficulty, casualties = printed["difficulty"].integer(0), printed["casualties"].integer(0)
        return DungeonSide(tile, side, name, entry["name"].text(), difficulty, casualties, loot)

    return read_side(FRONT), read_side(BACK)


def _read_card(entry: Entry, deck: int, number: int, ids: _Ids) -> Card:
    optional = ("class",) if deck == ITEMS else ()
    _check_keys(entry, "id", "name", "copies", "use", "effect", optional=optional)
    effect = entry["effect"]
    kind = effect["type"].one_of(EFFECTS)
    required, may_have = EFFECTS[kind]
    effect.has_only("type", *sorted(required), optional=sorted(may_have))
    given = effect.as_map()
    card = Card(
        number,
        deck,
        ids.read(entry),
        entry["name"].text(),
        entry["copies"].integer(1),
        entry["use"].one_of(USES[deck]),
        _read_class(entry, kind),
        kind,
        bonus=effect["bonus"].integer(1) if "bonus" in given else 0,
        count=effect["count"].integer(1) if "count" in given else 0,
        gold=effect["gold"].integer(1) if "gold" in given else 0,
        die=DICE.index(effect["die"].one_of(DICE)) if "die" in given else NO_DIE,
        gain=read_goods(effect["gain"]) if "gain" in given else Goods(),
    )
    if deck == TREASURES:
        effect.require(kind != "extra_draw", "extra_draw is for Magic Items")
        again = card.use == "discard" and bool(card.gain.treasures)
        effect.require(not again, "a Treasure that is discarded must not draw Treasures")
    return card


def _read_class(entry: Entry, effect: str) -> int:
    if "class" not in entry.as_map():
        return 0
    in_fights = effect in MODIFY_EFFECTS or effect in IGNORE_EFFECTS
    kind = followers.CLASS_NAMES.index(entry["class"].one_of(followers.CLASS_NAMES))
    entry["class"].require(in_fights, f"goes with an effect in fights, not with {effect}")
    return followers.CLASSES[kind]
