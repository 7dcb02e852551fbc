"""Text on a terminal, where some characters take two columns and some none."""

from __future__ import annotations

HANGING = 4
"""By how many columns a line's rest is set in, below its beginning."""


def width(text: str) -> int:
    """How many columns a printable text takes: two a wide character or an emoji, none an accent."""
    if text.isascii():
        return len(text)
    from wcwidth import wcswidth  # noqa: PLC0415 - takes as long as click, and most texts are ASCII

    return wcswidth(text)


def folded(text: str, columns: int) -> list[str]:
    """The lines of a text, the long ones folded between words; a word alone is cut where nothing else fits.

    Terminal colors take no columns, and go on in the next line.
    """
    return [part for line in text.split("\n") for part in _folded_line(line, columns)]


def _folded_line(line: str, columns: int) -> list[str]:
    if line.isascii() and line.isprintable() and len(line) <= columns:
        return [line]
    from wcwidth import wrap  # noqa: PLC0415 - as above: most lines need no folding

    indent = " " * min(len(line) - len(line.lstrip(" ")) + HANGING, columns // 2)
    return wrap(line, columns, subsequent_indent=indent, break_on_hyphens=False) or [""]
