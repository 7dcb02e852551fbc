"""How pages look: opened at both widths and in both schemes, measured, searched by axe, and pictured.

`ARENA_SCREENSHOTS=DIR` keeps the pictures there. A page more is a line in `PAGES`.
"""

from __future__ import annotations

import atexit
import html
import os
import shutil
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Any

import pytest
import sites
from browser import Browser
from command_line import arena
from films import READY, match
from synthetic_events import play

from arena import games
from arena.games import Game
from arena.match.narration import eyes_of
from arena.report.site import bot_file
from arena.report.viewer import viewer

pytestmark = pytest.mark.slow

NAMES = ["greedy", "search:100ms", "a-rather-long-name-of-a-bot", "Ölgötz", "WWWWWWWWWWWWWWWW", "6"]
GAMES = [game.id for game in games.all() if type(game)._picture is not Game._picture]
"""Those that draw more than their text."""
OPTIONS: dict[str, dict[str, Any]] = {
    "portals": {"secret_signs": True, "magic_spells": True},
    "vault-of-dragons": {"max_rounds": 4},
}
"""That have more to be shown, or less to be waited for."""


@dataclass
class Shown:
    """A page to be looked at: in the browser it is there when `ready` is true."""

    path: Path
    fragments: Sequence[str] = ("",)
    """The parts of the address after #, each of which shows it otherwise."""
    ready: str = "true"


def pictures(game_id: str) -> Callable[[Path, int], Shown]:
    """Pictures of a game's begin, middle and end, one below the other, through different eyes."""

    def made(folder: Path, width: int) -> Shown:
        game = games.get(game_id)
        record = match(game_id, game.seats[-1], 3, **OPTIONS.get(game_id, {}))
        state = game.new(record.players, record.options, 3)
        rng = Random(3)
        drawn: list[str] = []
        for number in range(len(record.decisions)):
            if state.decision is None:
                break
            if number in (0, 5, len(record.decisions) // 2):
                seat = state.decision.seat
                views = ((state.view(seat), seat), (state.view(None), None), (state.to_data(), None))
                for view, eye in views:
                    prefix = f"game-{len(drawn)}"
                    drawn.append(game.picture(view, eye, names=NAMES, width=width, prefix=prefix))
            state.apply(rng.choice(state.decision.legal))
        drawn.append(game.picture(state.view(0), 0, names=NAMES, width=width, prefix="end"))
        path = folder / "pictures.html"
        title = html.escape(game.title)
        path.write_text(
            '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Pictures</title>'
            "<style>:root{color-scheme:light dark}body{margin:0}h1{font:1rem sans-serif;margin:8px}</style>"
            f"</head><body><main><h1>{title}</h1>{'<br>'.join(drawn)}</main></body></html>",
            "utf-8",
        )
        return Shown(path)

    return made


def film(game_id: str) -> Callable[[Path, int], Shown]:
    """The viewer's page of a match, amid it, through all eyes."""

    def made(folder: Path, _: int) -> Shown:
        record = match(game_id, max(games.get(game_id).seats[0], 2), **OPTIONS.get(game_id, {}))
        path = folder / "viewer.html"
        path.write_text(viewer(record), "utf-8")
        middle = len(record.decisions) // 2
        return Shown(path, [f"eyes={eye}&at={middle}" for eye in eyes_of(record.players)], READY)

    return made


@cache
def small_site() -> Path:
    """The folder of a tournament's site, between bots with hostile names."""
    folder = Path(tempfile.mkdtemp(prefix="site-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return sites.site(folder, replays=0)


def of_site(file: str, ready: str = "true") -> Callable[[Path, int], Shown]:
    """A page of it."""

    def made(_: Path, __: int) -> Shown:
        return Shown(small_site() / file, ready=ready)

    return made


def report(folder: Path, _: int) -> Shown:
    """A tournament on one page."""
    path = folder / "report.html"
    run = arena("report", "--db", play(folder, deals=4), "-o", path)
    assert run.returncode == 0, run.stderr
    return Shown(path)


PAGES: dict[str, Callable[[Path, int], Shown]] = {
    **{f"pictures-{game_id}": pictures(game_id) for game_id in GAMES},
    **{f"viewer-{game_id}": film(game_id) for game_id in GAMES},
    "report": report,
    "site-overview": of_site("index.html"),
    "site-matches": of_site("matches.html", sites.READY),
    "site-verdict": of_site("verdict.html"),
    "site-bot": of_site(bot_file(sites.ACCENTED)),
    "site-bot-with-faults": of_site(bot_file(sites.HOSTILE)),
}
"""By name what writes a page into a folder, for a width in px."""

TOO_WIDE = """
document.documentElement.scrollWidth <= innerWidth ? [] : [...document.querySelectorAll("body *")].filter(
  (one) => one.getBoundingClientRect().right > innerWidth
).map((one) => one.outerHTML.slice(0, 80))
"""
"""What makes the page scroll sideways."""
OUTSIDE = """
(() => {
  const found = [];
  for (const text of document.querySelectorAll("main svg > g text")) {
    const box = text.getBoundingClientRect();
    const frames = [text.ownerSVGElement, text.closest("svg > g[id]")?.firstElementChild];
    for (const frame of frames.filter(Boolean).map((one) => one.getBoundingClientRect())) {
      const across = box.left < frame.left - 1 || box.right > frame.right + 1;
      if (across || box.top < frame.top - 1 || box.bottom > frame.bottom + 1) found.push(text.textContent);
    }
  }
  return found;
})()
"""
"""The texts that are not wholly within their picture and their panel; those of symbols have no place."""
TOO_SMALL = """
[...document.querySelectorAll("main svg > g text")].filter(
  (text) => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a < 11
).map((text) => text.textContent)
"""
"""The texts in pictures that are under 11 px."""
VIOLATIONS = """
axe.run().then((found) => found.violations.map(
  (one) => one.id + ": " + one.nodes.map((node) => node.html).join(" ")
))
"""
AXE = (files("axe_core_python") / "axe.min.js").read_text("utf-8")


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("name", PAGES)
def test_a_page_can_be_read_by_everybody(name: str, width: int, dark: bool, tmp_path: Path) -> None:
    shots = Path(os.environ.get("ARENA_SCREENSHOTS") or tmp_path)
    shots.mkdir(parents=True, exist_ok=True)
    page = PAGES[name](tmp_path, width)
    with Browser(width, dark=dark) as browser:
        for number, fragment in enumerate(page.fragments):
            browser.open(page.path, fragment)
            browser.wait(page.ready)
            browser.screenshot(shots / f"{name}-{number}-{width}-{'dark' if dark else 'light'}.png")
            assert browser.value(TOO_WIDE) == []
            assert browser.value(OUTSIDE) == []
            assert width > 390 or browser.value(TOO_SMALL) == []
            browser.value(f"{AXE}; 0")
            assert browser.value(VIOLATIONS) == []
        assert browser.complaints == []
