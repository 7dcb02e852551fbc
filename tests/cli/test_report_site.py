"""`arena report -o DIR`: the site, as a real browser has it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from email.utils import parsedate_to_datetime
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit
from xml.etree import ElementTree

import pytest
import sites
from browser import Browser
from command_line import arena, fails_in_one_line
from synthetic_events import play

from arena.ratings.book import Book
from arena.report.feeds import Item, json_feed, rss
from arena.report.file_names import file_name
from arena.tournament import read_tournament
from arena.tournament.ledger import Ledger

pytestmark = pytest.mark.slow

ROWS = (
    "[...document.querySelectorAll('#matches tbody tr')].map("
    "(row) => [...row.cells].map((one) => one.innerText))"
)
"""What is shown of matches: match, game, players, result, faults, end."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return sites.site(tmp_path_factory.mktemp("site"))


def rows(site: Path, *words: str) -> Any:
    """What a command says of the site's tournament."""
    command, *rest = words
    return json.loads(arena(command, "--db", site.parent / "event.db", *rest, "--format", "json").stdout)


class Links(HTMLParser):
    """Where a page leads to, what it calls its own parts, and its elements."""

    def __init__(self, page: Path) -> None:
        super().__init__()
        self.hrefs: set[str] = set()
        self.ids: set[str] = set()
        self.elements: set[str] = set()
        self.feed(page.read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.add(tag)
        for name, value in attrs:
            if name in ("href", "src"):
                self.hrefs.add(value or "")
            elif name == "id":
                self.ids.add(value or "")


def bot_page(site: Path, name: str) -> Path:
    return site / "bots" / f"{file_name(name)}.html"


def test_there_is_a_page_a_bot_with_a_safe_name_and_a_viewer_of_each_of_the_last_matches(site: Path) -> None:
    pages = {path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file()}
    assert all(re.fullmatch(r"((bots|matches)/)?[a-z0-9-]+\.(html|xml|json)", page) for page in pages)
    assert sum(page.startswith("bots/") for page in pages) == len(sites.NAMES)
    last = [row["match"] for row in rows(site, "matches", "--last", "2")]
    assert {page for page in pages if page.startswith("matches/")} == {
        f"matches/{file_name(match)}.html" for match in last
    }


def test_every_link_leads_somewhere_within_the_site(site: Path) -> None:
    pages = {path: Links(path) for path in site.rglob("*.html")}
    reached = {site / "index.html"}
    for page, links in pages.items():
        for href in links.hrefs:
            parts = urlsplit(href)
            assert not parts.scheme and not parts.netloc, href
            target = (page.parent / unquote(parts.path)).resolve() if parts.path else page
            assert target.is_file() and target.is_relative_to(site), href
            if target.name == "matches.html":
                assert parse_qs(parts.fragment).keys() <= {"bot", "against"}
            elif parts.fragment:
                assert parts.fragment in pages[target].ids, href
            reached.add(target)
    with Browser() as browser:
        browser.open(site / "matches.html")
        browser.wait(sites.READY)
        hrefs = browser.value("[...document.querySelectorAll('#matches a')].map((one) => one.href)")
    reached |= {Path(unquote(urlsplit(href).path)) for href in hrefs}
    assert reached == {path for path in site.rglob("*") if path.is_file()}


def test_a_bots_page_tells_what_it_said_how_it_fares_and_its_last_words(site: Path) -> None:
    with Browser() as browser:
        browser.open(bot_page(site, sites.ACCENTED))
        facts = browser.value("document.querySelector('dl').innerText")
        assert facts.splitlines()[:6] == ["author", sites.AUTHOR, "version", "1.2", "language", "Python"]
        assert browser.value("document.querySelectorAll('#rating svg').length") == 1
        told = browser.value(
            "[...document.querySelectorAll('#opponents tbody tr')].map("
            "(row) => [...row.cells].slice(0, 5).map((one) => one.innerText))"
        )
        (own,) = (row for row in rows(site, "crosstable") if row["bot"] == sites.ACCENTED)
        assert told == [
            [
                other,
                f"{fare['points']:.2f}",
                f"{fare['points_error']:.2f}",
                f"{fare['wins']:.2f}",
                f"{fare['encounters']}",
            ]
            for other, fare in sorted(own["against"].items())
        ]
        browser.open(bot_page(site, sites.HOSTILE))
        assert browser.value("document.querySelector('h1').innerText") == sites.HOSTILE
        assert browser.value("document.querySelector('#faults pre').innerText.trim()") == sites.LAST_WORDS
        kinds = browser.value("document.querySelector('#faults p').innerText")
        (row,) = (row for row in rows(site, "leaderboard") if row["bot"] == sites.HOSTILE)
        assert kinds == f"startup: {row['faults']}"
        assert browser.complaints == []


def test_seats_on_a_bots_page_are_those_of_its_matches(site: Path) -> None:
    with Browser() as browser:
        browser.open(bot_page(site, sites.PLAIN))
        told = browser.value(
            "[...document.querySelectorAll('#seats tbody tr')].map("
            "(row) => [...row.cells].map((one) => one.innerText))"
        )
    expected = []
    for seat in (0, 1):
        sat = [row for row in rows(site, "matches") if row["bots"][seat : seat + 1] == [sites.PLAIN]]
        sat = [row for row in sat if row["players"] == 2]
        ranks = [(row["ranks"][seat], row["ranks"][1 - seat]) for row in sat]
        points = sum(0.5 if own == other else float(own < other) for own, other in ranks) / len(sat)
        score = sum(row["scores"][seat] for row in sat) / len(sat)
        wins = sum(own < other for own, other in ranks)
        row = ["portals", 2, seat, len(sat), f"{points:.2f}", wins, f"{score:.2f}"]
        expected.append(list(map(str, row)))
    assert told == expected


def test_the_verdict_stands_beside_the_ratings(site: Path) -> None:
    with Browser() as browser:
        browser.open(site / "verdict.html")
        told = browser.value(
            "[...document.querySelectorAll('#strengths tbody tr')].map("
            "(row) => [...row.cells].map((one) => one.innerText))"
        )
    ratings = {row["bot"]: row for row in rows(site, "leaderboard")}
    strengths = rows(site, "verdict")["strengths"]

    def number(value: float | None) -> str:
        return "" if value is None else f"{value:.2f}"

    for line, row in zip(told, strengths, strict=True):
        belief = ratings[row["bot"]]
        assert line[:6] == [
            str(row["rank"]),
            row["bot"],
            *(number(row[key]) for key in ("strength", "error", "low", "high")),
        ]
        assert line[7].removeprefix("≠ ") == str(belief["rank"])
        assert line[8:10] == [number(belief["mu"]), number(3 * belief["sigma"])]


def test_matches_are_listed_filtered_and_sorted(site: Path) -> None:
    known = rows(site, "matches")

    def choose(browser: Browser, name: str, value: str) -> list[list[str]]:
        field = f"document.forms[0].elements.namedItem({json.dumps(name)})"
        browser.value(
            f"{field}.value = {json.dumps(value)};"
            f"{field}.dispatchEvent(new Event('input', {{bubbles: true}})); 0"
        )
        found: list[list[str]] = browser.value(ROWS)
        return found

    with Browser() as browser:
        browser.open(site / "matches.html")
        browser.wait(sites.READY)
        assert [row[0] for row in browser.value(ROWS)] == [row["match"] for row in reversed(known)]
        assert browser.value("document.querySelectorAll('#matches tbody a[href^=matches]').length") == 2

        shown = choose(browser, "bot", sites.HOSTILE)
        assert {row[0] for row in shown} == {row["match"] for row in known if sites.HOSTILE in row["bots"]}
        assert all(f"{sites.HOSTILE}: startup" in row[4] for row in shown)
        shown = choose(browser, "against", sites.PLAIN)
        met = {sites.HOSTILE, sites.PLAIN}
        assert {row[0] for row in shown} == {row["match"] for row in known if set(row["bots"]) <= met}
        kept = browser.value("location.hash").removeprefix("#")

        browser.value("document.querySelector('button[type=reset]').click()")
        browser.wait(f"document.getElementById('count').textContent.startsWith('{len(known)} of')")
        shown = choose(browser, "players", "1")
        assert {row[0] for row in shown} == {row["match"] for row in known if row["players"] == 1}
        choose(browser, "players", "")

        browser.value("document.querySelector('th[data-key=score] button').click()")
        best = [
            max(int(score) for score in re.findall(r": (-?\d+)$", row[3], re.MULTILINE))
            for row in browser.value(ROWS)
        ]
        assert best == sorted((max(row["scores"]) for row in known), reverse=True)
        assert browser.value("document.querySelector('th[data-key=score]').ariaSort") == "descending"

        browser.open(site / "matches.html", kept)
        browser.wait(sites.READY)
        assert {row[0] for row in browser.value(ROWS)} == {
            row["match"] for row in known if set(row["bots"]) <= met
        }
        assert browser.complaints == []


def test_names_and_words_of_bots_are_text(site: Path) -> None:
    for page in [*site.glob("*.html"), *site.glob("bots/*.html")]:
        links = Links(page)
        assert links.elements.isdisjoint({"img", "b", "iframe"})
        assert ("script" in links.elements) == (page.name == "matches.html")
        assert "default-src 'none'" in unescape(page.read_text("utf-8"))
        with Browser(390) as browser:
            browser.open(page)
            if page.name == "matches.html":
                browser.wait(sites.READY)
            assert browser.value("document.title") != "mine"
            assert browser.value("performance.getEntriesByType('resource').length") == 0
            assert browser.complaints == []


def test_neither_seed_nor_command_is_told(site: Path) -> None:
    for page in [*site.glob("*.*"), *site.glob("bots/*")]:
        text = page.read_text("utf-8")
        assert "8675309" not in text and "exit 3" not in text, page


def test_a_viewer_leads_back_and_is_kept_while_it_shows_what_is_there(site: Path) -> None:
    viewers = {path: path.stat().st_mtime_ns for path in site.glob("matches/*.html")}
    with Browser(390) as browser:
        browser.open(next(iter(viewers)))
        browser.value("document.querySelector('a#home').click()")
        browser.wait("location.pathname.endsWith('/matches.html')")
    sites.build(site.parent, 1)
    assert {path: path.stat().st_mtime_ns for path in site.glob("matches/*.html")} == viewers


def test_the_same_results_make_the_same_site_and_the_pages_of_others_stay(site: Path) -> None:
    before = {path: path.read_bytes() for path in site.rglob("*") if path.is_file()}
    gone = site / "bots" / "gone.html"
    gone.write_bytes(bot_page(site, sites.PLAIN).read_bytes())
    notes = [site / "notes.txt", site / "bots" / "mine.html"]
    for note in notes:
        note.write_text("mine")
    sites.build(site.parent, 2)
    assert not gone.exists()
    for note in notes:
        assert note.read_text() == "mine"
        note.unlink()
    assert {path: path.read_bytes() for path in site.rglob("*") if path.is_file()} == before


def test_feeds_have_the_latest_results(site: Path) -> None:
    known = rows(site, "matches")
    latest = [row["match"] for row in sorted(known, key=lambda row: row["ended"], reverse=True)]
    channel = ElementTree.parse(site / "feed.xml").getroot().find("channel")
    assert channel is not None and channel.findtext("title") == "a <b>bold</b> night & more"
    items = channel.findall("item")
    told = json.loads((site / "feed.json").read_text("utf-8"))
    assert told["version"] == "https://jsonfeed.org/version/1.1"
    for number, (item, entry) in enumerate(zip(items, told["items"], strict=True)):
        match = (item.findtext("guid") or "").rpartition(": ")[2]
        assert match == latest[number]
        assert item.findtext("guid") == entry["id"]
        (row,) = (row for row in known if row["match"] == match)
        ended = parsedate_to_datetime(item.findtext("pubDate") or "")
        assert ended.strftime("%Y-%m-%dT%H:%M:%S") == row["ended"][:19]
        assert all(bot in (item.findtext("description") or "") for bot in row["bots"])


def test_feeds_say_where_the_site_will_be(tmp_path: Path) -> None:
    db = play(tmp_path, deals=1)
    out = tmp_path / "site"
    run = arena("report", "--db", db, "-o", out, "--replays", 0, "--url", "https://example.org/club")
    assert (run.returncode, run.stderr) == (0, "")
    told = json.loads((out / "feed.json").read_text("utf-8"))
    assert told["home_page_url"] == "https://example.org/club/"
    assert {entry["url"].rpartition("#")[0] for entry in told["items"]} == {
        "https://example.org/club/matches.html"
    }
    wrong = arena("report", "--db", db, "-o", out, "--url", "example.org")
    assert "begins with https://" in fails_in_one_line(wrong)


def test_before_the_first_result_there_is_a_site(tmp_path: Path) -> None:
    event = tmp_path / "event.toml"
    event.write_text(
        'name = "soon"\nseed = 1\n[[game]]\nid = "portals"\nplayers = [2]\n'
        + "".join(f'[[bot]]\nname = "{name}"\nbundled = "random"\n' for name in ("one", "two"))
    )
    with Ledger(tmp_path / "event.db", Book.open) as ledger:
        ledger.enter(read_tournament(event))
    site = sites.build(tmp_path, 10)
    assert "No match has been played yet." in (site / "index.html").read_text("utf-8")
    assert "none yet" in (site / "bots/one.html").read_text("utf-8")


def test_a_folder_with_anothers_page_is_left_as_it_is(tmp_path: Path) -> None:
    db = play(tmp_path, deals=1)
    foreign = tmp_path / "foreign"
    foreign.mkdir()
    (foreign / "index.html").write_text("<p>mine</p>")
    assert "no page of the arena" in fails_in_one_line(arena("report", "--db", db, "-o", foreign))
    assert [path.read_text() for path in foreign.iterdir()] == ["<p>mine</p>"]
    (tmp_path / "file").write_text("")
    assert "is a file" in fails_in_one_line(arena("report", "--db", db, "-o", tmp_path / "file"))
    within = arena("report", "--db", db, "-o", tmp_path / "file" / "x", "--replays", 0)
    assert "Not a directory" in fails_in_one_line(within)


def test_names_of_files_are_safe_and_no_two_alike() -> None:
    names = ["", ".", "..", "a/b", "a b", "A", "a", "a-b", "é", "\ud800", "x" * 300, "con\x00", "a.", "a "]
    names += [file for name in names if (file := file_name(name)) != name]
    files = {name: file_name(name) for name in names}
    assert all(re.fullmatch(r"[a-z0-9][a-z0-9_-]{0,59}", file) for file in files.values())
    assert len(set(files.values())) == len(files)
    assert file_name("greedy") == "greedy"


def test_what_strangers_wrote_into_a_feed_is_text() -> None:
    item = Item("<1>", "</title><script>", "a & b ]]>", "x.html?a=1&b=2", 1e9)
    channel = ElementTree.fromstring(rss("<b>", "index.html", [item])).find("channel")
    assert channel is not None and channel.findtext("title") == "<b>"
    assert channel.findtext("item/title") == item.title
    assert channel.findtext("item/pubDate") == "Sun, 09 Sep 2001 01:46:40 +0000"
    told = json.loads(json_feed("<b>", "index.html", [item]))
    assert told["items"][0]["content_text"] == item.text
    assert told["items"][0]["date_published"] == "2001-09-09T01:46:40+00:00"


def test_drawing_plots_leaves_no_finder_of_modules_that_python_warns_of() -> None:
    lines = "import sys, arena.report.plots; assert all(hasattr(one, 'find_spec') for one in sys.meta_path)"
    subprocess.run([sys.executable, "-W", "error", "-c", lines], check=True)
