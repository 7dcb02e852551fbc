"""The engine core: what every game is made of, and nothing of any one game.

A `Game` makes `State`s. A state has at most one pending `Decision`; applying one of its legal
`Action`s changes the state in place and tells what happened as events. See `arena.games` for the
whole interface in one example.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, ClassVar, Generic, Self, TypeVar

from arena.games.entries import Entry
from arena.games.errors import (
    BadChance,
    BadOption,
    BadSetup,
    BadState,
    IllegalAction,
    MalformedAction,
)
from arena.games.options import Option, read_options
from protocol.codec import pack

Data = dict[str, Any]
"""Plain data: maps with string keys, lists, ints, strings, booleans, null."""

ComponentSource = Mapping[str, Any] | str | Path | None
"""A component file's contents or its path; None: the game's own."""

Event = dict[str, Any]
"""What an observer notices: a map with `type`; `seats`, where present, lists who may see it."""


class Action:
    """One thing that a seat can do: its wire form, and `arg`, the engine's own value for it.

    A game makes each action once and uses it for good, so actions compare by identity.
    """

    __slots__ = ("_data", "_packed", "arg", "type")

    def __init__(self, type: str, arg: Any = None, /, **fields: Any) -> None:
        self.type = type
        self.arg = arg
        self._data: Data = {"type": type, **fields}
        self._packed: bytes | None = None

    def to_data(self) -> Data:
        """The action as a new plain map."""
        return {key: list(value) if type(value) is list else value for key, value in self._data.items()}

    def packed(self) -> bytes:
        """The action's MessagePack bytes, made at the first call."""
        if self._packed is None:
            self._packed = pack(self._data)
        return self._packed

    def is_named_by(self, data: object) -> bool:
        """Whether `data` is this action's wire form, types included (`true` is not 1)."""
        return data == self._data and _same_types(data, self._data)

    def __repr__(self) -> str:
        return f"Action({', '.join(f'{key}={value!r}' for key, value in self._data.items())})"


class Decision:
    """The pending choice: the `seat` that makes it, its `kind`, and the `legal` actions, never empty."""

    __slots__ = ("kind", "legal", "seat")

    def __init__(self, seat: int, kind: str, legal: Sequence[Action]) -> None:
        self.seat = seat
        self.kind = kind
        self.legal = legal

    def __repr__(self) -> str:
        return f"Decision(seat={self.seat}, kind={self.kind!r}, {len(self.legal)} legal)"


class _Stale:
    """Marks a decision that has to be worked out before it is shown."""


_STALE = _Stale()


