"""Reading what people and strangers have written, entry by entry: files, states, whatever is stored.

Every refusal says where the entry is, what is wrong with it, and what would be right.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping
from math import isfinite
from typing import Any, NoReturn, TypeVar

from arena.hints import nearest

T = TypeVar("T")


class _Absent:
    """In the place of a value that is not there, and has no default: nothing that is asked for."""


_ABSENT = _Absent()


class Entry:
    """A value inside a larger piece of data, with the path that leads to it (`color[2].quests`).

    `place` says where that data is: a file, or a table of one.
    """

    __slots__ = ("error", "lenient", "path", "place", "value")

    def __init__(
        self, value: Any, error: type[Exception], path: str = "", *, place: str = "", lenient: bool = False
    ) -> None:
        self.value = value
        self.error = error
        self.path = path
        self.place = place
        self.lenient = lenient
        """Whether unknown keys are passed over, at every level (SPEC P-14); otherwise they are refused."""

    def refuse(self, reason: str) -> NoReturn:
        """Raise this data's kind of error for this entry."""
        where = filter(None, (self.place, self.path))
        raise self.error(f"{': '.join(where) or 'the whole'}: {reason}")

    def must_be(self, right: str) -> NoReturn:
        """Refuse the entry, which is not there or not what it must be."""
        if self.value is _ABSENT:
            self.refuse(f"is missing; it must be {right}")
        self.refuse(f"must be {right}, not {self.value!r:.60}")

    def require(self, condition: bool, reason: str) -> None:
        """Refuse the entry unless `condition` holds."""
        if not condition:
            self.refuse(reason)

    def __getitem__(self, key: str | int) -> Entry:
        """The entry below this one; refused if this is no map (list) or has no such key (index)."""
        if isinstance(key, int):
            self.items()
            self.require(0 <= key < len(self.value), f"has no entry {key}")
            return self._below(self.value[key], f"{self.path}[{key}]")
        path = f"{self.path}.{key}" if self.path else key
        values = self.as_map()
        if key not in values:
            self._below(None, path).refuse("is missing")
        return self._below(values[key], path)

    def get(self, key: str, default: Any = _ABSENT) -> Entry:
        """The entry below this map, or the default; without one, who reads it says what it must be."""
        return self._below(self.as_map().get(key, default), f"{self.path}.{key}" if self.path else key)

    def __contains__(self, key: str) -> bool:
        return key in self.as_map()

    def _below(self, value: Any, path: str) -> Entry:
        return Entry(value, self.error, path, place=self.place, lenient=self.lenient)

    def as_map(self) -> Mapping[str, Any]:
        """The value, which must be a map."""
        value: Mapping[str, Any] = self.value
        if type(value) is not dict and not isinstance(value, Mapping):
            self.must_be("a map")
        return value

    def has(self, *names: str) -> None:
        """Refuse unless the value is a map with at least these keys."""
        values = self.as_map()
        for name in names:
            if name not in values:
                self[name]

    def has_only(self, *names: str, optional: Collection[str] = ()) -> None:
        """Refuse unless the value is a map with these keys, perhaps the optional ones, and no others."""
        self.has(*names)
        if self.lenient:
            return
        allowed = (*names, *optional)
        for name in self.as_map():
            if name not in allowed:
                path = f"{self.path}.{name}" if self.path else str(name)
                self._below(None, path).refuse(f"is unknown{nearest(name, allowed)}")

    def items(self, length: int | None = None) -> list[Entry]:
        """The entries of a list, of `length` entries if given."""
        if type(self.value) is not list:
            self.must_be("a list")
        if length is not None and len(self.value) != length:
            self.refuse(f"must have {length} entries, not {len(self.value)}")
        return [self._below(value, f"{self.path}[{i}]") for i, value in enumerate(self.value)]

    def integer(self, low: int | None = None, high: int | None = None) -> int:
        """The value, which must be an integer in the range given."""
        value = self.value
        if type(value) is not int or (low is not None and value < low) or (high is not None and value > high):
            least = "" if low is None else f" from {low}" if high is not None else f" of at least {low}"
            most = "" if high is None else f" to {high}" if low is not None else f" of at most {high}"
            self.must_be(f"an integer{least}{most}")
        return value

    def number(self) -> float:
        """The value, which must be a number, and finite."""
        if type(self.value) not in (int, float) or not isfinite(self.value):
            self.must_be("a number")
        return float(self.value)

    def boolean(self) -> bool:
        """The value, which must be true or false."""
        if type(self.value) is not bool:
            self.must_be("true or false")
        return self.value

    def text(self) -> str:
        """The value, which must be a non-empty string."""
        if type(self.value) is not str or not self.value:
            self.must_be("a non-empty string")
        return self.value

    def known(self, words: Collection[str], what: str) -> str:
        """The value, which must be one of these words, each of them a `what`."""
        word = self.text()
        if word not in words:
            self.refuse(f"{word!r} is no {what}{nearest(word, words)}")
        return word

    def one_of(self, allowed: Collection[Any]) -> Any:
        """The value, which must be one of `allowed`, type included."""
        value = self.value
        if type(value) is str:
            known = value in allowed
        else:
            known = any(type(value) is type(other) and value == other for other in allowed)
        if not known:
            words = ", ".join("null" if other is None else str(other) for other in allowed)
            self.refuse(
                f"must be one of {words}, not {value!r:.60}" if words else f"{value!r:.60} is not allowed"
            )
        return value

    def seat(self, players: int) -> int:
        """The value, which must be a seat at a table of so many."""
        return self.integer(0, players - 1)

    def counts(self, names: Collection[str], low: int = 0) -> list[int]:
        """The values of a map from exactly these names to integers of at least `low`, in their order."""
        self.has_only(*names)
        return [self[name].integer(low) for name in names]

    def list_of(self, read: Callable[[Entry], T], length: int | None = None) -> list[T]:
        """What `read` makes of each entry of a list, of `length` entries if given."""
        return [read(entry) for entry in self.items(length)]

    def some(self, read: Callable[[Entry], T], such_as: str) -> list[T]:
        """The same of a list that is not empty; `such_as` shows one."""
        if type(self.value) is not list or not self.value:
            self.must_be(f"a list, such as {such_as}")
        return self.list_of(read)

    def choices(self, words: Collection[str], what: str) -> list[str]:
        """The words in a list that is not empty, each of them a `what`, none twice."""
        chosen = self.some(lambda entry: entry.known(words, what), json.dumps([*words][:2]))
        for number, word in enumerate(chosen):
            if word in chosen[:number]:
                self.refuse(f"names {word!r} twice")
        return chosen

    def exactly(self, value: Any) -> None:
        """Refuse unless the value is this one; where unknown keys are passed over, but for such."""
        if not same(known(self.value, value) if self.lenient else self.value, value):
            self.refuse(f"must be {value!r}, not {self.value!r:.60}")

    def optional(self, read: Callable[[Entry], T]) -> T | None:
        """None for null, else what `read` makes of the entry."""
        return None if self.value is None else read(self)


def same(left: object, right: object) -> bool:
    """Whether two pieces of plain data are equal, types included: `True == 1`, but it is no integer."""
    if type(left) is not type(right) or left != right:
        return False
    if isinstance(left, dict) and isinstance(right, dict):
        return all(same(left[key], right[key]) for key in right)
    if isinstance(left, list) and isinstance(right, list):
        return all(map(same, left, right))
    return True


def known(data: object, like: object) -> object:
    """Plain data without the keys that other data of its form lack, at every level."""
    if isinstance(data, dict) and isinstance(like, dict):
        return {key: known(data[key], value) for key, value in like.items() if key in data}
    if isinstance(data, list) and isinstance(like, list) and len(data) == len(like):
        return [known(value, other) for value, other in zip(data, like, strict=True)]
    return data
