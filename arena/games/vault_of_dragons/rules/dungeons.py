"""Quests, the Dungeon and the Vault: entering, rooms, loot and what comes after (rules page, section 8)."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING

from arena.games.core import Action, ActionTable, Decision
from arena.games.vault_of_dragons.components import (
    BACK,
    REVISIT_DIFFICULTY,
    REVISIT_TREASURES,
    VAULT_DIFFICULTY,
    Room,
)
from arena.games.vault_of_dragons.rules.cards import discard, lose_card
from arena.games.vault_of_dragons.rules.casualties import suffer_anew
from arena.games.vault_of_dragons.rules.fights import Fight, Side
from arena.games.vault_of_dragons.rules.locations import flip, mark_used
from arena.games.vault_of_dragons.rules.rounds import end_game
from arena.games.vault_of_dragons.rules.tasks import Task
from arena.games.vault_of_dragons.rules.trade import Loot, gain_secret, move_followers, pay
from arena.games.vault_of_dragons.tables.followers import parties, size
from arena.games.vault_of_dragons.tables.goods import ITEMS, NO_GOODS, Cost, Goods

if TYPE_CHECKING:
    from arena.games.vault_of_dragons.state import VaultState

ENTER = ActionTable("enter", "target", "entrance")
ENTER_BY_ITEM = ActionTable("enter", "target", "entrance", "card")
TARGETS = ("dungeon", "vault")
ENTRANCES = ("gold", "item", "rumors")
BY_GOLD, BY_ITEM, BY_RUMORS = 1, 2, 4
"""Bits of the entrances."""
RUMOR_PRICE = 2


def entries(state: VaultState, seat: int) -> list[Action]:
    """The ways in which a seat on the Yawning Portal can enter the Dungeon and the Vault."""
    legal: list[Action] = []
    if state.dungeon_secret >= 0:
        legal += _paid_entries(state, seat, "dungeon")
    if state.vault_open:
        if len(state.secrets[seat]) >= state.options["secrets_to_open"]:
            legal.append(ENTER["vault", "free"])
        else:
            legal += _paid_entries(state, seat, "vault")
    return legal


def _paid_entries(state: VaultState, seat: int, target: str) -> list[Action]:
    closed = state.entrances[seat]
    legal: list[Action] = []
    if not closed & BY_GOLD and (state.gold[seat] or state.free_entrance):
        legal.append(ENTER[target, "gold"])
    if not closed & BY_ITEM:
        names = state.parts.card_names
        items = dict.fromkeys(state.hands[ITEMS][seat])
        legal += [ENTER_BY_ITEM[target, "item", names[number]] for number in items]
    rumors = state.new_rumors[seat] + state.old_rumors[seat]
    if not closed & BY_RUMORS and rumors >= RUMOR_PRICE:
        legal.append(ENTER[target, "rumors"])
    return legal


def enter(state: VaultState, seat: int, action: Action) -> None:
    """Pay an entrance, but for the gold, and ask for the party."""
    target, entrance = action.arg[:2]
    if entrance in ENTRANCES:
        state.entrances[seat] |= 1 << ENTRANCES.index(entrance)
    if entrance == "item":
        number = state.parts.card_of[action.arg[2]].number
        state.tell("paid", seat=seat, cost={"items": 1})
        lose_card(state, seat, number)
        discard(state, seat, number)
    elif entrance == "rumors":
        pay(state, seat, Cost(rumors=RUMOR_PRICE), state.city.portal)
    state.todo.append(ChooseParty(target, entrance))


class ChooseParty(Task):
    """The party that enters the Dungeon or the Vault is to be chosen."""

    __slots__ = ("entrance", "target")
    do = "party"

    def __init__(self, target: str, entrance: str) -> None:
        self.target = target
        self.entrance = entrance

    def advance(self, state: VaultState) -> Decision | None:
        """The decision who enters: by the gold entrance no more than can be paid for, a gold a head."""
        seat = state.turn
        waiting = state.followers[seat][state.city.portal]
        most = size(waiting)
        if self.entrance == "gold" and not state.free_entrance:
            most = min(most, state.gold[seat])
        return Decision(seat, "party", parties(waiting, most))

    def answer(self, state: VaultState, action: Action) -> None:
        """Pay for the party at the gold entrance, show the Dungeon's rooms, and begin the attempt."""
        state.todo.pop()
        seat, party = state.turn, action.arg
        if self.entrance == "gold":
            if state.free_entrance:
                state.free_entrance = False
            else:
                pay(state, seat, Cost(gold=size(party)), state.city.portal)
        if self.target == "vault":
            VaultAttempt(seat, state.city.portal).start(state, party)
        else:
            state.secret_shown = True
            state.tell("rooms", secret=state.parts.secret_names[state.dungeon_secret])
            DungeonAttempt(seat, state.city.portal).start(state, party)


def begin_quest(state: VaultState, seat: int, place: int) -> None:
    """A seat attempts the Quest of a Location with all its Followers there."""
    mark_used(state, seat, place)
    QuestAttempt(seat, place).start(state, state.followers[seat][place])


