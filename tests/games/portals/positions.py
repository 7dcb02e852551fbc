"""Made-up positions of Portals: say what matters, the rest is filled in to be well formed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from arena import games
from arena.games import Event, State
from portals.naive import COLORS, KEY_COLORS, KEYS, SPELLS, available

GAME = games.get("portals")
DEFAULTS = {option.name: option.default for option in GAME.options}
"""Of all options, also of those that come later."""
LETTERS = {"A": "air", "E": "earth", "F": "fire", "W": "water", "T": "time"}
EMPTY = ["....."] * 5
Data = dict[str, Any]


def position(
    cards: Sequence[Mapping[int, str]],
    *,
    boards: Mapping[int, Sequence[str]] | None = None,
    step: str = "place_stone",
    phase: str = "collect",
    turn: int = 1,
    first: int = 0,
    hand: str | None = None,
    spellboard: str | None = None,
    signs: Sequence[Sequence[int]] | None = None,
    returned: Sequence[Sequence[int]] | None = None,
    piles: Mapping[str, Mapping[str, Sequence[int]]] | None = None,
    circles: Mapping[int, str] | None = None,
    clairvoyance: str = "",
    vp: Sequence[int] | None = None,
    side: str = "plain",
    **fields: Any,
) -> Data:
    """A whole state as data.

    Stones are letters (`.`: none). `cards` has for each seat the number of each card and its squares;
    `boards` has five rows for those that aren't empty, `circles` the stones of those that matter, and
    `spellboard` a word a section. `piles` puts cards in `area`, `decks` or `discards` by color; where a deck
    is named, the other cards of its color are discarded. `fields` replace whole fields.
    """
    n = len(cards)
    solo = n == 1
    left = dict.fromkeys(COLORS, 5 if solo else 20)

    def stones(letters: str) -> list[str | None]:
        names = [LETTERS.get(letter) for letter in letters]
        for name in names:
            if name is not None:
                left[name] -= 1
        return names

    players: list[Data] = [
        {
            "vp": (vp or [0] * n)[seat],
            "markers": [],
            "cards": [{"card": card, "stones": stones(squares)} for card, squares in held.items()],
            "signs": list((signs or [[]] * n)[seat]),
            "returned": list((returned or [[]] * n)[seat]),
            "matched": [],
        }
        for seat, held in enumerate(cards)
    ]
    if hand is None and step == "place_stone" and phase != "over":
        hand = "air"
    if hand is not None:
        left[hand] -= 1
    state: Data = {
        "game": "portals",
        "components": None,
        "options": DEFAULTS
        | {
            "board_side": side,
            "magic_spells": spellboard is not None or solo,
            "secret_signs": signs is not None or solo,
        },
        "phase": phase,
        "round": 1,
        "turn": turn,
        "first": first,
        "active": None if phase == "over" else (first + turn - 1) % n,
        "step": None if phase == "over" else step,
        "hand": hand,
        "pending": None,
        "boards": [
            {"id": b + 1, "stones": [stones(row) for row in (boards or {}).get(b, EMPTY)]} for b in range(n)
        ],
        "circles": [],
        "bag": left,
        "clairvoyance": stones(clairvoyance),
        "area": {},
        "decks": {},
        "discards": {},
        "spellboard": None,
        "sign_deck": [],
        "players": players,
        "achievement": None,
    }
    if state["options"]["magic_spells"]:
        words = (spellboard or ". . . .").split()
        state["spellboard"] = [
            {"color": stones(word)[0], "count": 0 if word == "." else len(word)} for word in words
        ]
        assert len(words) == len(SPELLS)
    if state["options"]["secret_signs"]:
        dealt = [sign for player in players for sign in player["signs"] + player["returned"]]
        state["sign_deck"] = [sign for sign in range(1, 21) if sign not in dealt]
    if not solo:
        _put_markers(state, circles or {}, stones)
    _put_cards(state, piles or {})
    state.update(fields)
    return state


def _put_markers(state: Data, circles: Mapping[int, str], stones: Any) -> None:
    """Markers that go with the turn, and as many stones on each Circle, air first where none are named."""
    n = len(state["players"])
    for seat, player in enumerate(state["players"]):
        taken = 6
        if state["phase"] in ("signs", "collect"):
            done = state["turn"] - (state["step"] in ("keep_signs", "take_card", "take_stone"))
            taken = len([turn for turn in range(done) if (state["first"] + turn) % n == seat])
        player["markers"] = [0] * n
        for number in range(6 - taken):
            player["markers"][available(state, seat)[number // 3]] += 1
    for circle in range(n):
        wanted = sum(player["markers"][circle] for player in state["players"])
        letters = circles.get(circle, "A" * wanted)
        assert len(letters) == wanted, f"Circle {circle} needs {wanted} stones"
        names = stones(letters)
        state["circles"].append({color: names.count(color) for color in COLORS})


def _put_cards(state: Data, piles: Mapping[str, Mapping[str, Sequence[int]]]) -> None:
    used = [held["card"] for player in state["players"] for held in player["cards"]]
    for color in KEY_COLORS:
        named = {pile: list(piles.get(pile, {}).get(color, [])) for pile in ("area", "decks", "discards")}
        placed = used + [card for cards in named.values() for card in cards]
        rest = [n for n, key in KEYS.items() if key["color"] == color and n not in placed]
        if color not in piles.get("area", {}):
            named["area"], rest = rest[:2], rest[2:]
        where = "discards" if color in piles.get("decks", {}) else "decks"
        named[where] += rest
        for pile, cards in named.items():
            state[pile][color] = cards


def start(cards: Sequence[Mapping[int, str]], **fields: Any) -> State:
    """The engine's state of a made-up position."""
    state: State = GAME.from_data(position(cards, **fields))
    return state


def do(state: State, *actions: Mapping[str, Any], chance: Sequence[Any] = ()) -> list[Event]:
    """Take the actions, given as maps without what is plain: the type; the events of the last one."""
    events: list[Event] = []
    for i, action in enumerate(actions):
        events = state.apply(state.find(dict(action)), chance if i == len(actions) - 1 else [])
    return events


def legal(state: State) -> list[Data]:
    """The legal list as maps."""
    return [action.to_data() for action in state.decision.legal] if state.decision else []


def types(state: State) -> list[str]:
    """The types of action in the legal list, each once."""
    return list(dict.fromkeys(action["type"] for action in legal(state)))


def place(card: int, square: int) -> Data:
    return {"type": "place_stone", "card": card, "square": square}


def cast(spell: str) -> Data:
    return {"type": "cast", "spell": spell}


def activate(card: int, board: int, row: int, col: int, rotation: int = 0) -> Data:
    return {"type": "activate", "card": card, "board": board, "rotation": rotation, "row": row, "col": col}


def at(type: str, board: int, row: int, col: int) -> Data:
    """`shift_from`, `shift_to` or `banish`."""
    return {"type": type, "board": board, "row": row, "col": col}
