"""What can be done: actions, their forms, tables of them, and the decision between them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from arena.games.entries import same

Data = dict[str, Any]
"""Plain data: maps with string keys, lists, ints, strings, booleans, null."""


class Action:
    """One thing that a seat can do: its wire form, and `arg`, the engine's own value for it.

    A game makes each action once and uses it for good, so actions compare by identity.
    """

    __slots__ = ("_data", "arg", "type", "wire")

    def __init__(self, type: str, arg: Any = None, /, **fields: Any) -> None:
        self.type = type
        self.arg = arg
        self._data: Data = {"type": type, **fields}
        self.wire: bytes | None = None
        """For whoever sends the action often: what it then sends, kept with it."""

    def to_data(self) -> Data:
        """The action as a new plain map."""
        return {key: list(value) if type(value) is list else value for key, value in self._data.items()}

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
