"""Using Locations and faction cards, and what Blackstaff Tower does to the city."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from arena.games.core import Action, ActionTable, Decision
from arena.games.vault_of_dragons.components import Face, Option
from arena.games.vault_of_dragons.rules.casualties import suffer_anew
from arena.games.vault_of_dragons.rules.tasks import Task
from arena.games.vault_of_dragons.rules.trade import gain_gold, move_followers, pay, payable, take
from arena.games.vault_of_dragons.rules.watch import DisplaceWatch
from arena.games.vault_of_dragons.tables.city import DISPLACE, EXCHANGE, FLIP, SWAP, places_in
from arena.games.vault_of_dragons.tables.goods import FREE

if TYPE_CHECKING:
    from arena.games.vault_of_dragons.state import VaultState

USE = ActionTable("use", "place", "option")
NOWHERE = -1
"""The place of a Faction Action that discards nobody."""


def uses(state: VaultState, seat: int, places: int) -> list[Action]:
    """The ways in which a seat can use Locations of a mask that it may use."""
    legal = []
    here = state.followers[seat]
    for place in places_in(places):
        for index, option in enumerate(state.faces[place].options):
            cost = option.cost
            if cost is FREE or payable(state, seat, cost, here[place]):
                legal.append(USE[place, index])
    return legal


def use(state: VaultState, seat: int, place: int, index: int) -> None:
    """A seat uses a Location: its dangers first, then its cost and goods."""
    state.tell("use", seat=seat, place=place, option=index)
    mark_used(state, seat, place)
    casualties = state.faces[place].options[index].casualties
    if casualties:
        state.todo.append(Use(seat, place, index, "pay"))
        suffer_anew(state, seat, place, state.followers[seat][place], casualties)
    else:
        _pay_for_use(state, seat, place, index)


def mark_used(state: VaultState, seat: int, place: int) -> None:
    """A Location is used for this round, and whoever does it takes the gold lying there."""
    state.used |= 1 << place
    gold = state.place_gold[place]
    if gold:
        set_place_gold(state, place, 0)
        gain_gold(state, seat, gold)


def set_place_gold(state: VaultState, place: int, gold: int) -> None:
    """So much gold lies on a Location now."""
    gold_by_place = state.place_gold
    state.place_gold = gold_by_place[:place] + (gold,) + gold_by_place[place + 1 :]


def _pay_for_use(state: VaultState, seat: int, place: int, index: int) -> None:
    state.todo.append(Use(seat, place, index, "gain"))
    pay(state, seat, state.faces[place].options[index].cost, place)


class Use(Task):
    """A Location being used: its casualties are suffered (`pay` comes next), or cards are paid (`gain`)."""

    __slots__ = ("option", "place", "seat", "step")
    do = "use"

    def __init__(self, seat: int, place: int, option: int, step: str) -> None:
        self.seat = seat
        self.place = place
        self.option = option
        self.step = step

    def advance(self, state: VaultState) -> Decision | None:
        """After casualties pay the cost, if anybody is left there; after the cost take the goods."""
        state.todo.pop()
        if self.step == "pay":
            if state.followers[self.seat][self.place]:
                _pay_for_use(state, self.seat, self.place, self.option)
            return None
        option: Option = state.faces[self.place].options[self.option]
        if option.gain is None:
            state.todo.append(Alter(self.place))
        else:
            take(state, self.seat, option.gain, self.place)
        return None


class Special(Task):
    """A Faction Action whose cost is being paid; `place` has the Followers that it discards."""

    __slots__ = ("place",)
    do = "special"

    def __init__(self, place: int) -> None:
        self.place = place

    def advance(self, state: VaultState) -> Decision | None:
        """Take the faction's goods, as the cost is paid."""
        state.todo.pop()
        seat = state.turn
        take(state, seat, state.parts.factions[state.faction[seat]].gain, self.place)
        return None


def use_faction(state: VaultState, seat: int, place: int) -> None:
    """A seat takes its Faction Special Action."""
    state.special_used |= 1 << seat
    state.todo.append(Special(place))
    pay(state, seat, state.parts.factions[state.faction[seat]].cost, place)


