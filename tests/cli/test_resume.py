"""A person plays at a real terminal: a whole game of each, left in the middle and gone on with."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from command_line import arena, fails_in_one_line
from tmux import Tmux

from arena import games
from arena.match.narration import Film
from arena.match.record import MatchRecord
from arena.match.replay import read_replay, retrace, starting_state
from arena.match.saved import read_saved
from arena.match.verify import verify

pytestmark = pytest.mark.slow

PERSON = 1
PLAY = ("--seed", "5", "--sandbox", "limits", "--startup-ms", "60000")


def chosen(record: MatchRecord) -> list[int]:
    """The places in the legal lists of what the person chose."""
    return [
        list(step.legal).index(next(one for one in step.legal if one.to_data() == step.decision.action))
        for step in retrace(record, starting_state(record))
        if step.decision.seat == PERSON and not step.decision.forced
    ]


@pytest.mark.parametrize("game", games.all(), ids=lambda game: game.id)
def test_a_whole_game_left_and_gone_on_with(game: games.Game[Any, Any], tmp_path: Path) -> None:
    bots = ["random", "human", "random"][: max(2, game.seats[0])]
    with Tmux("play", game.id, *bots, *PLAY, cwd=tmp_path, rows=50) as terminal:
        terminal.until("? for help> ".rstrip())
        terminal.press("0", "Enter", "0", "Enter", "0", "Enter", "0", "Enter")
        terminal.type("save no/where")
        terminal.until("the folder no does not exist")
        terminal.type("save half.saved")
        terminal.until("Saved. To go on: arena play --resume half.saved", "ended with 0")
        assert "Points so far: random 0, you 0" in terminal.scrolled()
    half = read_saved(tmp_path / "half.saved")
    assert half.record.decisions
    with Tmux("play", "--resume", "half.saved", "--save", "m.replay", cwd=tmp_path, rows=50) as terminal:
        terminal.until("? for help>")
        for _ in range(400):
            if "ended with" in terminal.scrolled():
                break
            terminal.press(*["0", "Enter"] * 20)
        terminal.until("ended with 0")
        shown = terminal.scrolled()
    assert "To look at it again: arena replay show m.replay --step" in shown
    record = read_replay(tmp_path / "m.replay")
    assert verify(record) == []
    assert record.decisions[: len(half.record.decisions)] == half.record.decisions
    assert record.bots[PERSON].name == "human"
    assert set(chosen(record)) == {0}
    last = Film.of(record).page(len(record.decisions) - 1, PERSON)
    assert " ".join(last.sentences[-1].split()) in " ".join(shown.split())
    assert f"{game.id}, {record.players} players, seed 5, {len(record.decisions)} decisions" in shown


def test_what_can_not_be_gone_on_with_is_refused(tmp_path: Path) -> None:
    (tmp_path / "other").write_text("a letter")
    refused = {
        ("play", "--resume", "nowhere"): "can't be read",
        ("play", "--resume", "other"): "this is no saved match",
        ("play", "portals", "human", "random", "--resume", "other"): "a game and bots can't be named with it",
        ("play", "--resume", "other", "--seed", "3"): "--seed can't be named with it",
        ("play",): "name a game and its bots",
    }
    for words, error in refused.items():
        assert error in fails_in_one_line(arena(*words, cwd=tmp_path))
