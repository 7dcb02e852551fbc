"""Files that people write: every refusal says what is wrong, where, and what would be right."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Any, NoReturn

from arena.hints import nearest


def read_toml(path: str | Path, error: type[Exception]) -> dict[str, Any]:
    """What a TOML file holds. Raises `error`, in one sentence that says where it is wrong."""
    try:
        text = Path(path).read_text("utf-8")
        return tomllib.loads(text)
    except OSError as reason:
        raise error(f"{path}: can't be read: {reason.strerror}") from None
    except UnicodeDecodeError as reason:
        raise error(f"{path}: is no TOML: byte {reason.start} is not UTF-8") from None
    except tomllib.TOMLDecodeError as reason:
        raise error(f"{path}: is no TOML: {_with_place(reason, text)}") from None
    except (ValueError, RecursionError) as reason:  # numbers and nesting without end
        raise error(f"{path}: is no TOML: {reason}") from None


def _with_place(error: tomllib.TOMLDecodeError, text: str) -> str:
    """The error's words; where they speak of the end of the document, that becomes a line and a column."""
    line, column = text.count("\n") + 1, len(text.rpartition("\n")[2]) + 1
    return str(error).replace("at end of document", f"at line {line}, column {column}")


class Entries:
    """One table of a TOML file; `place` says which, for messages.

    What is wrong raises `error`, at once for a key that is not among the `known` ones.
    """

    def __init__(self, place: str, table: object, known: Collection[str], error: type[Exception]) -> None:
        self.place = place
        self.error = error
        if not isinstance(table, Mapping):
            raise error(f"{place}: must be a table, not {table!r:.60}")
        self._table = table
        for key in table:
            if key not in known:
                raise error(f"{place}: there is no key {key!r}{nearest(key, known)}")

    def __contains__(self, key: str) -> bool:
        return key in self._table

    def refuse(self, key: str, reason: str) -> NoReturn:
        """Raise the error for a key's value."""
        raise self.error(f"{self.place}: {key} {reason}")

    def text(self, key: str, default: str | None = None) -> str:
        """A string that is not empty."""
        value: str = self._read(key, default, lambda v: type(v) is str and v != "", "text")
        return value

    def integer(self, key: str, default: int | None = None, low: int | None = None) -> int:
        """An integer of at least `low`."""
        right = "an integer" if low is None else f"an integer of at least {low}"
        value: int = self._read(key, default, lambda v: type(v) is int and (low is None or v >= low), right)
        return value

    def flag(self, key: str, default: bool | None = None) -> bool:
        """True or false."""
        value: bool = self._read(key, default, lambda v: type(v) is bool, "true or false")
        return value

    def integers(self, key: str) -> list[int]:
        """A list of integers, not empty."""
        value: list[int] = self._read(
            key, None, lambda v: _is_list_of(v, int), "a list of integers, such as [3, 4]"
        )
        return value

    def texts(self, key: str) -> list[str]:
        """A list of strings, not empty."""
        right = 'a list of text, such as ["python3", "bot.py"]'
        value: list[str] = self._read(key, None, lambda v: _is_list_of(v, str), right)
        return value

    def number(self, key: str) -> float:
        """An integer or a float."""
        value: float = self._read(key, None, lambda v: type(v) in (int, float), "a number")
        return float(value)

    def choices(self, key: str, known: Collection[str]) -> list[str]:
        """A list of some of the known words, not empty, none twice."""
        words = self.texts(key)
        for number, word in enumerate(words):
            if word not in known:
                self.refuse(key, f"names {word!r}, which is not there{nearest(word, known)}")
            if word in words[:number]:
                self.refuse(key, f"names {word!r} twice")
        return words

    def table(self, key: str) -> dict[str, Any]:
        """A table; empty where the key is missing."""
        value: dict[str, Any] = self._read(
            key, {}, lambda v: type(v) is dict, "a table, such as { magic_spells = true }"
        )
        return value

    def tables(self, key: str) -> list[Any]:
        """The tables written as [[key]], at least one."""
        right = f"one or more tables, each under [[{key}]]"
        value: list[Any] = self._read(key, None, lambda v: _is_list_of(v, dict), right)
        return value

    def _read(self, key: str, default: Any, accepts: Callable[[Any], bool], right: str) -> Any:
        """The key's value; the default, if there is one, where the key is missing."""
        if key not in self._table:
            if default is None:
                raise self.error(f"{self.place}: the key {key!r} is missing; it must be {right}")
            return default
        value = self._table[key]
        if not accepts(value):
            self.refuse(key, f"must be {right}, not {value!r:.60}")
        return value


def _is_list_of(value: object, kind: type) -> bool:
    return type(value) is list and value != [] and all(type(item) is kind for item in value)
