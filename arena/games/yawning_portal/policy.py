"""A fast way to play: gems are worth what they would score, and whatever brings most of them is done.

Nothing is looked ahead at: not what an icon further right, a bonus or another seat could make of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING

from arena.games.core import Action, best
from arena.games.yawning_portal.components import COLORS, OBJECTIVE_VP
from arena.games.yawning_portal.rules.holdings import POTIONS, SETS
from arena.games.yawning_portal.rules.scoring import MOST_OF_A_KIND, MOST_SETS, SOLO_SET, values
from arena.games.yawning_portal.rules.turns import PASS

if TYPE_CHECKING:
    from arena.games.yawning_portal.state import YawningPortalState

# Worths in points.
GROWTH = 2.0  # what a gem gains of heroes still to be turned down, while the row is empty
RAREST = (0.0, 4.0, 2.0, 1.2, 0.8)  # a gem of a rarest color, by how many colors are so rare
MOST = 0.8  # a gem of the color of which the seat has most
BONUS_ICON = 1.5  # each color or icon of a bonus
CARD_HELD = 0.6
POTION_HELD = 1.2
HELPS = 0.3  # a token that a faceup hero, or a card in hand, wants
ICON = {
    **{"place_blue": 0.5, "place_green": 0.5, "place_red": 0.5, "place_yellow": 0.5},
    **{"swap": 0.5, "remove_token": -0.3, "remove_card": 0.0, "draw_two": 1.2, "take_potion": 1.2},
    **{"diamond": 3.0, "exchange": 2.5, "play_card": 0.0, "play_potion": 3.0},
}
"""By icon; what `play_card` brings depends on the cards."""
EFFECT = {
    **{"draw_two": 1.2, "shove": 0.0, "place_any": 1.0, "remove_token": -0.2, "swap": 0.5},
    **{"neighbour_gems": 0.0, "balance": 3.0, "turn_down": 0.5, "take_potion": 1.2, "steal": 3.5},
    **{"exchange": 2.5, "diamond": 3.0},
}
"""By class effect; what `neighbour_gems` brings depends on the space."""


def sensible(state: YawningPortalState, rng: Random) -> Action:
    """What looks best at first sight."""
    decision = state.decision
    assert decision is not None, "a policy is asked while there is a decision"
    legal = decision.legal
    if len(legal) == 1:
        return legal[0]
    found = WORTHS.get(decision.kind)
    return best(legal, found(state, legal), rng) if found else legal[int(rng.random() * len(legal))]


def worths(state: YawningPortalState) -> list[float]:
    """What each legal action looks worth, in points; where nothing is known of it, all alike."""
    decision = state.decision
    if decision is None:
        return []
    found = WORTHS.get(decision.kind)
    return found(state, decision.legal) if found else [0.0] * len(decision.legal)


def value(state: YawningPortalState) -> list[float]:
    """The points as they stand, with shares of those for the most, and what is held for later."""
    if state.phase == "over":
        return list(state.scores())
    left = _left(state)
    worth = [each + GROWTH * left for each in values(state)]
    holdings = state.holdings
    points = [
        sum([holding[color] * each for color, each in enumerate(worth)])
        + OBJECTIVE_VP * state.owners.count(seat)
        + left * (CARD_HELD * min(len(state.hands[seat]), 6) + POTION_HELD * holding[POTIONS])
        for seat, holding in enumerate(holdings)
    ]
    if state.players == 1:
        return [points[0] + SOLO_SET * holdings[0][SETS]]
    # Whoever has most may still be caught up with.
    for counts, bonus in (
        ([max(holding[:4]) for holding in holdings], MOST_OF_A_KIND),
        (
            [
                holding[SETS] + 0.25 * sum([min(n - holding[SETS], 1) for n in holding[:4]])
                for holding in holdings
            ],
            MOST_SETS,
        ),
    ):
        most = max(counts)
        shares = [8.0 ** ((count - most) / (0.5 + 2 * left)) for count in counts]
        total = sum(shares)
        for seat, share in enumerate(shares):
            points[seat] += bonus * share / total
    return points


def _left(state: YawningPortalState) -> float:
    """How much of the row is still to be filled, from 1 down to 0."""
    if state.ender >= 0:
        return 0.0
    return 1 - state.filled.bit_count() / state.tables.slots


# What things are worth to the player


def _gems(state: YawningPortalState) -> list[float]:
    """By color: what one gem more is worth."""
    holding = state.holdings[state.turn]
    growth = GROWTH * _left(state)
    worth = [each + growth for each in values(state)]
    fewest = holding[SETS]
    counts = holding[:4]
    rare = RAREST[counts.count(fewest)]
    most = max(counts)
    for color, count in enumerate(counts):
        if count == fewest:
            worth[color] += rare
        elif count == most:
            worth[color] += MOST
    for _, measure, wanted in state.open_goals:
        if measure < 4 and 0 < wanted - holding[measure] <= 3:
            worth[measure] += OBJECTIVE_VP / (wanted - holding[measure]) ** 2
    return worth


def _ahead(state: YawningPortalState) -> list[float]:
    """By color: how many gems more than its strongest rival the player has; so much a hero brings."""
    holding = state.holdings[state.turn]
    rivals = [other for seat, other in enumerate(state.holdings) if seat != state.turn]
    return [float(holding[color] - max([rival[color] for rival in rivals], default=0)) for color in range(4)]


def _seating(
    state: YawningPortalState, gems: list[float], ahead: list[float], card: int, space: int
) -> float:
    """What seating a card on a space brings."""
    tables = state.tables
    tokens = state.windows[tables.window[space]]
    hero = tables.heroes[card]
    worth = EFFECT[hero.effect]
    for bit, color in tables.symbols[space][card]:
        if tokens & bit:
            worth += gems[color]
    order = tables.orders[space][card]
    if tokens & order == order:
        worth += BONUS_ICON * len(hero.bonus) + ahead[hero.color]
    if hero.effect == "neighbour_gems":
        for other in tables.beside[space]:
            if state.taken >> other & 1:
                worth += gems[tables.color_of[state.cards[other]]]
    return worth


def _best_seating(state: YawningPortalState, cards: Sequence[int]) -> list[float]:
    """By card: what it brings on the best free space."""
    gems, ahead = _gems(state), _ahead(state)
    free = [space for space in range(state.tables.spaces) if not state.taken >> space & 1]
    return [max([_seating(state, gems, ahead, card, space) for space in free], default=0.0) for card in cards]


# What the actions of a kind of decision are worth


def _choose_tile(state: YawningPortalState, legal: Sequence[Action]) -> list[float]:
    cards = state.hands[state.turn]
    play = max(_best_seating(state, cards[:1] if state.players == 1 else cards), default=0.0)
    backs = state.backs[state.turn]
    found = []
    for action in legal:
        if action.arg == PASS:
            found.append(0.0)
            continue
        icons = state.tables.icons[backs >> action.arg & 1][action.arg]
        found.append(sum([ICON[icon] for icon in icons]) + play * ("play_card" in icons))
    return found


def _play_card(state: YawningPortalState, legal: Sequence[Action]) -> list[float]:
    return _best_seating(state, [action.arg for action in legal])


def _choose_space(state: YawningPortalState, legal: Sequence[Action]) -> list[float]:
    gems, ahead = _gems(state), _ahead(state)
    card = state.todo[-1].arg
    return [_seating(state, gems, ahead, card, action.arg) for action in legal]


def _place_token(state: YawningPortalState, legal: Sequence[Action]) -> list[float]:
    """Complete a waiting hero's order; else what heroes and cards want."""
    tables, windows = state.tables, state.windows
    waiting = state.up & ~state.seating
    ahead = _ahead(state)
    hand = state.hands[state.turn]
    found = []
    for action in legal:
        color, slot = action.arg
        bit = 1 << (color << 2 | slot & 3)
        tokens = windows[slot >> 2] | bit
        worth = 0.0
        for space in tables.facing[slot]:
            if waiting >> space & 1:
                order = tables.orders[space][state.cards[space]]
                if order & bit:
                    if tokens & order == order:
                        hero = tables.heroes[state.cards[space]]
                        worth += BONUS_ICON * len(hero.bonus) + ahead[hero.color]
                    else:
                        worth -= HELPS * (state.players > 1)
            elif not state.taken >> space & 1:
                orders = tables.orders[space]
                worth += HELPS * max(
                    [(orders[card] & bit > 0) * (orders[card] & tokens).bit_count() for card in hand],
                    default=0,
                )
        found.append(worth)
    return found


