"""What a tournament's site tells, beyond a page: of each bot, of each match, and how ratings came about."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import PurePath
from typing import Any

from arena.kits import kits
from arena.ratings.seats import Seats
from arena.report.aside import aside
from arena.report.content import Content, Row, content, count
from arena.report.faults import last_faults
from arena.report.rated import RatedInParts, rated_in_parts
from arena.report.selection import Follow, in_silence
from arena.tournament import MatchResult, Store, StoreError

LAST_FAULTS = 5
"""How many of a bot's faults are told with its last words."""


@dataclass(frozen=True, slots=True)
class Bot:
    """What is told of one bot, as plain rows."""

    name: str
    facts: Sequence[tuple[str, str]]
    """What it says of itself, and how it stands: pairs of text."""
    games: Sequence[Row]
    """Its rows in the leaderboards of each game and number of players alone."""
    seats: Sequence[Row]
    opponents: Sequence[tuple[str, Row]]
    """The other bots that it met, with what `arena crosstable` has of the two."""
    scores: Sequence[Row]
    times: Sequence[Row]
    kinds: Mapping[str, int]
    """How many faults it had, by kind."""
    faults: Sequence[Row]
    """The last of them, the last one first."""
    history: Sequence[tuple[int, float, float]]
    """mu and sigma after so many matches of all bots."""


@dataclass(frozen=True, slots=True)
class SiteContent:
    """What a site tells."""

    content: Content
    rated: RatedInParts
    bots: Sequence[Bot]
    """By name."""
    matches: Sequence[MatchResult]
    """In the order of the schedule."""
    ends: Mapping[str, float]
    """When each match ended, by its id, in seconds since 1970."""


def site_content_of(store: Store, follow: Follow = in_silence) -> SiteContent:
    """All that a site tells of a tournament, of what has a result. Raises StoreError.

    `follow` is handed the results that are read, and about how many there are.
    """
    seats = Seats()
    matches: list[MatchResult] = []
    with aside(rated_in_parts, store.named) as rating:
        counted = count(store, follow, seats.add, matches.append)
        found = rating()
    told = content(store, counted, found)
    matches.sort(key=lambda result: result.order)
    bots = _bots(store, told, found, matches, [asdict(row) for row in seats.rows()])
    ends = store.ends()
    return SiteContent(told, found, bots, [match for match in matches if match.match in ends], ends)


def _bots(
    store: Store, told: Content, found: RatedInParts, matches: Sequence[MatchResult], seats: Sequence[Row]
) -> list[Bot]:
    last = {bot: result for result in matches for bot in result.bots}
    faults = last_faults(store, LAST_FAULTS)
    overall = {row["bot"]: row for row in next(iter(found.boards.values()), ())}
    games = defaultdict(list)
    for (game, players), rows in found.setups.items():
        for row in rows:
            games[row["bot"]].append({**row, "game": game, "players": players})
    by_bot = {name: _by_bot(rows) for name, rows in (("s", seats), ("n", told.scores), ("t", told.times))}
    against = {row["bot"]: row["against"] for row in told.pairs}
    languages = _languages()
    return [
        Bot(
            name=name,
            facts=[*_said(store, last.get(name), name, languages), *_standing(overall.get(name))],
            games=games[name],
            seats=by_bot["s"][name],
            opponents=sorted(against.get(name, {}).items()),
            scores=by_bot["n"][name],
            times=by_bot["t"][name],
            kinds=overall[name]["faults_by_kind"] if name in overall else {},
            faults=faults.get(name, ()),
            history=[
                (stage.matches, stage.ratings[name].mu, stage.ratings[name].sigma)
                for stage in found.stages
                if name in stage.ratings
            ],
        )
        for name in store.bots()
    ]


def _by_bot(rows: Sequence[Row]) -> dict[str, list[Row]]:
    found = defaultdict(list)
    for row in rows:
        found[row["bot"]].append(row)
    return found


def _said(
    store: Store, last: MatchResult | None, name: str, languages: Mapping[str, str]
) -> list[tuple[str, str]]:
    """What a bot said of itself before its last match, and the language of its command."""
    if last is None:
        return []
    try:
        record = store.replay(last.match)
    except StoreError:  # without a replay of it the site lacks these words, and no number
        return []
    bot = record.bots[last.bots.index(name)]
    facts = {key: bot.says[key] for key in ("author", "version") if key in bot.says}
    program = PurePath(bot.command[0]).name if bot.command else ""
    language = languages.get(program.rstrip("0123456789."))
    return [*facts.items(), *([("language", language)] if language else [])]


def _standing(row: Mapping[str, Any] | None) -> list[tuple[str, str]]:
    if row is None:
        return [("matches", "none yet")]
    return [
        ("rank", str(row["rank"])),
        ("rating", f"{row['rating']:.2f} (mu {row['mu']:.2f}, sigma {row['sigma']:.2f})"),
        ("matches", f"{row['matches']}: {row['wins']} won, {row['ties']} tied, {row['losses']} lost"),
        *([("time a move", f"{row['ms']:.2f} ms")] if row["ms"] is not None else []),
    ]


def _languages() -> dict[str, str]:
    """The languages of programs that run others, as the kits' commands have them: one that runs several
    languages has them all."""
    found: dict[str, str] = {}
    for kit in kits():
        program = kit.command[0]
        if "/" not in program:
            word = program.rstrip("0123456789.")
            found[word] = f"{found[word]} or {kit.title}" if word in found else kit.title
    return found
