"""Random outcomes: drawn from the state's own seed, or taken from what `apply` is given."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from hashlib import shake_128
from random import Random
from struct import unpack
from typing import Any, TypeVar

from arena.games.core.events import Event
from arena.games.errors import BadChance

T = TypeVar("T")


class Chance:
    """What a state draws at random, and tells.

    The n-th drawing of a state is a hash of its seed and of n, so states that are equal but for their seeds
    share nothing of what is to come, and what has been seen tells nothing of it.
    """

    __slots__ = ("_chance", "_chance_count", "_chance_seed", "_events")

    _events: list[Event] | None
    """Where events are told; None: nobody listens."""

    def __init__(self, seed: int) -> None:
        self._chance_seed = seed
        self._chance_count = 0
        self._chance: list[Any] | None = None
        self._events = None

    def _draw_order(self, what: str, items: Sequence[T]) -> list[T]:
        """A random order of the ids or numbers `items`, such as a deck's after a shuffle; nobody sees it."""
        if self._chance is None:
            result = self._shuffled(items)
        else:
            result = self._given(what)
            same_types = type(result) is list and {type(item) for item in result} <= {int, str}
            if not same_types or Counter(result) != Counter(items):
                raise BadChance(f"chance: the result of {what!r} must be these in some order: {items}")
        self._tell_chance(what, result[:], seats=[])
        return result

    def _draw_number(self, what: str, numbers: Sequence[int]) -> int:
        """One of `numbers`, each equally likely, such as a die's; everybody sees it."""
        if self._chance is None:
            result = numbers[self._next_bits() * len(numbers) >> 64]
        else:
            result = self._given(what)
            if type(result) is not int or result not in numbers:
                raise BadChance(f"chance: the result of {what!r} must be one of {numbers}, not {result!r}")
        self._tell_chance(what, result)
        return result

    def _draw_from_bag(self, what: str, bag: Sequence[str], count: int) -> list[str]:
        """`count` things drawn one after the other from `bag` without putting back; everybody sees them."""
        if self._chance is None:
            result = self._sample(bag, count)
        else:
            result = self._given(what)
            drawn = Counter(result) if type(result) is list and all(type(x) is str for x in result) else None
            if drawn is None or len(result) != count or drawn - Counter(bag):
                raise BadChance(f"chance: the result of {what!r} must be a list of {count} out of the bag")
        self._tell_chance(what, result[:])
        return result

    def _shuffled(self, items: Sequence[T]) -> list[T]:
        """The items in random order; faster than seeding a `Random`."""
        order = list(items)
        left = len(order)
        for bits in unpack(f">{left}Q", self._next_bytes(8 * left)):  # 64 bits for each: a fraction of 1
            drawn = bits * left >> 64
            left -= 1
            order[drawn], order[left] = order[left], order[drawn]
        return order

    def _sample(self, bag: Sequence[T], count: int) -> list[T]:
        """`count` of the things in a bag, as good as equally likely; much faster than seeding a `Random`."""
        left = list(bag)
        drawn = []
        for number in range(count):
            if number % 6 == 0:  # 64 bits are enough for six draws from some hundred, each using up a part
                bits = self._next_bits()
            bits *= len(left)
            drawn.append(left.pop(bits >> 64))
            bits &= (1 << 64) - 1
        return drawn

    def _next_bits(self) -> int:
        return int.from_bytes(self._next_bytes(8), "big")

    def _next_bytes(self, count: int) -> bytes:
        """Random bytes of the state's own. What has been seen of them tells nothing of those to come."""
        self._chance_count += 1
        return shake_128(b"%d %d" % (self._chance_seed, self._chance_count)).digest(count)

    def _given(self, what: str) -> Any:
        """The next of the chance results given to `apply`."""
        if not self._chance:
            raise BadChance(f"chance: no result is left for {what!r}")
        result = self._chance.pop(0)
        return result[:] if type(result) is list else result

    def _tell_chance(self, what: str, result: Any, seats: list[int] | None = None) -> None:
        if self._events is not None:
            event = {"type": "chance", "what": what, "result": result}
            if seats is not None:
                event["seats"] = seats
            self._events.append(event)


def shuffled(items: Sequence[T], rng: Random) -> list[T]:
    """The items in random order; faster than `Random.shuffle`."""
    random = rng.random
    return sorted(items, key=lambda _: random())


def sampled(items: Iterable[T], size: int, rng: Random) -> list[T]:
    """So many of the items at random, by a shuffle that stops when they are found; faster than `sample`."""
    left = list(items)
    random = rng.random
    count = len(left)
    for i in range(size):
        j = i + int(random() * (count - i))
        left[i], left[j] = left[j], left[i]
    return left[:size]
