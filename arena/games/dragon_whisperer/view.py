"""What a seat may know, reading that back, and drawing anew what it can't know (rules page section 11)."""

from __future__ import annotations

from itertools import permutations
from math import comb
from operator import itemgetter
from random import Random
from typing import TYPE_CHECKING, Any

from arena.games.core import Data, sampled, shuffled
from arena.games.dragon_whisperer import checks, data
from arena.games.dragon_whisperer.rules import give
from arena.games.entries import Entry
from arena.games.errors import BadState

if TYPE_CHECKING:
    from arena.games.dragon_whisperer.state import DragonWhispererState, Quest

HIDDEN = 0
"""Stands for a Quest value that a view doesn't show."""
ORDERS = [[itemgetter(*order) for order in permutations(range(size))] for size in range(2, 7)]
"""By number of hidden Quests of a color below a top: what puts these and the two in the box in each order."""
FAIR_TRIES = 3
"""How many deals are drawn to find one that is fairly kept; then one of them is chosen by its weight, which
is as fair but for a trace."""


# What a view has in place of what not all may see; `seat` is None for an onlooker


def regions(state: DragonWhispererState, _: int | None) -> Data:
    """The Quest on top of each region, and how many are below."""
    return {
        color: {"top": stack[0], "below": len(stack) - 1} if stack else {"top": None, "below": 0}
        for color, stack in zip(state.tables.colors, state.stacks, strict=True)
    }


def box(state: DragonWhispererState, _: int | None) -> Data:
    """How many Quests are in the box, which is no secret."""
    return dict.fromkeys(state.tables.colors, 2)


def hands(state: DragonWhispererState, seat: int | None) -> list[Any]:
    """The seat's own hand, and the sizes of the others'."""
    shown: list[Any] = list(map(len, state.hands))
    if seat is not None:
        shown[seat] = [action.arg.name for action in state.hands[seat]]
    return shown


def deck(state: DragonWhispererState, _: int | None) -> int:
    """The size of the deck."""
    return len(state.deck)


def quests(state: DragonWhispererState, seat: int | None) -> list[Any]:
    """The Quests taken, others' without their values where these are secret."""
    names = state.tables.colors
    secret = state.options["secret_quests"] and state.phase != "over"
    return [
        [
            {"color": names[color], "value": None if secret and owner != seat else value}
            for color, value in taken
        ]
        for owner, taken in enumerate(state.quests)
    ]


# Reading a view


def fill(root: Entry, state: DragonWhispererState, seat: int, rng: Random) -> None:
    """Fill what a view of `seat` hides with what is left over.

    Secret values of Quests taken are drawn with `rng`, as no redrawing touches them.
    """
    _fill_hands(root, state, seat)
    for owner, entry in enumerate(root["quests"].items(state.players)):
        hidden = state.options["secret_quests"] and state.phase != "over" and owner != seat
        state.quests[owner] = tuple([_read_quest(state, quest, hidden) for quest in entry.items()])
    for field in ("regions", "box"):
        root[field].has_only(*state.tables.colors)
    state.stacks = [()] * len(state.tables.colors)
    state.box = [()] * len(state.tables.colors)
    for color, name in enumerate(state.tables.colors):
        root["box"][name].exactly(2)
        _fill_region(root["regions"][name], state, color, rng)


def _fill_hands(root: Entry, state: DragonWhispererState, seat: int) -> None:
    """The seat's own hand, and for the others and the deck the cards that are nowhere else."""
    entries = root["hands"].items(state.players)
    state.hands[seat] = data.HAND.read(state, entries[seat])
    sizes = [entry.integer(0) if other != seat else 0 for other, entry in enumerate(entries)]
    deck_size = root["deck"].integer(0)
    unplaced = checks.unplaced(root, state)
    root["hands"].require(len(unplaced) == sum(sizes) + deck_size, checks.NOT_ALL_CARDS)
    for other, size in enumerate(sizes):
        if other != seat:
            give(state, other, unplaced[:size])
            del unplaced[:size]
    state.deck = tuple(unplaced)


def _read_quest(state: DragonWhispererState, entry: Entry, hidden: bool) -> Quest:
    if not hidden:
        return data.read_quest(state, entry)
    entry["value"].exactly(None)
    return data.read_quest_color(state, entry), HIDDEN


def _fill_region(region: Entry, state: DragonWhispererState, color: int, rng: Random) -> None:
    """The Quests of one color: below the top, in the box, and those taken whose value is secret."""
    below = region["below"].integer(0)
    state.stacks[color] = data.read_stack(region, (HIDDEN,) * below)
    left = list(state.quest_values[color])
    taken = checks.taken(state, color)
    for value in (*state.stacks[color][:1], *taken):
        if value != HIDDEN:
            region.require(value in left, "shows more Quests than quest_values has")
            left.remove(value)
    region.require(
        len(left) == below + 2 + taken.count(HIDDEN),
        "below, the box and the Quests taken are not the rest of quest_values",
    )
    left = shuffled(left, rng)
    state.box[color] = (left.pop(), left.pop())
    state.stacks[color] = (*state.stacks[color][:1], *left[:below])
    del left[:below]
    for owner, quests in enumerate(state.quests):
        state.quests[owner] = tuple(
            [(c, left.pop() if c == color and value == HIDDEN else value) for c, value in quests]
        )


