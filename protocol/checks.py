"""The checks that a field of a message passes: each gives the value, or raises WireError with its path."""

from __future__ import annotations

from protocol.codec import WireError, brief, join_path

TYPE_CHECKING = False  # instead of importing typing: the engine imports this module, and should start fast
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any, NoReturn, TypeAlias

    from protocol.faults import FaultCode

    PlainMap: TypeAlias = Mapping[str, Any]
    Number: TypeAlias = int | float
    Check: TypeAlias = Callable[[Any, str], Any]


def refuse(path: str, wanted: str, got: object, code: FaultCode = "field_type") -> NoReturn:
    """Raise WireError for what is not as wanted; the path says where it is."""
    raise WireError(code, f"must be {wanted}, got {brief(got)}", path)


def refuse_int(path: str, wanted: str, got: object) -> NoReturn:
    """The same where an int is wanted."""
    refuse(path, wanted, got, "float_for_int" if type(got) is float else "field_type")


def integer(value: Any, path: str) -> int:
    """An int."""
    if type(value) is not int:
        refuse_int(path, "an int", value)
    return value


def count(value: Any, path: str) -> int:
    """An int of 0 or more."""
    if type(value) is not int or value < 0:
        refuse_int(path, "an int of 0 or more", value)
    return value


def number(value: Any, path: str) -> Number:
    """An int or a float."""
    if type(value) is not int and type(value) is not float:
        refuse(path, "a number", value)
    return value


def text(value: Any, path: str) -> str:
    """A string."""
    if type(value) is not str:
        refuse(path, "a string", value)
    return value


def mapping(value: Any, path: str) -> PlainMap:
    """A map."""
    if type(value) is not dict:
        refuse(path, "a map", value)
    return value


def array(entry: Check) -> Check:
    """The check for an array whose entries pass a check."""

    def check(value: Any, path: str) -> list[Any]:
        if type(value) is not list:
            refuse(path, "an array", value)
        return [entry(item, join_path(path, index)) for index, item in enumerate(value)]

    return check


def nil_or(inner: Check) -> Check:
    """The check for nil, or what passes a check."""

    def check(value: Any, path: str) -> Any:
        return None if value is None else inner(value, path)

    return check
