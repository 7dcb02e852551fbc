"""Heroes: drawing, seating and removing them, turning them down, bonuses, potions (sections 6.1 to 6.4)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

from arena.games.core import Data, Decision
from arena.games.yawning_portal.rules import objectives
from arena.games.yawning_portal.rules.gems import gain
from arena.games.yawning_portal.rules.holdings import BONUSES, POTIONS, SEATED
from arena.games.yawning_portal.rules.masks import non_empty
from arena.games.yawning_portal.rules.row import is_perfect
from arena.games.yawning_portal.rules.todo import Choice, Deed, skip

if TYPE_CHECKING:
    from arena.games.yawning_portal.state import YawningPortalState

NO_HERO = -1
"""In place of a card on a free space."""


# What happens to heroes on the table


def check_orders(state: YawningPortalState, spaces: Sequence[int]) -> None:
    """The check of the row, after a change in front of these spaces: heroes whose orders are complete."""
    waiting = state.up & ~state.seating
    perfect = [space for space in spaces if waiting >> space & 1 and is_perfect(state, space)]
    if perfect:
        for space in perfect:
            turn_down(state, space)
        claim_bonuses(state, perfect)


def claim_bonuses(state: YawningPortalState, spaces: Sequence[int]) -> None:
    """The player claims the bonuses of heroes; then what they hold is done in the same order."""
    holding = state.holdings[state.turn]
    for space in spaces:
        holding[BONUSES] += 1
        if state._events is not None:
            state._events.append(state.tables.told.bonus[space][state.turn].copy())
        objectives.claim(state)
    for space in reversed(spaces):
        state.todo += state.tables.bonuses[state.cards[space]]


def turn_down(state: YawningPortalState, space: int) -> None:
    """A faceup hero is turned face down."""
    state.up ^= 1 << space
    return_potion(state, space)
    if state._events is not None:
        state._events.append(state.tables.told.turn_down[space][state.turn].copy())


def remove_hero(state: YawningPortalState, space: int) -> None:
    """A hero goes from the table to the discard pile."""
    card, bit = state.cards[space], 1 << space
    state.cards[space] = NO_HERO
    state.taken ^= bit
    state.up &= ~bit
    return_potion(state, space)
    state.discard += (card,)
    if state._events is not None:
        state.tell("remove_hero", seat=state.turn, space=space, card=state.tables.names[card])


def return_potion(state: YawningPortalState, space: int) -> None:
    """A potion on a hero goes back to the supply."""
    if state.enchanted >> space & 1:
        state.enchanted ^= 1 << space
        state.potions += 1


# From the decks to the table


class Draw(Choice):
    """A card from a deck."""

    __slots__ = ()
    do = "draw"
    kind = "draw_card"

    def decision(self, state: YawningPortalState) -> Decision | None:
        """The decision among decks that are not empty."""
        return state.tables.draw[state.turn][non_empty(state.decks)]

    def carry_out(self, state: YawningPortalState, chosen: int) -> None:
        """Move the deck's top card to the end of the hand, or of the line."""
        deck = state.decks[chosen]
        card = deck[0]
        seat = state.turn
        state.decks[chosen] = deck[1:]
        state.hands[seat] += (card,)
        events = state._events
        if events is not None:
            tables = state.tables
            events.append(tables.told.draw[chosen][tables.color_of[card]][seat].copy())
            if state.players == 1:
                events.append({"type": "line", "seat": seat, "card": tables.names[card]})
            else:
                events.append({"type": "drawn", "seat": seat, "card": tables.names[card], "seats": [seat]})

    def why_not(self, state: YawningPortalState, data: Data) -> str:
        """No such deck, or an empty one."""
        decks = state.tables.deck_names
        return f"that deck is empty or none of {', '.join(decks)}"


