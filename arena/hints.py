"""What was probably meant by a word that is not known."""

from __future__ import annotations

from collections.abc import Collection
from difflib import get_close_matches


def nearest(word: object, known: Collection[str]) -> str:
    """The end of a sentence about an unknown word: the known one that was probably meant, or all of them."""
    near = get_close_matches(str(word), known, n=1)
    if near:
        return f"; did you mean {near[0]!r}?"
    return f"; there are {', '.join(known)}" if known else "; there are none"
