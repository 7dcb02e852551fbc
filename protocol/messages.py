"""Every message of the protocol as a type, and the checks that turn received maps into them.

The fields declared here are the single source: parsing, packing and the tables of SPEC.md follow from them.
A field that may be absent has the default None; nil counts as absent.
"""

# ruff: noqa: RUF009 - a field's default is made by a call on purpose: it carries the field's check
from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields
from math import isfinite
from typing import Any, ClassVar, TypeAlias, TypeVar

from protocol import PROTOCOL_VERSION
from protocol.checks import array, count, integer, mapping, nil_or, number, refuse, text
from protocol.codec import WireError, brief, join_map, join_path, pack
from protocol.faults import FaultCode

MAX_NOTE = 4096
"""The largest note, in packed bytes."""
SENDABLE = ("view", "legal", "events")
"""The parts of a decision that a bot may ask for in its hello."""

Plain: TypeAlias = Any
"""Plain data: None, bool, int, float, str, list, dict with str keys."""
PlainMap: TypeAlias = Mapping[str, Any]
Number: TypeAlias = int | float
Check: TypeAlias = Callable[[Any, str], Any]


# ---------------------------------------------------------------------------------------------- checks


def _version(value: Any, path: str) -> int:
    if type(value) is not int or value != PROTOCOL_VERSION:
        refuse(path, f"the int {PROTOCOL_VERSION}, the version spoken here", value, "wrong_version")
    return value


def _sendable(value: Any, path: str) -> str:
    if value not in SENDABLE:
        refuse(path, "one of " + ", ".join(map(repr, SENDABLE)), value, "unknown_part")
    return str(value)


def _note(value: Any, path: str) -> Plain:
    size = len(pack(value))
    if size > MAX_NOTE:
        raise WireError("long_note", f"must be at most {MAX_NOTE} bytes when packed, got {size}", path)
    return _finite(value)


def _finite(value: Any) -> Plain:
    """`value` with nil for NaN and infinities, which no replay file could hold."""
    match value:
        case float():
            return value if isfinite(value) else None
        case list():
            return [_finite(item) for item in value]
        case dict():
            return {key: _finite(item) for key, item in value.items()}
    return value


def _part(cls: type[_Record]) -> Check:
    def check(value: Any, path: str) -> Any:
        return cls.from_wire(mapping(value, path), path)

    return check


# ---------------------------------------------------------------------------------------------- records


def _needed(check: Check) -> Any:
    """A field that is always there."""
    return field(metadata={"check": check})


def _optional(check: Check) -> Any:
    """A field that may be absent, or nil, which is the same."""
    return field(default=None, metadata={"check": check})


class _Record:
    """A map of named, checked fields."""

    __slots__ = ()

    @classmethod
    def from_wire(cls, data: PlainMap, path: str) -> Any:
        """The record that a received map holds; unknown keys are ignored. Raises WireError."""
        return cls._from_fields(data, path)

    @classmethod
    def _from_fields(cls, data: PlainMap, path: str) -> Any:
        values = {}
        for spec in fields(cls):  # type: ignore[arg-type]  # every subclass is a dataclass
            inside = join_path(path, spec.name)
            value = data.get(spec.name)
            if spec.default is MISSING:
                if spec.name not in data:
                    raise WireError("field_missing", "is missing", inside)
            elif value is None:
                continue
            values[spec.name] = spec.metadata["check"](value, inside)
        return cls(**values)

    def to_wire(self) -> dict[str, Any]:
        """The plain map; optional fields that are None are left out."""
        data = {}
        for spec in fields(self):  # type: ignore[arg-type]  # every subclass is a dataclass
            value = getattr(self, spec.name)
            if value is not None or spec.default is MISSING:
                data[spec.name] = _plain(value)
        return data


def _plain(value: Any) -> Plain:
    if isinstance(value, _Record):
        return value.to_wire()
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return value


class _Message(_Record):
    """A record with a `type`."""

    __slots__ = ()
    TYPE: ClassVar[str]

    def to_wire(self) -> dict[str, Any]:
        """The plain map, its `type` first; optional fields that are None are left out."""
        return {"type": self.TYPE, **super().to_wire()}


M = TypeVar("M", bound=_Message)


@dataclass(frozen=True, slots=True)
class Clock(_Record):
    """The time control of a match, in milliseconds; nil where there is no limit of that kind."""

    move_ms: int | None = _needed(nil_or(count))
    bank_ms: int | None = _needed(nil_or(count))
    increment_ms: int | None = _needed(nil_or(count))


@dataclass(frozen=True, slots=True)
class TimeLeft(_Record):
    """What a decision may take, in milliseconds; nil where there is no limit of that kind."""

    move_ms: int | None = _needed(nil_or(count))
    bank_ms: int | None = _needed(nil_or(count))


@dataclass(frozen=True, slots=True)
class SeatFault(_Record):
    """That a seat is out of the match, and by which kind of fault."""

    seat: int = _needed(count)
    kind: str = _needed(text)


# ---------------------------------------------------------------------------------------------- arena


@dataclass(frozen=True, slots=True)
class ArenaHello(_Message):
    """The arena's first message."""

    TYPE: ClassVar[str] = "hello"
    protocol: int = _needed(_version)
    arena: str = _needed(text)


@dataclass(frozen=True, slots=True)
class Start(_Message):
    """A match begins."""

    TYPE: ClassVar[str] = "start"
    match: str = _needed(text)
    game: str = _needed(text)
    players: int = _needed(count)
    seat: int = _needed(count)
    options: PlainMap = _needed(mapping)
    clock: Clock = _needed(_part(Clock))
    bot_seed: int = _needed(count)
    components: PlainMap | None = _optional(mapping)


