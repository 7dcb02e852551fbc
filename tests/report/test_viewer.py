"""`arena replay html`: what the page shows in a real browser is what Python draws, and no more."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from browser import Browser
from command_line import arena, fails_in_one_line
from films import READY, film, match

from arena import games
from arena.match.narration import ALL, SPECTATOR, eyes_of
from arena.match.record import MatchRecord
from arena.match.replay import retrace, starting_state, write_replay
from arena.report.viewer import viewer

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def record() -> MatchRecord:
    return match("dragon-whisperer", 3)


@pytest.fixture(scope="module")
def page(record: MatchRecord, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("viewer") / "match.html"
    path.write_text(viewer(record), "utf-8")
    return path


@pytest.mark.parametrize("width", [1280, 390])
def test_each_position_is_what_python_draws(record: MatchRecord, page: Path, width: int) -> None:
    game, names = games.get(record.game), film(page.read_text("utf-8"))["names"]
    chance = Random(width)
    wanted = sorted(chance.sample(range(1, len(record.decisions) + 1), 6))
    with Browser(width) as browser:
        for step in retrace(record, starting_state(record)):
            if step.number + 1 not in wanted:
                continue
            eye = chance.choice(eyes_of(record.players))
            seat = eye if isinstance(eye, int) else None
            view = step.state.to_data() if eye == ALL else step.state.view(seat)
            picture = game.picture(view, seat, names=names, width=width, prefix="p")
            browser.open(page, f"eyes={eye}&at={step.number + 1}")
            browser.wait(READY)
            drawn = f"(() => {{ const d = document.createElement('div'); d.innerHTML = {json.dumps(picture)};"
            drawn += " return d.innerHTML === document.getElementById('frame').innerHTML; })()"
            assert browser.value(drawn) is True
        assert browser.complaints == []


def test_the_keyboard_alone_suffices(record: MatchRecord, page: Path) -> None:
    last = len(record.decisions)
    rounds = [place for place, kind, _ in film(page.read_text("utf-8"))["marks"] if kind == "round"]
    with Browser() as browser:
        browser.open(page)
        browser.wait(READY)

        def after(*keys: str) -> str:
            for key in keys:
                browser.press(key)
            return str(browser.value("location.hash"))

        assert after("ArrowRight", "ArrowRight") == "#eyes=all&at=2"
        assert after("ArrowLeft") == "#eyes=all&at=1"
        assert after("End") == f"#eyes=all&at={last}"
        assert browser.value("document.getElementById('now').textContent") == "The end"
        assert after("Home", "n") == f"#eyes=all&at={rounds[0]}"
        assert after("n", "p") == f"#eyes=all&at={rounds[0]}"
        assert after("e") == f"#eyes=spectator&at={rounds[0]}"
        assert after("Home", "+", "+") == "#eyes=spectator&at=0"
        browser.press(" ")
        browser.wait("Number(location.hash.split('at=')[1]) >= 3")
        paused = after(" ")
        assert browser.value("document.getElementById('playing').textContent") == "▶ play"
        assert after() == paused
        browser.press("Tab")
        assert browser.value("document.activeElement.id") == "eyes", "whose eyes is the first to be reached"
        assert browser.complaints == []


def test_the_table_tells_what_a_move_was_worth_and_the_bar_stays(record: MatchRecord, page: Path) -> None:
    scores = film(page.read_text("utf-8"))["scores"]
    changed = [at for at in range(1, len(scores)) if scores[at] != scores[at - 1]]
    feet = set()
    with Browser() as browser:
        for at in (0, changed[0], changed[0] + 1, *changed[-2:]):
            browser.open(page, f"eyes=all&at={at}")
            browser.wait(READY)
            change = [now - before for now, before in zip(scores[at], scores[max(at - 1, 0)], strict=True)]
            signs = [f"+{by} " if by > 0 else f"\u2212{-by} " if by else "" for by in change]
            wanted = [f"{sign}{score}" for sign, score in zip(signs, scores[at], strict=True)]
            cells = (
                "[...document.getElementById('seats').tBodies[0].rows].map((row) => row.cells[1].textContent)"
            )
            assert browser.value(cells) == wanted
            feet.add(browser.value("Math.round(document.getElementById('bar').getBoundingClientRect().top)"))
    assert len(feet) == 1


def test_hostile_names_and_notes_are_text(record: MatchRecord, page: Path) -> None:
    content = page.read_text("utf-8")
    assert "<img" not in content
    assert "\x1b" not in content
    with Browser() as browser:
        browser.open(page, "eyes=2&at=4")
        browser.wait(READY)
        for at in range(1, 6):
            browser.value(f"location.hash = 'eyes=all&at={at}'")
            browser.wait(f"document.getElementById('now').textContent === 'Position {at}'")
            assert browser.value("document.querySelectorAll('img, iframe, object, [onerror]').length") == 0
        assert browser.value("document.title").startswith("Dragon Whisperer")
        browser.open(page, f"eyes=all&at={next(iter(film(content)['notes'][0]))}")
        browser.wait(READY)
        assert "thought" in browser.value("document.getElementById('note').textContent")
        assert browser.value("document.querySelectorAll('img, iframe, object, [onerror]').length") == 0
        assert browser.complaints == []
        refused = "new Promise((done) => { const s = document.createElement('script');"
        refused += " s.textContent = 'document.title = 1'; document.body.append(s); done(document.title); })"
        assert browser.value(refused) != "1"
    assert browser.complaints, "the page's policy refuses every other script"


def test_a_page_that_may_show_all_says_so(page: Path) -> None:
    with Browser() as browser:
        browser.open(page, "eyes=all&at=3")
        browser.wait(READY)
        assert "what no player may know" in browser.value("document.getElementById('warning').textContent")
        browser.press("e")
        assert browser.value("document.getElementById('warning').textContent") == ""


def test_the_command(record: MatchRecord, tmp_path: Path) -> None:
    write_replay(record, tmp_path / "m.replay")
    run = arena("replay", "html", "m.replay", "-o", "out/m.html", "--eyes", "spectator,0", cwd=tmp_path)
    assert (run.returncode, run.stdout) == (0, "written to out/m.html\n"), run.stderr
    found = film((tmp_path / "out/m.html").read_text("utf-8"))
    assert [key for key, _ in found["eyes"]] == [SPECTATOR, "0"]
    (tmp_path / "mine.html").write_text("not theirs")
    for words in (["-o", "mine.html"], ["--eyes", "7"], ["--eyes", "everybody"]):
        said = fails_in_one_line(arena("replay", "html", "m.replay", *words, cwd=tmp_path))
        assert "mine.html is there" in said or "the match has all, spectator, 0, 1, 2, not" in said
    assert (tmp_path / "mine.html").read_text() == "not theirs"