class Play(Choice):
    """A card of the hand is chosen, or the front of the line."""

    __slots__ = ()
    do = "play"
    kind = "play_card"

    def decision(self, state: YawningPortalState) -> Decision | None:
        """The decision among the cards in hand, alone the first of the line; None without a free space."""
        seat, tables = state.turn, state.tables
        cards = playable(state)
        if not cards or state.taken == tables.all_spaces:
            return None
        return Decision(seat, self.kind, tuple(map(tables.play.__getitem__, sorted(cards))))

    def carry_out(self, state: YawningPortalState, chosen: int) -> None:
        """Take the card from the hand; next its space is chosen."""
        hand = state.hands[state.turn]
        place = hand.index(chosen)
        state.hands[state.turn] = hand[:place] + hand[place + 1 :]
        if state._events is not None:
            state._events.append(state.tables.told.play[chosen][state.turn].copy())
        state.todo.append(seat(chosen))

    def why_not(self, state: YawningPortalState, data: Data) -> str:
        """The card is not in the hand, or not at the front of the line."""
        names = [state.tables.names[card] for card in state.hands[state.turn]]
        if state.players == 1:
            return f"the front of the line is {names[0]}"
        return f"your hand is {', '.join(names)}"


def playable(state: YawningPortalState) -> tuple[int, ...]:
    """The cards that the player could play: its hand, or the front of the line."""
    hand = state.hands[state.turn]
    return hand[:1] if state.players == 1 else hand


class Seat(Choice):
    """A card chosen to be played gets its space (section 6.3)."""

    __slots__ = ()
    do = "seat"
    arg_name = "card"
    kind = "choose_space"

    def decision(self, state: YawningPortalState) -> Decision | None:
        """The decision among free spaces."""
        return state.tables.choose_space[state.turn][state.tables.all_spaces ^ state.taken]

    def carry_out(self, state: YawningPortalState, chosen: int) -> None:
        """Put the hero on the space, face up; then come his effect and what his order pays."""
        bit = 1 << chosen
        state.cards[chosen] = self.arg
        state.taken |= bit
        state.up |= bit
        state.seating |= bit
        state.holdings[state.turn][SEATED] += 1
        if state._events is not None:
            name = state.tables.names[self.arg]
            state._events.append({"type": "seat", "seat": state.turn, "card": name, "space": chosen})
        objectives.claim(state)
        state.todo += (collect(chosen), effect(chosen))

    def why_not(self, state: YawningPortalState, data: Data) -> str:
        """The space is not free."""
        return "that is no free space"


class Effect(Deed):
    """The effect of the hero on a space begins."""

    __slots__ = ()
    do = "effect"
    arg_name = "space"

    def carry_out(self, state: YawningPortalState) -> None:
        """Put what the hero's class does in front of the list."""
        space, tables = self.arg, state.tables
        card = state.cards[space]
        if state._events is not None:
            name = tables.heroes[card].effect
            state._events.append({"type": "effect", "seat": state.turn, "space": space, "effect": name})
        state.todo += tables.effects[card][space]


class Collect(Deed):
    """The hero on a space pays for the symbols that match, and his bonus if all do; he is seated then."""

    __slots__ = ()
    do = "collect"
    arg_name = "space"

    def carry_out(self, state: YawningPortalState) -> None:
        """Gain a gem for each symbol that matches; then the bonus if all do."""
        space, tables = self.arg, state.tables
        card = state.cards[space]
        tokens = state.windows[tables.window[space]]
        for bit, color in tables.symbols[space][card]:
            if tokens & bit:
                gain(state, color)
        state.seating ^= 1 << space
        order = tables.orders[space][card]
        if tokens & order == order:
            turn_down(state, space)
            claim_bonuses(state, (space,))


# Away from the table, and face down


