"""Reading JSON that strangers may have written: bounded, finite, and refused in words."""

from __future__ import annotations

import json
import math
import re
from typing import Any, NoReturn

MOST_LEVELS = 100
"""How deep lists and maps may lie inside each other, at least; twice as deep they are refused."""
MOST_DIGITS = 40
"""Of an integer: a tournament's seed has 39, everything else fewer."""

_STRING = re.compile(r'"(?:[^"\\]|\\.)*"?', re.DOTALL)
_NOT_BRACKETS = re.compile(r"[^][{}]+")


def loads(text: str | bytes) -> Any:
    """The value that a JSON text spells.

    Raises ValueError for anything else, and for numbers that are not finite or have endless digits, text
    that is not UTF-8, and endless nesting.
    """
    if isinstance(text, bytes):
        text = text.decode("utf-8")
    if text.count("[") + text.count("{") > MOST_LEVELS and _is_deep(text):
        raise ValueError("lists and maps lie too deep inside each other")
    return _DECODER.decode(text)


def _is_deep(text: str) -> bool:
    """Whether pairs of brackets are left when the innermost have been taken out often enough."""
    brackets = _NOT_BRACKETS.sub("", _STRING.sub("", text))
    for _ in range(MOST_LEVELS):
        if not brackets:
            return False
        shorter = brackets.replace("[]", "").replace("{}", "")
        if len(shorter) == len(brackets):
            return len(brackets) > MOST_LEVELS
        brackets = shorter
    return True


def _refuse(word: str) -> NoReturn:
    raise ValueError(f"{word} is no number")


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"{text:.40} is too large a number")
    return number


def _bounded(text: str) -> int:
    if len(text) > MOST_DIGITS:
        raise ValueError(f"{text:.10}... is too large a number: it has {len(text)} digits")
    return int(text)


_DECODER = json.JSONDecoder(parse_constant=_refuse, parse_float=_finite, parse_int=_bounded)
