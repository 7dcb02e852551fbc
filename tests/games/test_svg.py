"""What pictures are written with: text by strangers, room for it, the parts of a document."""

from __future__ import annotations

import pytest
from pictures import HOSTILE, Read, contrast

from arena.games import svg
from arena.games.svg import Page, Panel


def test_text_by_strangers_is_cleaned() -> None:
    assert svg.cleaned(" a\t b\n") == "a b"
    assert svg.cleaned("\u202eabc\u2066\x00\x1b") == "abc"
    assert svg.cleaned("日本 Ölgötz e\u0301") == "日本 Ölgötz e\u0301"
    assert svg.cleaned("e" + "\u0301" * 9) == "e\u0301\u0301"
    assert svg.cleaned("a\ud800b\ufffe") == "a\ufffdb\ufffd"


@pytest.mark.parametrize(
    "text", ["greedy", "WWWW", "iiiiiiiiiiiiiiiiii", "日本語日本語", *map(svg.cleaned, HOSTILE)]
)
@pytest.mark.parametrize("style", svg.TEXTS)
def test_text_is_cut_to_the_room_there_is(text: str, style: str) -> None:
    for room in (30, 40, 80, 9000):
        shown = svg.fitted(text, room, style)
        assert svg.width_of(shown, style) <= room
        assert shown == text or (shown.endswith("…") and text.startswith(shown[:-1]))
    assert svg.fitted(text, 20_000, style) == text


def test_widths_are_those_of_a_wide_font() -> None:
    """DejaVu Sans has 0.612 em for an a, 0.278 for an l, 0.838 for a w in its table of widths."""
    assert svg.width_of("a") == pytest.approx(12 * 0.612, abs=0.1)
    assert svg.width_of("l") == pytest.approx(12 * 0.278, abs=0.1)
    assert svg.width_of("w") >= 12 * 0.818
    assert svg.width_of("m", "x") > svg.width_of("m", "s") * 22 / 12


def test_what_is_written_is_escaped() -> None:
    assert svg.text(1, 2, '<&">') == '<text x="1" y="2">&lt;&amp;&quot;&gt;</text>'
    assert "<title>&lt;b&gt;</title>" in svg.group("", hover="<b>")
    assert svg.text(1, 2, "") == ""


def test_names_are_told_apart() -> None:
    page = Page(["a", "", "a", "b"])
    assert [page.name(seat) for seat in range(5)] == ["a (0)", "(1)", "a (2)", "b", "Seat 4"]
    assert page.label(3) == "3 b" and Page().label(3) == "Seat 3"


def test_pages_have_one_to_three_columns() -> None:
    assert [Page(width=width).columns for width in (320, 390, 747, 800, 1100, 1280)] == [1, 1, 1, 2, 2, 3]


def test_panels_are_put_into_columns() -> None:
    panels = [Panel(name, 50, svg.text(10, 20, name)) for name in "abc"]
    picture = Read(svg.document(Page(), [panels[:2], panels[2:]], title="T", description="D"))
    assert (picture.title, picture.description) == ("T", "D")
    assert picture.root.attrib["viewBox"] == "0 0 772 124"
    places = {name: panel.attrib["transform"] for name, panel in picture.panels.items()}
    assert places == {"a": "translate(8 8)", "b": "translate(8 66)", "c": "translate(390 8)"}
    picture.check_layout()


def test_a_text_can_be_the_picture() -> None:
    picture = svg.written(Page(), "a  <b>\n  c\x1b[0m", title="T")
    assert Read(picture).description == "a  <b>\n  c\ufffd[0m"


@pytest.mark.parametrize("scheme", svg.SCHEMES)
def test_all_text_can_be_read_on_its_ground(scheme: str) -> None:
    color = {role: colors[svg.SCHEMES.index(scheme)] for role, colors in svg.ROLES.items()}
    for ink in ("ink", "faint", "accent"):
        for ground in ("panel", "well"):
            assert contrast(color[ink], color[ground]) >= 4.5, (ink, ground)
    for line in ("edge", "accent"):
        assert contrast(color[line], color["panel"]) >= 3
