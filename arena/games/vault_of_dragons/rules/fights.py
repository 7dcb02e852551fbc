"""What all fights have in common: rolling, modifiers, the choice of attack dice (rules page, section 7)."""

from __future__ import annotations

from abc import abstractmethod
from functools import cache
from typing import TYPE_CHECKING, ClassVar, Self

from arena.games.core import Action, ActionTable, Decision
from arena.games.vault_of_dragons.components import PLAY, Card
from arena.games.vault_of_dragons.rules.cards import PASS, use_card
from arena.games.vault_of_dragons.rules.casualties import (
    IGNORED,
    PLAY_DIE,
    allowed_cards,
    casualty_index,
    casualty_name,
    roll_casualty,
    skulls,
)
from arena.games.vault_of_dragons.rules.tasks import Task
from arena.games.vault_of_dragons.rules.trade import spend_rumors
from arena.games.vault_of_dragons.tables.followers import FIGHTER, ROGUE, WIZARD, count_of
from arena.games.vault_of_dragons.tables.goods import DICE, DIE_NUMBERS, DIE_SIDES, ITEMS, NO_DIE

if TYPE_CHECKING:
    from arena.games.vault_of_dragons.state import VaultState

ROGUE_DIE = ActionTable("rogue_die", "roll")
REROLL = ActionTable("reroll", "die")
SPEND_RUMORS = ActionTable("spend_rumors", "count")
ATTACK_DIE = ActionTable("attack_die", "die")
PLAY_RIVAL = ActionTable("play", "card", "rival", "die")
NOBODY = -1
NO_DICE: tuple[int, ...] = (0, 0, 0)

ROLLING_ORDER = (DICE.index("d10"), DICE.index("d4"), DICE.index("d12"))
DIE_CLASS = (ROGUE, FIGHTER, WIZARD)
"""By die: the class that rolls it."""


@cache
def _spendings(rumors: int) -> tuple[Action, ...]:
    return tuple([SPEND_RUMORS[count] for count in range(1, rumors + 1)])


class Side:
    """A seat in a fight. Dice and their bonuses are triples, d4 first; 0 is a die that was not rolled."""

    __slots__ = (
        "attack_die",
        "bonus",
        "casualties",
        "commit",
        "dice",
        "die_bonus",
        "items",
        "left",
        "party",
        "passed",
        "place",
        "rerolls",
        "rogue",
        "seat",
        "strength",
        "target",
    )

    def __init__(self, seat: int, place: int, party: int, bonus: int = 0) -> None:
        self.seat = seat
        self.place = place
        """Where the party is now."""
        self.party = party
        """As it began."""
        self.left = party
        """Those alive."""
        self.rogue: bool | None = None if count_of(party, ROGUE) else False
        """Whether the Rogues' Casualty die is rolled; None: not yet said."""
        self.dice = NO_DICE
        self.casualties: tuple[int, ...] = ()
        self.bonus = bonus
        self.die_bonus = NO_DICE
        self.commit = NO_DIE
        self.rerolls = max(0, count_of(party, WIZARD) - 1)
        self.items: tuple[int, ...] = ()
        """Magic Items used, in order."""
        self.passed = False
        self.attack_die = NO_DIE
        self.strength: int | None = None
        self.target: int | None = None
        """Who suffers its skulls; NOBODY; None: not yet settled."""

    def copy(self) -> Side:
        """An independent copy."""
        copy = object.__new__(Side)
        copy.seat = self.seat
        copy.place = self.place
        copy.party = self.party
        copy.left = self.left
        copy.rogue = self.rogue
        copy.dice = self.dice
        copy.casualties = self.casualties
        copy.bonus = self.bonus
        copy.die_bonus = self.die_bonus
        copy.commit = self.commit
        copy.rerolls = self.rerolls
        copy.items = self.items
        copy.passed = self.passed
        copy.attack_die = self.attack_die
        copy.strength = self.strength
        copy.target = self.target
        return copy

    def attack_dice(self) -> list[int]:
        """The dice that it can attack with: those rolled, or the one that it is committed to."""
        if self.commit != NO_DIE:
            return [self.commit]
        return [die for die in range(3) if self.dice[die]]

    def present_strength(self) -> int:
        """Its strength before the choice of the attack die."""
        best = max([self.dice[die] + self.die_bonus[die] for die in self.attack_dice()])
        return best + self.bonus + skulls(self.casualties)

    def dice_to_reroll(self) -> list[str]:
        """The names of all its dice that are not cancelled."""
        names = [DICE[die] for die in range(3) if self.dice[die]]
        return names + [casualty_name(i) for i, die in enumerate(self.casualties) if die < IGNORED]


def with_entry(values: tuple[int, ...], index: int, value: int) -> tuple[int, ...]:
    """The tuple with one entry changed."""
    return values[:index] + (value,) + values[index + 1 :]


