"""A fast way to play: what a card may earn in this trick, in points, against what it is worth in hand."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING

from arena.games.core import Action, best
from arena.games.dragon_whisperer.rules import best_card

if TYPE_CHECKING:
    from arena.games.dragon_whisperer.state import DragonWhispererState

# Worths in points.
LEAD = 0.3  # to lead the next trick
MONSTER = 1.0
TREASURE = 0.8  # a step towards the 5 points of whoever has most
QUEST_LOST = 0.3  # for each point of a Quest that another seat may win
RAGE_KEPT = 1.2
NUMBER_KEPT = 0.1  # for each point of a card's number
TRUMP_KEPT = 0.1  # the same again, for a trump
EFFECT = (0.0, 0.0, MONSTER, 0.0, TREASURE)
"""By number: what the first such card of a trick earns; a 1 earns the lead, where it does not win it."""

BEATEN = 0.16
"""How likely a higher card that the seat can't see comes up from a seat that has yet to play."""
TRUMPED = 0.5
"""How likely a seat that has yet to play trumps a color that was not led before."""


Prospect = tuple[int, float, float, float]
"""Of a card: its color; how likely it wins the trick, and that another does; what it earns beside, less its
worth in hand."""


def sensible(state: DragonWhispererState, rng: Random) -> Action:
    """What looks best at first sight."""
    decision = state.decision
    assert decision is not None, "a policy is asked while there is a decision"
    legal = decision.legal
    return legal[0] if len(legal) == 1 else best(legal, worths(state), rng)


def worths(state: DragonWhispererState) -> list[float]:
    """What each legal action earns on average, in points."""
    decision = state.decision
    if decision is None:
        return []
    if state.phase == "play_card":
        region = state.dragon
        quest = state.stacks[region][0]
        return [
            wins * (quest + LEAD + (MONSTER if color == region else 0)) - loses * QUEST_LOST * quest + rest
            for color, wins, loses, rest in _prospects(state, decision.legal)
        ]
    if state.phase == "draw_trump":
        now = _trumps(state, state.trump)
        usual = sum([_trumps(state, color) for color in range(len(state.stacks))]) / len(state.stacks)
        return [now if action.type == "keep_trump" else usual for action in decision.legal]
    return _regions(state, decision.legal)


def _regions(state: DragonWhispererState, legal: Sequence[Action]) -> list[float]:
    """A region is as good as the best card to lead there."""
    prospects = _prospects(state, state.hands[state.turn])
    anywhere: dict[int, float] = {}  # by value of the Quest: the best card there, whatever its color
    found = []
    for action in legal:
        region = action.arg
        quest = state.stacks[region][0]
        if quest not in anywhere:
            won, lost = quest + LEAD, QUEST_LOST * quest
            anywhere[quest] = max([wins * won - loses * lost + rest for _, wins, loses, rest in prospects])
        worth = anywhere[quest]
        for color, wins, loses, rest in prospects:
            if color == region:
                worth = max(worth, wins * (quest + LEAD + MONSTER) - loses * QUEST_LOST * quest + rest)
        found.append(worth)
    return found


def _trumps(state: DragonWhispererState, trump: int) -> int:
    """How good the seat's hand is with trumps of a color."""
    return sum([card.arg.number + 2 for card in state.hands[state.turn] if card.arg.color == trump])


def _prospects(state: DragonWhispererState, cards: Sequence[Action]) -> list[Prospect]:
    """What is to be hoped of each card."""
    trick, trump, seen = state.trick, state.trump, state.seen
    later = state.players - len(trick) - 1
    winning = best_card(trick, trump) if trick else -1
    winning_color = winning // 7
    unseen = _unseen(state) if later else 0
    found = []
    for action in cards:
        card, color, number, _, _, _ = action.arg
        if not number:
            found.append((color, 0.0, 0.0, LEAD - RAGE_KEPT))
            continue
        wins, loses = 0.0, 1.0
        if seen & 1:
            loses = 0.0  # a Rage has spoilt the trick
        elif card > winning if color == winning_color or not trick else color == trump:
            wins = 1.0
            if later:
                higher = (unseen >> card + 1 & (1 << 6 - card % 7) - 1).bit_count()
                wins = WINS[later][higher]
                if color != trump and trump >= 0:
                    wins *= 1 - TRUMPED / (1 + (unseen >> 7 * color & 127).bit_count()) * later
            loses = 1 - wins
        rest = -number * (NUMBER_KEPT + TRUMP_KEPT) if color == trump else -number * NUMBER_KEPT
        if number < 5 and not seen >> number & 1:
            rest += LEAD * loses if number == 1 else EFFECT[number]
        found.append((color, wins, loses, rest))
    return found


WINS = [[max(1 - BEATEN * higher, 0.1) ** later for higher in range(8)] for later in range(6)]
"""By how many are yet to play, and how many higher cards the seat can't see: the chance to win."""


def _unseen(state: DragonWhispererState) -> int:
    """The mask of the suit cards that are in the deck or in another hand."""
    tables = state.tables
    bits = tables.suit_bits
    seen = state.held[state.turn]
    for card in state.discard:
        seen |= bits[card]
    for card in state.trick:
        seen |= bits[card]
    return ~(seen | bits[state.trump_card])


def value(state: DragonWhispererState) -> list[float]:
    """The points as they stand, with a share of the 5 for most Treasures, and the lead."""
    points: list[float] = [
        sum([worth for _, worth in quests]) + monsters
        for quests, monsters in zip(state.quests, state.monsters, strict=True)
    ]
    treasures = state.treasures
    if not state.open_regions:
        return list(state.scores())
    most = max(treasures)
    left = sum(map(len, state.stacks)) / (5 * len(state.stacks))
    # Whoever has most may still be caught up with: the more tricks are to come, the likelier.
    shares = [4.0 ** ((number - most) / (0.5 + 2 * left)) for number in treasures]
    total = sum(shares)
    for seat, share in enumerate(shares):
        points[seat] += 5 * share / total
    points[state.first_player] += LEAD
    return points