class State(ABC):
    """One game in progress; changed in place by `apply`.

    A subclass keeps its fields in `__slots__`, starts `__init__` with `super().__init__`, and
    supplies the abstract methods. Nothing here depends on a clock or a global random generator:
    random outcomes come from the state's own seed, or are given to `apply`.
    """

    __slots__ = ("_chance", "_chance_seed", "_decision", "_events", "events_on", "players")

    game: ClassVar[Game[Any]]
    """The game that this is a state of; set where the game's one instance is made."""

    def __init__(self, players: int, chance_seed: int) -> None:
        self.players = players
        self.events_on = True
        """Whether `apply` makes events; search code switches this off for speed. Clones inherit it."""
        self._chance_seed = chance_seed
        self._chance: list[Any] | None = None
        self._events: list[Event] | None = None
        self._decision: Decision | _Stale | None = _STALE

    # What every caller uses

    @property
    def decision(self) -> Decision | None:
        """The pending decision; None when the game is over."""
        decision = self._decision
        if decision is _STALE:
            decision = self._decision = self._decide()
        return decision  # type: ignore[return-value]  # what is left is a Decision or None

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.decision is None

    def apply(self, action: Action, chance: Sequence[Any] | None = None) -> list[Event]:
        """Carry out a legal action; return the events it caused (none with `events_on` off).

        `chance` gives the results of the action's random outcomes, in order and in the form of the
        rules page, and then no random generator is used.

        Raises:
            IllegalAction: `action` is not one of `decision.legal`.
            BadChance: `chance` has too few, too many, or impossible results.
            In both cases the state stays as it was.
        """
        decision = self._decision
        if decision is _STALE:
            decision = self.decision
        if decision is None or action not in decision.legal:  # type: ignore[union-attr]  # it is a Decision
            raise self._refusal(action)
        if chance is not None:
            return self._apply_given(action, list(chance))
        self._decision = _STALE
        events: list[Event] = []
        self._events = events if self.events_on else None
        self._play(action)
        return events

    def find(self, data: object) -> Action:
        """The legal action that the map `data` names.

        Raises:
            MalformedAction: no decision of this game could be answered so.
            IllegalAction: it is a form of answer that the game knows, but not legal now.
        """
        decision = self.decision
        if decision is not None:
            for action in decision.legal:
                if action.is_named_by(data):
                    return action
        raise self._refusal(data)

    @abstractmethod
    def scores(self) -> list[int]:
        """Each seat's score as the state stands."""

    @abstractmethod
    def ranks(self) -> list[int]:
        """Each seat's rank as the state stands: 1 is best, tied seats share one and the next skips."""

    @abstractmethod
    def view(self, seat: int | None) -> Data:
        """What `seat` may know, in the form of the state; None: what an onlooker may know."""

    @abstractmethod
    def clone(self) -> Self:
        """An independent copy. It has the same future random outcomes; see `determinize` for search."""

    @abstractmethod
    def determinize(self, seat: int, rng: Random) -> Self:
        """A copy in which all that `seat` can't know, the future's chance included, is drawn anew.

        It is consistent with all that the seat has seen: `view(seat)` is the same.
        """

    @abstractmethod
    def to_data(self) -> Data:
        """The whole state in the form of the rules page: what `Game.from_data` reads."""

    # What a game supplies

    @abstractmethod
    def _decide(self) -> Decision | None:
        """Work out the pending decision."""

    @abstractmethod
    def _play(self, action: Action) -> None:
        """Carry out an action known to be legal, telling events and drawing chance on the way."""

    @abstractmethod
    def _why_not(self, data: Data) -> str | None:
        """Which rule a well-formed but illegal action breaks, in words for a bot's author; None: no idea."""

    # What a game builds on

    def _draw(
        self,
        what: str,
        draw: Callable[[Random], Any],
        fits: Callable[[Any], bool],
        *,
        seats: list[int] | None = None,
    ) -> Any:
        """A random outcome named `what`: the next given result, or else one drawn with `draw`.

        It is told as a chance event that only `seats` may see (None: everybody).

        Raises:
            BadChance: the given results have run out, or the next one doesn't fit.
        """
        if self._chance is None:
            rng = Random(self._chance_seed)
            result = draw(rng)
            self._chance_seed = rng.getrandbits(64)
        else:
            if not self._chance:
                raise BadChance(f"chance: no result is left for {what!r}")
            result = self._chance.pop(0)
            if not fits(result):
                raise BadChance(f"chance: {result!r} is no possible result of {what!r}")
        if self._events is not None:
            event = {"type": "chance", "what": what, "result": result}
            if seats is not None:
                event["seats"] = seats
            self._events.append(event)
        return result

    def _copy_core_to(self, copy: State) -> None:
        """Give a new clone the fields that the core keeps."""
        copy.players = self.players
        copy.events_on = self.events_on
        copy._chance_seed = self._chance_seed
        copy._chance = None
        copy._events = None
        copy._decision = self._decision

    def _forget_decision(self) -> None:
        """Have the decision worked out anew, after a change from outside `apply`."""
        self._decision = _STALE

    def _apply_given(self, action: Action, chance: list[Any]) -> list[Event]:
        """Apply with forced chance on a clone first, so that bad results leave the state as it was."""
        trial = self.clone()
        trial._forget_decision()
        trial._chance = chance
        events: list[Event] = []
        trial._events = events if self.events_on else None
        trial._play(action)
        if chance:
            raise BadChance(f"chance: {len(chance)} more results than random outcomes; first: {chance[0]!r}")
        trial._chance = trial._events = None
        for cls in type(self).__mro__:
            for slot in getattr(cls, "__slots__", ()):
                setattr(self, slot, getattr(trial, slot))
        if hasattr(trial, "__dict__"):  # a subclass without __slots__
            vars(self).update(vars(trial))
        return events

    def _refusal(self, answer: object) -> IllegalAction:
        """The error for an answer that is not legal now."""
        if isinstance(answer, Action):
            answer = answer.to_data()
        if not isinstance(answer, Mapping):
            return MalformedAction(f"an action is a map such as {self._example()}, not {answer!r:.100}")
        data = dict(answer)
        decision = self.decision
        if decision is None:
            return IllegalAction("the game is over: no action is legal")
        name = data.get("type")
        form = self.game.actions.get(name) if isinstance(name, str) else None
        if form is None:
            return MalformedAction(
                f"type {name!r:.60} is no action of {self.game.id}; it has {', '.join(self.game.actions)}"
            )
        if problem := form.problem(data):
            return MalformedAction(f"{data['type']}: {problem}")
        if any(action.is_named_by(data) for action in decision.legal):
            return IllegalAction(f"{data['type']} only looks like a legal action: take that from `find`")
        reason = self._why_not(data)
        if reason is None:
            types = dict.fromkeys(action.type for action in decision.legal)
            reason = f"the decision is answered with {' or '.join(types)}"
        return IllegalAction(
            f"{data['type']} is not legal for seat {decision.seat} ({decision.kind}): {reason}"
        )

    def _example(self) -> str:
        decision = self.decision
        return str(decision.legal[0].to_data() if decision else next(iter(self.game.actions)))


StateT = TypeVar("StateT", bound=State)


