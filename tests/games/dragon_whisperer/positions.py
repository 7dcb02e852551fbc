"""Made-up positions of Dragon Whisperer: say what matters, the rest is filled in to be well formed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from arena import games
from arena.games import Event, State
from dragon_whisperer import naive

GAME = games.get("dragon-whisperer")
DEFAULTS = {option.name: option.default for option in GAME.options}
"""Of all options, also of those that come later."""
COLORS = ["red", "green", "yellow", "blue", "brown", "white", "black"]
STACK = [2, 1, 3, 5, 1]
"""Every region's stack, top first; 2 and 3 of each color are in the box."""
PLAIN = {"short_deck": False, "removed_suits": [], "secret_quests": False, "first_dealer": -1}


def position(
    hands: Sequence[str],
    *,
    trump: str = "white-7",
    deck: str = "",
    trick: str = "",
    leader: int = 0,
    dragon: str | None = "red",
    placed: bool = True,
    left: Mapping[str, int] | None = None,
    owner: int = 0,
    **fields: Any,
) -> dict[str, Any]:
    """A whole state as data.

    `hands`, `deck` and `trick` are cards with blanks between them, `trick` from the leader on; all other
    cards are in the discard pile. `placed`: the Dragon stands for this trick. `left`: how many Quests a color
    still has (5 where not named); those taken are seat `owner`'s. `fields` replace whole fields.
    """
    players = len(hands)
    cards = [hand.split() for hand in hands]
    played = [{"seat": (leader + place) % players, "card": card} for place, card in enumerate(trick.split())]
    whole = len(cards[leader]) + (1 if played else 0)
    counts = {color: (left or {}).get(color, 5) for color in COLORS}
    state: dict[str, Any] = {
        "game": "dragon-whisperer",
        "players": players,
        "options": DEFAULTS | PLAIN,
        "colors": list(COLORS),
        "quest_values": {color: [1, 1, 2, 2, 3, 3, 5] for color in COLORS},
        "regions": {
            color: {
                "top": STACK[5 - count] if count else None,
                "below": STACK[6 - count :] if count else [],
            }
            for color, count in counts.items()
        },
        "box": {color: [2, 3] for color in COLORS},
        "dragon": dragon,
        "round": 2,
        "trick_no": naive.HAND[players] + 1 - whole,
        "phase": "play_card" if placed else "place_dragon",
        "turn": (leader + len(played)) % players,
        "dealer": 0,
        "first_player": token_holder(played, leader),
        "leader": leader,
        "hands": cards,
        "voids": [[] for _ in range(players)],
        "deck": deck.split(),
        "trump_card": trump,
        "trump": naive.color_of(trump),
        "trick": played,
        "discard": [],
        "quests": [[] for _ in range(players)],
        "monsters": [0] * players,
        "treasures": [0] * players,
    }
    state["quests"][owner] = [
        {"color": color, "value": value} for color in COLORS for value in STACK[: 5 - counts[color]]
    ]
    state.update(fields)
    used = [*" ".join(hands).split(), *state["deck"], trump, *trick.split()]
    state["discard"] = naive.cards_in_play(state)
    for card in used:
        state["discard"].remove(card)
    state["hands"] = [naive.in_order(state, hand) for hand in state["hands"]]
    return state


def token_holder(played: list[dict[str, Any]], leader: int) -> int:
    """Who has the First Player token in mid-trick."""
    holder = leader
    ones = [play["seat"] for play in played if play["card"].endswith("-1")]
    rages = [play["seat"] for play in played if play["card"] == "rage"]
    if ones:
        holder = ones[0]
    if rages:
        holder = rages[-1]
    return holder


def start(hands: Sequence[str], **fields: Any) -> State:
    """The engine's state of a made-up position."""
    state: State = GAME.from_data(position(hands, **fields))
    return state


def do(state: State, *actions: str, chance: Sequence[Any] = ()) -> list[Event]:
    """Take the actions, each a card, `at <color>`, `draw` or `keep`; the events of the last one."""
    events: list[Event] = []
    for i, action in enumerate(actions):
        last = i == len(actions) - 1
        events = state.apply(state.find(named(action)), chance if last else [])
    return events


def named(action: str) -> dict[str, Any]:
    if action.startswith("at "):
        return {"type": "place_dragon", "region": action[3:]}
    if action in ("draw", "keep"):
        return {"type": f"{action}_trump"}
    return {"type": "play_card", "card": action}


def legal(state: State) -> list[str]:
    """The legal list in the short form that `do` takes."""
    words = []
    for action in state.decision.legal if state.decision else ():
        data = action.to_data()
        match data["type"]:
            case "place_dragon":
                words.append(f"at {data['region']}")
            case "play_card":
                words.append(data["card"])
            case other:
                words.append(other.removesuffix("_trump"))
    return words


def shuffled_deck(first: str = "") -> list[str]:
    """All 53 cards, those named first and the others after them in standard order."""
    cards = naive.cards_in_play({"colors": COLORS, "options": PLAIN})
    ahead = first.split()
    for card in ahead:
        cards.remove(card)
    return ahead + cards
