"""The requests and their fields: the single source of the tables in ENGINE.md."""

from __future__ import annotations

from protocol.checks import array, count, integer, mapping, nil_or, refuse, text
from protocol.codec import WireError

TYPE_CHECKING = False  # instead of importing typing: the engine should start fast
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from protocol.checks import Check

VERSION = 1
"""The version of ENGINE.md that is spoken."""
MAX_STATES = 4096
"""How many states an engine keeps."""
MAX_VALUES = 1 << 17
"""How many values a request may hold, keys counted, and each array and map beside what is in it."""


class Form:
    """The fields of a request, each with the check that it passes; nil under an optional one is absence."""

    __slots__ = ("needed", "optional")

    def __init__(self, needed: Mapping[str, Check], optional: Mapping[str, Check] | None = None) -> None:
        self.needed = tuple(needed.items())
        self.optional = tuple((optional or {}).items())

    def read(self, name: str, request: Mapping[str, Any]) -> dict[str, Any]:
        """The fields of a request called `name`. Raises WireError."""
        given = {}
        for key, check in self.needed:
            if key not in request:
                raise WireError("field_missing", "is missing", f"{name}.{key}")
            given[key] = check(request[key], f"{name}.{key}")
        for key, check in self.optional:
            value = request.get(key)
            if value is not None:
                given[key] = check(value, f"{name}.{key}")
        return given


def boolean(value: Any, path: str) -> bool:
    """True or false."""
    if type(value) is not bool:
        refuse(path, "true or false", value)
    return value


def number_of_state(value: Any, path: str) -> int:
    """A number that a state may have."""
    if type(value) is not int or not 0 <= value < MAX_STATES:
        refuse(path, f"the number of a state, from 0 to {MAX_STATES - 1}", value)
    return value


def action(value: Any, path: str) -> Any:
    """What names a legal action: its place in the legal list, or itself."""
    if type(value) is not int and type(value) is not dict:
        refuse(path, "a place in the legal list or an action, a map", value)
    return value


def anything(value: Any, path: str) -> Any:
    """Whatever it is."""
    return value


_MAKES = {"into": number_of_state}
_PLAYS = {"seed": integer, "policy": text, "horizon": count}

FORMS = {
    "hello": Form({}, {"seed": integer}),
    "new": Form(
        {"game": text, "players": integer},
        {"options": mapping, "seed": integer, "components": mapping, **_MAKES},
    ),
    "from_view": Form({"view": mapping, "seat": integer}, {"seed": integer, "components": mapping, **_MAKES}),
    "from_data": Form({"data": mapping}, {"seed": integer, "components": mapping, **_MAKES}),
    "clone": Form({"state": number_of_state}, _MAKES),
    "determinize": Form({"state": number_of_state, "seat": integer}, {"seed": integer, **_MAKES}),
    "drop": Form({}, {"states": array(number_of_state)}),
    "decision": Form({"state": number_of_state}),
    "apply": Form(
        {"state": number_of_state, "actions": array(action)},
        {"chance": array(nil_or(array(anything))), "events": boolean},
    ),
    "view": Form({"state": number_of_state}, {"seat": integer}),
    "data": Form({"state": number_of_state}),
    "result": Form({"state": number_of_state}),
    "playout": Form({"state": number_of_state}, _PLAYS),
    "playouts": Form({"state": number_of_state}, {"ms": count, "count": count, **_PLAYS}),
    "search": Form({"state": number_of_state}, {"ms": count, "count": count, "seed": integer}),
    "batch": Form({"requests": array(anything)}),
}
"""Every request by its name."""
