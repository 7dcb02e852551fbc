"""Rows of plain data as text, JSON, CSV or Markdown."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from itertools import chain, islice
from textwrap import indent
from typing import TYPE_CHECKING, Any

from arena.columns import width
from arena.process.faults import shown

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

_AT_ONCE = 1000
"""How many rows of many are one table."""

FORMATS = ("text", "json", "csv", "markdown")

FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""How a cell begins that a spreadsheet would take for a formula."""

Rows = Sequence[Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Part:
    """One of several tables that are printed together.

    `columns` are as for `render`. A `sentence` stands in the place of title and table where people read.
    """

    title: str
    rows: Rows
    columns: Mapping[str, str] | None = None
    sentence: str | None = None


def render(rows: Rows, format: str, columns: Mapping[str, str] | None = None) -> str:
    """The rows as one table in one of FORMATS.

    `columns` maps the keys to show in text and Markdown to their headings, in order; JSON and CSV have all
    keys that the rows have, CSV those of `columns` where there are no rows. Values that are maps or lists are
    written as JSON where a cell must be text.
    """
    if format == "json":
        return json.dumps(rows, indent=2)
    if format == "csv":
        return _csv(rows, columns or ())
    headings = columns or {key: key for key in (rows[0] if rows else {})}
    if not headings:
        return ""
    lines = [list(headings.values()), *([_cell(row.get(key)) for key in headings] for row in rows)]
    cells = [[" ".join(cell.split()) for cell in line] for line in lines]
    are_numbers = [
        bool(rows) and all(isinstance(row.get(key), int | float | None) for row in rows) for key in headings
    ]
    return _markdown_table(cells, are_numbers) if format == "markdown" else _text_table(cells, are_numbers)


def render_record(row: Mapping[str, Any], format: str) -> str:
    """A single row in one of FORMATS. In text each key has a line, and each entry of a map."""
    if format == "json":
        return json.dumps(row, indent=2)
    if format != "text":
        return render([row], format)
    lines = []
    for key, value in row.items():
        entries = (
            [f"{name}: {_cell(item)}" for name, item in value.items()] if isinstance(value, dict) else None
        )
        for number, cell in enumerate([_cell(value)] if entries is None else map(shown, entries or [""])):
            lines.append(["" if number else key, cell])
    widest = max([width(key) for key, _ in lines], default=0)
    return "\n".join(f"{key}{' ' * (widest - width(key))}  {cell}".rstrip() for key, cell in lines)


def render_parts(parts: Iterable[Part], format: str) -> str:
    """Several tables in one of FORMATS: one below the other, each under its title.

    JSON is a map from titles to rows. CSV is one table, whose first column, `table`, has the titles.
    """
    parts = list(parts)
    if format == "json":
        return json.dumps({part.title: part.rows for part in parts}, indent=2)
    if format == "csv":
        names = dict.fromkeys(name for part in parts for name in part.columns or ())
        return _csv([{"table": p.title, **row} for p in parts for row in p.rows], ("table", *names))
    mark = "## " if format == "markdown" else ""
    return "\n\n".join(
        part.sentence or f"{mark}{_title(part, format)}\n\n{render(part.rows, format, part.columns)}"
        for part in parts
    )


def columns_of(row: type[DataclassInstance]) -> dict[str, str]:
    """The columns of rows that were made of this dataclass, under their own names."""
    return {field.name: field.name for field in fields(row)}


def in_markdown(text: str) -> str:
    """Text as a Markdown table's cell that shows just that: no HTML, no end of the cell, no markup."""
    return (
        text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\\", "\\\\")
        .replace("|", "\\|")
        .replace("`", "\\`")
        .replace("[", "\\[")
    )


def _text_table(lines: Sequence[Sequence[str]], to_right: Sequence[bool]) -> str:
    """Lines of cells, the first of which has the headings, below each other."""
    head, *rows = _justified(lines, to_right)
    rule = ["-" * width(cell) for cell in head]
    return "\n".join("  ".join(line).rstrip() for line in (head, rule, *rows))


def _markdown_table(lines: Sequence[Sequence[str]], to_right: Sequence[bool]) -> str:
    """The same as a table of GitHub's Markdown."""
    head, *rows = _justified([list(map(in_markdown, line)) for line in lines], to_right)
    rule = "-|-".join("-" * width(cell) for cell in head)
    return "\n".join([_piped(head), f"|-{rule}-|", *map(_piped, rows)])


def _piped(line: Sequence[str]) -> str:
    return f"| {' | '.join(line)} |"


def _justified(lines: Sequence[Sequence[str]], to_right: Sequence[bool]) -> list[list[str]]:
    """The cells of each column filled up with spaces, left of them or right, to one width."""
    head, *rows = lines
    widths = [max([width(name), *(width(row[at]) for row in rows)]) for at, name in enumerate(head)]
    return [
        [
            " " * (widest - width(cell)) + cell if right else cell + " " * (widest - width(cell))
            for cell, widest, right in zip(line, widths, to_right, strict=True)
        ]
        for line in lines
    ]


def _title(part: Part, format: str) -> str:
    return in_markdown(shown(part.title)) if format == "markdown" else shown(part.title)


def _csv(rows: Rows, columns: Iterable[str]) -> str:
    """The rows as CSV, with the keys of all rows, or else these columns."""
    names = list(dict.fromkeys(key for row in rows for key in row)) or list(columns)
    return "\n".join(csv_lines(rows, names))


def csv_lines(rows: Iterable[Mapping[str, Any]], columns: Iterable[str]) -> Iterator[str]:
    """The lines of a CSV with these columns, the header first; rows are taken as they come."""
    names = list(columns)
    found: Iterator[list[Any]] = ([row.get(name) for name in names] for row in rows)
    for cells in chain([names], found):
        out = io.StringIO()
        csv.writer(out, lineterminator="\n").writerow([_flat(cell) for cell in cells])
        yield out.getvalue()[:-1]


def stream(rows: Iterable[Mapping[str, Any]], format: str) -> Iterator[str]:
    """The same for rows that may be many, as they come, in pieces to be written one after the other.

    Text and Markdown come as several tables, one below the other.
    """
    parts = _batches(rows)
    if format == "json":
        yield "["
        comma = "\n"
        for part in parts:
            yield comma + ",\n".join(indent(json.dumps(row, indent=2), "  ") for row in part)
            comma = ",\n"
        yield "\n]\n" if comma == ",\n" else "]\n"
        return
    for number, part in enumerate(parts):
        text = render(part, format)
        if format == "csv":
            yield (text.split("\n", 1)[1] if number else text) + "\n"
        else:
            yield ("\n" if number else "") + text + "\n"


def _batches(rows: Iterable[Mapping[str, Any]]) -> Iterator[list[Mapping[str, Any]]]:
    more = iter(rows)
    while part := list(islice(more, _AT_ONCE)):
        yield part


def _flat(value: Any) -> Any:
    """A CSV cell; an apostrophe keeps a spreadsheet from running text as a formula."""
    if isinstance(value, dict | list | tuple):
        return json.dumps(value)
    if not isinstance(value, str):
        return value
    return f"'{shown(value)}" if value.startswith(FORMULA) else shown(value)


def _cell(value: Any) -> str:
    """A cell for people: floats with two decimals, maps as "key value" pairs, None as nothing."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.2f}"
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {_cell(item)}" for key, item in value.items())
    if isinstance(value, list | tuple):
        return " ".join(_cell(item) for item in value)
    return shown(str(value))
