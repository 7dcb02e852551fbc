"""A match that is left and gone on with is the match that it would have been."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from match_tables import First, spec

from arena.match.faults import Void
from arena.match.in_process_player import InProcessPlayer
from arena.match.player import Player
from arena.match.record import BadRecord, MatchRecord, Step
from arena.match.referee import play_match
from arena.match.saved import SavedMatch, SavedMatchError, read_saved, write_saved
from arena.match.verify import verify

LEFT_AT = 70


class Counting(First):
    """Chooses by what it has been told in all, and fails at its twelfth decision."""

    def __init__(self) -> None:
        self.told = self.asked = 0

    def choose(self, decision: Any) -> Any:
        self.told += len(decision.events)
        self.asked += 1
        if self.told > 150:
            raise RuntimeError("lost")
        return self.told % len(decision.legal)


def players() -> list[Player]:
    return [InProcessPlayer(bot) for bot in (Counting(), First(), First(), First())]


def left(number: int) -> MatchRecord:
    """The match as it stood after a decision."""

    def leave(step: Step) -> None:
        if step.number == number:
            raise KeyboardInterrupt

    with pytest.raises(Void) as void:
        play_match(spec(4, seed=3), players(), leave)
    assert void.value.so_far is not None
    return void.value.so_far


def what_counts(record: MatchRecord) -> Any:
    return record.head(), [d._replace(ms=0, cpu_ms=0) for d in record.decisions], record.scores, record.ranks


@pytest.mark.parametrize("number", [0, 10, LEFT_AT, 150])
def test_it_goes_on_as_if_it_had_not_been_left(number: int, tmp_path: Path) -> None:
    whole = play_match(spec(4, seed=3), players())
    assert [fault.decision for fault in whole.faults] > [LEFT_AT - 60]
    write_saved(SavedMatch(("a", "b", "c", "d"), "/", left(number)), tmp_path / "m.saved")
    saved = read_saved(tmp_path / "m.saved")
    assert saved.words == ("a", "b", "c", "d")
    assert len(saved.record.decisions) == number + 1
    again = play_match(replace(saved.spec, settings=spec(4, seed=3).settings), players(), begun=saved.record)
    assert what_counts(again) == what_counts(whole)
    assert [fault.seat for fault in again.faults] == [fault.seat for fault in whole.faults]
    assert verify(again) == []


def test_the_file_says_what_it_is(tmp_path: Path) -> None:
    write_saved(SavedMatch(("a", "b", "c", "d"), "/", left(3)), tmp_path / "m.saved")
    first, _ = (tmp_path / "m.saved").read_text().splitlines()
    assert "Whoever reads on looks at the hidden cards." in first


def test_a_file_that_is_another_or_was_altered_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "m.saved"
    write_saved(SavedMatch(("a", "b", "c", "d"), "/", left(3)), file)
    file.write_text(file.read_text().replace('"seed": 3', '"seed": 4'))
    with pytest.raises(SavedMatchError, match="cut short or altered"):
        read_saved(file)
    file.write_text(file.read_text().replace('"version": 1', '"version": 2'))
    with pytest.raises(SavedMatchError, match="version 2, and this arena reads version 1"):
        read_saved(file)
    file.write_text("a letter")
    with pytest.raises(SavedMatchError, match="is there already and no saved match"):
        write_saved(SavedMatch((), "/", left(3)), file)


def test_a_match_that_did_not_begin_so_is_refused() -> None:
    with pytest.raises(BadRecord, match="the starting state is not the one that the seed gives"):
        play_match(spec(4, seed=4), players(), begun=left(3))
