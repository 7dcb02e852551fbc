"""The phase of Rewards, and who has the Initiative after it (rules page, section 4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arena.games.core import Decision
from arena.games.vault_of_dragons.rules.casualties import suffer_anew
from arena.games.vault_of_dragons.rules.rounds import start_phase, stop_turns
from arena.games.vault_of_dragons.rules.rumors import pursue
from arena.games.vault_of_dragons.rules.tasks import Task
from arena.games.vault_of_dragons.rules.trade import take
from arena.games.vault_of_dragons.tables.city import places_in
from arena.games.vault_of_dragons.tables.followers import size
from arena.games.vault_of_dragons.tables.goods import DIE_NUMBERS

if TYPE_CHECKING:
    from arena.games.vault_of_dragons.state import VaultState

D12 = 2


def take_rewards(state: VaultState) -> None:
    """All Actions are taken: list who gets which Reward."""
    stop_turns(state)
    start_phase(state, "rewards")
    queue = [(seat, place) for seat in state.seats_in_order() for place in places_in(state.controlled(seat))]
    state.todo.append(Rewards(tuple(queue)))


class Rewards(Task):
    """The seats and places whose Rewards are still to come."""

    __slots__ = ("queue",)
    do = "rewards"

    def __init__(self, queue: tuple[tuple[int, int], ...]) -> None:
        self.queue = queue

    def advance(self, state: VaultState) -> Decision | None:
        """Put the next Reward on the stack, its casualties on top; after the last pass the Initiative."""
        if not self.queue:
            state.todo.pop()
            _pass_initiative(state)
            pursue(state)
            return None
        seat, place = self.queue[0]
        state.todo[-1] = Rewards(self.queue[1:])
        state.todo.append(Reward(seat, place))
        casualties = state.faces[place].reward_casualties
        if casualties:
            suffer_anew(state, seat, place, state.followers[seat][place], casualties)
        return None


class Reward(Task):
    """A Reward to be taken, once its casualties are suffered."""

    __slots__ = ("place", "seat")
    do = "reward"

    def __init__(self, seat: int, place: int) -> None:
        self.seat = seat
        self.place = place

    def advance(self, state: VaultState) -> Decision | None:
        """Take the Reward's goods, if any of the seat's Followers are left there."""
        state.todo.pop()
        if state.followers[self.seat][self.place]:
            if state._events is not None:
                state.tell("reward", seat=self.seat, place=self.place)
            take(state, self.seat, state.faces[self.place].reward, self.place)
        return None


def _pass_initiative(state: VaultState) -> None:
    """To the most Controlled Locations, then the most Followers, then the highest roll."""
    standings = {seat: _standing(state, seat) for seat in state.seats_in_order()}
    best = max(standings.values())
    tied = [seat for seat, standing in standings.items() if standing == best]
    while len(tied) > 1:
        rolls = [state._draw_number("d12", DIE_NUMBERS[D12]) for _ in tied]
        tied = [seat for seat, roll in zip(tied, rolls, strict=True) if roll == max(rolls)]
    state.initiative = tied[0]
    state.tell("initiative", seat=tied[0])


def _standing(state: VaultState, seat: int) -> tuple[int, int]:
    portal = 1 << state.city.portal
    here = [other for other, places in enumerate(state.presence) if places & portal]
    return state.controlled(seat).bit_count() + (here == [seat]), sum(map(size, state.followers[seat]))
