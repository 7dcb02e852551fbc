"""The fields of a state, each declared once: slots, copying and plain data follow from that.

A state's class body has a line a field, in the order of the plain data:

    class MyState(State):
        tables: Annotated[Tables, given()]
        round: Annotated[int, shared(1, data=integer(1))]
        hands: Annotated[list[list[int]], nested(each_seat(list), data=HANDS, shown=view.hands)]
        held: Annotated[list[int], copied(each_seat(0), derived="hands")]
        vp: Annotated[list[int], copied(each_seat(0), data=COUNT, inside="players")]
        over_entry: ClassVar[Written] = Written(lambda state: state.phase == "over", name="over")
        __slots__ = slots(__annotations__)

- How a clone gets it: `shared`, as the value never changes in place; `copied`, a list or map of such values;
  `nested`, a list of lists, maps or other things that have a `copy()`.
- What it starts as: a value, or a function of the state that makes it; nothing where the set-up sets it.
- `data`: its `Form` in the plain data, under its own name or another `name`. With `inside` the data are by
  seat, in the list of seats' maps of that name, and the form is that of one seat's part.
- or `derived`: the field or entry that it follows from, or in which it is kept: the game's `checks` sets it.
  With `data` too it is written for readers' comfort, and data in which it is anything else are refused.
- `shown(state, seat)`: what a view has in its place, where it is not for all to see; with `inside`,
  `shown(state, seat, owner)`. `seat` is None for an onlooker. Reading a view leaves it to the game's `view`.
- `absent`: data written before there was such a field lack it; it then has what it starts as.

What the data have that is no field is `Written`; `name` is for an entry called like something else of a
state, as `over` is. So a state has no attribute that is not copied, and none
that is not in its data or known to follow from what is.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from inspect import get_annotations
from typing import Any, get_args

from arena.games.core.forms import Form
from arena.games.entries import Entry

_UNSET: Any = object()


class Field:
    """How a field is copied, what it starts as, and its plain data; see the module's text."""

    __slots__ = ("absent", "copy", "data", "derived", "inside", "name", "shown", "start")

    def __init__(
        self,
        copy: str,
        start: Any = _UNSET,
        *,
        data: Form | None = None,
        name: str | None = None,
        inside: str | None = None,
        derived: str | None = None,
        shown: Callable[..., Any] | None = None,
        absent: bool = False,
    ) -> None:
        if data is None and derived is None:
            raise TypeError("a field has data, or says with `derived` what it follows from")
        self.copy = copy
        self.start = start
        self.data = data
        self.name = name
        self.inside = inside
        self.derived = derived
        self.shown = shown
        self.absent = absent


def given() -> Field:
    """A field that is given when the state is made, and then stays: tables, components."""
    return Field("{0}", derived="given")


def shared(start: Any = _UNSET, **plain: Any) -> Field:
    """A field whose value never changes in place: a clone has the same object."""
    return Field("{0}", start, **plain)


def copied(start: Any = _UNSET, **plain: Any) -> Field:
    """A list of values that never change in place: a clone has a list of the same objects."""
    return Field("{0}[:]", start, **plain)


def nested(start: Any = _UNSET, **plain: Any) -> Field:
    """A list of things that change in place, such as lists or maps: a clone has a copy of each."""
    return Field("[item.copy() for item in {0}]", start, **plain)


def each_seat(value: Any) -> Callable[[Any], list[Any]]:
    """To start with: a list with this value for each seat, or with what `value()` makes for each."""
    if callable(value):
        return lambda state: [value() for _ in range(state.players)]
    return lambda state: [value] * state.players


class Written:
    """An entry of the plain data that is no field.

    `write(state)` gives it, `write(state, owner)` with `inside`. `read(state, entry)`, or `read(state, entry,
    owner)`, takes from it what it is the only place of; without `read` it repeats what the state says
    elsewhere, and data in which it is anything else are refused. `name`, `inside`, `shown`: as for a field.
    """

    __slots__ = ("inside", "name", "read", "shown", "write")

    def __init__(
        self,
        write: Callable[..., Any],
        read: Callable[..., None] | None = None,
        *,
        name: str | None = None,
        inside: str | None = None,
        shown: Callable[..., Any] | None = None,
    ) -> None:
        self.write = write
        self.read = read
        self.name = name
        self.inside = inside
        self.shown = shown