class Fight(Task):
    """A fight; `sides` are in Initiative Order. What it comes to is said by its kind."""

    __slots__ = (
        "attacker",
        "losers",
        "mover",
        "place",
        "reached",
        "sides",
        "step",
        "victims",
        "watch",
        "winner",
    )
    do = "fight"
    kind: ClassVar[str]

    def __init__(self, attacker: int, place: int) -> None:
        self.attacker = attacker
        self.place = place
        self.step = "rogue"
        self.sides: list[Side] = []
        self.watch: tuple[int, ...] | None = None
        """The Casualty dice of a City Watch that fights."""
        self.mover: int | None = None
        self.winner: int | None = None
        """NOBODY: the City Watch."""
        self.losers: tuple[int, ...] = ()
        self.victims: tuple[int, ...] = ()
        self.reached = 0

    def copy(self) -> Self:
        """An independent copy."""
        copy = object.__new__(type(self))
        copy.attacker = self.attacker
        copy.place = self.place
        copy.step = self.step
        copy.sides = [side.copy() for side in self.sides]
        copy.watch = self.watch
        copy.mover = self.mover
        copy.winner = self.winner
        copy.losers = self.losers
        copy.victims = self.victims
        copy.reached = self.reached
        return copy

    def side_of(self, seat: int) -> Side:
        """The side of a seat that takes part."""
        for side in self.sides:
            if side.seat == seat:
                return side
        raise LookupError(f"seat {seat} takes no part in the fight")

    def bury(self, seat: int, dead: int) -> None:
        """Take Followers of a seat that died of the fight off its side."""
        self.side_of(seat).left -= dead

    def begin(self, state: VaultState) -> None:
        """Put the fight on the stack."""
        state.todo.append(self)
        state.tell("fight", seat=self.attacker, kind=self.kind, place=self.place)

    def advance(self, state: VaultState) -> Decision | None:
        """The decision of the step that it is at, or the step itself."""
        step = self.step
        if step == "modify":
            return self._offer_modifiers(state)
        if step == "rogue":
            for side in self.sides:
                if side.rogue is None:
                    return Decision(side.seat, "rogue_die", (ROGUE_DIE[True], ROGUE_DIE[False]))
            self._roll(state)
            return None
        if step == "choose":
            for side in self.sides:
                if side.strength is None:
                    legal = tuple([ATTACK_DIE[DICE[die]] for die in side.attack_dice()])
                    return Decision(side.seat, "attack_die", legal)
            self.conclude(state)
            return None
        return self.go_on(state)

    def answer(self, state: VaultState, action: Action) -> None:
        """Carry out the choice made at the step that it is at."""
        if self.step == "modify":
            self._modify(state, action)
        elif self.step == "rogue":
            side = next(side for side in self.sides if side.rogue is None)
            side.rogue = action.arg
            state.tell("rogue_die", seat=side.seat, roll=action.arg)
        elif self.step == "choose":
            self._choose(state, action)
        else:
            self.settle(state, action)

    # What a kind of fight supplies

    @abstractmethod
    def conclude(self, state: VaultState) -> None:
        """All strengths are known: what follows from them."""

    @abstractmethod
    def go_on(self, state: VaultState) -> Decision | None:
        """`advance` for the steps that only this kind of fight has."""

    def settle(self, state: VaultState, action: Action) -> None:
        """`answer` for those steps; a kind whose steps ask nothing has none."""
        raise AssertionError(f"{self.do} asks nothing in step {self.step}")

    def cancellable(self, side: Side) -> list[tuple[int, str]]:
        """The dice of others that a side may cancel: whose, and which."""
        return []

    def cancel_die(self, rival: int, index: int) -> None:
        """A Casualty die of a rival, or of the Watch, is cancelled; see `cancellable`."""
        raise AssertionError(f"{self.do} has no dice of others to cancel")

    # Rolling

    def _roll(self, state: VaultState) -> None:
        for side in self.sides:
            dice = list(NO_DICE)
            for die in ROLLING_ORDER:
                if count_of(side.party, DIE_CLASS[die]):
                    dice[die] = state._draw_number(DICE[die], DIE_NUMBERS[die])
            side.dice = tuple(dice)
            if side.rogue:
                side.casualties = (roll_casualty(state),)
            if state._events is not None:
                state.tell("rolled", seat=side.seat, dice=dice_data(side.dice), skulls=list(side.casualties))
        if self.watch is not None:
            self.watch = (roll_casualty(state),)
            state.tell("rolled", seat=NOBODY, dice={}, skulls=list(self.watch))
        self.step = "modify"
        self.mover = self._first_mover()

    def _first_mover(self) -> int:
        """The weakest side; of several the last in Initiative Order that is not the attacker."""
        strengths = [side.present_strength() for side in self.sides]
        least = min(strengths)
        tied = [side.seat for side, own in zip(self.sides, strengths, strict=True) if own == least]
        others = [seat for seat in tied if seat != self.attacker]
        return others[-1] if others else self.attacker

    # Modifiers

    def _offer_modifiers(self, state: VaultState) -> Decision:
        seat = self.mover
        assert seat is not None
        side = self.side_of(seat)
        legal: tuple[Action, ...] = (PASS,)
        if side.rerolls:
            legal += tuple([REROLL[die] for die in side.dice_to_reroll()])
        rumors = state.new_rumors[seat] + state.old_rumors[seat]
        if rumors:
            legal += _spendings(rumors)
        parts = state.parts
        cards = state.held[seat] & parts.modify_cards
        if cards:
            for card in parts.cards_in(allowed_cards(parts, cards, side.party, side.items)):
                legal += self._plays(side, card)
        return Decision(seat, "modify", legal)

    def _plays(self, side: Side, card: Card) -> tuple[Action, ...]:
        """The ways in which a side can play a card as a modifier."""
        effect = card.effect
        if effect == "attack":
            fits = card.die == NO_DIE or card.die in side.attack_dice()
            return (PLAY[card.id],) if fits else ()
        if effect == "casualty_die":
            return (PLAY[card.id],)
        if effect == "reroll":
            names = side.dice_to_reroll()
            if card.die != NO_DIE:
                names = [name for name in names if name == DICE[card.die]]
            return tuple([PLAY_DIE[card.id, name] for name in names])
        return tuple([PLAY_RIVAL[card.id, rival, name] for rival, name in self.cancellable(side)])

    def _modify(self, state: VaultState, action: Action) -> None:
        assert self.mover is not None
        side = self.side_of(self.mover)
        kind = action.type
        if kind == "pass":
            side.passed = True
            if state._events is not None:
                state.tell("pass", seat=side.seat)
        else:
            for other in self.sides:
                other.passed = False
            if kind == "spend_rumors":
                spend_rumors(state, side.seat, action.arg)
                side.bonus += action.arg
                state.tell("spend_rumors", seat=side.seat, count=action.arg)
            elif kind == "reroll":
                side.rerolls -= 1
                _reroll(state, side, action.arg)
            else:
                self._play(state, side, action)
        self._next_mover(state)

    def _next_mover(self, state: VaultState) -> None:
        """The first clockwise that has not passed; when all have, attack dice are chosen."""
        assert self.mover is not None
        waiting = [side.seat for side in self.sides if not side.passed]
        if waiting:
            after = self.mover + 1
            self.mover = min(waiting, key=lambda seat: (seat - after) % state.players)
        else:
            self.mover = None
            self.step = "choose"

    def _play(self, state: VaultState, side: Side, action: Action) -> None:
        plain = action.arg in state.parts.card_of
        card = state.parts.card_of[action.arg if plain else action.arg[0]]
        use_card(state, side.seat, card)
        if card.deck == ITEMS:
            side.items += (card.number,)
        effect = card.effect
        if effect == "attack":
            if card.die == NO_DIE:
                side.bonus += card.bonus
            else:
                side.commit = card.die
                bonus = side.die_bonus[card.die] + card.bonus
                side.die_bonus = with_entry(side.die_bonus, card.die, bonus)
        elif effect == "casualty_die":
            side.casualties += tuple([roll_casualty(state) for _ in range(card.count)])
        elif effect == "reroll":
            _reroll(state, side, action.arg[1])
        else:
            _, rival, die = action.arg
            self.cancel_die(rival, casualty_index(die))

    def _choose(self, state: VaultState, action: Action) -> None:
        side = next(side for side in self.sides if side.strength is None)
        die = DICE.index(action.arg)
        critical = side.dice[die] == DIE_SIDES[die]
        if critical:
            side.casualties += (roll_casualty(state),)
        side.attack_die = die
        side.strength = side.dice[die] + side.die_bonus[die] + side.bonus + skulls(side.casualties)
        if state._events is not None:
            state.tell(
                "attack_die", seat=side.seat, die=action.arg, critical=critical, strength=side.strength
            )


def _reroll(state: VaultState, side: Side, name: str) -> None:
    if name in DICE:
        die = DICE.index(name)
        value = state._draw_number(name, DIE_NUMBERS[die])
        side.dice = with_entry(side.dice, die, value)
    else:
        value = roll_casualty(state)
        side.casualties = with_entry(side.casualties, casualty_index(name), value)
    state.tell("rerolled", seat=side.seat, die=name, value=value)


def dice_data(dice: tuple[int, ...]) -> dict[str, int | None]:
    """The dice d4, d10, d12 as data; null: not rolled."""
    return {name: value or None for name, value in zip(DICE, dice, strict=True)}
