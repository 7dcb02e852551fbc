"""Rounds and turns, the refresh phase and the end of the game (rules page, sections 4 and 9)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arena.games.vault_of_dragons.components import ACTIONS
from arena.games.vault_of_dragons.rules.cards import give_card
from arena.games.vault_of_dragons.rules.locations import flip
from arena.games.vault_of_dragons.rules.scoring import ranks
from arena.games.vault_of_dragons.rules.trade import take
from arena.games.vault_of_dragons.rules.watch import step
from arena.games.vault_of_dragons.tables.city import places_in
from arena.games.vault_of_dragons.tables.followers import size

if TYPE_CHECKING:
    from arena.games.vault_of_dragons.state import VaultState


def start_phase(state: VaultState, phase: str) -> None:
    """A phase begins."""
    state.phase = phase
    state.tell("phase", phase=phase)


def start_round(state: VaultState) -> None:
    """A new round: Actions for all, the first turn, and the bonus of who has the Initiative."""
    state.round += 1
    state.actions = [ACTIONS] * state.players
    first = state.initiative
    state.tell("round", round=state.round, initiative=first)
    start_phase(state, "actions")
    start_turn(state, first)
    state.tell("initiative_bonus", seat=first)
    take(state, first, state.parts.factions[state.faction[first]].initiative, state.city.portal)


def start_turn(state: VaultState, seat: int) -> None:
    """A seat's turn begins."""
    state.turn = seat
    state.fresh = True
    state.taken = 0
    state.hire_discount = 0
    state.free_entrance = False
    if state._events is not None:
        state.tell("turn", seat=seat)


def stop_turns(state: VaultState) -> None:
    """There is no turn any more."""
    state.turn = -1
    state.fresh = False
    state.taken = 0
    state.hire_discount = 0
    state.free_entrance = False


def refresh(state: VaultState) -> None:
    """The refresh phase, and then the next round or the end."""
    start_phase(state, "refresh")
    state.active |= state.regrouping
    state.regrouping = 0
    for seat, cards in enumerate(state.played):
        for number in cards:
            give_card(state, seat, number)
        state.played[seat] = ()
    if state.options["increase_profits"]:
        gold = enumerate(state.place_gold)
        state.place_gold = tuple([lying + 1 - (state.used >> place & 1) for place, lying in gold])
    state.special_used = 0
    state.entrances = [0] * state.players
    state.used = 0
    if state.options["flip_empty_locations"]:
        _flip_empty_locations(state)
    if state.round == state.options["max_rounds"]:
        end_game(state)
    else:
        start_round(state)


def _flip_empty_locations(state: VaultState) -> None:
    crowd = [sum([size(here[place]) for here in state.followers]) for place in state.city.places]
    moved = 0
    for place in range(state.city.size):
        if crowd[place]:
            continue
        flip(state, place)
        if state.active >> place & 1 and not moved >> place & 1:
            free = places_in(state.city.near[place] & ~state.active)
            if free:
                to = max(free, key=lambda near: (crowd[near], -near))
                moved |= 1 << to
                step(state, place, to)


def end_game(state: VaultState) -> None:
    """Nothing is left to do."""
    state.phase = "over"
    state.todo = []
    stop_turns(state)
    winner = None if state.winner < 0 else state.winner
    state.tell("game_over", winner=winner, ranks=ranks(state))
