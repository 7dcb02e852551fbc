"""Made-up positions of Vault of Dragons: say what matters, the rest is filled in to be well formed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any

from arena import games
from arena.games import Event, State
from vault_of_dragons.naive import CARDS, FACTIONS, PARTS, T

GAME = games.get("vault-of-dragons")
DEFAULTS = {option.name: option.default for option in GAME.options}
"""Of all options, also of those that come later."""
Data = dict[str, Any]

OPTIONS: Data = {
    "factions": "choose",
    "locations": 12,
    "shuffle_locations": False,
    "action_packed": False,
    "secrets_to_open": 3,
    "rumors_spread": False,
    "rumor_bidding": False,
    "increase_profits": False,
    "flip_empty_locations": False,
    "max_rounds": 20,
}
TOKENS = {2: 4, 3: 3, 4: 2}
FACE_OF = {
    tile[side]["id"]: (number, index)
    for number, tile in enumerate(PARTS["locations"])
    for index, side in enumerate(("front", "back"))
}
SECRETS = [secret["id"] for secret in PARTS["secrets"]]
PORTAL = 12


def position(  # a line a field
    *,
    players: int = 2,
    followers: Mapping[int, Mapping[int, str]] | None = None,
    locations: Mapping[int, str] | None = None,
    active: Sequence[int] = (),
    regrouping: Sequence[int] | None = None,
    used: Sequence[int] = (),
    gold: Sequence[int] | None = None,
    hands: Mapping[int, str] | None = None,
    played: Mapping[int, str] | None = None,
    rumors: Mapping[int, tuple[int, int]] | None = None,
    secrets: Mapping[int, int] | None = None,
    dungeon: str | None = "s01",
    tile: int = 0,
    deck: str = "",
    discard: str = "",
    turn: int = 0,
    last: bool = False,
    options: Mapping[str, Any] | None = None,
    **fields: Any,
) -> Data:
    """A whole state as data: a turn of seat `turn`, round 1.

    `followers`: by seat and place, "FFR" being two Fighters and a Rogue. `locations`: the faces at some
    places; tile 0 lies at place 0 and so on where nothing is said. City Watch tokens not mentioned regroup at
    the last places. Cards named in `deck` come first. `secrets`: how many each seat has, taken from the end
    of the list. `last`: nobody else has Actions left, and seat `turn` has one. `fields` replace whole fields.
    """
    rules = {**DEFAULTS, **OPTIONS, **(options or {})}
    size = rules["locations"]
    names = list(FACTIONS)[:players]
    board = build_board(size, locations or {}, active, regrouping, used, TOKENS[players])
    on_board = [[[0, 0, 0] for _ in range(size + 1)] for _ in range(players)]
    for seat, places in (followers or {}).items():
        for place, group in places.items():
            on_board[seat][place] = [group.count(letter) for letter in "FRW"]
    unhired = [
        [most - sum(here[kind] for here in places) for kind, most in enumerate(FACTIONS[name]["followers"])]
        for name, places in zip(names, on_board, strict=True)
    ]
    has_rumors = [(rumors or {}).get(seat, (0, 0)) for seat in range(players)]
    pool = list(SECRETS)
    if dungeon:
        pool.remove(dungeon)
    held = [[pool.pop() for _ in range((secrets or {}).get(seat, 0))] for seat in range(players)]
    in_hand = [sorted((hands or {}).get(seat, "").split(), key=list(CARDS).index) for seat in range(players)]
    table = [sorted((played or {}).get(seat, "").split(), key=list(CARDS).index) for seat in range(players)]
    state: Data = {
        "game": "vault-of-dragons",
        "players": players,
        "options": rules,
        "components": None,
        "round": 1,
        "phase": "actions",
        "initiative": 0,
        "winner": None,
        "over": False,
        "factions": names,
        "gold": list(gold or [10] * players),
        "actions": [int(seat == turn) if last else 5 for seat in range(players)],
        "rumors": [{"new": new, "old": old} for new, old in has_rumors],
        "secrets": held,
        "treasures": [kind_of(cards, "treasures") for cards in in_hand],
        "items": [kind_of(cards, "items") for cards in in_hand],
        "played": table,
        "unhired": unhired,
        "followers": on_board,
        "special_used": [False] * players,
        "entrances": [dict.fromkeys(("gold", "item", "rumors"), False) for _ in range(players)],
        "board": board,
        "unused": [{"tile": number, "side": 0} for number in range(size, 12)],
        "dungeons": [{"tile": (tile + step) % 5, "side": 0} for step in range(5)],
        "revisited": False,
        "dungeon_secret": [dungeon] if dungeon else [],
        "secret_shown": False,
        "secret_pile": pool,
        "vault_open": False,
        "spread": {name: {"new": 0, "old": 0} for name in ("dungeon", "vault")},
        "treasure_discard": kind_of(discard.split(), "treasures"),
        "item_discard": kind_of(discard.split(), "items"),
        "removed": [],
        "market": {"items": [], "treasures": []},
        "turn": {"seat": turn, "fresh": True, "taken": 0, "hire_discount": 0, "free_entrance": False},
        "stack": [],
    }
    state.update(fields)
    beside = [*state["rumors"], *state["spread"].values()]
    state["rumor_supply"] = 30 - sum(held["new"] + held["old"] for held in beside)
    out = [*chain(*in_hand, *table), *discard.split(), *state["removed"], *deck.split()]
    rest = [card for card in CARDS for _ in range(CARDS[card]["copies"] - out.count(card))]
    for kind in ("treasures", "items"):
        state.setdefault(f"{kind[:-1]}_deck", kind_of(deck.split() + rest, kind))
    return state


def build_board(
    size: int,
    locations: Mapping[int, str],
    active: Sequence[int],
    regrouping: Sequence[int] | None,
    used: Sequence[int],
    tokens: int,
) -> list[Data]:
    tiles = [(number, 0) for number in range(size)]
    for place, name in locations.items():
        number, side = FACE_OF[name]
        at = next(p for p, (tile, _) in enumerate(tiles) if tile == number)
        tiles[at] = tiles[place]
        tiles[place] = (number, side)
    if regrouping is None:
        free = [place for place in reversed(range(size)) if place not in active]
        regrouping = free[: tokens - len(active)]
    watch = {**dict.fromkeys(regrouping, "regrouping"), **dict.fromkeys(active, "active")}
    return [
        {"tile": tile, "side": side, "used": place in used, "gold": 0, "watch": watch.get(place)}
        for place, (tile, side) in enumerate(tiles)
    ]


def kind_of(cards: Sequence[str], kind: str) -> list[str]:
    ids = {card["id"] for card in PARTS[kind]}
    return [card for card in cards if card in ids]


def start(**said: Any) -> State:
    """The state of a position."""
    state: State = GAME.from_data(position(**said))
    return state


def do(state: State, type: str, *chance: Any, **fields: Any) -> list[Event]:
    """Take the action of this form, its random outcomes being these; the events, chance left out."""
    fields = {"from" if key == "origin" else key: value for key, value in fields.items()}
    events = state.apply(state.find({"type": type, **fields}), chance)
    return [event for event in events if event["type"] != "chance"]


def choose(state: State, type: str, group: str, *chance: Any, **fields: Any) -> list[Event]:
    """`do` for an action that names a party, such as "FFR"."""
    named = {name: group.count(letter) for name, letter in zip(T, "FRW", strict=True)}
    return do(state, type, *chance, **named, **fields)


def legal(state: State, *types: str) -> list[Data]:
    """The legal actions, of these types if any are named."""
    assert state.decision is not None
    actions = [action.to_data() for action in state.decision.legal]
    return [action for action in actions if not types or action["type"] in types]


def asked(state: State) -> tuple[int, str] | None:
    """Who decides, and on what."""
    return (state.decision.seat, state.decision.kind) if state.decision else None


def top(state: State) -> Data:
    """The last entry of the stack."""
    entry: Data = state.to_data()["stack"][-1]
    return entry


def stack(state: State) -> list[str]:
    return [entry["do"] for entry in state.to_data()["stack"]]


def told(events: Sequence[Event], *types: str) -> list[Event]:
    """The events of some types, without their type if only one is asked for."""
    found = [event for event in events if event["type"] in types]
    if len(types) > 1:
        return found
    return [{key: value for key, value in event.items() if key != "type"} for event in found]


def enter_dungeon(state: State, group: str, *rolls: int) -> None:
    """Enter the Dungeon by gold with a party without Rogues, up to its modifiers."""
    do(state, "enter", target="dungeon", entrance="gold")
    choose(state, "party", group, *rolls)
