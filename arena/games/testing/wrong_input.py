"""What no game may take: answers and chance results that are wrong in every way, for `promises`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, get_origin

from arena.games.core import Action, ActionForm, Data, State


def lookalike(action: Action) -> Action:
    """Another object of the same form as a legal action."""
    fields = action.to_data()
    return Action(fields.pop("type"), None, **fields)


def wrong_answers(state: State, seen: Sequence[Action], rng: Random) -> Iterator[Any]:
    """Answers of every kind that is not legal in this state; `seen` are actions met in the game before."""
    decision = state.decision
    legal = [action.to_data() for action in decision.legal] if decision else []
    yield from (None, True, 7, 0.5, "", [], {}, [*legal[:1]], {"type": None}, {"type": 1}, {"type": ["pass"]})
    yield {"type": {"type": "x"}}
    yield {"type": "no_such_action"}
    yield {1: 2}
    for action in rng.sample(seen, min(4, len(seen))):
        if action.to_data() not in legal:
            yield action.to_data()
    for data in rng.sample(legal, min(2, len(legal))):
        yield from _misshapen(data, state.game.actions[data["type"]])
    for name, form in state.game.actions.items():
        if form.required:
            yield {"type": name}
        yield from _nonsense(name, form)


_SAMPLES: tuple[Any, ...] = (None, True, 1.0, -3, 10**30, "no such thing", [], ["no such thing"], [-3], {})


def _misshapen(data: Data, form: ActionForm) -> Iterator[Any]:
    """Forms close to a legal one: a key more, a key less, a value of another type."""
    yield {**data, "no_such_key": 1}
    yield {**data, "type": data["type"].upper()}
    for name in data:
        yield {key: value for key, value in data.items() if key != name}
        value = data[name]
        fitting = _plain_type({**form.required, **form.optional}.get(name, str))
        for sample in (*_SAMPLES, *_retyped(value)):
            if type(sample) is not fitting:  # a value of a type that fits may be legal
                yield {**data, name: sample}


def _nonsense(name: str, form: ActionForm) -> Iterator[Any]:
    """Well-formed actions with values that no game has."""
    values = {int: 10**30, str: "no such thing", list: ["no such thing"], bool: True}
    fields = {key: values[_plain_type(kind)] for key, kind in form.required.items()}
    if any(value is not True for value in fields.values()):
        yield {"type": name, **fields}


def _plain_type(kind: Any) -> type:
    """The Python type of a kind of field: `list` for `list[int]`."""
    plain: type = get_origin(kind) or kind
    return plain


def _retyped(value: Any) -> Iterator[Any]:
    """Values of other types that Python takes for equal, or that print alike."""
    if type(value) is int:
        yield from (float(value), str(value), bool(value))
    elif type(value) is bool:
        yield from (int(value), str(value))
    elif type(value) is str:
        yield from (value.encode(), [value])


def wrong_chances(right: list[Any]) -> Iterator[list[Any]]:
    """Lists of chance results that can't stand for the `right` ones: too many, too few, or impossible."""
    yield [*right, *(right[-1:] or [1])]
    for place, result in enumerate(right):
        yield right[:place]
        wrong: list[Any] = [None, {}, "no such thing", -1_000_000, 0.5, *_retyped(result)]
        if type(result) is list and result:
            wrong += [[], result[1:], [*result, result[0]], [*result[1:], None], [*result[1:], []]]
        for sample in wrong:
            if type(sample) is not type(result) or sample != result:
                yield [*right[:place], sample, *right[place + 1 :]]
