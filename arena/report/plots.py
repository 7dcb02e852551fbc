"""Plots, as SVG that goes into a page: drawn by pygal, without its script, in the page's own colors.

Needs pygal: the extra `report`.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import Any

from arena.process.faults import shown

try:
    import pygal
    from markupsafe import Markup
    from pygal.etree import etree
    from pygal.style import Style
except ImportError as error:
    raise ImportError("plots are drawn with pygal: pip install 'bot-arena[report]'") from error

# It leaves a finder of modules behind, for maps that are not drawn here, which Python 3.11 warns of at each
# module that is not there.
sys.meta_path[:] = [finder for finder in sys.meta_path if not isinstance(finder, pygal.PluginImportFixer)]

WIDTH, HEIGHT = 480, 300
"""In the plot's own units: text is large enough on a page of 390 px, too."""
LEGEND = 22
"""How high a line of the legend is."""
MOST_LABELS = 5
"""On an axis below."""
TEXT = 15
COLORS = ("#3b7dd8", "#d9822b", "#2f9e64", "#b04fc4", "#c2413b", "#8a8f3a")
DASHES = ("0", "6,3", "2,3", "9,3,2,3", "12,4", "1,5")
"""Lines are told apart by these, too."""

Range = tuple[float, float]


def rating_plot(matches: Sequence[int], beliefs: Sequence[tuple[float, float]]) -> Markup:
    """How the mu of one bot went, with 3 sigma to either side, after so many matches."""
    ends = [(mu - 3 * sigma, mu + 3 * sigma) for mu, sigma in beliefs]
    chart = _lines(matches, (min(low for low, _ in ends), max(high for _, high in ends)), show_legend=False)
    points = zip(beliefs, ends, strict=True)
    chart.add("mu", [{"value": mu, "ci": {"low": low, "high": high}} for (mu, _), (low, high) in points])
    return _drawn(chart, "rating", f"mu with 3 sigma to either side, at last {_told(*beliefs[-1])}")


def ratings_plot(matches: Sequence[int], lines: Mapping[str, Sequence[float | None]]) -> Markup:
    """How the mu of several bots went; None where a bot had not played."""
    known = [mu for line in lines.values() for mu in line if mu is not None]
    chart = _lines(matches, (min(known), max(known)), height=HEIGHT + LEGEND * len(lines))
    for (bot, line), dash in zip(lines.items(), DASHES, strict=False):
        chart.add(shown(bot), line, stroke_style={"width": 2, "dasharray": dash})
    return _drawn(chart, "ratings", "mu of the bots with the best ratings over time")


def calibration_plot(bins: Sequence[tuple[float, float]]) -> Markup:
    """Predicted against actual shares: on the diagonal they are equal."""
    chart = pygal.XY(
        **_look() | {"height": HEIGHT + 2 * LEGEND},
        x_title="predicted share",
        range=(0, 1),
        xrange=(0, 1),
        dots_size=4,
    )
    chart.add("actual share", list(bins), stroke=False)
    chart.add("as predicted", [(0, 0), (1, 1)], show_dots=False, stroke_style={"dasharray": "6,3"})
    return _drawn(chart, "calibration", "predicted against actual shares of first place")


def _lines(matches: Sequence[int], span: Range, **more: Any) -> Any:
    """An empty chart over matches, with as many labels as have room."""
    last = len(matches) - 1
    labeled = sorted({round(part * last / (MOST_LABELS - 1)) for part in range(MOST_LABELS)})
    return pygal.Line(
        **_look() | more,
        x_title="matches",
        x_labels=list(map(str, matches)),
        x_labels_major=[str(matches[place]) for place in labeled],
        show_minor_x_labels=False,
        range=span,
        dots_size=2,
    )


def _look() -> dict[str, Any]:
    ink = dict.fromkeys(("foreground", "foreground_strong"), "var(--ink)")
    lines = dict.fromkeys(("guide_stroke_color", "major_guide_stroke_color"), "var(--line)")
    clear = dict.fromkeys(("background", "plot_background"), "transparent")
    sizes = {f"{name}_font_size": TEXT for name in ("label", "major_label", "legend", "title")}
    style = Style(
        **ink, **lines, **clear, **sizes, foreground_subtle="var(--faint)", font_family="sans-serif",
        colors=COLORS, value_colors=["var(--ink)"] * len(COLORS), ci_colors=["var(--mark)"] * len(COLORS),
    )  # fmt: skip
    return {
        "style": style,
        "width": WIDTH,
        "height": HEIGHT,
        "js": [],
        "margin": 6,
        "margin_right": 24,
        "margin_bottom": 16,
        "truncate_label": -1,
        "truncate_legend": 18,
        "legend_at_bottom": True,
        "legend_at_bottom_columns": 1,
    }


def _drawn(chart: Any, name: str, title: str) -> Markup:
    """The chart as SVG that is the same each time: without scripts, addresses and the day's date."""
    chart.uuid = name
    tree = chart.render_tree()
    for element in list(tree.iter()):
        for child in list(element):
            if not isinstance(child.tag, str) or child.tag.endswith("script"):
                element.remove(child)
    tree.set("role", "img")
    tree.set("aria-label", title)
    tree.find("title").text = title
    return Markup(etree.tostring(tree, encoding="unicode"))


def _told(mu: float, sigma: float) -> str:
    return f"{mu:.2f} ± {3 * sigma:.2f}"