@dataclass(frozen=True, slots=True)
class Decide(_Message):
    """The bot's seat must choose. `view`, `legal` and `events` are there if the bot asked for them."""

    TYPE: ClassVar[str] = "decide"
    id: int = _needed(count)
    seat: int = _needed(count)
    kind: str = _needed(text)
    clock: TimeLeft = _needed(_part(TimeLeft))
    view: PlainMap | None = _optional(mapping)
    legal: Sequence[PlainMap] | None = _optional(array(mapping))
    events: Sequence[PlainMap] | None = _optional(array(mapping))


@dataclass(frozen=True, slots=True)
class Rejected(_Message):
    """The answer to decision `id` was illegal, and the bot may try again."""

    TYPE: ClassVar[str] = "rejected"
    id: int = _needed(count)
    reason: str = _needed(text)
    tries_left: int = _needed(count)
    clock: TimeLeft | None = _optional(_part(TimeLeft))


@dataclass(frozen=True, slots=True)
class Over(_Message):
    """The match has ended. `events` are there if the bot asked for them."""

    TYPE: ClassVar[str] = "over"
    match: str = _needed(text)
    scores: Sequence[Number] = _needed(array(number))
    ranks: Sequence[int] = _needed(array(count))
    faults: Sequence[SeatFault] = _needed(array(_part(SeatFault)))
    events: Sequence[PlainMap] | None = _optional(array(mapping))


@dataclass(frozen=True, slots=True)
class Bye(_Message):
    """No more matches; the bot's stdin closes next."""

    TYPE: ClassVar[str] = "bye"


# ---------------------------------------------------------------------------------------------- bot


@dataclass(frozen=True, slots=True)
class BotHello(_Message):
    """The bot runs. `games` None: any game; `send` None: every part of a decision."""

    TYPE: ClassVar[str] = "hello"
    protocol: int = _needed(_version)
    name: str = _needed(text)
    version: str | None = _optional(text)
    author: str | None = _optional(text)
    games: Sequence[str] | None = _optional(array(text))
    send: Sequence[str] | None = _optional(array(_sendable))


@dataclass(frozen=True, slots=True)
class Ready(_Message):
    """The bot has looked at the match that starts."""

    TYPE: ClassVar[str] = "ready"


@dataclass(frozen=True, slots=True)
class Act(_Message):
    """The answer to decision `id`: either an index into `legal` or an action itself, and a note to keep."""

    TYPE: ClassVar[str] = "act"
    id: int = _needed(integer)
    index: int | None = _optional(integer)
    action: PlainMap | None = _optional(mapping)
    note: Plain = _optional(_note)

    @classmethod
    def from_wire(cls, data: PlainMap, path: str) -> Act:
        """As every record's, with a short way for the plain answers that come thousands of times a second."""
        if len(data) == 3 and type(data.get("id")) is int and type(data.get("index")) is int:
            return cls(data["id"], data["index"])
        act: Act = cls._from_fields(data, path)
        if (act.index is None) == (act.action is None):
            got = "neither" if act.index is None else "both"
            raise WireError("index_and_action", f"must have exactly one of index and action, got {got}", path)
        return act


BotMessage: TypeAlias = BotHello | Ready | Act
ArenaMessage: TypeAlias = ArenaHello | Start | Decide | Rejected | Over | Bye

_BOT_TYPES: dict[str, type[BotMessage]] = {cls.TYPE: cls for cls in (BotHello, Ready, Act)}
_ARENA_TYPES: dict[str, type[ArenaMessage]] = {
    cls.TYPE: cls for cls in (ArenaHello, Start, Decide, Rejected, Over, Bye)
}


def parse_bot(value: object) -> BotMessage:
    """The message that a bot sent. Raises WireError with the field's path."""
    return _parse(value, _BOT_TYPES)


def parse_arena(value: object) -> ArenaMessage:
    """The message that the arena sent. Raises WireError with the field's path."""
    return _parse(value, _ARENA_TYPES)


def _parse(value: object, types: Mapping[str, type[M]]) -> M:
    if type(value) is not dict:
        code: FaultCode = "array_for_map" if type(value) is list else "not_a_map"
        raise WireError(code, f"a message must be a map, got {brief(value)}")
    name = value.get("type")
    cls = types.get(name) if type(name) is str else None
    if cls is None:
        if "type" not in value:
            raise WireError("type_missing", "is missing", "type")
        refuse("type", "one of " + ", ".join(map(repr, types)), name, "type_unknown")
    message: M = cls.from_wire(value, cls.TYPE)
    return message


# ---------------------------------------------------------------------------------------------- packing


def encode(message: _Message) -> bytes:
    """The bytes of a message. Raises WireError if they are too many or a field holds no plain data."""
    return pack(message.to_wire())


def encode_decide(**packed: bytes | None) -> bytes:
    """The bytes of a `Decide`, each of whose fields is packed already; None for one the bot did not ask for.

    Raises KeyError for a declared field that is not given.
    """
    return join_map(
        [_DECIDE_TYPE, *[key + value for name, key in _DECIDE_KEYS if (value := packed[name]) is not None]]
    )


_DECIDE_TYPE = pack("type") + pack(Decide.TYPE)
_DECIDE_KEYS = tuple((spec.name, pack(spec.name)) for spec in fields(Decide))
