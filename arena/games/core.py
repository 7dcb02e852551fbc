"""The engine core: what every game is made of, and nothing of any one game.

A `Game` makes `State`s. A state has at most one pending `Decision`; applying one of its legal
`Action`s changes the state in place and tells what happened as events. See `arena.games` for the
whole interface in one example.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from hashlib import shake_128
from pathlib import Path
from random import Random
from struct import unpack
from typing import Any, ClassVar, Generic, Self, TypeVar

from arena.games.entries import Entry, component_entries, same
from arena.games.errors import (
    BadChance,
    BadComponents,
    BadOption,
    BadSeat,
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

T = TypeVar("T")

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
        return data == self._data and same(data, self._data)

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


class State(ABC):
    """One game in progress; changed in place by `apply`.

    A subclass keeps its fields in `__slots__` and supplies the abstract methods below "What a game
    supplies", building on those below "What a game builds on" and on two fields: `_events`, the list to
    append events to, or None when nobody listens, and `players`, the number of seats. Nothing here depends
    on a clock or a global random generator: random outcomes come from the state's own seed, or are given to
    `apply`.
    """

    __slots__ = ("_chance", "_chance_count", "_chance_seed", "_events", "decision", "events_on", "players")

    game: ClassVar[Game[Any, Any]]
    """The game that this is a state of."""
    decision: Decision | None
    """The pending decision; None when the game is over. To be read only: search reads it at every step, so it
    is a plain attribute."""

    def __init__(self, players: int, chance_seed: int) -> None:
        self.players = players
        self.events_on = True
        """Whether `apply` makes events; search code switches this off for speed. Clones inherit it."""
        self._chance_seed = chance_seed
        self._chance_count = 0
        self._chance: list[Any] | None = None
        self._events: list[Event] | None = None
        self.decision = None

    # What every caller uses

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.decision is None

    def remark(self) -> str | None:
        """What the game says of its end beside scores and ranks, in words; None: nothing."""
        return None

    def apply(self, action: Action, chance: Sequence[Any] | None = None) -> list[Event]:
        """Carry out a legal action; return the events it caused (none with `events_on` off).

        `chance` gives the results of the action's random outcomes, in order and in the form of the
        rules page, and then no random generator is used.

        Raises:
            IllegalAction: `action` is not one of `decision.legal`.
            BadChance: `chance` has too few, too many, or impossible results.
            In both cases the state stays as it was.
        """
        decision = self.decision
        if decision is None or action not in decision.legal:
            if not isinstance(action, Action):
                raise MalformedAction(f"apply takes an Action: one of decision.legal, not {action!r:.60}")
            raise self._refusal(action)
        if chance is not None:
            if not isinstance(chance, list | tuple):
                raise BadChance(f"chance: must be a list of results, not {chance!r:.60}")
            return self._apply_given(action, list(chance))
        events: list[Event] = []
        self._events = events if self.events_on else None
        self.decision = self._play(action)
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

    def view(self, seat: int | None) -> Data:
        """What `seat` may know, in the form of the state; None: what an onlooker may know.

        Raises:
            BadSeat: there is no such seat.
        """
        if seat is not None:
            self._check_seat(seat)
        return self._view(seat)

    def determinize(self, seat: int, rng: Random) -> Self:
        """A copy in which all that `seat` can't know, the future's chance included, is drawn anew.

        It is consistent with all that the seat has seen: `view(seat)` is the same.

        Raises:
            BadSeat: there is no such seat.
        """
        self._check_seat(seat)
        copy = self.clone()
        copy._redraw(seat, rng)
        copy._chance_seed = rng.getrandbits(64)
        if copy.decision is not None and copy.decision.seat != seat:  # its own follows from what it knows
            copy.decision = copy._decide()
        return copy

    @abstractmethod
    def scores(self) -> list[int]:
        """Each seat's score as the state stands."""

    @abstractmethod
    def ranks(self) -> list[int]:
        """Each seat's rank as the state stands: 1 is best, tied seats share one and the next skips."""

    @abstractmethod
    def clone(self) -> Self:
        """An independent copy. It has the same future random outcomes; see `determinize` for search."""

    @abstractmethod
    def to_data(self) -> Data:
        """The whole state in the form of the rules page: what `Game.from_data` reads."""

    # What a game supplies

    @abstractmethod
    def _decide(self) -> Decision | None:
        """Work out the pending decision. All of it, `arg`s included, must follow from what its seat knows."""

    @abstractmethod
    def _play(self, action: Action) -> Decision | None:
        """Carry out an action known to be legal, telling events and drawing chance on the way.

        Returns the decision that is then pending.
        """

    @abstractmethod
    def _why_not(self, data: Data) -> str | None:
        """Which rule a well-formed but illegal action breaks, in words for a bot's author.

        None says that the pending decision has no such type of action.
        """

    @abstractmethod
    def _view(self, seat: int | None) -> Data:
        """`view` for a seat that there is."""

    @abstractmethod
    def _redraw(self, seat: int, rng: Random) -> None:
        """Draw anew, in place, what `seat` can't know, other than chance to come.

        What is drawn depends on `rng` and on what the seat knows, never on what was there before.
        """

    # What a game builds on

    def _draw_order(self, what: str, items: Sequence[T]) -> list[T]:
        """A random order of the ids or numbers `items`, such as a deck's after a shuffle; nobody sees it."""
        if self._chance is None:
            result = self._shuffled(items)
        else:
            result = self._given(what)
            same_types = type(result) is list and {type(item) for item in result} <= {int, str}
            if not same_types or Counter(result) != Counter(items):
                raise BadChance(f"chance: the result of {what!r} must be these in some order: {items}")
        self._tell_chance(what, result[:], seats=[])
        return result

    def _draw_number(self, what: str, numbers: Sequence[int]) -> int:
        """One of `numbers`, each equally likely, such as a die's; everybody sees it."""
        if self._chance is None:
            result = numbers[self._next_bits() * len(numbers) >> 64]
        else:
            result = self._given(what)
            if type(result) is not int or result not in numbers:
                raise BadChance(f"chance: the result of {what!r} must be one of {numbers}, not {result!r}")
        self._tell_chance(what, result)
        return result

    def _draw_from_bag(self, what: str, bag: Sequence[str], count: int) -> list[str]:
        """`count` things drawn one after the other from `bag` without putting back; everybody sees them."""
        if self._chance is None:
            result = self._sample(bag, count)
        else:
            result = self._given(what)
            drawn = Counter(result) if type(result) is list and all(type(x) is str for x in result) else None
            if drawn is None or len(result) != count or drawn - Counter(bag):
                raise BadChance(f"chance: the result of {what!r} must be a list of {count} out of the bag")
        self._tell_chance(what, result[:])
        return result

    def _shuffled(self, items: Sequence[T]) -> list[T]:
        """The items in random order; faster than seeding a `Random`."""
        order = list(items)
        left = len(order)
        for bits in unpack(f">{left}Q", self._next_bytes(8 * left)):
            drawn = bits * left >> 64
            left -= 1
            order[drawn], order[left] = order[left], order[drawn]
        return order

    def _sample(self, bag: Sequence[T], count: int) -> list[T]:
        """`count` of the things in a bag, as good as equally likely; much faster than seeding a `Random`."""
        left = list(bag)
        drawn = []
        for number in range(count):
            if number % 6 == 0:  # 64 bits are enough for six draws from some hundred, each using up a part
                bits = self._next_bits()
            bits *= len(left)
            drawn.append(left.pop(bits >> 64))
            bits &= (1 << 64) - 1
        return drawn

    def _next_bits(self) -> int:
        return int.from_bytes(self._next_bytes(8), "big")

    def _next_bytes(self, count: int) -> bytes:
        """Random bytes of the state's own. What has been seen of them tells nothing of those to come."""
        self._chance_count += 1
        return shake_128(b"%d %d" % (self._chance_seed, self._chance_count)).digest(count)

    def _given(self, what: str) -> Any:
        """The next of the chance results given to `apply`."""
        if not self._chance:
            raise BadChance(f"chance: no result is left for {what!r}")
        result = self._chance.pop(0)
        return result[:] if type(result) is list else result

    def _tell_chance(self, what: str, result: Any, seats: list[int] | None = None) -> None:
        if self._events is not None:
            event = {"type": "chance", "what": what, "result": result}
            if seats is not None:
                event["seats"] = seats
            self._events.append(event)

    def _copy_core_to(self, copy: State) -> None:
        """Give a new clone the fields that the core keeps."""
        copy.players = self.players
        copy.events_on = self.events_on
        copy._chance_seed = self._chance_seed
        copy._chance_count = self._chance_count
        copy._chance = None
        copy._events = None
        copy.decision = self.decision

    def _check_seat(self, seat: int) -> None:
        if type(seat) is not int or not 0 <= seat < self.players:
            raise BadSeat(f"seat: must be from 0 to {self.players - 1}, not {seat!r}")

    def _apply_given(self, action: Action, chance: list[Any]) -> list[Event]:
        """Apply with forced chance on a clone first, so that bad results leave the state as it was."""
        trial = self.clone()
        trial._chance = chance
        events: list[Event] = []
        trial._events = events if self.events_on else None
        trial.decision = trial._play(action)
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
            return IllegalAction(
                f"{data['type']} is legal, but must be taken from decision.legal or state.find"
            )
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

    def __reduce__(self) -> tuple[Any, ...]:
        # Actions are the same objects all through a process, so a pickled state must be made anew from data.
        return _unpickle, (
            type(self),
            self.to_data(),
            self._chance_seed,
            self._chance_count,
            self.events_on,
        )


