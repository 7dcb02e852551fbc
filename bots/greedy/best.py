"""What all policies end with."""

from __future__ import annotations

TYPE_CHECKING = False  # instead of importing typing: a bot should start fast
if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random


def best(worths: Sequence[float], rng: Random) -> int:
    """The index of the highest worth, drawn where several are equal."""
    top = max(worths)
    return rng.choice([index for index, worth in enumerate(worths) if worth == top])