class RemoveHero(Choice):
    """A hero is removed from the table."""

    __slots__ = ()
    do = "remove_card"
    kind = "remove_card"

    def decision(self, state: YawningPortalState) -> Decision | None:
        """The decision among heroes, but for those being seated."""
        return state.tables.remove_card[state.turn][state.taken & ~state.seating]

    def carry_out(self, state: YawningPortalState, chosen: int) -> None:
        """Move the hero to the discard pile, a potion on him to the supply."""
        remove_hero(state, chosen)

    def why_not(self, state: YawningPortalState, data: Data) -> str:
        """No hero is there, or he is still being seated."""
        return "no hero that could be removed is on that space"


class Shove(Choice):
    """The barbarian: a hero beside a space is removed."""

    __slots__ = ()
    do = "shove"
    arg_name = "space"
    kind = "remove_neighbour"

    def decision(self, state: YawningPortalState) -> Decision | None:
        """The decision among heroes beside the space, but for those being seated."""
        tables = state.tables
        return tables.remove_neighbour[state.turn][state.taken & ~state.seating & tables.neighbours[self.arg]]

    def carry_out(self, state: YawningPortalState, chosen: int) -> None:
        """Move the hero to the discard pile, a potion on him to the supply."""
        remove_hero(state, chosen)

    def why_not(self, state: YawningPortalState, data: Data) -> str:
        """No hero is there beside the space, or he is still being seated."""
        return f"no hero that could be removed is there, beside space {self.arg}"


class TurnDown(Choice):
    """The warlock: a faceup hero beside a space is turned face down; nobody gets its bonus."""

    __slots__ = ()
    do = "turn_down"
    arg_name = "space"
    kind = "turn_down"

    def decision(self, state: YawningPortalState) -> Decision | None:
        """The decision among faceup heroes beside the space, but for those being seated."""
        tables = state.tables
        return tables.turn_down[state.turn][state.up & ~state.seating & tables.neighbours[self.arg]]

    def carry_out(self, state: YawningPortalState, chosen: int) -> None:
        """Turn the hero face down, so that his victory symbol shows from now on."""
        turn_down(state, chosen)

    def why_not(self, state: YawningPortalState, data: Data) -> str:
        """No faceup hero is there beside the space, or he is still being seated."""
        return f"no faceup hero that could be turned is there, beside space {self.arg}"


# Potions


class TakePotion(Deed):
    """A potion from the supply."""

    __slots__ = ()
    do = "take_potion"

    def carry_out(self, state: YawningPortalState) -> None:
        """Move a potion from the supply to the player; skipped where there is none."""
        if not state.potions:
            skip(state, "take_potion")
            return
        state.potions -= 1
        state.holdings[state.turn][POTIONS] += 1
        if state._events is not None:
            state._events.append(state.tables.told.take_potion[state.turn].copy())


class PlayPotion(Choice):
    """A potion on a faceup hero brings his bonus; he stays face up."""

    __slots__ = ()
    do = "play_potion"
    kind = "play_potion"

    def decision(self, state: YawningPortalState) -> Decision | None:
        """The decision among faceup heroes without a potion, but for those being seated."""
        seat = state.turn
        targets = enchantable(state) if state.holdings[seat][POTIONS] else 0
        return state.tables.play_potion[seat][targets]

    def carry_out(self, state: YawningPortalState, chosen: int) -> None:
        """Put a potion of the player's on the hero and claim his bonus; a match can still earn it again."""
        state.holdings[state.turn][POTIONS] -= 1
        state.enchanted |= 1 << chosen
        if state._events is not None:
            state._events.append(state.tables.told.potion[chosen][state.turn].copy())
        claim_bonuses(state, (chosen,))

    def why_not(self, state: YawningPortalState, data: Data) -> str:
        """No faceup hero without a potion, seated before, is there."""
        return "no faceup hero without a potion, seated before, is on that space"


def enchantable(state: YawningPortalState) -> int:
    """The mask of the spaces whose heroes a potion could be played on."""
    return state.up & ~state.enchanted & ~state.seating


seat = cache(Seat)
effect = cache(Effect)
collect = cache(Collect)
shove = cache(Shove)
turn_down_beside = cache(TurnDown)