def _unpickle(state_type: type[State], data: Data, seed: int, count: int, events_on: bool) -> State:
    state: State = state_type.game.from_data(data, seed=seed)
    state._chance_count = count
    state.events_on = events_on
    return state


StateT = TypeVar("StateT", bound=State)
PartsT = TypeVar("PartsT")

_TYPE_WORDS = {str: "a string", int: "an integer", bool: "true or false", list[int]: "a list of integers"}
_TYPE_WORDS[list[str]] = "a list of strings"


class ActionForm:
    """The fields of one type of action, each with its type: str, int, bool, list[int] or list[str].

    `optional` fields may be absent, where the decision leaves no choice about them.
    """

    def __init__(
        self, fields: Mapping[str, Any] | None = None, optional: Mapping[str, Any] | None = None
    ) -> None:
        self.required = dict(fields or {})
        self.optional = dict(optional or {})

    def problem(self, data: Data) -> str | None:
        """What is wrong with the form of `data`, or None."""
        fields = {**self.required, **self.optional}
        for name in self.required:
            if name not in data:
                return f"the key {name!r} is missing"
        for name, value in data.items():
            if name == "type":
                continue
            if name not in fields:
                return f"unknown key {name!r:.60}; it has {', '.join(fields) or 'no keys beside type'}"
            if not _is_of(value, fields[name]):
                return f"{name} must be {_TYPE_WORDS[fields[name]]}, not {value!r:.60}"
        return None


