"""Events: what an observer notices of what happens."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

Event = dict[str, Any]
"""What an observer notices: a map with `type`; `seats`, where present, lists who may see it."""


def visible(events: Iterable[Event], seat: int | None) -> list[Event]:
    """The events that `seat` may see; None: an onlooker."""
    return [event for event in events if "seats" not in event or seat in event["seats"]]


def events_by_seat(seats: Iterable[int], type: str, **fields: Any) -> tuple[Event, ...]:
    """One event about each of the seats, ready to be told by its `copy`: the fastest way to make one."""
    return tuple([{"type": type, "seat": seat, **fields} for seat in seats])