_HEAD = {
    "game": "self.game.id",
    "players": "self.players",
    "options": "self._written_options()",
    "components": "self._written_components()",
}
"""What data may begin with, in Python."""


def slots(annotations: Mapping[str, Any]) -> tuple[str, ...]:
    """The `__slots__` of a state's class: its fields, by the annotations in its body."""
    return tuple([name for name, kind in annotations.items() if not _is_class_variable(kind)])


def _is_class_variable(annotation: Any) -> bool:
    return "ClassVar" in str(annotation).partition("[")[0]


class Fields:
    """What follows from the declarations in a class's body: functions of its states, made once.

    They are compiled from source text, a line a field, which is as fast as written by hand.
    """

    def __init__(self, cls: type[Any], head: tuple[str, ...]) -> None:
        self.fields = {name: field for name, field in _declared(cls) if isinstance(field, Field)}
        self.entries: dict[str, Field | Written] = {}
        """By their names in the data."""
        for name, annotation in get_annotations(cls).items():
            if name not in self.fields and not _is_class_variable(annotation):
                raise TypeError(f"{cls.__name__}.{name} is declared without how a clone gets it")
        for name, item in _declared(cls):
            if isinstance(item, Written) or item.data is not None:
                self.entries[item.name or name] = item
        self.attributes = {field.name or name: name for name, field in self.fields.items()}
        self.groups = [item.inside for item in self.entries.values() if item.inside is not None]
        self.keys = tuple(dict.fromkeys((*head, *(item.inside or key for key, item in self.entries.items()))))
        """The keys of the plain data in their order."""
        known = {*self.fields, *self.keys, "given"}
        for name, field in self.fields.items():
            if field.derived is not None and field.derived not in known:
                raise TypeError(f"{cls.__name__}.{name} is derived from {field.derived}, which there is not")
        self._head = head

    def start(self) -> Callable[[Any], None]:
        """A function that gives a new state's fields what they start as, one after the other."""
        names: dict[str, Any] = {}
        lines = []
        for name, field in self.fields.items():
            if field.start is not _UNSET:
                names[f"start_{name}"] = field.start
                call = "(self)" if callable(field.start) else ""
                lines.append(f"self.{name} = start_{name}{call}")
        return _compiled("start", "self", lines or ["pass"], names)

    def clone(self) -> Callable[[Any], Any]:
        """A function that makes an independent copy of a state."""
        lines = ["copy = new(type(self))", "self._copy_core_to(copy)"]
        lines += [f"copy.{name} = {field.copy.format(f'self.{name}')}" for name, field in self.fields.items()]
        return _compiled("clone", "self", [*lines, "return copy"], {"new": object.__new__})

    def write(self) -> Callable[[Any], Any]:
        """A function that gives a state's plain data."""
        return self._writer("to_data", "self", views=False)

    def view(self) -> Callable[[Any, int | None], Any]:
        """A function that gives what a seat may know of a state: `shown` in place of what not all may see."""
        return self._writer("_view", "self, seat", views=True)

    def _writer(self, name: str, arguments: str, views: bool) -> Callable[..., Any]:
        names: dict[str, Any] = {}
        lines = [f"{key!r}: {_HEAD[key]}," for key in self._head]
        for key in self.keys[len(self._head) :]:
            if key in self.groups:
                inside = [
                    self._line(inner, item, names, views)
                    for inner, item in self.entries.items()
                    if item.inside == key
                ]
                lines.append(f"{key!r}: [{{{' '.join(inside)}}} for owner in range(self.players)],")
            else:
                lines.append(self._line(key, self.entries[key], names, views))
        return _compiled(name, arguments, ["return {", *lines, "}"], names)

    def _line(self, key: str, item: Field | Written, names: dict[str, Any], views: bool) -> str:
        """An entry of the map that a writer returns, in Python."""
        owner = "" if item.inside is None else ", owner"
        if views and item.shown is not None:
            names[f"shown_{key}"] = item.shown
            return f"{key!r}: shown_{key}(self, seat{owner}),"
        if isinstance(item, Written):
            names[f"write_{key}"] = item.write
            return f"{key!r}: write_{key}(self{owner}),"
        assert item.data is not None
        value = f"self.{self.attributes[key]}" + ("[owner]" if owner else "")
        if item.data.source is not None:
            return f"{key!r}: {item.data.source.format(value)},"
        names[f"write_{key}"] = item.data.write
        return f"{key!r}: write_{key}(self, {value}),"

    def read(self, state: Any, root: Entry, view: bool) -> None:
        """Read what the data of a state, or of a view, have of the fields, in the order of their declaration.

        Refuses through `root`.
        """
        for key, item, entry, owner in self._places(state, root):
            if _repeats(item) or (view and item.shown is not None):
                continue
            if isinstance(item, Written):
                assert item.read is not None
                item.read(state, entry(), *owner)
            elif not item.absent or entry.is_there():
                assert item.data is not None
                value = item.data.read(state, entry())
                if owner:
                    getattr(state, self.attributes[key])[owner[0]] = value
                else:
                    setattr(state, self.attributes[key], value)

    def check(self, state: Any, root: Entry, view: bool) -> None:
        """Refuse data in which what only repeats what the state says elsewhere is not so."""
        for key, item, entry, owner in self._places(state, root):
            if not _repeats(item) or (view and item.shown is not None):
                continue
            if isinstance(item, Written):
                entry().exactly(item.write(state, *owner))
            else:
                assert item.data is not None
                value = getattr(state, self.attributes[key])
                entry().exactly(item.data.write(state, value[owner[0]] if owner else value))

    def _places(
        self, state: Any, root: Entry
    ) -> Iterator[tuple[str, Field | Written, _Place, tuple[int, ...]]]:
        """Each entry with where it is, for each seat in turn where data are by seat."""
        for key, item in self.entries.items():
            if item.inside is None:
                yield key, item, _Place(root, key), ()
            else:
                for owner, inside in enumerate(root[item.inside].items(state.players)):
                    yield key, item, _Place(inside, key), (owner,)

    def check_keys(self, state: Any, root: Entry) -> None:
        """Refuse data that have a key too many, or lack one."""
        optional = [key for key, item in self.entries.items() if isinstance(item, Field) and item.absent]
        root.has_only(*[key for key in self.keys if key not in optional], optional=optional)
        for group in dict.fromkeys(self.groups):
            keys = [key for key, item in self.entries.items() if item.inside == group]
            for inside in root[group].items(state.players):
                inside.has_only(*[key for key in keys if key not in optional], optional=optional)


