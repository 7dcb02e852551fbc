"""Made-up positions and components of The Yawning Portal: say what matters, the rest is filled in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from arena import games
from arena.games import Event, State
from yawning_portal import naive

GAME = games.get("yawning-portal")
DEFAULTS = {option.name: option.default for option in GAME.options}
"""Of all options, also of those that come later."""
COLORS = naive.COLORS
LETTERS = dict(zip("bgry", COLORS, strict=True))
ICONS = (
    *("place_blue", "place_green", "place_red", "place_yellow", "play_card", "draw_two", "swap"),
    *("remove_card", "remove_token", "take_potion", "play_potion", "diamond", "exchange"),
)
OBJECTIVES = ["six-white", "three-sets", "three-bonuses", "five-heroes", "sixteen-gems"]
START = {1: "bgry", 2: "bgry", 3: "bggryy", 4: "bbggrryy"}


def position(
    *,
    players: int = 2,
    row: str = "",
    spaces: Mapping[int, str] | None = None,
    hands: Sequence[str] = (),
    line: str = "",
    turn: int = 0,
    seats: Mapping[int, Mapping[str, Any]] | None = None,
    backs: Mapping[int, str] | None = None,
    objectives: Sequence[str] = OBJECTIVES,
    deck: str | None = None,
    spent: Mapping[str, int] | None = None,
    **fields: Any,
) -> dict[str, Any]:
    """A whole state as data, at the choice of a tile.

    `row` has a letter a slot and dots, from slot 0 on; it is the starting row if not given. `spaces` has
    cards, perhaps with `down`, `potion` or `seating` behind them; `hands` and `line` cards between blanks.
    `seats` has what seats have, such as `{0: {"red": 2, "diamonds": {"red": 1}, "potions": 1}}`; `backs` the
    colors of the tiles that show their backs. `deck`: the cards left in the decks, all others discarded;
    else all that are nowhere. `spent`: gems that left the game. `fields` replace whole fields.
    """
    width = 4 * (3 + players)
    tokens = row or START[players].center(width, ".")
    shown = [LETTERS.get(letter) for letter in tokens.ljust(width, ".")]
    heroes = [made_up_space((spaces or {}).get(space)) for space in range(width // 2)]
    players_data = [
        made_up_seat(
            "" if players == 1 else (hands[seat] if seat < len(hands) else ""),
            (seats or {}).get(seat, {}),
            (backs or {}).get(seat, ""),
        )
        for seat in range(players)
    ]
    used = [hero["card"] for hero in heroes if hero] + line.split()
    used += [card for player in players_data for card in player["hand"]]
    used += [item["card"] for item in fields.get("todo", []) if "card" in item]
    rest = [hero["id"] for hero in naive.own_components()["hero"] if hero["id"] not in used]
    left = rest if deck is None else deck.split()
    decks = {"all": left} if players == 1 else {c: [x for x in left if x.startswith(c)] for c in COLORS}
    open_objectives = [{"id": name, "owner": None, "x": None, "gone": False} for name in objectives]
    if players == 1:
        open_objectives = open_objectives[:4]
        marks = {entry["id"]: entry["mark"] for entry in naive.own_components()["objective"]}
        for place, objective in enumerate(open_objectives):
            mark = marks[objective["id"]]
            objective["x"] = mark - 1 if place < 2 else width - 5 + mark
    gone = dict.fromkeys(COLORS, 0) | dict(spent or {})
    state: dict[str, Any] = {
        "game": "yawning-portal",
        "options": DEFAULTS | {"red_front_play": True, "best_score": None},
        "components": None,
        "phase": "play",
        "turn": turn,
        "turn_number": 4 * players + 1 + turn,
        "passes": 0,
        "ender": None,
        "row": shown,
        "spaces": heroes,
        "decks": decks,
        "deck_top": left[0].split("-")[0] if players == 1 and left else None,
        "line": line.split(),
        "discard": [card for card in rest if card not in left],
        "supply": {
            "gems": {c: 30 - gone[c] - sum(p["gems"][c] for p in players_data) for c in COLORS},
            "diamonds": 20 - sum(sum(p["diamonds"].values()) for p in players_data),
            "potions": 9
            - sum(p["potions"] for p in players_data)
            - sum(hero["potion"] for hero in heroes if hero),
            "food": {c: 12 - shown.count(c) for c in COLORS},
        },
        "spent_gems": gone,
        "start_food": dict.fromkeys(COLORS, 0),
        "objectives": open_objectives,
        "players": players_data,
        "todo": [{"do": "tile"}],
        "beaten": None,
    }
    state.update(fields)
    return state


def made_up_space(words: str | None) -> dict[str, Any] | None:
    if words is None:
        return None
    card, *marks = words.split()
    return {
        "card": card,
        "up": "down" not in marks,
        "potion": "potion" in marks,
        "seating": "seating" in marks,
    }


def made_up_seat(hand: str, has: Mapping[str, Any], backs: str) -> dict[str, Any]:
    cards = hand.split()
    return {
        "hand": cards,
        "hand_colors": {color: sum(card.startswith(color) for card in cards) for color in COLORS},
        "tiles": {color: "back" if color in backs.split() else "front" for color in COLORS},
        "gems": {color: has.get(color, 0) for color in COLORS},
        "diamonds": dict.fromkeys(COLORS, 0) | has.get("diamonds", {}),
        "potions": has.get("potions", 0),
        "bonuses": has.get("bonuses", 0),
        "seated": has.get("seated", 0),
    }


def start(**fields: Any) -> State:
    """The engine's state of a made-up position."""
    state: State = GAME.from_data(position(**fields))
    return state