class ActionForm:
    """The fields of one type of action: their names and types, for checks, messages and help texts."""

    def __init__(self, **fields: type | tuple[type | None, ...]) -> None:
        self.fields = fields

    def problem(self, data: Data) -> str | None:
        """What is wrong with the form of `data`, or None."""
        for name, types in self.fields.items():
            allowed = types if isinstance(types, tuple) else (types,)
            if name not in data:
                if None not in allowed:
                    return f"the key {name!r} is missing"
            elif type(data[name]) not in allowed:
                names = " or ".join(t.__name__ for t in allowed if t)
                return f"{name} must be {names}, not {data[name]!r:.60}"
        for name in data:
            if name != "type" and name not in self.fields:
                return f"unknown key {name!r:.60}; it has {', '.join(self.fields) or 'no keys beside type'}"
        return None


class Game(ABC, Generic[StateT]):
    """A game's rules: makes states. One instance a game, stateless."""

    id: ClassVar[str]
    """The name on the command line and on the wire."""
    title: ClassVar[str]
    """The name for people."""
    summary: ClassVar[str]
    """The rules in a few sentences."""
    seats: ClassVar[range]
    """The numbers of players that it can be played by."""
    options: ClassVar[tuple[Option, ...]]
    actions: ClassVar[Mapping[str, ActionForm]]
    """Each type of action with the form of its fields."""
    folder: ClassVar[Path]
    """Where the game's component file and RULES.md are."""

    def new(
        self,
        players: int,
        options: Mapping[str, Any] | None = None,
        seed: int = 0,
        components: ComponentSource = None,
    ) -> StateT:
        """A game set up for `players` seats, all its randomness fixed by `seed`.

        `components` is a component file's path or its contents; None: the game's own.

        Raises:
            BadSetup, BadOption, BadComponents: saying which entry is wrong and what would be right.
        """
        self.check_players(players)
        if type(seed) is not int:
            raise BadSetup(f"seed: must be an integer, not {seed!r}")
        parts = self.components(components)
        values = read_options(self.options, options or {}, where=self.id)
        self._check_options(values, players, parts)
        return self._new(players, values, parts, Random(seed))

    def check_players(self, players: int) -> None:
        """Raises BadSetup if the game can't be played by so many."""
        if type(players) is not int or players not in self.seats:
            raise BadSetup(f"players: {self.id} takes {self.seats[0]} to {self.seats[-1]}, not {players!r}")

    def check_options(
        self, options: Mapping[str, Any], players: int, components: ComponentSource = None
    ) -> Data:
        """All options with defaults filled in.

        Raises:
            BadOption: an unknown name, a bad value, or values that don't go together.
        """
        values = read_options(self.options, options, where=self.id)
        self._check_options(values, players, self.components(components))
        return values

    @abstractmethod
    def components(self, source: ComponentSource = None) -> Any:
        """The checked components of a file, of a file's contents, or (None) the game's own.

        Raises:
            BadComponents: with the entry and the reason.
        """

    @abstractmethod
    def from_data(self, data: Mapping[str, Any], components: ComponentSource = None, seed: int = 0) -> StateT:
        """The state that `State.to_data` wrote; `seed` feeds the random outcomes still to come.

        Raises:
            BadState: `data` is not well formed; the message names the field.
        """

    @abstractmethod
    def from_view(
        self, view: Mapping[str, Any], seat: int, rng: Random, components: ComponentSource = None
    ) -> StateT:
        """A state that `seat` could be in, given its `view`: all that it can't know is drawn with `rng`.

        This is how a bot searches ahead from what it was sent.
        """

    @abstractmethod
    def draw(self, view: Mapping[str, Any], *, color: bool = False) -> str:
        """A view or whole state as text that a person can play from; `color` adds terminal colors."""

    def _read_head(self, root: Entry, components: Any) -> tuple[int, Data]:
        """The number of players and the options that a state or view names.

        Raises:
            BadState: it is of another game, or they are not as `new` would take them.
        """
        root["game"].exactly(self.id)
        players = root["players"].integer(self.seats[0], self.seats[-1])
        root["options"].keys(*[option.name for option in self.options])
        try:
            options = read_options(self.options, root["options"].value, where=self.id)
            self._check_options(options, players, components)
        except BadOption as error:
            raise BadState(f"options: {error}") from error
        return players, options

    @abstractmethod
    def _new(self, players: int, options: Data, components: Any, rng: Random) -> StateT:
        """Set the game up; all arguments are checked."""

    @abstractmethod
    def _check_options(self, options: Data, players: int, components: Any) -> None:
        """Raise BadOption where checked options don't fit the players, the components or each other."""


def visible(events: Iterable[Event], seat: int | None) -> list[Event]:
    """The events that `seat` may see; None: an onlooker."""
    return [event for event in events if "seats" not in event or seat in event["seats"]]


def rank(keys: Sequence[Any]) -> list[int]:
    """Ranks of the seats by their keys, higher is better: equal keys share a rank, the next skips."""
    ordered = sorted(keys, reverse=True)
    return [ordered.index(key) + 1 for key in keys]


def _same_types(left: object, right: object) -> bool:
    """Whether two equal values agree in type all through: `True == 1 == 1.0`, but only one is an int."""
    if type(left) is not type(right):
        return False
    if isinstance(left, dict) and isinstance(right, dict):
        return all(_same_types(left[key], right[key]) for key in right)
    if isinstance(left, list) and isinstance(right, list):
        return all(map(_same_types, left, right))
    return True
