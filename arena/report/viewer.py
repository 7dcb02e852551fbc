"""A match as one page to look at: each position as a picture, with words, seen through chosen eyes.

The page needs no network and no other file. Pictures of a match are much alike, so the page holds each piece
of them once, each line as a list of pieces, and each position as a list of lines; all of that deflated, which
browsers undo by themselves.
What an eye may not see is not in the page, unless the page was made for an eye that may.
"""

from __future__ import annotations

import base64
import html
import json
import re
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from arena import __version__, games
from arena.games import Data, Event, State
from arena.match.narration import (
    ALL,
    Eye,
    decided,
    eye_words,
    eyes_of,
    happened,
    noted,
    seat_of,
    seen,
    who_chose,
)
from arena.match.record import DecisionRecord, FaultRecord, MatchRecord
from arena.match.replay import retrace, starting_state
from arena.process.faults import shown

FOLDER = Path(__file__).parent
MARKED = {"round": "round", "endgame": "end"}
"""Events that are marked on the bar, with the kind of mark."""
WIDTHS = (1280, 390)
"""Of pages, in px, that pictures are laid out for."""
_BETWEEN_TAGS = re.compile(r"(?<=>)(?=<)")
GENERATOR = '<meta name="generator" content="arena viewer '
"""What pages made here have, and other people's have not."""


def mark_of(record: MatchRecord) -> str:
    """What the pages of this record have that this version of the arena makes for all eyes, and no others.

    A page for some eyes must not have it: it follows from what they may not see.
    """
    told = json.dumps(record.to_data(), sort_keys=True, default=str)
    return f'<meta name="record" content="{__version__} {sha256(told.encode()).hexdigest()}">'


def viewer(record: MatchRecord, eyes: Sequence[Eye] | None = None, home: str | None = None) -> str:
    """The page in HTML, for these eyes; all of them if none are named. `home` is where it leads back to.

    Raises:
        ReplayError: the rules don't allow what was recorded.
        ValueError: an eye that the match does not have.
    """
    chosen = list(eyes_of(record.players) if eyes is None else eyes)
    for eye in chosen:
        if eye not in eyes_of(record.players):
            raise ValueError(
                f"eyes: the match has {', '.join(map(str, eyes_of(record.players)))}, not {eye!r}"
            )
    film = _Film(record, chosen)
    packed = base64.b64encode(zlib.compress(json.dumps(film.data(), separators=(",", ":")).encode(), 9))
    script, style = ((FOLDER / f"viewer.{kind}").read_text("utf-8") for kind in ("js", "css"))
    hash = base64.b64encode(sha256(script.encode()).digest()).decode()
    names = [shown(bot.name) for bot in record.bots]
    page = (FOLDER / "viewer.html").read_text("utf-8")
    filled = {
        "policy": f"default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'sha256-{hash}'",
        "generator": f'{GENERATOR}{__version__}">',
        "mark": mark_of(record) if eyes is None else "",
        "home": f'<a id="home" href="{html.escape(home)}">All matches</a>' if home else "",
        "title": html.escape(f"{games.get(record.game).title}: {', '.join(names)}"),
        "result": html.escape(_result(record, names)),
        "style": style,
        "data": packed.decode(),
        "script": script,
    }
    return re.sub(r"\{\{ (\w+) \}\}", lambda match: filled[match[1]], page)


def _result(record: MatchRecord, names: Sequence[str]) -> str:
    order = sorted(range(record.players), key=lambda seat: (record.ranks[seat], seat))
    return "; ".join(f"{record.ranks[seat]}. {names[seat]}, {record.scores[seat]}" for seat in order)


@dataclass
class _Once:
    """Texts, each kept once and called by its number."""

    texts: dict[str, int] = field(default_factory=dict)

    def number(self, text: str) -> int:
        """The number of a text."""
        return self.texts.setdefault(text, len(self.texts))

    def numbers(self, texts: Iterable[str]) -> list[int]:
        """Those of several."""
        return [self.number(text) for text in texts]


class _Film:
    """All positions of a match, from the start to the end, through some eyes."""

    def __init__(self, record: MatchRecord, eyes: Sequence[Eye]) -> None:
        self.record = record
        self.eyes = eyes
        self.game = games.get(record.game)
        self.names = [shown(bot.name) for bot in record.bots]
        self.pieces, self.lines, self.sentences = _Once(), _Once(), _Once()
        self.frames: list[list[list[list[int]]]] = [[[] for _ in eyes] for _ in WIDTHS]
        """By width of the page, then eye, then position: the lines of the picture."""
        self.says: list[list[list[int]]] = [[] for _ in eyes]
        self.notes: list[dict[int, str]] = [{} for _ in eyes]
        self.scores: list[list[int]] = []
        self.marks: list[list[Any]] = []
        state = starting_state(record)
        self._take(0, state, None, [])
        for step in retrace(record, state):
            self._take(step.number + 1, step.state, step.decision, step.events)
        for fault in record.faults:
            self._mark_fault(fault)

    def data(self) -> Data:
        """What the page's script reads. Positions are numbered from 0, the start; position n follows
        decision n - 1."""
        record = self.record
        return {
            "game": self.game.title,
            "match": shown(record.id),
            "names": self.names,
            "eyes": [[str(eye), eye_words(eye, self.names)] for eye in self.eyes],
            "lines": [self.pieces.numbers(_BETWEEN_TAGS.split(line)) for line in self.lines.texts],
            "pieces": list(self.pieces.texts),
            "sentences": list(self.sentences.texts),
            "frames": self.frames,
            "says": self.says,
            "notes": self.notes,
            "moves": [[one.seat, round(one.ms, 1), who_chose(one)] for one in record.decisions],
            "scores": self.scores,
            "marks": sorted(self.marks, key=lambda mark: mark[0]),
            "ranks": record.ranks,
        }

    def _take(
        self, number: int, state: State, decision: DecisionRecord | None, events: Sequence[Event]
    ) -> None:
        """The position after a decision, and what was seen and said of it."""
        self.scores.append(state.scores())
        for event in events:
            if event["type"] in MARKED and "seats" not in event:
                self.marks.append([number, MARKED[event["type"]], self.game.tell(event, self.names)])
        for place, eye in enumerate(self.eyes):
            view, seat = seen(state, eye), seat_of(eye)
            for number_of_width, width in enumerate(WIDTHS):
                picture = self.game.picture(
                    view, seat, self.record.components, names=self.names, width=width, prefix="p"
                )
                self.frames[number_of_width][place].append(self.lines.numbers(picture.split("\n")))
            said = happened(self.game, events, self.names, eye)
            if decision is not None:
                said.insert(0, decided(decision, self.names, eye))
                note = noted(decision, eye)
                if note is not None:
                    self.notes[place][number] = note
            self.says[place].append(self.sentences.numbers(said))

    def _mark_fault(self, fault: FaultRecord) -> None:
        """A fault on the bar, with its words for those who see everything and for its seat."""
        number = 0 if fault.decision is None else fault.decision + 1
        who = f"{self.names[fault.seat]} is out of the match: {fault.kind}"
        self.marks.append([number, "fault", who])
        for place, eye in enumerate(self.eyes):
            detail = f", {shown(fault.detail)}" if eye in (ALL, fault.seat) else ""
            self.says[place][number].append(self.sentences.number(f"{who}{detail}."))