def _is_of(value: object, kind: Any) -> bool:
    """Whether a value is of a type of `ActionForm`; `true` is no integer."""
    if kind in (list[int], list[str]):
        return type(value) is list and all(type(item) is kind.__args__[0] for item in value)
    return type(value) is kind


class ActionTable(dict[Any, Action]):
    """The actions of one type, made when first asked for and then kept: by their field's value, or by a
    tuple of their fields' values, which is also the action's `arg`."""

    def __init__(self, type: str, *fields: str) -> None:
        super().__init__()
        self.type = type
        self.fields = fields

    def __missing__(self, key: Any) -> Action:
        values = key if len(self.fields) > 1 else (key,)
        fields = {
            name: list(value) if type(value) is tuple else value
            for name, value in zip(self.fields, values, strict=True)
        }
        action = self[key] = Action(self.type, key, **fields)
        return action


KEPT_PARTS = 64
"""How many component files a game keeps in mind."""


class Game(ABC, Generic[StateT, PartsT]):
    """A game's rules: makes states. One stateless instance a game.

    `StateT` is its class of states, `PartsT` what it makes of a component file.
    """

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
    """Where its components.toml and RULES.md are."""
    state_type: ClassVar[type[State]]

    def __init__(self) -> None:
        self._own_parts: PartsT | None = None
        self._parts: dict[str, PartsT] = {}
        """What component files were made into, by their contents: equal contents must give the same parts,
        or equal states would not share their actions."""
        self.state_type.game = self

    # What every caller uses

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
        values = self._settle_options(read_options(self.options, options, where=self.id), players, parts)
        state = self._new(players, values, parts, Random(seed))
        state.decision = state._decide()
        return state

    def check_players(self, players: int) -> None:
        """Raises BadSetup if the game can't be played by so many."""
        if type(players) is not int or players not in self.seats:
            raise BadSetup(f"players: {self.id} takes {self.seats[0]} to {self.seats[-1]}, not {players!r}")

    def check_options(
        self, options: Mapping[str, Any] | None, players: int, components: ComponentSource = None
    ) -> Data:
        """All options as the game will have them, defaults filled in.

        Raises:
            BadOption: an unknown name, a bad value, or values that don't go together.
        """
        values = read_options(self.options, options, where=self.id)
        return self._settle_options(values, players, self.components(components))

    def components(self, source: ComponentSource = None) -> PartsT:
        """The checked components of a file, of a file's contents, or (None) the game's own.

        Raises:
            BadComponents: with the entry and the reason.
        """
        if source is None:
            if self._own_parts is None:
                self._own_parts = self._parts_from(self.folder / "components.toml")
            return self._own_parts
        return self._parts_from(source)

    def _parts_from(self, source: Mapping[str, Any] | str | Path) -> PartsT:
        """What a component file is made into, by this call or an earlier one."""
        root = component_entries(source)
        try:
            text = json.dumps(root.value, sort_keys=True)
        except (TypeError, ValueError, RecursionError):  # no plain data, which the reading refuses
            return self._read_components(root)
        if text not in self._parts:
            try:
                parts = self._read_components(Entry(json.loads(text), BadComponents))
            except BadComponents as error:
                where = "" if isinstance(source, Mapping) else f"{source}: "
                raise BadComponents(f"{where}{error}") from error
            if len(self._parts) == KEPT_PARTS:
                del self._parts[next(iter(self._parts))]
            self._parts[text] = parts
        return self._parts[text]

    def from_data(self, data: Mapping[str, Any], components: ComponentSource = None, seed: int = 0) -> StateT:
        """The state that `State.to_data` wrote.

        `seed` feeds the random outcomes still to come: the data don't tell what they would have been, and
        with the same seed they are the same each time. `components` are needed where the state itself
        doesn't name those that it was made with.

        Raises:
            BadState: `data` is not well formed; the message names the field.
        """
        root = Entry(data, BadState)
        root["game"].exactly(self.id)
        state = self._from_data(root, components, seed)
        state.decision = decision = state._decide()
        root.require(decision is None or len(decision.legal) > 0, "leaves the seat to move no legal action")
        return state

    def from_view(
        self, view: Mapping[str, Any], seat: int, rng: Random, components: ComponentSource = None
    ) -> StateT:
        """A state that `seat` could be in, given its `view`: all that it can't know is drawn with `rng`.

        This is how a bot searches ahead from what it was sent.

        Raises:
            BadState: `view` is not as one of `seat` would be.
        """
        root = Entry(view, BadState)
        root["game"].exactly(self.id)
        if type(seat) is not int or seat < 0:
            raise BadSeat(f"seat: must be a seat's number, not {seat!r}")
        state = self._from_view(root, seat, rng, components)
        state._redraw(seat, rng)
        state._chance_seed = rng.getrandbits(64)
        state.decision = state._decide()
        return state

    @abstractmethod
    def draw(
        self, view: Mapping[str, Any], components: ComponentSource = None, *, color: bool = False
    ) -> str:
        """A view or whole state as text that a person can play from; `color` adds terminal colors."""

    # What a game supplies

    @abstractmethod
    def _new(self, players: int, options: Data, parts: PartsT, rng: Random) -> StateT:
        """Set the game up; all arguments are checked."""

    def _settle_options(self, options: Data, players: int, parts: PartsT) -> Data:
        """The options as the game will have them.

        Raises:
            BadOption: they don't fit the players, the components or each other.
        """
        return options

    @abstractmethod
    def _read_components(self, root: Entry) -> PartsT:
        """Check a component file and make of it what the rules work with. Refuses through `root`."""

    @abstractmethod
    def _from_data(self, root: Entry, components: ComponentSource, seed: int) -> StateT:
        """`from_data` for data of this game. Refuses through `root`."""

    @abstractmethod
    def _from_view(self, root: Entry, seat: int, rng: Random, components: ComponentSource) -> StateT:
        """A state with all that the view shows, and whatever fits in place of what it hides.

        What is put in place of hidden things that `State._redraw` leaves alone must be drawn with `rng`.
        """

    # What a game builds on

    def _parts_of(self, root: Entry, components: ComponentSource) -> PartsT:
        """The components that a state was made with: those that it holds itself, else those given."""
        if root.as_map().get("components") is None:
            return self.components(components)
        try:
            return self.components(root["components"].as_map())
        except BadComponents as error:
            raise BadState(f"components: {error}") from error

    def _read_options(self, root: Entry, players: int, parts: PartsT) -> Data:
        """The options that a state or view names, which must be as `new` would settle them."""
        entry = root["options"]
        entry.has_only(*[option.name for option in self.options])
        try:
            settled = self._settle_options(
                read_options(self.options, entry.as_map(), self.id), players, parts
            )
        except BadOption as error:
            raise BadState(f"options: {error}") from error
        entry.require(settled == dict(entry.as_map()), f"must be {settled} for {players} players")
        return settled


def visible(events: Iterable[Event], seat: int | None) -> list[Event]:
    """The events that `seat` may see; None: an onlooker."""
    return [event for event in events if "seats" not in event or seat in event["seats"]]


def events_by_seat(seats: Iterable[int], type: str, **fields: Any) -> tuple[Event, ...]:
    """One event about each of the seats, ready to be told by its `copy`: the fastest way to make one."""
    return tuple([{"type": type, "seat": seat, **fields} for seat in seats])


def shuffled(items: Sequence[T], rng: Random) -> list[T]:
    """The items in random order; faster than `Random.shuffle`."""
    random = rng.random
    return sorted(items, key=lambda _: random())


def sampled(items: Iterable[T], size: int, rng: Random) -> list[T]:
    """So many of the items at random, by a shuffle that stops when they are found; faster than `sample`."""
    left = list(items)
    random = rng.random
    count = len(left)
    for i in range(size):
        j = i + int(random() * (count - i))
        left[i], left[j] = left[j], left[i]
    return left[:size]


def rank(keys: Sequence[Any]) -> list[int]:
    """Ranks of the seats by their keys, higher is better: equal keys share a rank, the next skips."""
    ordered = sorted(keys, reverse=True)
    return [ordered.index(key) + 1 for key in keys]
