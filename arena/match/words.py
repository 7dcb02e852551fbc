"""Actions in words, for people who read or type along."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def action_words(action: Mapping[str, Any]) -> str:
    """An action: its type, and its fields; the name of a lone field goes without saying."""
    fields = [(key, value) for key, value in action.items() if key != "type"]
    told = [_value(value) if len(fields) == 1 else f"{_name(key)} {_value(value)}" for key, value in fields]
    return f"{_name(action['type'])} {', '.join(told)}".strip()


def field_words(action: Mapping[str, Any], key: str) -> str:
    """One field of an action, with its name; the type goes for itself."""
    return _name(action["type"]) if key == "type" else f"{_name(key)} {_value(action.get(key))}"


def _name(key: str) -> str:
    return key.replace("_", " ")


def _value(value: Any) -> str:
    match value:
        case None:
            return "none"
        case bool():
            return "yes" if value else "no"
        case list():
            return f"[{', '.join(map(_value, value))}]"
        case {"type": str()}:
            return action_words(value)
        case dict():
            return " ".join(f"{_name(key)} {_value(item)}" for key, item in value.items())
    return str(value)