def _remove_hero(state: YawningPortalState, legal: Sequence[Action]) -> list[float]:
    """Rather one who is still up, or whose color serves the others more."""
    ahead = _ahead(state)
    colors, cards = state.tables.color_of, state.cards
    return [0.0 if state.up >> action.arg & 1 else -ahead[colors[cards[action.arg]]] for action in legal]


def _turn_down(state: YawningPortalState, legal: Sequence[Action]) -> list[float]:
    ahead = _ahead(state)
    colors, cards = state.tables.color_of, state.cards
    return [ahead[colors[cards[action.arg]]] for action in legal]


def _play_potion(state: YawningPortalState, legal: Sequence[Action]) -> list[float]:
    heroes, cards = state.tables.heroes, state.cards
    return [float(len(heroes[cards[action.arg]].bonus)) for action in legal]


def _take_gem(state: YawningPortalState, legal: Sequence[Action]) -> list[float]:
    gems = _gems(state)
    return [gems[action.arg] for action in legal]


def _give_gem(state: YawningPortalState, legal: Sequence[Action]) -> list[float]:
    gems = _gems(state)
    return [-gems[action.arg] for action in legal]


def _steal_gem(state: YawningPortalState, legal: Sequence[Action]) -> list[float]:
    """A gem that is worth much, of the seat with the most."""
    gems = _gems(state)
    most = [sum(holding[:4]) for holding in state.holdings]
    return [gems[action.arg[1]] + 0.1 * most[action.arg[0]] for action in legal]


def _draw_card(state: YawningPortalState, legal: Sequence[Action]) -> list[float]:
    """Of the color that turned down serves most."""
    if len(legal) != len(COLORS) or state.players == 1:
        return [0.0] * len(legal)
    ahead = _ahead(state)
    return [ahead[action.arg] for action in legal]


WORTHS = {
    "choose_tile": _choose_tile,
    "play_card": _play_card,
    "choose_space": _choose_space,
    "place_token": _place_token,
    "remove_card": _remove_hero,
    "remove_neighbour": _remove_hero,
    "turn_down": _turn_down,
    "play_potion": _play_potion,
    "draw_card": _draw_card,
    "assign_diamond": _take_gem,
    "gain_gem": _take_gem,
    "exchange_take": _take_gem,
    "exchange_give": _give_gem,
    "steal_gem": _steal_gem,
}
"""By kind of decision: what its actions are worth; the others are drawn by lot."""
