"""What is kept of a match: enough to prove it again, and to tell each bot's author what happened.

A record's form may grow, as CONTRIBUTING.md says: a field is added with a default, which an older record's
absent key means; keys that this version does not know are passed over, and named in `MatchRecord.unknown`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from typing import Any, NamedTuple

from arena.games import Action, Data, Event, GameError, State
from arena.games.entries import Entry
from arena.match.forms import NOT_STORED, Count, Hexadecimal, form
from arena.match.spec import Clock

VERSION = 3
"""Of a record's form, wherever it is kept. Raised where an older reader would misunderstand what is written,
and where a game comes to allow other matches; then `_OLDER` says what became of the versions before."""

_OTHER_RULES = (
    "it was played before the rules of Vault of Dragons and The Yawning Portal changed;"
    " the arena that wrote it reads it"
)
_OLDER = {1: _OTHER_RULES, 2: _OTHER_RULES}
"""Why records of these versions are not read: what they hold can't be proved any more."""


class BadRecord(GameError):
    """Data that is no match record; the message names the entry."""


@dataclass(frozen=True, slots=True)
class BotRecord:
    """Who sat at a seat. `name` is the arena's label for it, `says` what its own hello told."""

    name: str
    command: tuple[str, ...]
    """The argv that ran; empty for a bot inside the arena's process."""
    fingerprint: str
    """Changes with the command and the contents of the files that it names."""
    says: Mapping[str, str]
    """Any of name, version and author."""


class Chance(NamedTuple):
    """A random outcome of a decision, in the form of the rules page."""

    what: str
    result: Any


class DecisionRecord(NamedTuple):
    """One decision: what was chosen, the random outcomes that followed, and what it took."""

    seat: Count
    kind: str
    action: Data
    chance: tuple[Chance, ...] = ()
    ms: float = 0.0
    """The wall time of the bot's answer, all tries together; 0 where none of its answers was taken."""
    cpu_ms: float = 0.0
    """Processor time of the bot's main process, 0 where that can't be told."""
    note: Any = None
    forced: bool = False
    """Whether there was a single legal action, and so nothing to ask."""
    stand_in: bool = False
    """Whether the seat was out of the match, or went out at this decision."""

    def to_data(self) -> Data:
        """The decision as a plain map that JSON can hold."""
        return {**self._asdict(), "chance": [chance._asdict() for chance in self.chance]}


class Step(NamedTuple):
    """A decision as it happens, or happens again in a replay: to look at, not to touch."""

    number: int
    """Which decision of the match it is, from 0."""
    decision: DecisionRecord
    legal: Sequence[Action]
    """What was chosen from."""
    state: State
    """As it is afterwards."""
    events: list[Event]
    """What the decision caused, seen by all or not."""


@dataclass(frozen=True, slots=True)
class FaultRecord:
    """A fault and its evidence.

    `decision` is the index in the match's list of decisions, None before the first. `limit_ms` is what the
    bot was told that it may take, `wall_ms` and `cpu_ms` what it took, `received` its last bytes in
    hexadecimal. `exit_code` or `signal` is there if the bot's program ended by itself, both
    where a sandbox can't tell which.
    """

    seat: Count
    kind: str
    decision: Count | None
    detail: str
    stderr: str
    phase: str
    limit_ms: float
    wall_ms: float | None
    cpu_ms: float | None
    exit_code: int | None
    signal: int | None
    received: Hexadecimal
    code: str | None = None
    """What was wrong, by its name in `protocol.faults`; None in records from before there were codes."""

    def summary(self) -> Data:
        """What anyone wants to know of it, as a plain map."""
        names = ("seat", "kind", "decision", "detail", "stderr", "code")
        return {name: getattr(self, name) for name in names}


@dataclass(frozen=True, slots=True)
class SeatTiming:
    """How a seat's bot used its time, over the decisions that it `answered`."""

    answered: Count
    ms: float
    max_ms: float
    cpu_ms: float
    overhead_ms: float
    """What the arena itself spent on asking: building the question, sending, reading, checking the answer."""


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """A finished match. Lists run by seat, but for `decisions` and `faults`, which run by time."""

    id: str
    game: str
    players: Count
    options: Data
    """All of the game's options."""
    components: Data | None
    seed: int
    secret: str
    """From which the match's name and the bots' seeds derive, as `arena.match.spec.MatchSpec` has it."""
    settings: Data
    """`arena.match.spec.Settings` as plain data."""
    bots: tuple[BotRecord, ...]
    state: Data
    """The starting state."""
    decisions: tuple[DecisionRecord, ...]
    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    faults: tuple[FaultRecord, ...]
    timing: tuple[SeatTiming, ...]
    unknown: tuple[str, ...] = field(default=(), compare=False, metadata=NOT_STORED)
    """The keys of its data that were passed over, because this version does not know them."""

    @property
    def clock(self) -> Clock:
        """The clock that was set. Raises BadRecord."""
        given = Entry(self.settings.get("clock", {}), BadRecord, "settings.clock").as_map()
        known = {field.name: given[field.name] for field in fields(Clock) if field.name in given}
        try:
            return Clock(**known)
        except ValueError as error:
            raise BadRecord(f"settings.clock: {error}") from None

    def to_data(self) -> Data:
        """As a plain map that JSON can hold and `from_data` reads."""
        return {
            **self.head(),
            "decisions": [decision.to_data() for decision in self.decisions],
            **self.result(),
        }

    def head(self) -> Data:
        """The part of the data that is known when the match begins."""
        names = form(type(self)).names
        return {name: _plain(getattr(self, name)) for name in names[: names.index("decisions")]}

    def result(self) -> Data:
        """The part of the data that is known when the match has ended."""
        names = form(type(self)).names
        return {name: _plain(getattr(self, name)) for name in names[names.index("decisions") + 1 :]}

    @classmethod
    def from_data(cls, data: object, version: object = VERSION) -> MatchRecord:
        """The record that `to_data` wrote in some version.

        Raises:
            BadRecord: this version is not read, or an entry is missing or of the wrong type.
        """
        if problem := version_problem(version):
            raise BadRecord(f"the record {problem}")
        entry, own = Entry(data, BadRecord), form(cls)
        values = own.values(entry)
        return cls(**values, unknown=tuple(dict.fromkeys(own.unknown(entry.as_map()))))


def version_problem(version: object) -> str | None:
    """Why records and replays of a version can't be read, to follow their name; None if they can."""
    if version == VERSION and type(version) is int:
        return None
    told = f"is of version {version!r:.20}, and this arena reads version {VERSION}"
    if type(version) is not int or version not in _OLDER:
        return told
    return f"{told}: {_OLDER[version]}"


def _plain(value: Any) -> Any:
    """A field's value as plain data."""
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    if isinstance(value, BotRecord | FaultRecord | SeatTiming):
        return {name: _plain(item) for name, item in asdict(value).items()}
    return value
