"""The state as plain data, both ways, and reading a view (rules page, sections 12 and 13)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from arena.games.core import Data
from arena.games.entries import Entry
from arena.games.vault_of_dragons.components import (
    ACTIONS,
    RUMORS,
    SIDES,
    TILES,
    WATCH_TOKENS,
    DungeonSide,
    Face,
    Parts,
)
from arena.games.vault_of_dragons.dungeons import ENTRANCES
from arena.games.vault_of_dragons.followers import numbers
from arena.games.vault_of_dragons.goods import DECKS, ITEMS, TREASURES
from arena.games.vault_of_dragons.plain_checks import check_stack
from arena.games.vault_of_dragons.plain_stack import card_ids, card_numbers, group, read_task, task_data
from arena.games.vault_of_dragons.trade import place_followers

if TYPE_CHECKING:
    from arena.games.vault_of_dragons.state import VaultState

PHASES = ("setup", "actions", "rewards", "pursue", "over")
AGES = ("new", "old")
DECK_FIELDS = ("treasure_deck", "item_deck")
DISCARD_FIELDS = ("treasure_discard", "item_discard")
TURN_FIELDS = ("seat", "fresh", "taken", "hire_discount", "free_entrance")
FIELDS = (
    *("game", "players", "options", "components", "round", "phase", "initiative", "winner", "over"),
    *("factions", "gold", "actions", "rumors", "rumor_supply", "secrets", *DECKS, "played", "unhired"),
    *("followers", "special_used", "entrances", "board", "unused", "dungeons", "revisited"),
    *("dungeon_secret", "secret_shown", "secret_pile", "vault_open", "spread"),
    *(*DECK_FIELDS, *DISCARD_FIELDS, "removed", "market", "turn", "stack"),
)

# Writing


def to_data(state: VaultState) -> Data:
    """The whole state in the form of the rules page, section 12."""
    data = open_part(state)
    secrets = state.parts.secret_names
    data["secrets"] = [[secrets[secret] for secret in held] for held in state.secrets]
    for deck, name in enumerate(DECKS):
        data[name] = [card_ids(state, cards) for cards in state.hands[deck]]
        data[DECK_FIELDS[deck]] = card_ids(state, state.decks[deck])
    data["dungeon_secret"] = [secrets[state.dungeon_secret]] if state.dungeon_secret >= 0 else []
    data["secret_pile"] = [secrets[secret] for secret in state.secret_pile]
    data["stack"] = [task_data(state, task) for task in state.stack]
    return data


def open_part(state: VaultState) -> Data:
    """All fields in their order; those that a view may show otherwise are None."""
    faction_ids = [faction.id for faction in state.parts.factions]
    dungeon_new, dungeon_old, vault_new, vault_old = state.spread
    factions = state.options["factions"]
    treasures, items = state.market
    data = dict.fromkeys(FIELDS)
    data.update(
        {
            "game": "vault-of-dragons",
            "players": state.players,
            "options": {
                **state.options,
                "factions": list(factions) if type(factions) is list else factions,
            },
            "components": _fresh(state.parts.source),
            "round": state.round,
            "phase": state.phase,
            "initiative": state.initiative,
            "winner": None if state.winner < 0 else state.winner,
            "over": state.phase == "over",
            "factions": [None if faction < 0 else faction_ids[faction] for faction in state.faction],
            "gold": state.gold[:],
            "actions": state.actions[:],
            "rumors": [
                {"new": new, "old": old} for new, old in zip(state.new_rumors, state.old_rumors, strict=True)
            ],
            "rumor_supply": state.rumor_supply,
            "played": [card_ids(state, cards) for cards in state.played],
            "unhired": [numbers(here) for here in state.unhired],
            "followers": [
                # Written out, as there are many: `numbers` of each.
                [[here >> 10, here >> 5 & 31, here & 31] if here else [0, 0, 0] for here in places]
                for places in state.followers
            ],
            "special_used": [bool(state.special_used >> seat & 1) for seat in range(state.players)],
            "entrances": [
                {"gold": bool(used & 1), "item": bool(used & 2), "rumors": bool(used & 4)}
                for used in state.entrances
            ],
            "board": _board(state),
            "unused": [_tile(face) for face in state.unused],
            "dungeons": [_tile(dungeon) for dungeon in state.dungeons],
            "revisited": state.revisited,
            "secret_shown": state.secret_shown,
            "vault_open": state.vault_open,
            "spread": {
                "dungeon": {"new": dungeon_new, "old": dungeon_old},
                "vault": {"new": vault_new, "old": vault_old},
            },
            "treasure_discard": card_ids(state, state.discards[TREASURES]),
            "item_discard": card_ids(state, state.discards[ITEMS]),
            "removed": card_ids(state, state.removed),
            "market": {"items": card_ids(state, items), "treasures": card_ids(state, treasures)},
            "turn": _turn(state),
        }
    )
    return data


def _board(state: VaultState) -> list[Data]:
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


def _tile(side: Face | DungeonSide) -> Data:
    return {"tile": side.tile, "side": side.side}


def _turn(state: VaultState) -> Data | None:
    if state.turn_seat < 0:
        return None
    return {
        "seat": state.turn_seat,
        "fresh": state.fresh,
        "taken": state.taken,
        "hire_discount": state.hire_discount,
        "free_entrance": state.free_entrance,
    }


def _fresh(value: Any) -> Any:
    """A copy of plain data that shares nothing with it."""
    if isinstance(value, dict):
        return {key: _fresh(below) for key, below in value.items()}
    return [_fresh(below) for below in value] if isinstance(value, list) else value


# Reading


def from_data(root: Entry, state: VaultState) -> VaultState:
    """Fill a new `state` with what `to_data` wrote.

    Raises:
        BadState: a field is not as section 12 has it, or things are there too often or not at all.
    """
    root.has_only(*FIELDS)
    _read_seats(root, state)
    _read_cards(root, state)
    _read_board(root, state)
    _read_dungeons(root, state)
    _read_course(root, state)
    _check_counts(root, state)
    check_stack(root["stack"], state)
    return state


def _read_seats(root: Entry, state: VaultState) -> None:
    """What each seat has, but for cards and Secrets."""
    players, parts = state.players, state.parts
    state.initiative = root["initiative"].seat(players)
    for seat, entry in enumerate(root["factions"].items(players)):
        state.faction[seat] = parts.faction_of[entry.one_of(parts.faction_of)] if entry.value else -1
    chosen = [faction for faction in state.faction if faction >= 0]
    root["factions"].require(len(set(chosen)) == len(chosen), "has a faction twice")
    state.gold = root["gold"].list_of(lambda entry: entry.integer(0), players)
    state.actions = root["actions"].list_of(lambda entry: entry.integer(0, ACTIONS), players)
    rumors = [entry.counts(AGES) for entry in root["rumors"].items(players)]
    state.new_rumors = [new for new, _ in rumors]
    state.old_rumors = [old for _, old in rumors]
    state.rumor_supply = root["rumor_supply"].integer(0, RUMORS)
    state.unhired = root["unhired"].list_of(group, players)
    for seat, entry in enumerate(root["followers"].items(players)):
        for place, here in enumerate(entry.items(len(state.city.places))):
            place_followers(state, seat, place, group(here))
        faction = state.faction[seat]
        total = sum(state.followers[seat]) + state.unhired[seat]
        expected = parts.factions[faction].followers if faction >= 0 else 0
        entry.require(total == expected, f"with unhired must be {numbers(expected)} in all")
    for seat, used in enumerate(root["special_used"].list_of(Entry.boolean, players)):
        state.special_used |= used << seat
    for seat, entry in enumerate(root["entrances"].items(players)):
        entry.has_only(*ENTRANCES)
        state.entrances[seat] = sum(entry[name].boolean() << bit for bit, name in enumerate(ENTRANCES))


def _read_cards(root: Entry, state: VaultState) -> None:
    for deck, name in enumerate(DECKS):
        for seat, entry in enumerate(root[name].items(state.players)):
            cards = card_numbers(state, entry, deck)
            _require_order(entry, cards)
            state.hands[deck][seat] = cards
            state.held[seat] |= sum({1 << number for number in cards})
        state.decks[deck] = card_numbers(state, root[DECK_FIELDS[deck]], deck)
        state.discards[deck] = card_numbers(state, root[DISCARD_FIELDS[deck]], deck)
    for seat, entry in enumerate(root["played"].items(state.players)):
        state.played[seat] = card_numbers(state, entry, ITEMS)
        _require_order(entry, state.played[seat])
    card_of = state.parts.card_of
    state.removed = tuple([card_of[card.one_of(card_of)].number for card in root["removed"].items()])
    market = root["market"]
    market.has_only("items", "treasures")
    items, treasures = (card_numbers(state, market[DECKS[deck]], deck) for deck in (ITEMS, TREASURES))
    state.market = (treasures, items)


def _require_order(entry: Entry, cards: tuple[int, ...]) -> None:
    entry.require(list(cards) == sorted(cards), "must be in the order of the component file")


def _read_board(root: Entry, state: VaultState) -> None:
    places = root["board"].items(state.city.size)
    faces, gold = [], []
    for place, entry in enumerate(places):
        entry.has_only("tile", "side", "used", "gold", "watch")
        faces.append(_read_face(entry, state.parts))
        state.used |= entry["used"].boolean() << place
        gold.append(entry["gold"].integer(0))
        watch = entry["watch"].one_of((None, "active", "regrouping"))
        state.active |= (watch == "active") << place
        state.regrouping |= (watch == "regrouping") << place
    state.set_faces(tuple(faces))
    state.place_gold = tuple(gold)
    unused = root["unused"].items(TILES - state.city.size)
    for entry in unused:
        entry.has_only("tile", "side")
    state.unused = tuple([_read_face(entry, state.parts) for entry in unused])
    tiles = sorted(face.tile for face in (*state.faces, *state.unused))
    root["board"].require(tiles == list(range(TILES)), "with unused must have each tile once")


def _read_face(entry: Entry, parts: Parts) -> Face:
    return parts.faces[entry["tile"].integer(0, TILES - 1)][entry["side"].integer(0, len(SIDES) - 1)]


def _read_dungeons(root: Entry, state: VaultState) -> None:
    parts = state.parts
    dungeons = []
    for entry in root["dungeons"].items(len(parts.dungeons)):
        entry.has_only("tile", "side")
        tile = entry["tile"].integer(0, len(parts.dungeons) - 1)
        dungeons.append(parts.dungeons[tile][entry["side"].integer(0, len(SIDES) - 1)])
    state.dungeons = tuple(dungeons)
    different = len({dungeon.tile for dungeon in dungeons}) == len(dungeons)
    root["dungeons"].require(different, "must have each tile once")
    state.revisited = root["revisited"].boolean()

    def secrets(entry: Entry) -> tuple[int, ...]:
        return tuple([parts.secret_names.index(name.one_of(parts.secret_names)) for name in entry.items()])

    state.secrets = root["secrets"].list_of(secrets, state.players)
    state.secret_pile = secrets(root["secret_pile"])
    laid = secrets(root["dungeon_secret"])
    root["dungeon_secret"].require(len(laid) <= 1, "must have at most one Secret")
    state.dungeon_secret = laid[0] if laid else -1
    state.secret_shown = root["secret_shown"].boolean()
    everywhere = sorted([*laid, *state.secret_pile, *[one for held in state.secrets for one in held]])
    root["secrets"].require(
        everywhere == list(range(len(parts.secrets))),
        "with secret_pile and dungeon_secret must have each Secret once",
    )
    state.vault_open = root["vault_open"].boolean()
    root["spread"].has_only("dungeon", "vault")
    dungeon, vault = root["spread"]["dungeon"].counts(AGES), root["spread"]["vault"].counts(AGES)
    state.spread = (dungeon[0], dungeon[1], vault[0], vault[1])


def _read_course(root: Entry, state: VaultState) -> None:
    """Round, phase, turn and stack."""
    state.phase = root["phase"].one_of(PHASES)
    state.round = root["round"].integer(0, state.options["max_rounds"])
    root["over"].exactly(state.phase == "over")
    winner = root["winner"].optional(lambda entry: entry.seat(state.players))
    state.winner = -1 if winner is None else winner
    root["winner"].require(winner is None or state.phase == "over", "must be null before the end")
    turn = root["turn"]
    turn.require((turn.value is not None) == (state.phase == "actions"), "goes with phase actions")
    if turn.value is not None:
        turn.has_only(*TURN_FIELDS)
        state.turn_seat = turn["seat"].seat(state.players)
        state.fresh = turn["fresh"].boolean()
        state.taken = turn["taken"].integer(0, 2 if state.options["action_packed"] else 1)
        state.hire_discount = turn["hire_discount"].integer(0)
        state.free_entrance = turn["free_entrance"].boolean()
    state.stack = [read_task(state, entry) for entry in root["stack"].items()]


def _check_counts(root: Entry, state: VaultState) -> None:
    """That nothing was added or got lost."""
    parts = state.parts
    for deck, name in enumerate(DECKS):
        missing = Counter(parts.deck_cards[deck])
        missing.subtract(_cards_placed(state, deck))
        for number, count in missing.items():
            card = parts.card_names[number]
            root[name].require(not count, f"{card} is there too {'seldom' if count > 0 else 'often'}")
    rumors = state.rumor_supply + sum(state.new_rumors) + sum(state.old_rumors) + sum(state.spread)
    root["rumors"].require(rumors == RUMORS, f"with the supply and spread must be {RUMORS}, not {rumors}")
    tokens = (state.active | state.regrouping).bit_count()
    expected = WATCH_TOKENS[state.players]
    if state.phase == "setup":
        expected = getattr(state.stack[0], "placed", 0) if state.stack else 0
    else:
        root["factions"].require(min(state.faction) >= 0, "must not be null after the set-up")
    root["board"].require(tokens == expected, f"must have {expected} City Watch tokens, not {tokens}")


def _cards_placed(state: VaultState, deck: int) -> Iterator[int]:
    """All cards of one kind, wherever they are."""
    for cards in (*state.hands[deck], state.decks[deck], state.discards[deck], state.market[deck]):
        yield from cards
    if deck == ITEMS:
        for cards in state.played:
            yield from cards
    elsewhere = [*state.removed]
    for task in state.stack:
        elsewhere += getattr(task, "drawn", ())
    yield from (number for number in elsewhere if (number >= state.parts.first_item) == deck)


def complete_view(root: Entry, state: VaultState, seat: int) -> Data:
    """The data of a state that `seat` could be in, made of its view: what it hides is filled somehow.

    Raises:
        BadState: the view doesn't show, or hides, what a view of the seat would.
    """
    root.has_only(*FIELDS)
    parts, players = state.parts, state.players
    data: Data = _fresh(dict(root.as_map()))
    for deck, name in enumerate(DECKS):
        left = _cards_left(root, parts, deck)
        for other, hand in enumerate(root[name].items(players)):
            if other != seat:
                data[name][other] = sorted(_take(left, hand), key=parts.card_names.index)
        for number, task in enumerate(root["stack"].items()):
            if _is_hidden_draw(task, name, seat):
                data["stack"][number]["drawn"] = _take(left, task["drawn"])
        data[DECK_FIELDS[deck]] = _take(left, root[DECK_FIELDS[deck]])
        root[DECK_FIELDS[deck]].require(not left, "is too small: cards are missing")
    secrets = list(parts.secret_names)
    if root["secret_shown"].boolean():
        for shown in root["dungeon_secret"].items(1):
            secrets.remove(shown.one_of(secrets))
    else:
        data["dungeon_secret"] = _take(secrets, root["dungeon_secret"])
    data["secrets"] = [_take(secrets, held) for held in root["secrets"].items(players)]
    data["secret_pile"] = _take(secrets, root["secret_pile"])
    return data


def _cards_left(root: Entry, parts: Parts, deck: int) -> list[str]:
    """The cards of one kind that a view doesn't show."""
    left = Counter(parts.card_names[number] for number in parts.deck_cards[deck])
    market = root["market"]
    shown = [root[DISCARD_FIELDS[deck]], root["removed"], market[DECKS[deck]]]
    shown += [hand for hand in root[DECKS[deck]].items() if type(hand.value) is list]
    if deck == ITEMS:
        shown += root["played"].items()
    for task in root["stack"].items():
        if task["do"].value == "draw" and type(task["drawn"].value) is list:
            shown.append(task["drawn"])
    for place in shown:
        for card in place.items():
            name = card.one_of(parts.card_of)
            if parts.decks[deck] & parts.card_of[name].bit:
                left[name] -= 1
                card.require(left[name] >= 0, f"{name} is there too often")
    return list(left.elements())


def _is_hidden_draw(task: Entry, deck: str, seat: int) -> bool:
    """Whether an entry of a view's stack is another seat's draw from a deck."""
    if task["do"].value != "draw" or task["seat"].value == seat:
        return False
    return bool(task["deck"].value == deck)


def _take(left: list[str], size: Entry) -> list[str]:
    """So many of what is left, which a view gives as a size."""
    number = size.integer(0, len(left))
    taken = left[:number]
    del left[:number]
    return taken
