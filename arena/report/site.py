"""A tournament as a site: a folder of pages that need no server and no network.

`index.html` is the overview, `matches.html` the list of matches, `verdict.html` the joint fit beside
TrueSkill; `bots/` has a page a bot, `matches/` the viewers of matches, `feed.xml` and `feed.json` the latest
results. Each file is written whole or not at all. Pages that an earlier report left there and that this one
does not have are removed; what others have put into the folder is left alone. Needs the extra `report`.
"""

from __future__ import annotations

import base64
import json
import shlex
import zlib
from collections.abc import Callable, Iterable
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from arena.process.faults import shown
from arena.report import feeds
from arena.report.file_names import file_name
from arena.report.files import check_ours, write_ours
from arena.report.page import TEMPLATE, shown_of
from arena.report.plots import COLORS, calibration_plot, rating_plot, ratings_plot
from arena.report.site_content import Bot, SiteContent
from arena.report.templates import FOLDER, GENERATOR, POLICY, Markup, Scale, distributions, filled, shade

Progress = Callable[[Iterable[Any], int, str], Iterable[Any]]
"""Handed things that take long, how many, and what is done: hands them on, and may say how far it is."""

PAGES = (("index.html", "Overview"), ("matches.html", "Matches"), ("verdict.html", "Verdict"))
BOTS, MATCHES = "bots", "matches"
FEEDS = ("feed.xml", "feed.json")
IN_FEEDS = 50
"""How many results feeds have, the last ones."""


def bot_file(bot: str) -> str:
    """The page of a bot, from the site's folder."""
    return f"{BOTS}/{file_name(bot)}.html"


def viewer_file(match: str) -> str:
    """The viewer of a match, from the site's folder."""
    return f"{MATCHES}/{file_name(match)}.html"


