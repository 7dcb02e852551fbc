"""Reading untrusted data entry by entry: every refusal names the entry's path and what would be right.

Component files and states are both read this way.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Any, NoReturn, TypeVar

from arena.games.errors import BadComponents, GameError
from arena.toml import read_toml

T = TypeVar("T")


class Entry:
    """A value inside a larger piece of data, with the path that leads to it (`color[2].quests`)."""

    __slots__ = ("error", "lenient", "path", "value")

    def __init__(self, value: Any, error: type[GameError], path: str = "", *, lenient: bool = False) -> None:
        self.value = value
        self.error = error
        self.path = path
        self.lenient = lenient
        """Whether unknown keys are passed over, at every level (SPEC P-14); otherwise they are refused."""

    def refuse(self, reason: str) -> NoReturn:
        """Raise this data's kind of error for this entry."""
        raise self.error(f"{self.path or 'the whole'}: {reason}")

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

    def _below(self, value: Any, path: str) -> Entry:
        return Entry(value, self.error, path, lenient=self.lenient)

    def as_map(self) -> Mapping[str, Any]:
        """The value, which must be a map."""
        value: Mapping[str, Any] = self.value
        if type(value) is not dict and not isinstance(value, Mapping):
            self.refuse(f"must be a map, not {value!r:.60}")
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
                self._below(None, path).refuse(f"is unknown; allowed are {', '.join(allowed)}")

    def items(self, length: int | None = None) -> list[Entry]:
        """The entries of a list, of `length` entries if given."""
        if type(self.value) is not list:
            self.refuse(f"must be a list, not {self.value!r:.60}")
        if length is not None and len(self.value) != length:
            self.refuse(f"must have {length} entries, not {len(self.value)}")
        return [self._below(value, f"{self.path}[{i}]") for i, value in enumerate(self.value)]

    def integer(self, low: int | None = None, high: int | None = None) -> int:
        """The value, which must be an integer in the range given."""
        value = self.value
        if type(value) is not int or (low is not None and value < low) or (high is not None and value > high):
            least = "" if low is None else f" from {low}" if high is not None else f" of at least {low}"
            most = "" if high is None else f" to {high}" if low is not None else f" of at most {high}"
            self.refuse(f"must be an integer{least}{most}, not {value!r:.60}")
        return value

    def boolean(self) -> bool:
        """The value, which must be true or false."""
        if type(self.value) is not bool:
            self.refuse(f"must be true or false, not {self.value!r:.60}")
        return self.value

    def text(self) -> str:
        """The value, which must be a non-empty string."""
        if type(self.value) is not str or not self.value:
            self.refuse(f"must be a non-empty string, not {self.value!r:.60}")
        return self.value

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

    def exactly(self, value: Any) -> None:
        """Refuse unless the value is this one."""
        if not same(self.value, value):
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


def component_entries(source: Mapping[str, Any] | str | Path) -> Entry:
    """A component file, or its contents, as the root entry.

    Raises:
        BadComponents: the file can't be read or is no TOML.
    """
    if isinstance(source, Mapping):
        return Entry(source, BadComponents)
    if not isinstance(source, str | Path):
        raise BadComponents(f"components: must be a map or a file's path, not {source!r:.60}")
    return Entry(read_toml(source, BadComponents), BadComponents)


SOURCES = ("rulebook", "public", "reconstructed")
"""Where a component entry's facts come from."""
