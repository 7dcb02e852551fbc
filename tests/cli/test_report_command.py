"""`arena report -o FILE.html`: the page, as a real browser has it."""

from __future__ import annotations

import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from html.parser import HTMLParser
from pathlib import Path

import pytest
from command_line import arena, fails_in_one_line
from patience import HANGS_S
from synthetic_events import play

from arena.ratings.book import Book
from arena.tournament import read_tournament
from arena.tournament.ledger import Ledger

IN_CI = os.environ.get("CI") == "true"
BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
HOSTILE = "<script>document.title = 'mine'</script>"
EVENT = f"""
name = "a <b>bold</b> night & more"
deals = 1
seed = 1
[[game]]
id = "portals"
players = [2]
[[bot]]
name = "greedy"
bundled = "greedy"
[[bot]]
name = {json.dumps(HOSTILE)}
command = ["sh", "-c", "echo '<img src=x>' >&2; exit 3"]
"""


@pytest.fixture(scope="module")
def synthetic(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The database of an event with four bots, two games and several sizes of table."""
    return play(tmp_path_factory.mktemp("report"), deals=4)


def report(db: Path) -> Path:
    page = db.parent / "out.html"
    run = arena("report", "--db", db, "-o", page)
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout == f"written to {page}\n"
    return page


def in_browser(page: Path, folder: Path, width: int = 1200) -> str:
    """The page's document when a browser has shown it."""
    if BROWSER is None and not IN_CI:
        pytest.skip("needs a browser: apt install chromium")
    assert BROWSER is not None
    flags = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"]
    quiet = ["--disable-background-networking", "--disable-component-update", "--disable-sync"]
    own = [f"--user-data-dir={folder / 'profile'}", f"--window-size={width},900", "--dump-dom"]
    argv = [BROWSER, *flags, *quiet, *own, page.absolute().as_uri()]
    return subprocess.run(argv, capture_output=True, text=True, timeout=HANGS_S, check=True).stdout


class Document(HTMLParser):
    """The texts of each section's tables, row by row, and the names of all elements."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.rows: dict[str, list[list[str]]] = {}
        self.elements: set[str] = set()
        self.links: set[str] = set()
        self.title = ""
        self._section = ""
        self._inside = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.add(tag)
        self.links |= {value or "" for name, value in attrs if name in ("href", "src")}
        self._inside = tag
        if tag == "section":
            self._section = dict(attrs)["id"] or ""
            self.rows[self._section] = []
        elif tag == "tr":
            self.rows[self._section].append([])
        elif tag in ("td", "th"):
            self.rows[self._section][-1].append("")

    def handle_endtag(self, tag: str) -> None:
        self._inside = ""

    def handle_data(self, data: str) -> None:
        if self._inside == "title":
            self.title = data
        elif self._inside in ("td", "th"):
            self.rows[self._section][-1][-1] += data


@pytest.mark.slow
def test_the_standings_are_the_leaderboards(synthetic: Path) -> None:
    document = Document(in_browser(report(synthetic), synthetic.parent))
    rows = [row for row in document.rows["standings"] if row[0] != "rank"]
    expected = []
    for scope in ([], ["--game", "dragon-whisperer"], ["--game", "portals"]):
        board = json.loads(arena("leaderboard", "--db", synthetic, *scope, "--format", "json").stdout)
        for line in board:
            numbers = [line["matches"], line["wins"], line["ties"], line["losses"]]
            means = [f"{line['mean_rank']:.2f}", *([f"{line['mean_score']:.2f}"] if scope else [])]
            skill = [f"{line[key]:.2f}" for key in ("rating", "mu", "sigma")]
            head = [str(line["rank"]), line["bot"], *skill, ""]
            expected.append([*head, *map(str, numbers), *means, str(line["faults"])])
    assert rows == expected


@pytest.mark.slow
def test_the_pairs_are_the_crosstable(synthetic: Path) -> None:
    rows = Document(in_browser(report(synthetic), synthetic.parent)).rows["pairs"]
    table = json.loads(arena("crosstable", "--db", synthetic, "--format", "json").stdout)
    bots = [line["bot"] for line in table]
    assert rows[0] == ["bot", "points", *bots]
    for row, line in zip(rows[1:], table, strict=True):
        fares = [line["against"].get(other) for other in bots]
        cells = [
            "" if fare is None else f"{fare['points']:.2f} ± {fare['points_error']:.2f}" for fare in fares
        ]
        assert row == [line["bot"], f"{line['points']:.2f}", *cells]


@pytest.mark.slow
def test_scores_and_times_are_told_by_game_and_size(synthetic: Path) -> None:
    document = Document(in_browser(report(synthetic), synthetic.parent))
    for section in ("scores", "times"):
        known = json.loads(arena(section, "--db", synthetic, "--format", "json").stdout)
        rows = [row for row in document.rows[section] if row[0] != "bot"]
        keys = ("mean", "deviation", "least", "median", "most")
        expected = [
            [line["bot"], str(line["count"]), "", *(f"{line[key]:.2f}" for key in keys)] for line in known
        ]
        assert rows == expected


@pytest.mark.slow
def test_names_and_words_of_bots_are_text_and_nothing_is_fetched(tmp_path: Path) -> None:
    (tmp_path / "event.toml").write_text(EVENT)
    run = arena("tournament", "run", tmp_path / "event.toml", "--db", tmp_path / "event.db")
    assert run.returncode == 0, run.stderr
    document = Document(in_browser(report(tmp_path / "event.db"), tmp_path))
    assert document.title == "a <b>bold</b> night & more"
    assert {row[1] for row in document.rows["standings"]} == {"bot", "greedy", HOSTILE}
    faults = document.rows["faults"][1:]
    assert [(row[0], row[1]) for row in faults] == [(HOSTILE, "startup")] * 2
    assert document.elements.isdisjoint({"script", "img", "b", "link", "iframe"})
    assert {link[:1] for link in document.links} == {"#"}


def test_the_time_of_the_event_is_told(tmp_path: Path) -> None:
    db = play(tmp_path, deals=1)
    with closing(sqlite3.connect(db)) as file, file:
        file.execute("UPDATE attempts SET began = 1e9, ended = 1e9 + 3600")
    assert ", 2001-09-09 01:46 UTC to 2001-09-09 02:46 UTC" in report(db).read_text("utf-8")


def test_the_same_results_make_the_same_page(synthetic: Path) -> None:
    assert report(synthetic).read_bytes() == report(synthetic).read_bytes()


@pytest.mark.slow
def test_neither_seed_nor_command_of_a_bot_is_told(tmp_path: Path) -> None:
    (tmp_path / "event.toml").write_text(EVENT.replace("seed = 1", "seed = 8675309"))
    arena("tournament", "run", tmp_path / "event.toml", "--db", tmp_path / "event.db")
    text = report(tmp_path / "event.db").read_text("utf-8")
    assert "8675309" not in text
    assert "exit 3" not in text
    assert "img src" not in text  # what it wrote to its log
    assert not re.search(r"\d{15,}", text)


@pytest.mark.slow
def test_the_winner_of_a_knockout_is_named(tmp_path: Path) -> None:
    lines = [f'[[bot]]\nname = "r{number}"\nbundled = "random"\n' for number in range(4)]
    head = 'name = "cup"\nschedule = "knockout"\nseed = 4\n[[game]]\nid = "portals"\nplayers = [2]\n'
    (tmp_path / "cup.toml").write_text(head + "".join(lines))
    assert arena("tournament", "run", tmp_path / "cup.toml", "--db", tmp_path / "cup.db").returncode == 0
    status = arena("tournament", "status", "--db", tmp_path / "cup.db", "--format", "json")
    [winner] = json.loads(status.stdout)["winners"].values()
    page = report(tmp_path / "cup.db").read_text("utf-8")
    assert f"<p>Winner: <strong>{winner}</strong></p>" in page
    assert '<section id="places">' in page
    told = arena("tournament", "standings", "--db", tmp_path / "cup.db", "--format", "json")
    (rows,) = json.loads(told.stdout).values()
    assert [row["rank"] for row in rows] == [1, 2, 3, 4] and rows[0]["bot"] == winner
    assert [row["round"] for row in rows] == [2, 2, 1, 1]


def test_before_the_first_result(tmp_path: Path) -> None:
    (tmp_path / "event.toml").write_text(EVENT)
    with Ledger(tmp_path / "event.db", Book.open) as ledger:
        ledger.enter(read_tournament(tmp_path / "event.toml"))
    text = report(tmp_path / "event.db").read_text("utf-8")
    assert "0 of 2 matches played" in text
    assert "No match has been played yet." in text


def test_a_page_takes_the_place_of_no_other_file(synthetic: Path, tmp_path: Path) -> None:
    foreign = tmp_path / "mine.html"
    foreign.write_text("<p>mine</p>")
    assert "no page of the arena" in fails_in_one_line(arena("report", "--db", synthetic, "-o", foreign))
    assert foreign.read_text() == "<p>mine</p>"
    assert "does not exist" in fails_in_one_line(arena("report", "--db", tmp_path / "none.db"))


def test_without_the_extra_one_sentence_says_what_to_install(synthetic: Path) -> None:
    code = (
        "import sys; sys.modules['jinja2'] = None; from arena.cli import main;"
        f" sys.argv = ['arena', 'report', '--db', {str(synthetic)!r}]; main()"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "pip install 'bot-arena[report]'" in fails_in_one_line(run)
