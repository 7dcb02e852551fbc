"""What a seat may know, and drawing anew what it can't (rules page section 11)."""

from __future__ import annotations

from math import comb
from random import Random
from typing import TYPE_CHECKING

from arena.games.core import Data, shuffled
from arena.games.dragon_whisperer import plain
from arena.games.dragon_whisperer.rules import give
from arena.games.errors import BadState

if TYPE_CHECKING:
    from arena.games.dragon_whisperer.state import DragonWhispererState

FAIR_TRIES = 50
"""How many deals are drawn to have every possible one equally likely, before any possible one will do."""


def view(state: DragonWhispererState, seat: int | None) -> Data:
    """What `seat` may know; None: an onlooker."""
    shown = plain.open_part(state)
    names = state.tables.colors
    shown["regions"] = {
        color: {"top": stack[0], "below": len(stack) - 1} if stack else {"top": None, "below": 0}
        for color, stack in zip(names, state.stacks, strict=True)
    }
    shown["box"] = dict.fromkeys(names, 2)
    hands: list[object] = list(map(len, state.hands))
    if seat is not None:
        hands[seat] = plain.hand(state, seat)
    shown["hands"] = hands
    shown["deck"] = len(state.deck)
    secret = state.options["secret_quests"] and state.phase != "over"
    shown["quests"] = [
        [
            {"color": names[color], "value": None if secret and owner != seat else value}
            for color, value in quests
        ]
        for owner, quests in enumerate(state.quests)
    ]
    return shown


def redraw(state: DragonWhispererState, seat: int, rng: Random) -> None:
    """Draw anew, in place, what `seat` can't know: the other hands, the deck, the Quests below the tops.

    Secret values of Quests taken stay: everyone saw them when they were won (R20).
    """
    _redraw_cards(state, seat, rng)
    for color, stack in enumerate(state.stacks):
        first, second, *below = shuffled(sorted(stack[1:] + state.box[color]), rng)
        state.box[color] = (first, second)
        if stack:
            state.stacks[color] = (stack[0], *below)


def _redraw_cards(state: DragonWhispererState, seat: int, rng: Random) -> None:
    others = [other for other in range(state.players) if other != seat]
    unseen = list(state.deck)
    for other in others:
        unseen += [action.arg.id for action in state.hands[other]]
    unseen.sort()
    # The seats with the most voids first: they leave the fewest dead ends to the others.
    others.sort(key=lambda other: (-state.voids[other].bit_count(), other))
    wanted = [(other, len(state.hands[other]), state.tables.cards_of[state.voids[other]]) for other in others]
    *hands, deck = _deal_unseen(unseen, wanted, rng)
    for (other, _, _), cards in zip(wanted, hands, strict=True):
        give(state, other, sorted(cards))
    state.deck = tuple(deck)


def _deal_unseen(unseen: list[int], wanted: list[tuple[int, int, int]], rng: Random) -> list[list[int]]:
    """Random hands that avoid each seat's void cards, and the rest, in random order.

    `wanted` has for each hand its seat, its size and the mask of cards that it can't have. Hands
    are drawn one after the other; a deal is then kept with a chance in proportion to the number of
    ways in which each hand could have been drawn, which makes all possible deals equally likely.
    """
    possible = [sum([not barred >> card & 1 for card in unseen]) for _, _, barred in wanted]
    last_resort: list[list[int]] | None = None
    for _ in range(FAIR_TRIES):
        left = shuffled(unseen, rng)
        dealt: list[list[int]] = []
        fairness = 1.0
        for (_, size, barred), most in zip(wanted, possible, strict=True):
            if barred:
                hand, rest, allowed = _draw_hand(left, size, barred)
                if allowed < size:
                    break
                fairness *= comb(allowed, size) / comb(min(most, len(left)), size)
                rest = shuffled(rest, rng)  # barred cards are ahead in it, having been passed over
            else:
                hand, rest = left[:size], left[size:]
            dealt.append(hand)
            left = rest
        else:
            dealt.append(left)
            if fairness >= 1 or rng.random() < fairness:
                return dealt
            last_resort = dealt
    return last_resort or _any_deal(shuffled(unseen, rng), wanted)


def _draw_hand(cards: list[int], size: int, barred: int) -> tuple[list[int], list[int], int]:
    """The first `size` cards that aren't barred, the others, and how many weren't barred in all."""
    hand: list[int] = []
    rest: list[int] = []
    allowed = 0
    for card in cards:
        if barred >> card & 1:
            rest.append(card)
            continue
        allowed += 1
        if allowed <= size:
            hand.append(card)
        else:
            rest.append(card)
    return hand, rest, allowed


def _any_deal(cards: list[int], wanted: list[tuple[int, int, int]]) -> list[list[int]]:
    """Some deal that avoids all void cards, found by handing cards on (augmenting paths).

    At a real table there is one: the deal itself.

    Raises:
        BadState: there is none.
    """
    holder: list[int | None] = [None] * len(cards)

    def take(hand: int, asked: set[int]) -> bool:
        """Give `hand` one card more, if need be one of another hand, which then takes another."""
        barred = wanted[hand][2]
        free = [i for i, card in enumerate(cards) if i not in asked and not barred >> card & 1]
        for i in sorted(free, key=lambda i: holder[i] is not None):
            asked.add(i)
            other = holder[i]
            if other is None or (other != hand and take(other, asked)):
                holder[i] = hand
                return True
        return False

    for hand, (_, size, _) in enumerate(wanted):
        for _ in range(size):
            if not take(hand, set()):
                raise BadState("voids: no deal of the cards that are not shown agrees with them")
    hands = [
        [card for card, owner in zip(cards, holder, strict=True) if owner == h] for h in range(len(wanted))
    ]
    return [*hands, [card for card, owner in zip(cards, holder, strict=True) if owner is None]]