def do(state: State, *actions: str) -> list[Event]:
    """Take the actions, each its type and values as in `place red 5`; the events of the last one."""
    events: list[Event] = []
    for action in actions:
        events = state.apply(state.find(named(action)))
    return events


def named(action: str) -> dict[str, Any]:
    """The map of an action written as its type and its fields' values, in their order."""
    type, *values = action.split()
    fields = GAME.actions[type].required
    assert len(fields) == len(values), action
    return {"type": type} | {name: fields[name](value) for name, value in zip(fields, values, strict=True)}


def legal(state: State) -> list[str]:
    """The legal actions, written as `do` takes them."""
    decision = state.decision
    assert decision is not None
    return [" ".join(map(str, action.to_data().values())) for action in decision.legal]


def kind(state: State) -> str | None:
    """What is to be decided."""
    return state.decision.kind if state.decision else None


def told(events: Sequence[Event]) -> list[str]:
    """Events in short: the type and the fields' values, without the player's seat."""
    return [
        " ".join(str(value) for key, value in event.items() if key not in ("seat", "seats"))
        for event in events
    ]


def made_up_components(rng: Random) -> dict[str, Any]:
    """A component file unlike the game's own in all that may differ."""
    ends, insert = rng.randint(1, 6), rng.randint(1, 6)
    effects = sorted({entry["effect"] for entry in naive.own_components()["class"]})
    classes = [{"id": f"class {number}", "effect": effect} for number, effect in enumerate(effects)]
    kinds = ["diamonds", "sets", "bonuses", "seated", "total"]
    objectives = [
        {"id": f"objective {n}", "name": "x", "kind": rng.choice(kinds), "count": rng.randint(1, 5)}
        for n in range(5)
    ] + [
        {"id": color, "name": "x", "kind": "gems", "color": color, "count": rng.randint(1, 4)}
        for color in COLORS
    ]
    for objective in objectives:
        objective |= {"mark": rng.randint(1, 4), "vp": 5}
    heroes = []
    for number in range(68):
        order = "...."
        while order == "....":
            order = "".join(rng.choice("bgry..") for _ in range(4))
        bonus = [rng.choice([*COLORS, *ICONS]) for _ in range(rng.randint(1, 6))]
        hero_class = rng.choice(classes)["id"]
        hero = {"id": f"hero {number}", "name": "x", "color": COLORS[number % 4], "class": hero_class}
        heroes.append({**hero, "order": order, "bonus": bonus})
    return {
        "table": {
            **{"end_pieces": 2, "inserts": 3, "slots_per_space": 4, "end_spaces": ends},
            **{"insert_spaces": insert, "end_slots": 4 * ends, "insert_slots": 4 * insert},
        },
        "supply": {"gems_per_color": 30, "diamonds": 20, "potions": 9, "food_per_color": 12},
        "start": [
            {"players": n, "food": dict.fromkeys(COLORS, 1) | {"red": rng.choice((1, 3))}}
            for n in (3, 1, 4, 2)
        ],
        "tile": [made_up_tile(color, rng) for color in reversed(COLORS)],
        "objective": objectives,
        "class": classes,
        "hero": heroes,
        "something else": {"ignored": [1, 2.5, None, True]},
    }


def made_up_tile(color: str, rng: Random) -> dict[str, Any]:
    front = [f"place_{color}", *rng.sample(ICONS, rng.randint(0, 2))]
    back = rng.sample(ICONS[4:], rng.randint(1, 3))
    if "draw_two" not in front:
        back[0] = "play_card"
    return {"color": color, "front": front, "back": back, "copies": 4}
