"""Reading stored records: a class's annotated fields declare the form of the map that holds one.

A form may grow: what has a default may be absent from the map, and means that; keys that no field is for are
passed over, and can be named.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, fields, is_dataclass
from types import NoneType, UnionType
from typing import Annotated, Any, TypeAlias, Union, get_args, get_origin, get_type_hints

from arena.games.entries import Entry
from arena.process.faults import shown

COUNT = "0 or more"
HEXADECIMAL = "bytes in hexadecimal"
Count: TypeAlias = Annotated[int, COUNT]
Hexadecimal: TypeAlias = Annotated[str, HEXADECIMAL]
NOT_STORED = {"stored": False}
"""Metadata for a field of a dataclass that is no part of its form."""
MOST = 1e15
"""No number is larger; none is a longer time in ms."""

_HEX = re.compile(r"([0-9a-f]{2})*")
_Read: TypeAlias = Callable[[Entry], Any]


class Form:
    """The form of a dataclass or named tuple `make`."""

    def __init__(self, make: type) -> None:
        self._make: Callable[..., Any] = make
        defaults = _defaults(make)
        hints = get_type_hints(make, include_extras=True)
        self._readers = {name: _reader(hints[name]) for name in defaults}
        self._needed = [name for name, has_default in defaults.items() if not has_default]
        self._lists = {name: inner for name in defaults if (inner := _listed_form(hints[name])) is not None}

    @property
    def names(self) -> list[str]:
        """The keys of the map, in the order in which they are declared."""
        return list(self._readers)

    def values(self, entry: Entry) -> dict[str, Any]:
        """The fields that a map holds. Raises the entry's error for one that is missing or no such value."""
        entry.has(*self._needed)
        given = entry.as_map()
        return {name: read(entry[name]) for name, read in self._readers.items() if name in given}

    def read(self, entry: Entry) -> Any:
        """What the map holds, as its class. Raises the entry's error."""
        return self._make(**self.values(entry))

    def unknown(self, data: Mapping[str, Any], path: str = "") -> Iterator[str]:
        """The keys of a map, and of the maps in its lists, that no field is for: `decisions[].thought`."""
        for key, value in data.items():
            if key not in self._readers:
                yield shown(f"{path}{key}")
            elif key in self._lists:
                for item in value:
                    yield from self._lists[key].unknown(item, f"{path}{key}[].")


_forms: dict[type, Form] = {}


def form(make: type) -> Form:
    """The form of a class; made once."""
    if make not in _forms:
        _forms[make] = Form(make)
    return _forms[make]


def _defaults(make: type) -> dict[str, bool]:
    """The fields of a class's form, and whether each has a default."""
    if is_dataclass(make):
        stored = [field for field in fields(make) if field.metadata.get("stored", True)]
        return {field.name: field.default is not MISSING for field in stored}
    return {name: name in make._field_defaults for name in make._fields}  # type: ignore[attr-defined]


def _is_form(hint: Any) -> bool:
    return isinstance(hint, type) and (is_dataclass(hint) or hasattr(hint, "_fields"))


def _listed_form(hint: Any) -> Form | None:
    """The form of the maps in a list; None for any other hint."""
    (item, *_) = get_args(hint) or (None,)
    return form(item) if get_origin(hint) is tuple and _is_form(item) else None


def _reader(hint: Any) -> _Read:
    """What reads a value that is annotated so."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _SCALARS[arguments[1]]
    if origin in (Union, UnionType):
        (inner,) = (_reader(argument) for argument in arguments if argument is not NoneType)
        return lambda entry: entry.optional(inner)
    if origin is tuple:
        item = _reader(arguments[0])
        return lambda entry: tuple(map(item, entry.items()))
    if _is_form(hint):
        return form(hint).read
    return _SCALARS[origin or hint]


def _string(entry: Entry) -> str:
    entry.require(type(entry.value) is str, f"must be a string, not {entry.value!r:.60}")
    return shown(str(entry.value))


def _hexadecimal(entry: Entry) -> str:
    text = _string(entry)
    entry.require(_HEX.fullmatch(text) is not None, f"must be {HEXADECIMAL}, not {text!r:.60}")
    return text


def _number(entry: Entry) -> float:
    is_number = type(entry.value) in (int, float) and -MOST < entry.value < MOST
    entry.require(is_number, f"must be a number below {MOST:g}, not {entry.value!r:.60}")
    return float(entry.value)


def _map(entry: Entry) -> dict[str, Any]:
    return dict(entry.as_map())


_SCALARS: dict[Any, _Read] = {
    int: Entry.integer,
    COUNT: lambda entry: entry.integer(0),
    float: _number,
    str: _string,
    HEXADECIMAL: _hexadecimal,
    bool: Entry.boolean,
    dict: _map,
    Mapping: _map,
    Any: lambda entry: entry.value,
}