class Attempt(Fight):
    """A fight of one side against rooms of rising difficulty."""

    __slots__ = ()

    def start(self, state: VaultState, party: int) -> None:
        """The party sets out."""
        self.sides.append(Side(self.attacker, self.place, party, self.bonus(state)))
        self.begin(state)

    # What a kind of attempt supplies

    def bonus(self, state: VaultState) -> int:
        """What the seat's Secrets and Rumors beside the place add to its strength."""
        return 0

    @abstractmethod
    def rooms(self, state: VaultState) -> tuple[Room, ...]:
        """The three rooms."""

    def casualties(self, state: VaultState) -> int:
        """How many Casualty dice are suffered."""
        return sum([room.casualties for room in self.rooms(state)[: self.reached]])

    @abstractmethod
    def come_home(self, state: VaultState, completed: bool) -> None:
        """What happens after the loot is taken."""

    # The course of an attempt

    def conclude(self, state: VaultState) -> None:
        """See how far the strength reaches, and suffer the casualties."""
        side = self.sides[0]
        strength = side.strength or 0
        self.reached = sum([strength >= room.difficulty for room in self.rooms(state)])
        state.tell("attempt", seat=side.seat, kind=self.kind, strength=strength, reached=self.reached)
        self.step = "loot"
        suffer_anew(state, side.seat, side.place, side.party, self.casualties(state), side.items)

    def go_on(self, state: VaultState) -> Decision | None:
        """Survivors take the loot; then the attempt is over."""
        if self.step == "loot":
            self._collect(state)
        else:
            state.todo.pop()
            self.come_home(state, self.reached == 3 and self.sides[0].left > 0)
        return None

    def _collect(self, state: VaultState) -> None:
        side = self.sides[0]
        self.step = "finish"
        if not side.left:
            state.tell("wiped_out", seat=side.seat)
            return
        for room in reversed(self.rooms(state)[: self.reached]):
            state.todo.append(Loot(side.seat, room.loot))


class QuestAttempt(Attempt):
    """An attempt on the Quest of a Location."""

    __slots__ = ()
    kind = "quest"

    def rooms(self, state: VaultState) -> tuple[Room, ...]:
        """Those printed on the Location."""
        return state.faces[self.place].quest

    def come_home(self, state: VaultState, completed: bool) -> None:
        """After a completed Quest the survivors go to the tavern and the Location turns over."""
        if completed:
            side = self.sides[0]
            move_followers(state, side.seat, self.place, state.city.portal, side.left)
            flip(state, self.place)


class DungeonAttempt(Attempt):
    """An attempt on the Dungeon."""

    __slots__ = ()
    kind = "dungeon"

    def bonus(self, state: VaultState) -> int:
        """One a Secret, and one a Rumor that has spread there."""
        return len(state.secrets[self.attacker]) + state.spread[0] + state.spread[1]

    def rooms(self, state: VaultState) -> tuple[Room, ...]:
        """Those of the Secret, with what the tile and the Dungeon Revisited token add."""
        first, second, third = state.parts.secrets[state.dungeon_secret]
        tile = state.dungeons[0]
        loot = third.loot.plus(tile.loot)
        last = third.difficulty + tile.difficulty
        if state.revisited:
            loot = loot.plus(Goods(treasures=REVISIT_TREASURES))
            last += REVISIT_DIFFICULTY
        return (
            Room(first.loot, first.casualties + tile.casualties),
            Room(second.loot, second.casualties, second.difficulty + tile.difficulty),
            Room(loot, third.casualties, last),
        )

    def casualties(self, state: VaultState) -> int:
        """Those of the rooms, and one a Secret."""
        return super().casualties(state) + len(state.secrets[self.attacker])

    def come_home(self, state: VaultState, completed: bool) -> None:
        """A completed Dungeon yields its Secret and the next tile; the next Secret is laid in any case."""
        secret = state.dungeon_secret
        dungeon_new, dungeon_old, vault_new, vault_old = state.spread
        if completed:
            gain_secret(state, self.attacker, secret)
            state.rumor_supply += dungeon_new + dungeon_old
            state.spread = (0, 0, vault_new, vault_old)
            _next_dungeon(state)
        else:
            state.secret_pile += (secret,)
            if state.options["rumors_spread"] and not dungeon_new and state.rumor_supply:
                state.rumor_supply -= 1
                state.spread = (1, dungeon_old, vault_new, vault_old)
                state.tell("rumor_spread", target="dungeon")
        _lay_secret(state)


def _next_dungeon(state: VaultState) -> None:
    """The tile turns over and goes under the stack."""
    done, *others = state.dungeons
    turned = state.parts.dungeons[done.tile][1 - done.side]
    state.dungeons = (*others, turned)
    if state.dungeons[0].side == BACK:
        state.revisited = True
    state.tell("dungeon", dungeon=state.dungeons[0].id, revisited=state.revisited)


def _lay_secret(state: VaultState) -> None:
    state.secret_shown = False
    pile = state.secret_pile
    state.dungeon_secret = pile[0] if pile else -1
    state.secret_pile = pile[1:]


class VaultAttempt(Attempt):
    """An attempt on the Vault of Dragons."""

    __slots__ = ()
    kind = "vault"

    def bonus(self, state: VaultState) -> int:
        """One a Secret, and one a Rumor that has spread there."""
        return len(state.secrets[self.attacker]) + state.spread[2] + state.spread[3]

    def rooms(self, state: VaultState) -> tuple[Room, ...]:
        """One room, counted as three: it is reached or not."""
        return (Room(NO_GOODS, 0, VAULT_DIFFICULTY),) * 3

    def casualties(self, state: VaultState) -> int:
        """Its own, completed or not, and one a Secret."""
        return state.parts.vault_casualties + len(state.secrets[self.attacker])

    def come_home(self, state: VaultState, completed: bool) -> None:
        """Whoever completes it wins at once."""
        if completed:
            state.winner = self.attacker
            end_game(state)
            return
        dungeon_new, dungeon_old, vault_new, vault_old = state.spread
        if state.options["rumors_spread"] and not vault_new and state.rumor_supply:
            state.rumor_supply -= 1
            state.spread = (dungeon_new, dungeon_old, 1, vault_old)
            state.tell("rumor_spread", target="vault")
