"""A match told to whoever looks: its pages, and what each eye may see of them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from match_tables import First, in_process, spec

from arena.match.in_process_player import InProcessPlayer
from arena.match.narration import ALL, SPECTATOR, Film, decided, eye_of, eyes_of, noted
from arena.match.record import DecisionRecord, MatchRecord
from arena.match.referee import play_match
from arena.match.replay import ReplayError

PLAY = DecisionRecord(2, "play_card", {"type": "play_card", "card": "red-5"}, note={"why": "\x1b[31m"})
NAMES = ["ann", "bob", "cleo"]


class Noting(First):
    """Leaves a note with each of its decisions."""

    def choose(self, decision: Any) -> Any:
        decision.note = "a thought of mine"
        return super().choose(decision)


@pytest.fixture(scope="module")
def record() -> MatchRecord:
    return play_match(spec(3, seed=3), [InProcessPlayer(Noting()), *in_process("random", "greedy")])


def test_a_film_has_a_page_a_decision(record: MatchRecord) -> None:
    film = Film.of(record)
    pages = [film.page(number) for number in range(len(record.decisions))]
    assert [page.number for page in pages] == list(range(len(record.decisions)))
    assert "Round 1, trick 1" in pages[0].drawing
    assert not any("\x1b" in page.drawing for page in pages)
    assert any("\x1b" in film.page(page.number, color=True).drawing for page in pages)
    assert pages[-1].sentences[-1].startswith("The game is over: ")
    assert pages[-1].scores == list(record.scores)
    assert film.page(0) == pages[0]  # back to the start


def test_every_trick_is_told(record: MatchRecord) -> None:
    film = Film.of(record)
    told = [line for number in range(len(record.decisions)) for line in film.page(number).sentences]
    assert sum(" takes the trick with " in line or "Nobody takes the trick" in line for line in told) == sum(
        decision.kind == "play_card" for decision in record.decisions
    ) / len(record.bots)


def test_only_who_may_see_is_told_and_shown(record: MatchRecord) -> None:
    film = Film.of(record)
    [deal, *_] = [n for n in range(1, len(record.decisions)) if " is dealt " in film.words(n)]
    dealt = {eye: film.words(deal, eye).count(" is dealt ") for eye in eyes_of(3)}
    assert dealt == {ALL: 3, SPECTATOR: 0, 0: 1, 1: 1, 2: 1}
    hands = {eye: film.page(deal, eye).drawing.count(" cards\n") for eye in eyes_of(3)}
    assert hands[SPECTATOR] - hands[1] == 1  # its own is open
    assert film.page(deal, SPECTATOR).scores is None


def test_a_decision_in_words() -> None:
    assert decided(PLAY, NAMES) == "cleo (seat 2): play card red-5"
    assert decided(PLAY._replace(forced=True), NAMES) == "cleo (seat 2): play card red-5 (forced)"
    assert decided(PLAY._replace(stand_in=True), NAMES, 2) == "cleo (seat 2): play card red-5 (stand-in)"
    assert decided(PLAY, NAMES, SPECTATOR) == "cleo (seat 2) decides: play card"  # a choice may be secret
    move = PLAY._replace(action={"type": "move", "from": 1, "to": 2})
    assert decided(move, NAMES) == "cleo (seat 2): move from 1, to 2"
    assert decided(PLAY._replace(action={"type": "pass"}), ["a", "b", "\x1b[2J"]) == "\\x1b[2J (seat 2): pass"


def test_a_note_is_for_its_seat_and_can_do_no_harm() -> None:
    assert noted(PLAY) == noted(PLAY, 2) == '{"why": "\\u001b[31m"}'
    assert noted(PLAY, 1) is noted(PLAY, SPECTATOR) is noted(PLAY._replace(note=None)) is None


def test_an_eye_is_named_by_a_word() -> None:
    assert [eye_of(word, 2) for word in ("all", "spectator", "0", "1")] == [ALL, SPECTATOR, 0, 1]
    with pytest.raises(ValueError, match=r"^the match has all, spectator, 0, 1, not '2'$"):
        eye_of("2", 2)


def test_the_film_of_an_impossible_match_says_where(record: MatchRecord) -> None:
    film = Film.of(replace(record, decisions=record.decisions[1:]))
    with pytest.raises(ReplayError, match=r"^decision 0: "):
        film.page(0)
