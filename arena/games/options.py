"""A game's options: declared once, checked wherever they come from."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from arena.games.errors import BadOption
from arena.hints import nearest


@dataclass(frozen=True)
class Option:
    """One option: `values` says in words what it takes, `accepts` decides."""

    name: str
    default: Any
    values: str
    accepts: Callable[[Any], bool]
    help: str

    def parse(self, text: str) -> Any:
        """The value that `text` on a command line stands for: JSON, a bare word, or words with commas.

        Raises:
            BadOption: it is no value that the option takes.
        """
        try:
            value = json.loads(text)
        except (ValueError, RecursionError):  # no JSON, or more of it than json reads
            value = text
        for candidate in (value, text.split(",")):
            if self.accepts(candidate):
                return candidate
        raise BadOption(f"option {self.name}: must be {self.values}, not {text!r}")


def flag(name: str, default: bool, help: str) -> Option:
    """An option that is true or false."""
    return Option(name, default, "true or false", lambda value: type(value) is bool, help)


def integer(name: str, default: int, low: int, high: int, help: str) -> Option:
    """An option that is an integer from `low` to `high`."""
    return Option(
        name, default, f"an integer from {low} to {high}", lambda v: type(v) is int and low <= v <= high, help
    )


def choice(name: str, values: Sequence[str | int], help: str) -> Option:
    """An option that is one of `values`, the first being the default."""
    words = ", ".join(map(str, values))
    return Option(name, values[0], f"one of {words}", lambda v: type(v) in (str, int) and v in values, help)


def read_options(declared: Sequence[Option], given: Mapping[str, Any] | None, where: str) -> dict[str, Any]:
    """The declared options' values: as given, else the default.

    Raises:
        BadOption: an unknown name (the nearest right one is named) or a value that isn't taken.
    """
    if given is None:
        given = {}
    if not isinstance(given, Mapping):
        raise BadOption(f"options: must be a map from names to values, not {given!r:.60}")
    names = [option.name for option in declared]
    for name in given:
        if name not in names:
            raise BadOption(f"option {name!r}: {where} has no such option{nearest(name, names)}")
    values = {}
    for option in declared:
        value = given.get(option.name, option.default)
        if value is not option.default and not option.accepts(value):
            raise BadOption(f"option {option.name}: must be {option.values}, not {value!r}")
        values[option.name] = list(value) if isinstance(value, list) else value
    return values


def find_option(declared: Sequence[Option], name: str, where: str) -> Option:
    """The option called `name`.

    Raises:
        BadOption: there is none.
    """
    for option in declared:
        if option.name == name:
            return option
    read_options(declared, {name: None}, where)
    raise AssertionError("unreachable: an unknown name is refused above")
