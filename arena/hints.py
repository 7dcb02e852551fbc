"""What was probably meant by a word that is not known."""

from __future__ import annotations

from collections.abc import Collection
from difflib import get_close_matches

LIKENESS = 0.5
"""How alike two words must be, of 1, for the one to be a slip of the other."""


def nearest(word: object, known: Collection[str]) -> str:
    """The end of a sentence about an unknown word: the known one that was probably meant, or all of them."""
    meant = guess(word, known)
    if meant is not None:
        return f"; did you mean {meant!r}?"
    return f"; there are {', '.join(known)}" if known else "; there are none"


def guess(word: object, known: Collection[str]) -> str | None:
    """The known word that was probably meant: the only one that begins or ends so, else the most alike."""
    typed = str(word).casefold()
    cut = [
        name
        for name in known
        if typed and (name.casefold().startswith(typed) or name.casefold().endswith(typed))
    ]
    if len(cut) == 1:
        return cut[0]
    folded = {name.casefold(): name for name in known}
    alike = get_close_matches(typed, folded, n=1, cutoff=LIKENESS)
    return folded[alike[0]] if alike else None
