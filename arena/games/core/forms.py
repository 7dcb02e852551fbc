"""How values are written as plain data, and read from it with a refusal for whatever is not as it should be.

A `Form` is both directions of one value. Forms are put together from those here, or made of two functions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from arena.games.entries import Entry

T = TypeVar("T")
Number = int | Callable[[Any], int] | None
"""A bound or length: none, a number, or a function of the state where it depends on the number of players."""
Words = Sequence[str] | Callable[[Any], Sequence[str]]
"""Names, or a function of the state where they depend on its components."""


class Form:
    """How one value is written as data and read from it.

    `write(state, value)` gives fresh plain data; `read(state, entry)` gives the value or refuses the entry.
    `source` is the same as `write` in Python, `{0}` standing for the value: where that is short, data are
    written without a call.
    """

    __slots__ = ("read", "source", "write")

    def __init__(
        self,
        write: Callable[[Any, Any], Any],
        read: Callable[[Any, Entry], Any],
        source: str | None = None,
    ) -> None:
        self.write = write
        self.read = read
        self.source = source


def _given(value: Any, state: object) -> Any:
    return value(state) if callable(value) else value


def _same(_: object, value: T) -> T:
    return value


def _as_it_is(read: Callable[[Any, Entry], Any]) -> Form:
    return Form(_same, read, "{0}")


def integer(low: Number = None, high: Number = None) -> Form:
    """An integer in a range."""
    return _as_it_is(lambda state, entry: entry.integer(_given(low, state), _given(high, state)))


def word(*words: Any) -> Form:
    """One of these strings, numbers, or None."""
    return _as_it_is(lambda _, entry: entry.one_of(words))


COUNT = integer(0)
"""An integer that is not negative."""
SEAT = _as_it_is(lambda state, entry: entry.seat(state.players))
"""A seat of the game."""
FLAG = _as_it_is(lambda _, entry: entry.boolean())
"""True or false."""


def nullable(form: Form, none: Any = None) -> Form:
    """A form, or null for the value `none`: None, or a number that stands for nobody or nothing."""
    source = None
    if form.source is not None:
        test = "{0} is None" if none is None else f"{{0}} == {none!r}"
        source = f"None if {test} else {form.source}"
    return Form(
        lambda state, value: None if value == none else form.write(state, value),
        lambda state, entry: none if entry.value is None else form.read(state, entry),
        source,
    )


def coded(words: Words) -> Form:
    """One of some words, which the engine knows by its index."""

    def read(state: Any, entry: Entry) -> int:
        known = _given(words, state)
        index: int = known.index(entry.one_of(known))
        return index

    return Form(lambda state, index: _given(words, state)[index], read)


def list_of(form: Form, length: Number = None) -> Form:
    """A list of things of one form."""

    def read(state: Any, entry: Entry) -> list[Any]:
        return [form.read(state, item) for item in entry.items(_given(length, state))]

    return Form(_list_writer(form), read, _list_source(form))


def _list_source(form: Form) -> str | None:
    if form.source is None or form.source == "{0}":
        return form.source and "[*{0}]"
    return f"[{form.source.format('item')} for item in {{0}}]"


def _list_writer(form: Form) -> Callable[[Any, Iterable[Any]], list[Any]]:
    """What writes each of some values."""
    if source := _list_source(form):
        made: Callable[[Any, Iterable[Any]], list[Any]] = eval(f"lambda _, values: {source.format('values')}")
        return made
    write = form.write
    return lambda state, values: [write(state, value) for value in values]


def tuple_of(form: Form, length: Number = None) -> Form:
    """A list in the data, a tuple in the engine."""
    listed = list_of(form, length)
    return Form(listed.write, lambda state, entry: tuple(listed.read(state, entry)), listed.source)


def seat_list(form: Form) -> Form:
    """A list with one thing for each seat."""
    return list_of(form, lambda state: state.players)


def named(names: Words, form: Form) -> Form:
    """A map with exactly these keys; in the engine a list in their order."""

    listed = _list_writer(form)

    def write(state: Any, values: Sequence[Any]) -> dict[str, Any]:
        return dict(zip(_given(names, state), listed(state, values), strict=True))

    def read(state: Any, entry: Entry) -> list[Any]:
        known = _given(names, state)
        entry.has_only(*known)
        return [form.read(state, entry[name]) for name in known]

    return Form(write, read)


def record(**forms: Form) -> Form:
    """A map with these keys, each of its own form; in the engine a tuple in their order."""

    def write(state: Any, values: Sequence[Any]) -> dict[str, Any]:
        return {
            name: form.write(state, value) for (name, form), value in zip(forms.items(), values, strict=True)
        }

    def read(state: Any, entry: Entry) -> tuple[Any, ...]:
        entry.has_only(*forms)
        return tuple([form.read(state, entry[name]) for name, form in forms.items()])

    return Form(write, read)


def checked(form: Form, check: Callable[[Any, Entry, Any], None]) -> Form:
    """A form with one more check of what is read: `check(state, entry, value)` refuses the entry."""

    def read(state: Any, entry: Entry) -> Any:
        value = form.read(state, entry)
        check(state, entry, value)
        return value

    return Form(form.write, read, form.source)