# Drawing anew


def redraw(state: DragonWhispererState, seat: int, rng: Random) -> None:
    """Draw anew, in place, what `seat` can't know: the other hands, the deck, the Quests below the tops.

    Secret values of Quests taken stay: everyone saw them when they were won (R20).
    """
    _redraw_cards(state, seat, rng)
    random, stacks, box = rng.random, state.stacks, state.box
    for color, stack in enumerate(stacks):
        below = stack[1:]
        orders = ORDERS[len(below)]
        drawn = orders[int(random() * len(orders))](sorted(below + box[color]))
        box[color] = drawn[:2]
        stacks[color] = stack[:1] + drawn[2:]


def _redraw_cards(state: DragonWhispererState, seat: int, rng: Random) -> None:
    tables, voids, hands = state.tables, state.voids, state.hands
    others = [other for other in range(state.players) if other != seat]
    # The seats with the most voids first: they leave the fewest dead ends to the others.
    others.sort(key=lambda other: -voids[other].bit_count())
    unseen = list(state.deck)
    for other in others:
        unseen += [action.arg.id for action in hands[other]]
    unseen.sort()
    rage = tables.rage
    rages = unseen.count(rage)
    if rages > 1:
        unseen[-rages:] = range(rage, rage + rages)  # told apart, while they are dealt
    wanted = [(len(hands[other]), tables.card_sets[voids[other]]) for other in others]
    *dealt, deck = _deal_unseen(unseen, wanted, rng)
    for other, cards in zip(others, dealt, strict=True):
        cards.sort()
        give(state, other, [card if card < rage else rage for card in cards] if rages > 1 else cards)
    state.deck = tuple([card if card < rage else rage for card in deck] if rages > 1 else deck)


def _deal_unseen(unseen: list[int], wanted: list[tuple[int, frozenset[int]]], rng: Random) -> list[list[int]]:
    """Random hands that avoid each seat's void cards, and the rest, in random order.

    `wanted` has for each hand its size and the cards that it can't have, those with such cards first. These
    are drawn one after the other; a deal is then kept with a chance in proportion to the number of ways in
    which each hand could have been drawn, which makes all possible deals equally likely.
    """
    everything = set(unseen)
    barring = [(size, everything & barred) for size, barred in wanted if barred]
    seen: list[tuple[list[list[int]], set[int]]] = []
    weights: list[float] = []
    for _ in range(FAIR_TRIES):
        left = everything
        dealt: list[list[int]] = []
        fairness = 1.0
        for size, barred in barring:
            allowed = left - barred
            if len(allowed) < size:
                break
            if dealt:  # the first hand has as many ways in every try
                most = min(len(left), len(unseen) - len(barred))
                fairness *= comb(len(allowed), size) / comb(most, size)
            hand = sampled(allowed, size, rng)
            dealt.append(hand)
            left = left.difference(hand)
        else:
            if fairness >= 1 or rng.random() < fairness:
                return _deal_rest(dealt, left, wanted, rng)
            seen.append((dealt, left))
            weights.append(fairness)
    if seen:
        [(dealt, left)] = rng.choices(seen, weights)
        return _deal_rest(dealt, left, wanted, rng)
    return _any_deal(shuffled(unseen, rng), wanted)


def _deal_rest(
    dealt: list[list[int]], rest: set[int], wanted: list[tuple[int, frozenset[int]]], rng: Random
) -> list[list[int]]:
    """The hands that may have any card, and the deck, after those that were dealt."""
    left = shuffled(list(rest), rng)
    start = 0
    for size, _ in wanted[len(dealt) :]:
        dealt.append(left[start : start + size])
        start += size
    return [*dealt, left[start:]]


def _any_deal(cards: list[int], wanted: list[tuple[int, frozenset[int]]]) -> list[list[int]]:
    """Some deal that avoids all void cards, found by handing cards on (augmenting paths).

    At a real table there is one: the deal itself.

    Raises:
        BadState: there is none.
    """
    holder: list[int | None] = [None] * len(cards)

    def take(hand: int, asked: set[int]) -> bool:
        """Give `hand` one card more, if need be one of another hand, which then takes another."""
        barred = wanted[hand][1]
        free = [i for i, card in enumerate(cards) if i not in asked and card not in barred]
        for i in sorted(free, key=lambda i: holder[i] is not None):
            asked.add(i)
            other = holder[i]
            if other is None or (other != hand and take(other, asked)):
                holder[i] = hand
                return True
        return False

    for hand, (size, _) in enumerate(wanted):
        for _ in range(size):
            if not take(hand, set()):
                raise BadState("voids: no deal of the cards that are not shown agrees with them")
    hands = [
        [card for card, owner in zip(cards, holder, strict=True) if owner == h] for h in range(len(wanted))
    ]
    return [*hands, [card for card, owner in zip(cards, holder, strict=True) if owner is None]]