class AtFirstUse:
    """A method that is made when it is first asked for, and takes its own place in the class then.

    To compile one takes milliseconds, and who lists the games needs none.
    """

    def __init__(self, owner: type[Any], name: str, make: Callable[[], Any]) -> None:
        self._owner = owner
        self._name = name
        self._make = make

    def __get__(self, state: Any, _: type[Any] | None = None) -> Callable[..., Any]:
        """The method of a state; of the class, where `state` is None."""
        setattr(self._owner, self._name, self._make())
        made: Callable[..., Any] = getattr(self._owner if state is None else state, self._name)
        return made


def _repeats(item: Field | Written) -> bool:
    """Whether an entry says what follows from others."""
    return item.read is None if isinstance(item, Written) else item.derived is not None


class _Place:
    """Where an entry of the data is, if it is there."""

    __slots__ = ("_above", "_key")

    def __init__(self, above: Entry, key: str) -> None:
        self._above = above
        self._key = key

    def __call__(self) -> Entry:
        return self._above[self._key]

    def is_there(self) -> bool:
        return self._key in self._above.as_map()


def _declared(cls: type[Any]) -> Iterator[tuple[str, Field | Written]]:
    """The fields and written entries of a class and those above it, as its annotations name them."""
    for base in reversed(cls.__mro__):
        names = vars(sys.modules[base.__module__]) if base.__module__ in sys.modules else {}
        for name, annotation in get_annotations(base).items():
            if isinstance(written := base.__dict__.get(name), Written):
                yield name, written
            elif "Annotated" in str(annotation).partition("[")[0]:
                kind = eval(annotation, dict(names)) if isinstance(annotation, str) else annotation
                yield from [(name, item) for item in get_args(kind)[1:] if isinstance(item, Field)]


def _compiled(name: str, arguments: str, lines: list[str], names: dict[str, Any]) -> Callable[..., Any]:
    """A function with this body."""
    source = f"def {name}({arguments}):\n" + "\n".join(f"    {line}" for line in lines)
    made = dict(names)
    exec(compile(source, f"<the fields' {name}>", "exec"), made)
    function: Callable[..., Any] = made[name]
    return function
