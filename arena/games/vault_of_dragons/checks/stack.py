"""Whether the stack read from data fits together, and fits the rest of the state."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arena.games.entries import Entry
from arena.games.vault_of_dragons.rules import fights
from arena.games.vault_of_dragons.rules.cards import Pay
from arena.games.vault_of_dragons.rules.casualties import Suffer
from arena.games.vault_of_dragons.rules.fights import Fight, Side
from arena.games.vault_of_dragons.rules.locations import Use
from arena.games.vault_of_dragons.rules.turn import second_action_is_due
from arena.games.vault_of_dragons.tables.followers import count_of, covers
from arena.games.vault_of_dragons.tables.goods import DICE, NO_DIE

if TYPE_CHECKING:
    from arena.games.vault_of_dragons.state import VaultState

UNDER: dict[str, tuple[str | None, ...]] = {
    "place_watch": (None,),
    "faction": ("place_watch",),
    "end_action": (None,),
    "hire": ("end_action",),
    "free_move": ("end_action", None),
    "move": ("end_action", None),
    "gather": ("end_action",),
    "party": ("end_action",),
    "special": ("end_action",),
    "use": ("end_action",),
    "pay": ("use", "special", "pay"),
    "alter": ("end_action",),
    "displace_watch": ("end_action",),
    "displace": ("displace_watch", "end_action"),
    "opportunity": ("end_action",),
    "draw": ("end_action", None, "draw", "loot", "fight"),
    "loot": ("fight", "loot"),
    "suffer": ("use", "reward", "fight"),
    "rewards": (None,),
    "reward": ("rewards",),
    "pursue": (None,),
    "bid": ("pursue",),
    "fight": ("end_action",),
}
"""What each entry of the stack may lie on; None: nothing."""
BOTTOMS: dict[str, tuple[str | None, ...]] = {
    "setup": ("place_watch",),
    "actions": (None, "end_action", "free_move", "move", "draw"),
    "rewards": ("rewards",),
    "pursue": ("pursue",),
    "over": (None,),
}
"""By phase: what lies at the bottom of the stack; None: it is empty."""


def check_stack(stack: Entry, state: VaultState) -> None:
    """Refuse a stack unless each entry may lie where it lies, and the last one waits for a decision."""
    names = [task.do for task in state.todo]
    bottoms = BOTTOMS[state.phase]
    bottom = names[0] if names else None
    stack.require(bottom in bottoms, f"can't begin with {bottom} in phase {state.phase}")
    if state.phase == "actions" and bottom != "end_action":
        stack.require(state.actions[state.turn] > 0, "must not be without Actions in a turn")
    below: str | None = None
    for entry, name in zip(stack.items(), names, strict=True):
        entry.require(below in UNDER[name], f"{name} can't lie on {below}")
        below = name
    for number, entry in enumerate(stack.items()):
        _check_entry(entry, state, number)
    if "end_action" in names:
        stack[0].require(state.taken > 0 and not state.fresh, "end_action goes with an Action taken")
    if names == ["end_action"]:
        stack.require(not second_action_is_due(state), "must be empty: a second Action is due")
    elif names:
        try:
            decision = state.todo[-1].advance(state.clone())
        except (LookupError, StopIteration, ValueError, TypeError, AttributeError, AssertionError) as error:
            raise stack.error(f"stack: doesn't fit the rest of the state ({error!r:.100})") from error
        stack.require(decision is not None and bool(decision.legal), "ends with nothing to decide")


def _check_entry(entry: Entry, state: VaultState, number: int) -> None:
    task = state.todo[number]
    if isinstance(task, Fight):
        _check_fight(entry, state, task)
    elif isinstance(task, Suffer):
        _check_suffer(entry, state, task, state.todo[number - 1])
    elif isinstance(task, Pay):
        held = len(state.hands[task.deck][task.seat])
        entry["count"].require(task.count <= held, "must not be more cards than the seat holds")
    elif isinstance(task, Use):
        options = state.faces[task.place].options
        entry["option"].require(task.option < len(options), "is none of the Location's")


def _check_suffer(entry: Entry, state: VaultState, task: Suffer, below: object) -> None:
    """The party at risk is there, and in a fight it is what is left of a side."""
    here = state.followers[task.seat][task.place]
    entry["party"].require(task.party > 0 and covers(here, task.party), "must be at the place")
    if isinstance(below, Fight):
        entry["seat"].one_of([side.seat for side in below.sides])
        side = below.side_of(task.seat)
        entry["party"].require(task.party == side.left, "must be what is left of the side")
        entry["place"].exactly(side.place)
        entry["seat"].require(task.seat not in below.victims, "must not be among the victims to come")


def _check_fight(entry: Entry, state: VaultState, fight: Fight) -> None:
    """Who takes part, where, and what the step says of it."""
    seats = [side.seat for side in fight.sides]
    in_order = [seat for seat in state.seats_in_order() if seat in seats]
    entry["sides"].require(seats == in_order, "must be in Initiative Order, each seat once")
    if fight.step == "patrol":
        entry["sides"].require(not seats, "must be empty before the patrol")
    else:
        entry["sides"].require(fight.attacker in seats, "must have the attacker among them")
    if fight.kind == "brawl":
        entry["place"].integer(0, state.city.size - 1)
    else:
        entry["sides"].require(len(seats) == 1, "must be the attacker alone in an attempt")
        _check_goal(entry, state, fight)
    entry["mover"].require((fight.mover is not None) == (fight.step == "modify"), "goes with step modify")
    taking_part: list[int | None] = [None, *seats]
    entry["mover"].one_of(taking_part)
    entry["winner"].one_of([*taking_part, fights.NOBODY])
    won = fight.step in ("retreat", "regroup", "assign", "harm")
    entry["winner"].require((fight.winner is not None) == won, f"doesn't go with step {fight.step}")
    for name in ("losers", "victims"):
        for seat in entry[name].items():
            seat.one_of(seats)
    for side, place in zip(fight.sides, entry["sides"].items(), strict=True):
        _check_side(place, state, fight, side)


def _check_goal(entry: Entry, state: VaultState, fight: Fight) -> None:
    """What an attempt is for is there."""
    if fight.kind == "quest":
        entry["place"].integer(0, state.city.size - 1)
        entry["place"].require(bool(state.faces[fight.place].quest), "must have a Quest")
    else:
        entry["place"].exactly(state.city.portal)
    if fight.kind == "dungeon":
        entry.require(state.dungeon_secret >= 0 and state.secret_shown, "needs a Secret that is shown")


def _check_side(entry: Entry, state: VaultState, fight: Fight, side: Side) -> None:
    """Its party is where it is said to be, and has rolled its dice."""
    entry["left"].require(covers(side.party, side.left), "must not be more than the party")
    here = state.followers[side.seat][side.place]
    entry["left"].require(covers(here, side.left), "must be at the place")
    if fight.step not in ("harm", "loot", "finish"):
        entry["left"].require(side.left == side.party, "must be the whole party before the casualties")
    retreated = side.seat != fight.winner and side.seat not in fight.losers
    if fight.winner is None or not retreated:
        entry["place"].exactly(fight.place)
    for die, value in enumerate(side.dice):
        rolls = fight.step != "rogue" and count_of(side.party, fights.DIE_CLASS[die]) > 0
        entry["dice"].require(bool(value) == rolls, f"must {'' if rolls else 'not '}have a {DICE[die]}")
    if side.commit != NO_DIE:
        entry["commit"].require(bool(side.dice[side.commit]), "must be a die that was rolled")
