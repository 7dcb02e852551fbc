from __future__ import annotations

from pathlib import Path

import pytest
from bot_games import closing_players, match_of, play_as_processes, python

from arena import games
from arena.match.process_player import ProcessPlayer
from arena.match.referee import play_match
from arena.match.spec import MatchSpec
from arena.process.launch import BotSpec, bundled, resolve
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
def test_lookahead_beats_random_play(game: str) -> None:
    players = max(games.get(game).seats[0], 2)
    programs = [python(str(LOOKAHEAD[1]), "30"), *[RANDOM] * (players - 1)]
    specs = [BotSpec(f"bot {seat}", tuple(command)) for seat, command in enumerate(programs)]
    with closing_players([ProcessPlayer(resolve(spec)) for spec in specs]) as seated:
        record = play_match(MatchSpec("test", game, players, seed=5), seated)
    assert record.faults == ()
    assert record.ranks[0] == 1


@pytest.mark.slow
def test_every_bot_of_club_night_plays() -> None:
    night = read_tournament(EXAMPLES / "club_night.toml")
    with closing_players([ProcessPlayer(bot) for bot in night.bots]) as players:
        record = play_match(match_of(len(night.bots)), players)
    assert record.faults == ()