class Site:
    """A site to be written to a folder. `viewers` are the matches that have theirs there, `address` is where
    the site will be, if that is known, `database` how it calls its source."""

    def __init__(
        self, told: SiteContent, viewers: Iterable[str], database: Path, address: str | None = None
    ) -> None:
        self._told = told
        self._viewers = set(viewers)
        self._database = database.name
        self._address = address and address.rstrip("/") + "/"

    def files(self) -> dict[str, Callable[[], str]]:
        """How to make each file but the viewers, by where it is in the folder; the overview comes last."""
        bots = {bot_file(bot.name): bot for bot in self._told.bots}
        return {
            **{file: partial(self._bot, bot) for file, bot in bots.items()},
            "matches.html": self._matches,
            "verdict.html": self._verdict,
            FEEDS[0]: lambda: feeds.rss(self._title, self._address or "index.html", self._items()),
            FEEDS[1]: lambda: feeds.json_feed(self._title, self._address or "index.html", self._items()),
            "index.html": self._overview,
        }

    @property
    def _title(self) -> str:
        return shown(self._told.content.event["name"])

    def _filled(self, template: str, here: str, title: str, **told: Any) -> str:
        """A page, with the ways from it to all others."""
        up = "../" * here.count("/")

        def matches_of(bot: str, other: str = "") -> str:
            named = {"bot": bot, **({"against": other} if other else {})}
            return f"{up}matches.html#{urlencode(named)}"

        return filled(
            template,
            **told | {"title": title},
            site=up,
            here=here,
            pages=PAGES,
            file_of=lambda bot: up + bot_file(bot),
            viewer_of=lambda match: up + viewer_file(match) if match in self._viewers else None,
            matches_of=matches_of,
            shade=shade,
        )

    def _overview(self) -> str:
        told = shown_of(self._told.content)
        del told["shade"]
        best = [row["bot"] for row in next(iter(self._told.content.boards.values()), ())][: len(COLORS)]
        stages = self._told.rated.stages
        plot = None
        if len(stages) > 1:
            lines = {
                bot: [stage.ratings[bot].mu if bot in stage.ratings else None for stage in stages]
                for bot in best
            }
            plot = ratings_plot([stage.matches for stage in stages], lines)
        return self._filled(TEMPLATE, "index.html", plot=plot, shown_in_plot=len(best), **told)

    def _bot(self, bot: Bot) -> str:
        plot = None
        if len(bot.history) > 1:
            plot = rating_plot(
                [matches for matches, _, _ in bot.history], [(mu, sigma) for _, mu, sigma in bot.history]
            )
        spreads = [
            ("scores", "Scores", distributions(bot.scores)),
            ("times", "Time for a move, in ms", distributions(bot.times)),
        ]
        title = f"{bot.name}, {self._title}"
        return self._filled("bot.html.jinja", bot_file(bot.name), title, bot=bot, plot=plot, spreads=spreads)

    def _verdict(self) -> str:
        verdict = self._told.rated.verdict
        title = f"Verdict, {self._title}"
        if isinstance(verdict, str):
            return self._filled("verdict.html.jinja", "verdict.html", title, verdict=verdict)
        beliefs = {row["bot"]: row for row in next(iter(self._told.rated.boards.values()))}
        bounds = [
            end for row in verdict.strengths for end in (row.low, row.strength, row.high) if end is not None
        ]
        ends = [row["mu"] + sign * 3 * row["sigma"] for row in beliefs.values() for sign in (-1, 1)]
        plot = None
        if verdict.held_out:
            plot = calibration_plot([(row.predicted, row.actual) for row in verdict.held_out])
        return self._filled(
            "verdict.html.jinja",
            "verdict.html",
            title,
            verdict=verdict,
            strengths=[(row, beliefs[row.bot]) for row in verdict.strengths],
            strength_scale=Scale.over(bounds),
            belief_scale=Scale.over(ends),
            plot=plot,
        )

    def _matches(self) -> str:
        script = (FOLDER / "matches.js").read_text("utf-8")
        hashed = base64.b64encode(sha256(script.encode()).digest()).decode()
        packed = zlib.compress(json.dumps(self._list(), separators=(",", ":")).encode(), 9)
        database = shlex.quote(self._database)
        return self._filled(
            "matches.html.jinja",
            "matches.html",
            f"Matches, {self._title}",
            policy=f"{POLICY}; script-src 'sha256-{hashed}'",
            data=base64.b64encode(packed).decode(),
            script=Markup(script),
            command=f"arena replay html {database} --match ID",
            again="arena report --replays N",
        )

    def _list(self) -> dict[str, Any]:
        """What the list's script reads."""
        matches, ends = self._told.matches, self._told.ends
        bots = list(dict.fromkeys(bot for result in matches for bot in result.bots))
        bots.sort()
        games = sorted({result.game for result in matches})
        kinds = sorted({fault for result in matches for fault in result.faults if fault is not None})
        number = {bot: place for place, bot in enumerate(bots)}
        kind = {None: -1} | {name: place for place, name in enumerate(kinds)}
        return {
            "bots": [[shown(bot), f"{file_name(bot)}.html"] for bot in bots],
            "games": games,
            "kinds": kinds,
            "matches": [
                [
                    result.order,
                    result.match,
                    games.index(result.game),
                    [number[bot] for bot in result.bots],
                    result.ranks,
                    result.scores,
                    [kind[fault] for fault in result.faults] if any(result.faults) else 0,
                    int(ends[result.match]),
                    f"{file_name(result.match)}.html" if result.match in self._viewers else 0,
                ]
                for result in matches
            ],
        }

    def _items(self) -> list[feeds.Item]:
        """The latest results, the last one first."""
        ends = self._told.ends
        latest = sorted(self._told.matches, key=lambda result: (-ends[result.match], -result.order))
        items = []
        for result in latest[:IN_FEEDS]:
            seats = sorted(zip(result.ranks, result.bots, result.scores, strict=True))
            words = [f"{rank}. {shown(bot)} ({score:g})" for rank, bot, score in seats]
            where = f"matches.html#{urlencode({'match': result.match})}"
            if result.match in self._viewers:
                where = viewer_file(result.match)
            items.append(
                feeds.Item(
                    id=f"{self._title}: {result.match}",
                    title=f"{result.match}: {shown(seats[0][1])} first",
                    text=", ".join(words),
                    link=(self._address or "") + where,
                    ended=ends[result.match],
                )
            )
        return items


def check_folder(told: SiteContent, folder: Path) -> None:
    """Raises PageError where somebody else's file is where one of the site's goes, but for its viewers."""
    for file in Site(told, (), Path()).files():
        check_ours(folder / file, _mark(file))


def write_site(site: Site, folder: Path, progress: Progress) -> Path:
    """Write a site's files but its viewers, and remove the pages of bots that are no longer there.

    Returns where it begins. Raises PageError where a file can't be written.
    """
    files = site.files()
    for file in progress(files, len(files), "writing pages"):
        write_ours(folder / file, files[file](), _mark(file))
    remove_ours(folder / BOTS, {Path(file).name for file in files if file.startswith(f"{BOTS}/")}, GENERATOR)
    return folder / "index.html"


def remove_ours(folder: Path, keep: set[str], mark: str) -> None:
    """Remove the pages with a mark from a folder that are not to be kept."""
    for path in folder.glob("*.html"):
        if path.name not in keep and mark in path.read_text("utf-8", "replace"):
            path.unlink()


def _mark(file: str) -> str:
    return feeds.MARK if file in FEEDS else GENERATOR
