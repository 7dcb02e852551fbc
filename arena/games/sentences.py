"""What the games' sentences are made with: names of seats, plurals, lists, and the table of a game's events.

Sentences are for people: an event's says no more than the event, so that whoever may see the event may read
it. Names come as they are given; whoever shows them escapes them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

Names = Sequence[str]
"""The players' names by seat; seats beyond them are called by their number."""
Words = Callable[[Any], str]
"""Makes words of a field's value."""
Sentence = str | Callable[[Mapping[str, Any], Callable[[int], str]], str]
"""Of one type of event: a format of its fields in words, or a function of the event and the names by seat."""


def tell_by(
    table: Mapping[str, Sentence], fields: Mapping[str, Words], event: Mapping[str, Any], names: Names
) -> str:
    """The sentence for an event, by a table of sentences by type.

    In formats `seat` and `from` as a seat are names, other fields what `fields` makes of them, else as they
    are. A type that the table lacks is told by its type and fields, so that a newer event is told, too.
    """

    def name(seat: int) -> str:
        return names[seat] if 0 <= seat < len(names) else f"seat {seat}"

    sentence = table.get(event["type"])
    if sentence is None:
        told = [f"{key} {value}" for key, value in event.items() if key not in ("type", "seats")]
        return sentence_of(f"{spaced(event['type'])}: {', '.join(told)}" if told else spaced(event["type"]))
    if not isinstance(sentence, str):
        return sentence_of(sentence(event, name))
    words = {key: fields[key](value) if key in fields else value for key, value in event.items()}
    if isinstance(event.get("seat"), int):
        words["seat"] = name(event["seat"])
    return sentence_of(sentence.format_map(words))


def sentence_of(text: str) -> str:
    """The text with a full stop, unless it ends a sentence already."""
    return text if text.endswith((".", "!", "?")) else f"{text}."


def counted(count: int, one: str, many: str | None = None) -> str:
    """`no points`, `1 point`, `2 points`; `many` is the plural where it is not `one` with an s."""
    return f"{count or 'no'} {one if count == 1 else many or f'{one}s'}"


def listed(items: Iterable[str], last: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`; `nothing` for none."""
    *first, end = list(items) or ["nothing"]
    return f"{', '.join(first)} {last} {end}" if first else end


def spaced(name: str) -> str:
    """A name of the data, such as `take_card`, with blanks."""
    return name.replace("_", " ")


def with_article(noun: str) -> str:
    """`a stone`, `an earth stone`."""
    return f"{'an' if noun[0] in 'aeiouAEIOU' else 'a'} {noun}"


def standings(event: Mapping[str, Any], name: Callable[[int], str]) -> str:
    """How a game with `scores` and `ranks` by seat ended: who won with how many points, and who else has."""
    scores, ranks = event["scores"], event["ranks"]
    order = sorted(range(len(ranks)), key=lambda seat: (ranks[seat], seat))
    if len(order) == 1:
        return f"The game is over: {name(0)} has {counted(scores[0], 'point')}"
    first = [name(seat) for seat in order if ranks[seat] == 1]
    best = counted(scores[order[0]], "point")
    others = [f"{name(seat)} has {scores[seat]}" for seat in order if ranks[seat] > 1]
    won = f"{first[0]} wins with {best}" if len(first) == 1 else f"{listed(first)} share the win with {best}"
    return f"The game is over: {won}" + (f"; {', '.join(others)}" if others else "")
