from __future__ import annotations

import importlib
import sys
from itertools import count
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest
from bot_games import closing_players, decision_for, match_of, play_as_processes, python, start

from arena import games
from arena.match.process_player import ProcessPlayer
from arena.match.referee import play_match
from arena.process.launch import bundled
from arena.tournament.tournament_file import read_tournament

EXAMPLES = Path(__file__).parents[2] / "examples"
TEN_LINES = EXAMPLES / "ten_lines" / "ten_lines.py"
RANDOM = bundled("random").command
LOOKAHEAD = python(str(EXAMPLES / "lookahead" / "lookahead.py"), "2")


def test_ten_lines_plays_legally_and_may_print() -> None:
    record = play_as_processes([python(str(TEN_LINES)), RANDOM, RANDOM])
    assert record.faults == ()
    assert record.bots[0].says["name"] == "ten lines"


def test_ten_lines_is_as_short_as_it_says_and_stands_in_the_readme() -> None:
    text = TEN_LINES.read_text()
    assert len([line for line in text.splitlines() if line]) <= 10
    assert f"```python\n{text}```" in (EXAMPLES.parent / "README.md").read_text()


def test_lookahead_plays_whole_games_and_notes_its_search() -> None:
    record = play_as_processes([LOOKAHEAD, RANDOM, RANDOM])
    assert record.faults == ()
    notes = [played.note for played in record.decisions if played.seat == 0 and not played.forced]
    assert all(note["tries"] >= 1 for note in notes)


@pytest.mark.slow
@pytest.mark.parametrize("game", games.ids())
def test_lookahead_beats_random_play(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock that a look at it moves on by 10 ms stands for a machine that tries 30 times in 300 ms."""
    monkeypatch.syspath_prepend(EXAMPLES / "lookahead")
    monkeypatch.setattr(sys, "argv", ["lookahead.py", "300"])
    monkeypatch.delitem(sys.modules, "lookahead", raising=False)
    lookahead = importlib.import_module("lookahead")
    ticks = count()
    monkeypatch.setattr(lookahead, "time", SimpleNamespace(monotonic=lambda: next(ticks) / 100))
    players = max(games.get(game).seats[0], 2)
    state, bot, rng = games.get(game).new(players, seed=5), lookahead.Lookahead(), Random(5)
    match = start(bot, players, 0, seed=5, game=game)
    while (pending := state.decision) is not None:
        if pending.seat or len(pending.legal) == 1:
            state.apply(rng.choice(pending.legal))
        else:
            state.apply(state.find(bot.choose(decision_for(bot, state, match))))
    assert state.ranks()[0] == 1


@pytest.mark.slow
def test_every_bot_of_club_night_plays() -> None:
    night = read_tournament(EXAMPLES / "club_night.toml")
    with closing_players([ProcessPlayer(bot) for bot in night.bots]) as players:
        record = play_match(match_of(len(night.bots)), players)
    assert record.faults == ()
