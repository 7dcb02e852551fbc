"""Suffering Casualty dice: cards against them, then the choice of who dies (rules page, section 6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arena.games.core import Action, ActionTable, Decision
from arena.games.vault_of_dragons.components import CASUALTY_DIE, PLAY, Components
from arena.games.vault_of_dragons.rules.cards import PASS, use_card
from arena.games.vault_of_dragons.rules.tasks import Task
from arena.games.vault_of_dragons.rules.trade import dismiss
from arena.games.vault_of_dragons.tables.followers import CLASSES, count_of, kills, numbers, size

if TYPE_CHECKING:
    from arena.games.vault_of_dragons.state import VaultState

IGNORED = 4
"""Added to a Casualty die's skulls when the die is cancelled."""

PLAY_DIE = ActionTable("play", "card", "die")


def skulls(dice: tuple[int, ...]) -> int:
    """The skulls of Casualty dice that are not cancelled."""
    return sum([die for die in dice if die < IGNORED])


def casualty_name(index: int) -> str:
    """A Casualty die's name in an action."""
    return f"c{index}"


def casualty_index(name: str) -> int:
    """The index of the Casualty die with this name."""
    return int(name[1:])


def roll_casualty(state: VaultState) -> int:
    """Roll one Casualty die."""
    return state._draw_number("casualty", CASUALTY_DIE)


def cancel(dice: tuple[int, ...], index: int) -> tuple[int, ...]:
    """The dice with one more cancelled."""
    return dice[:index] + (dice[index] | IGNORED,) + dice[index + 1 :]


def allowed_cards(parts: Components, cards: int, party: int, items_used: tuple[int, ...]) -> int:
    """The cards of a mask that a party may still use in a fight, having used some Magic Items before.

    No more Magic Items than Followers, and of those bound to a class no more than Followers of it.
    """
    if len(items_used) >= size(party):
        return cards & parts.decks[0]
    for kind, bound in zip(CLASSES, parts.bound_cards, strict=True):
        if cards & bound:
            used = sum([bound >> number & 1 for number in items_used])
            if used >= count_of(party, kind):
                cards &= ~bound
    return cards


class Suffer(Task):
    """Casualty dice that threaten a party at a place: first cards may be played, then Followers die."""

    __slots__ = ("dice", "items", "limits", "party", "place", "reduced", "seat", "step")
    do = "suffer"

    def __init__(
        self,
        seat: int,
        place: int,
        party: int,
        dice: tuple[int, ...],
        limits: int,
        items: tuple[int, ...] = (),
        reduced: int = 0,
        step: str = "ignore",
    ) -> None:
        self.seat = seat
        self.place = place
        self.party = party
        """The Followers at risk."""
        self.limits = limits
        """The party that limits Magic Items."""
        self.items = items
        """Magic Items used so far."""
        self.dice = dice
        self.reduced = reduced
        self.step = step

    @property
    def due(self) -> int:
        """How many Followers are to die."""
        return max(0, skulls(self.dice) - self.reduced)

    def advance(self, state: VaultState) -> Decision | None:
        """The decision, as long as somebody is to die."""
        due = self.due
        if not due:
            state.todo.pop()
            return None
        if self.step == "kill":
            number = min(due, size(self.party))
            return Decision(self.seat, "casualties", kills(self.party, number))
        return Decision(self.seat, "ignore", (PASS, *self._plays(state)))

    def _plays(self, state: VaultState) -> list[Action]:
        parts = state.parts
        cards = state.held[self.seat] & parts.ignore_cards
        legal: list[Action] = []
        if cards:
            for card in parts.cards_in(allowed_cards(parts, cards, self.limits, self.items)):
                if card.effect == "ignore_casualty":
                    legal.append(PLAY[card.id])
                else:
                    legal += [
                        PLAY_DIE[card.id, casualty_name(index)]
                        for index, die in enumerate(self.dice)
                        if 0 < die < IGNORED
                    ]
        return legal

    def answer(self, state: VaultState, action: Action) -> None:
        """Carry out a card played against the dice, a pass, or the choice of the dead."""
        if self.step == "kill":
            self._kill(state, action.arg)
        elif action is PASS:
            state.todo[-1] = self._with(step="kill")
        else:
            self._play(state, action)

    def _kill(self, state: VaultState, dead: int) -> None:
        dismiss(state, self.seat, self.place, dead)
        state.todo.pop()
        state.todo[-1].bury(self.seat, dead)
        if state._events is not None:
            state.tell("killed", seat=self.seat, place=self.place, followers=numbers(dead))

    def _play(self, state: VaultState, action: Action) -> None:
        parts = state.parts
        by_die = action.arg in parts.card_of
        card = parts.card_of[action.arg if by_die else action.arg[0]]
        use_card(state, self.seat, card)
        items = self.items if parts.decks[0] & card.bit else self.items + (card.number,)
        if by_die:
            state.todo[-1] = self._with(items=items, reduced=self.reduced + card.count)
        else:
            dice = cancel(self.dice, casualty_index(action.arg[1]))
            state.todo[-1] = self._with(items=items, dice=dice)

    def _with(
        self,
        dice: tuple[int, ...] | None = None,
        items: tuple[int, ...] | None = None,
        reduced: int | None = None,
        step: str | None = None,
    ) -> Suffer:
        """The same with some things changed."""
        return Suffer(
            self.seat,
            self.place,
            self.party,
            self.dice if dice is None else dice,
            self.limits,
            self.items if items is None else items,
            self.reduced if reduced is None else reduced,
            self.step if step is None else step,
        )


def suffer_anew(
    state: VaultState, seat: int, place: int, party: int, dice: int, items: tuple[int, ...] = ()
) -> None:
    """A party suffers so many Casualty dice, rolled now all at once."""
    rolled = tuple([roll_casualty(state) for _ in range(dice)])
    state.todo.append(Suffer(seat, place, party, rolled, party, items))
