"""Rows of plain data as text, JSON, CSV or Markdown."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping, Sequence
from typing import Any

from tabulate import tabulate

FORMATS = ("text", "json", "csv", "markdown")


def render(rows: Sequence[Mapping[str, Any]], format: str, columns: Mapping[str, str] | None = None) -> str:
    """The rows as one table in one of FORMATS.

    `columns` maps the keys to show in text and Markdown to their headings, in order; JSON and CSV have all
    keys. Values that are maps or lists are written as JSON where a cell must be text.
    """
    if format == "json":
        return json.dumps(rows, indent=2)
    if format == "csv":
        out = io.StringIO()
        names = list(dict.fromkeys(key for row in rows for key in row))
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(names)
        writer.writerows([_flat(row.get(name)) for name in names] for row in rows)
        return out.getvalue().rstrip("\n")
    headings = columns or {key: key for key in (rows[0] if rows else {})}
    cells = [[" ".join(_cell(row.get(key)).split()) for key in headings] for row in rows]
    if format == "markdown":
        cells = [[cell.replace("|", "\\|") for cell in row] for row in cells]
    style = "github" if format == "markdown" else "simple"
    numeric = [all(isinstance(row.get(key), int | float | None) for row in rows) for key in headings]
    align = ["right" if is_numeric else "left" for is_numeric in numeric]
    return tabulate(
        cells,
        list(headings.values()),
        tablefmt=style,
        disable_numparse=True,
        colalign=align if rows else None,
    )


def _flat(value: Any) -> Any:
    """A CSV cell."""
    return json.dumps(value) if isinstance(value, dict | list) else value


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
    return str(value)
