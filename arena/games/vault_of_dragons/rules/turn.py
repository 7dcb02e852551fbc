"""A turn: the Actions and free deeds that a seat may choose from, and doing them (rules page, section 5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arena.games.core import Action, ActionTable, Decision
from arena.games.vault_of_dragons.components import PLAY, Card
from arena.games.vault_of_dragons.rules import watch
from arena.games.vault_of_dragons.rules.brawls import Brawl
from arena.games.vault_of_dragons.rules.cards import use_card
from arena.games.vault_of_dragons.rules.dungeons import begin_quest, enter, entries
from arena.games.vault_of_dragons.rules.locations import NOWHERE, use, use_faction, uses
from arena.games.vault_of_dragons.rules.movement import FreeMove, Gather, Hire, Move, can_hire
from arena.games.vault_of_dragons.rules.rewards import take_rewards
from arena.games.vault_of_dragons.rules.rounds import start_turn
from arena.games.vault_of_dragons.rules.tasks import Task
from arena.games.vault_of_dragons.rules.trade import gain_gold, pay, payable, take
from arena.games.vault_of_dragons.tables.city import places_in
from arena.games.vault_of_dragons.tables.followers import at_most
from arena.games.vault_of_dragons.tables.goods import Cost

if TYPE_CHECKING:
    from arena.games.vault_of_dragons.state import VaultState

REVEAL = Action("reveal")
TAKE_GOLD = Action("take_gold")
GATHER = Action("gather")
FACTION_ACTION = Action("faction_action", NOWHERE)
FACTION_ACTION_AT = ActionTable("faction_action", "place")
PLAY_AT = ActionTable("play", "card", "place")
PLAY_WATCH = ActionTable("play", "card", "from", "to")
END_TURN = Action("end_turn")
FREE_DEEDS = ("reveal", "move_watch", "play")


def decide(state: VaultState) -> Decision:
    """What the seat whose turn it is may do."""
    seat = state.turn
    city = state.city
    mine = state.presence[seat]
    first = not state.taken
    legal = _starters(state, seat) if first else ()
    if can_hire(state, seat):
        legal += city.hires
    at_portal = mine >> city.portal & 1
    if mine:
        legal += city.moves(mine)
        if at_portal and mine & city.locations:
            legal += (GATHER,)
        if first:
            legal += _location_actions(state, seat)
            if at_portal:
                legal += tuple(entries(state, seat))
    return Decision(seat, "turn", legal + _free_deeds(state, seat))


def decide_after_action(state: VaultState) -> Decision:
    """What it may still do once its Action is done: free deeds, or end the turn."""
    seat = state.turn
    return Decision(seat, "after_action", (END_TURN, *_free_deeds(state, seat)))


def _free_deeds(state: VaultState, seat: int) -> tuple[Action, ...]:
    """Those that are possible before the Action and after it."""
    legal: tuple[Action, ...] = ()
    if state.active and (state.new_rumors[seat] or state.old_rumors[seat]):
        legal = state.city.watch_moves(state.active, state.active | state.regrouping)
    cards = state.held[seat] & state.parts.turn_cards
    return legal + _plays(state, seat, cards) if cards else legal


def _starters(state: VaultState, seat: int) -> tuple[Action, ...]:
    """What comes first in the list: revealing the Vault, taking gold, the Faction Special Action."""
    legal: tuple[Action, ...] = (TAKE_GOLD,)
    if state.fresh and not state.vault_open and len(state.secrets[seat]) >= state.options["secrets_to_open"]:
        legal = (REVEAL, TAKE_GOLD)
    if state.special_used >> seat & 1:
        return legal
    cost = state.parts.factions[state.faction[seat]].cost
    if cost.followers:
        here = state.followers[seat]
        places = places_in(state.controlled(seat))
        return legal + tuple([FACTION_ACTION_AT[p] for p in places if payable(state, seat, cost, here[p])])
    return (*legal, FACTION_ACTION) if payable(state, seat, cost, 0) else legal


def _location_actions(state: VaultState, seat: int) -> tuple[Action, ...]:
    """Fights, uses and Quests."""
    city, mine = state.city, state.presence[seat] & state.city.locations
    controlled = state.controlled(seat)
    contested = mine & ~controlled
    legal = city.fights(contested) if contested else ()
    if controlled:
        usable = controlled & ~state.used & ~state.quests
        if usable:
            legal += tuple(uses(state, seat, usable))
        quests = controlled & state.quests
        if quests:
            legal += city.quests(quests)
    return legal


def _plays(state: VaultState, seat: int, cards: int) -> tuple[Action, ...]:
    """Playing the cards of a mask that fit the turn."""
    parts = state.parts
    if state.free_entrance:
        cards &= ~parts.with_effect["free_entrance"]
    if not state.presence[seat]:
        cards &= ~parts.with_effect["move"]
    told = parts.placing_cards | parts.with_effect["move_watch"]
    if not cards & told:
        return parts.plays(cards)
    legal: list[Action] = []
    for card in parts.cards_in(cards):
        if not told & card.bit:
            legal.append(PLAY[card.id])
        elif card.effect == "move_watch":
            steps = state.city.watch_steps(state.active, state.active | state.regrouping)
            legal += [PLAY_WATCH[card.id, origin, to] for origin, to in steps]
        elif at_most(card.gain.followers, state.unhired[seat]):
            legal += [PLAY_AT[card.id, place] for place in state.city.places]
    return tuple(legal)


def act(state: VaultState, action: Action) -> None:
    """Do what the seat whose turn it is has chosen."""
    seat = state.turn
    state.fresh = False
    if action.type in FREE_DEEDS:
        _DEEDS[action.type](state, seat, action)
        return
    state.actions[seat] -= 1
    state.taken += 1
    state.todo.append(END_ACTION)
    if state._events is not None:
        state.tell("action", seat=seat, action=action.to_data())
    _DEEDS[action.type](state, seat, action)


class EndAction(Task):
    """Lies under all entries of an Action, and then of the free deeds after it."""

    __slots__ = ()
    do = "end_action"

    def advance(self, state: VaultState) -> Decision | None:
        """A second Action if one is due; else free deeds as long as one is possible; else the turn ends."""
        if second_action_is_due(state):
            state.todo.pop()
            return None
        decision = decide_after_action(state)
        if len(decision.legal) > 1:
            return decision
        _end_turn(state)
        return None

    def answer(self, state: VaultState, action: Action) -> None:
        """A free deed, or the end of the turn, of which nothing is told: nobody learns that it was asked."""
        if action is END_TURN:
            _end_turn(state)
        else:
            _DEEDS[action.type](state, state.turn, action)


def second_action_is_due(state: VaultState) -> bool:
    """Whether the turn must have another Action (option `action_packed`), a Move or a Hire being possible."""
    seat = state.turn
    if not (state.options["action_packed"] and state.taken == 1 and state.actions[seat]):
        return False
    return state.presence[seat] > 0 or can_hire(state, seat)


def _end_turn(state: VaultState) -> None:
    """On to the next turn, or the Rewards."""
    state.todo.pop()
    players = state.players
    for step in range(1, players + 1):
        following = (state.turn + step) % players
        if state.actions[following]:
            start_turn(state, following)
            return
    take_rewards(state)


END_ACTION = EndAction()


def _reveal(state: VaultState, seat: int, action: Action) -> None:
    state.vault_open = True
    state.tell("reveal", seat=seat)


def _take_gold(state: VaultState, seat: int, action: Action) -> None:
    gain_gold(state, seat, 1)


def _faction_action(state: VaultState, seat: int, action: Action) -> None:
    use_faction(state, seat, action.arg)


def _hire(state: VaultState, seat: int, action: Action) -> None:
    state.todo.append(Hire(action.arg))


def _move(state: VaultState, seat: int, action: Action) -> None:
    state.todo.append(Move(*action.arg))


def _gather(state: VaultState, seat: int, action: Action) -> None:
    state.todo.append(Gather(-1))


def _fight(state: VaultState, seat: int, action: Action) -> None:
    Brawl(seat, action.arg).begin(state)


def _use(state: VaultState, seat: int, action: Action) -> None:
    use(state, seat, *action.arg)


def _quest(state: VaultState, seat: int, action: Action) -> None:
    begin_quest(state, seat, action.arg)


def _move_watch(state: VaultState, seat: int, action: Action) -> None:
    pay(state, seat, Cost(rumors=1), NOWHERE)
    watch.step(state, *action.arg)


def _play(state: VaultState, seat: int, action: Action) -> None:
    plain = action.arg in state.parts.card_of
    card: Card = state.parts.card_of[action.arg if plain else action.arg[0]]
    use_card(state, seat, card)
    effect = card.effect
    if effect == "gain":
        take(state, seat, card.gain, NOWHERE if plain else action.arg[1])
    elif effect == "hire_discount":
        state.hire_discount += card.gold
    elif effect == "free_entrance":
        state.free_entrance = True
    elif effect == "move":
        state.todo.append(FreeMove())
    else:
        watch.step(state, *action.arg[1:])


_DEEDS = {
    "reveal": _reveal,
    "take_gold": _take_gold,
    "faction_action": _faction_action,
    "hire": _hire,
    "move": _move,
    "gather": _gather,
    "fight": _fight,
    "use": _use,
    "quest": _quest,
    "enter": enter,
    "move_watch": _move_watch,
    "play": _play,
}
"""By type of action: what it does."""