@cache
def _alterations(size: int, tower: int, unused: int) -> tuple[Action, ...]:
    """What Blackstaff Tower can do at a place of so many, with so many unused tiles."""
    return (
        *[FLIP[place] for place in range(size) if place != tower],
        *[EXCHANGE[a, b] for a in range(size) for b in range(a + 1, size)],
        *[SWAP[place, index] for place in range(size) for index in range(unused)],
    )


class Alter(Task):
    """Blackstaff Tower is about to flip or exchange Locations."""

    __slots__ = ("place",)
    do = "alter"

    def __init__(self, place: int) -> None:
        self.place = place

    def advance(self, state: VaultState) -> Decision | None:
        """The decision what to flip, exchange or swap."""
        legal = _alterations(state.city.size, self.place, len(state.unused))
        return Decision(state.turn, "alter", legal)

    def answer(self, state: VaultState, action: Action) -> None:
        """Take the entry off the stack, then flip, exchange or swap what was chosen."""
        state.todo.pop()
        if action.type == "flip":
            _flip_and_clear(state, action.arg)
        elif action.type == "exchange":
            _exchange(state, *action.arg)
        else:
            _swap(state, *action.arg)


def flip(state: VaultState, place: int) -> None:
    """A Location turns over and is unused; gold on it stays."""
    face = state.faces[place]
    other = state.parts.faces[face.tile][1 - face.side]
    state.set_faces(_with_face(state.faces, place, other))
    state.used &= ~(1 << place)
    state.tell("flipped", place=place, location=other.id)


def _with_face(faces: tuple[Face, ...], place: int, face: Face) -> tuple[Face, ...]:
    return faces[:place] + (face,) + faces[place + 1 :]


def _flip_and_clear(state: VaultState, place: int) -> None:
    """Flip a Location; whoever stands there is to go next door, the City Watch last."""
    flip(state, place)
    if state.active >> place & 1:
        state.todo.append(DisplaceWatch(place))
    owners = tuple([seat for seat in state.seats_in_order() if state.followers[seat][place]])
    if owners:
        state.todo.append(Displace(place, owners))


def _exchange(state: VaultState, a: int, b: int) -> None:
    """Two Locations change places, with their gold and used marks."""
    faces = state.faces
    state.set_faces(_with_face(_with_face(faces, a, faces[b]), b, faces[a]))
    if (state.used >> a ^ state.used >> b) & 1:
        state.used ^= 1 << a | 1 << b
    gold_a, gold_b = state.place_gold[a], state.place_gold[b]
    set_place_gold(state, a, gold_b)
    set_place_gold(state, b, gold_a)
    state.tell("exchanged", a=a, b=b)


def _swap(state: VaultState, place: int, index: int) -> None:
    """An unused tile takes the place of a Location, whose gold is lost."""
    incoming = state.unused[index]
    state.unused = _with_face(state.unused, index, state.faces[place])
    state.set_faces(_with_face(state.faces, place, incoming))
    state.used &= ~(1 << place)
    set_place_gold(state, place, 0)
    state.tell("swapped", place=place, location=incoming.id)


class Displace(Task):
    """Followers of a flipped Location are to go next door, a seat after the other."""

    __slots__ = ("place", "seats")
    do = "displace"

    def __init__(self, place: int, seats: tuple[int, ...]) -> None:
        self.place = place
        self.seats = seats

    def advance(self, state: VaultState) -> Decision | None:
        """The decision of the next seat, where its Followers go."""
        legal = tuple([DISPLACE[to] for to in state.city.neighbors[self.place]])
        return Decision(self.seats[0], "displace", legal)

    def answer(self, state: VaultState, action: Action) -> None:
        """Move all Followers of the seat next door; the entry stays while another seat has some."""
        seat, *others = self.seats
        move_followers(state, seat, self.place, action.arg, state.followers[seat][self.place])
        if others:
            state.todo[-1] = Displace(self.place, tuple(others))
        else:
            state.todo.pop()
