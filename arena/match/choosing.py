"""Choosing one of many actions: by words, or in steps, first the kind and then field by field."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from arena.match.words import action_words, field_words

MOST_LISTED = 20
"""How many actions are listed at once; of more one is chosen in steps."""


class Choosing:
    """A choice among actions, which is narrowed down until it is made. Actions keep their numbers."""

    def __init__(self, actions: Sequence[Mapping[str, Any]]) -> None:
        self._actions = actions
        self._words = [action_words(action) for action in actions]
        self._steps: list[list[int]] = [list(range(len(actions)))]

    @property
    def left(self) -> Sequence[int]:
        """The numbers of the actions that are left."""
        return self._steps[-1]

    def words(self, number: int) -> str:
        """An action in words."""
        return self._words[number]

    def is_listed(self) -> bool:
        """Whether so few are left, or they differ in nothing that can be asked, that they are listed."""
        return len(self.left) <= MOST_LISTED or self._field() is None

    def question(self) -> str:
        """What is asked now: the actions that are left, or the values of the first field in which they
        differ."""
        if self.is_listed():
            return self.listing()
        field, counts = self._field(), Counter(map(self._value, self.left))
        lines = [
            f"{index:5}  {value}" + (f"   ({count} actions)" if count > 1 else "")
            for index, (value, count) in enumerate(counts.items())
        ]
        what = "What" if field == "type" else f"Which {str(field).replace('_', ' ')}"
        return "\n".join([f"{self._chosen()}{what}? (of {len(self.left)} actions)", *lines])

    def listing(self, numbers: Iterable[int] | None = None) -> str:
        """These actions below each other, or all that are left."""
        shown = self.left if numbers is None else numbers
        return "\n".join(["You may:", *(f"{number:5}  {self._words[number]}" for number in shown)])

    def answer(self, number: int) -> int | None:
        """Take a number of what is asked. The action's number if that makes the choice, or else None.

        Raises ValueError, whose words tell which numbers there are.
        """
        if self.is_listed():
            if number >= len(self._actions):
                raise ValueError(
                    f"There is no action {number}: the numbers are 0 to {len(self._actions) - 1}."
                )
            return number
        values = list(dict.fromkeys(map(self._value, self.left)))
        if number >= len(values):
            raise ValueError(f"There is no {number}: the numbers are 0 to {len(values) - 1}.")
        return self._narrow([one for one in self.left if self._value(one) == values[number]])

    def with_words(self, typed: str) -> list[int]:
        """The numbers of those that are left and have all that was typed."""
        return [number for number in self.left if has_words(self._words[number], typed)]

    def back(self) -> bool:
        """Undo the last step, if there is one."""
        if len(self._steps) == 1:
            return False
        self._steps.pop()
        return True

    def _narrow(self, numbers: list[int]) -> int | None:
        if len(numbers) == 1:
            return numbers[0]
        self._steps.append(numbers)
        return None

    def _field(self) -> str | None:
        """The first field in which the actions that are left differ: their type, or another."""
        first = self._actions[self.left[0]]
        for key in first:
            if any(self._actions[number].get(key) != first[key] for number in self.left):
                return key
        return None

    def _value(self, number: int) -> str:
        """An action's value of the field that is asked for, in words."""
        return field_words(self._actions[number], self._field() or "type")

    def _chosen(self) -> str:
        """What all that are left have in common, in words."""
        field = self._field()
        first = self._actions[self.left[0]]
        keys = list(first)[: list(first).index(field)] if field is not None else []
        told = ", ".join(field_words(first, key) for key in keys)
        return f"{told[:1].upper()}{told[1:]}. " if told else ""


def has_words(action: str, typed: str) -> bool:
    """Whether an action has all that was typed: words by their beginnings, each with the numbers after it."""
    words = _WORD.findall(action.lower())
    return all(
        any(_begins(words[start:], phrase) for start in range(len(words)))
        for phrase in (_WORD.findall(phrase) for phrase in _PHRASE.findall(typed.replace(",", " ")))
    )


_WORD = re.compile(r"[^\s,\[\]]+")
_PHRASE = re.compile(r"\S+(?:\s+-?\d+)*")
"""A word, with the numbers after it."""


def _begins(words: Sequence[str], phrase: Sequence[str]) -> bool:
    if len(words) < len(phrase):
        return False
    pairs = zip(phrase, words, strict=False)
    return all(word == part if part.isdecimal() else word.startswith(part) for part, word in pairs)
