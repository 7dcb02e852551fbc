"""Brawls between seats and with the City Watch: who joins, who wins, who dies (rules page, section 7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arena.games.core import Action, ActionTable, Decision
from arena.games.vault_of_dragons.components import WATCH_STRENGTH
from arena.games.vault_of_dragons.rules import watch
from arena.games.vault_of_dragons.rules.cards import PASS
from arena.games.vault_of_dragons.rules.casualties import IGNORED, Suffer, cancel, casualty_name, skulls
from arena.games.vault_of_dragons.rules.dungeons import begin_quest
from arena.games.vault_of_dragons.rules.fights import NOBODY, Fight, Side
from arena.games.vault_of_dragons.rules.locations import use, uses
from arena.games.vault_of_dragons.rules.tasks import Task
from arena.games.vault_of_dragons.rules.trade import move_followers
from arena.games.vault_of_dragons.tables.city import PATROL, QUEST, REGROUP
from arena.games.vault_of_dragons.tables.followers import size

if TYPE_CHECKING:
    from arena.games.vault_of_dragons.state import VaultState

ASSIGN = ActionTable("assign", "target")


class Brawl(Fight):
    """A fight of all who are at a Location, the City Watch too."""

    __slots__ = ()
    kind = "brawl"

    def begin(self, state: VaultState) -> None:
        """The City Watch may come before anything is rolled."""
        super().begin(state)
        rivals = bool(self._defenders(state))
        if rivals and watch.patrol_steps(state, self.place):
            self.step = "patrol"
        else:
            self._muster(state)

    def _defenders(self, state: VaultState) -> list[int]:
        """The other seats there, in Initiative Order."""
        order = state.seats_in_order()
        return [s for s in order if s != self.attacker and state.followers[s][self.place]]

    def _muster(self, state: VaultState) -> None:
        """All sides take their stand."""
        place = self.place
        for seat in state.seats_in_order():
            party = state.followers[seat][place]
            if party:
                self.sides.append(Side(seat, place, party))
        if state.active >> place & 1:
            self.watch = ()
        self.step = "rogue"

    def cancellable(self, side: Side) -> list[tuple[int, str]]:
        """See `Fight.cancellable`."""
        dice = [(other.seat, other.casualties) for other in self.sides if other is not side]
        if self.watch is not None:
            dice.append((NOBODY, self.watch))
        return [
            (rival, casualty_name(index))
            for rival, values in dice
            for index, die in enumerate(values)
            if 0 < die < IGNORED
        ]

    def cancel_die(self, rival: int, index: int) -> None:
        """See `Fight.cancel_die`."""
        if rival == NOBODY:
            assert self.watch is not None
            self.watch = cancel(self.watch, index)
        else:
            side = self.side_of(rival)
            side.casualties = cancel(side.casualties, index)

    def conclude(self, state: VaultState) -> None:
        """The strongest side wins, the attacker among equals, unless the Watch is stronger still."""
        strengths = [(side.seat, side.strength or 0) for side in self.sides]
        most = max([strength for _, strength in strengths])
        best = [seat for seat, strength in strengths if strength == most]
        self.winner = self.attacker if self.attacker in best else best[0]
        against = None if self.watch is None else WATCH_STRENGTH + skulls(self.watch)
        if against is not None and against > most:
            self.winner = NOBODY
        self.losers = tuple([seat for seat, _ in strengths if seat != self.winner])
        self.step = "retreat"
        state.tell("brawl_result", winner=self.winner, watch=against, strengths=list(map(list, strengths)))

    def go_on(self, state: VaultState) -> Decision | None:
        """See `Fight.go_on`."""
        if self.step == "patrol":
            steps = watch.patrol_steps(state, self.place)
            return Decision(self._defenders(state)[0], "patrol", tuple([PATROL[step] for step in steps]))
        if self.step == "retreat":
            return self._retreat(state)
        if self.step == "regroup":
            free = watch.free_places_near(state, self.place)
            assert self.winner is not None
            return Decision(self.winner, "regroup", tuple([REGROUP[to] for to in free]))
        if self.step == "assign":
            return self._assign()
        self._harm(state)
        return None

    def settle(self, state: VaultState, action: Action) -> None:
        """See `Fight.settle`."""
        if self.step == "patrol":
            watch.step(state, *action.arg)
            self._muster(state)
        elif self.step == "retreat":
            seat, to = action.arg
            self._go(state, self.side_of(seat), to)
        elif self.step == "regroup":
            watch.regroup(state, self.place, action.arg)
            self._start_assigning()
        else:
            side = next(side for side in self.sides if side.target is None)
            side.target = action.arg
            state.tell("assign", seat=side.seat, target=action.arg)

    # Retreats

    def _retreat(self, state: VaultState) -> Decision | None:
        if not self.losers:
            self._send_watch_away(state)
            return None
        loser = self.side_of(self.losers[0])
        chooser = self.winner
        if chooser is None or chooser == NOBODY or size(loser.party) > size(self.side_of(chooser).party):
            chooser = loser.seat
        return Decision(chooser, "retreat", state.city.retreats(loser.seat, self.place))

    def _go(self, state: VaultState, side: Side, to: int) -> None:
        side.place = to
        self.losers = self.losers[1:]
        state.tell("retreat", seat=side.seat, place=self.place, to=to)
        move_followers(state, side.seat, self.place, to, side.party)

    def _send_watch_away(self, state: VaultState) -> None:
        """A beaten City Watch regroups, where the winner says, or on the spot if it can't leave."""
        if self.watch is not None and self.winner != NOBODY:
            if watch.free_places_near(state, self.place):
                self.step = "regroup"
                return
            watch.regroup(state, self.place, self.place)
        self._start_assigning()

    # Casualties

    def _start_assigning(self) -> None:
        """Settle whom each side's skulls reach, where there is no choice."""
        self.step = "assign"
        for side in self.sides:
            rivals = [other.seat for other in self.sides if other is not side]
            if not rivals or not skulls(side.casualties):
                side.target = NOBODY
            elif len(rivals) == 1:
                side.target = rivals[0]

    def _assign(self) -> Decision | None:
        for side in self.sides:
            if side.target is None:
                rivals = [other.seat for other in self.sides if other is not side]
                return Decision(side.seat, "assign", tuple([ASSIGN[seat] for seat in rivals]))
        self.victims = tuple([side.seat for side in self.sides])
        self.step = "harm"
        return None

    def _harm(self, state: VaultState) -> None:
        """The next victim suffers; after the last, the winner may use the Location."""
        if not self.victims:
            self._end(state)
            return
        victim, self.victims = self.victims[0], self.victims[1:]
        side = self.side_of(victim)
        dice = [die for other in self.sides if other.target == victim for die in other.casualties]
        if victim == self.attacker and self.watch is not None:
            dice += self.watch
        alive = tuple([die for die in dice if die < IGNORED])
        state.todo.append(Suffer(victim, side.place, side.left, alive, side.party, side.items))

    def _end(self, state: VaultState) -> None:
        state.todo.pop()
        place = self.place
        open_places = state.controlled(self.attacker) & (state.quests | ~state.used)
        if self.winner == self.attacker and open_places >> place & 1:
            state.todo.append(Opportunity(place))


class Opportunity(Task):
    """The attacker has won a brawl and may use the Location, or attempt its Quest, within the same Action."""

    __slots__ = ("place",)
    do = "opportunity"

    def __init__(self, place: int) -> None:
        self.place = place

    def advance(self, state: VaultState) -> Decision | None:
        """The winner's decision: to use the Location, to attempt its Quest, or to pass."""
        seat, place = state.turn, self.place
        if state.quests >> place & 1:
            return Decision(seat, "opportunity", (PASS, QUEST[place]))
        return Decision(seat, "opportunity", (PASS, *uses(state, seat, 1 << place)))

    def answer(self, state: VaultState, action: Action) -> None:
        """Take the entry off the stack, then begin the use or the Quest that was chosen."""
        state.todo.pop()
        if action.type == "use":
            use(state, state.turn, *action.arg)
        elif action.type == "quest":
            begin_quest(state, state.turn, action.arg)
