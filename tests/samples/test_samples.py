"""Files that earlier versions of the arena wrote are read, proved and rated.

Every later version must go on doing so. Samples are added, by `make.py`, and never changed: where a test here
fails, it is the arena that has to mend its reading.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest
from command_line import arena
from sample_files import FOLDERS, assert_proved_and_rated, copied, samples, told_of_here
from told import says

from arena import games
from arena.match import record, trace
from arena.match.narration import Film
from arena.match.referee import play_match
from arena.match.replay import export_jsonl, read_replay
from arena.match.roster import Roster
from arena.match.saved import read_saved
from arena.match.spec import MatchSpec, Settings
from arena.match.trace import read_trace, trace_lines
from arena.match.verify import verify
from arena.process.launch import load_manifest, resolve
from arena.process.limits import Sandbox
from arena.tournament import Store, read_tournament, schema
from arena.tournament.ledger import Ledger
from arena.tournament.migrations import MIGRATIONS


def test_there_are_samples_of_all_that_is_read() -> None:
    """Of a version without a sample nobody knows whether it is still read: `make.py` makes one."""
    databases = [file for folder in FOLDERS for file in folder.glob("events/*.db")]
    formats = {int.from_bytes(file.read_bytes()[60:64], "big") for file in databases}
    assert formats == {*range(schema.FORMAT - len(MIGRATIONS), schema.FORMAT + 1)}
    replays = [file for folder in FOLDERS for file in folder.glob("replays/*.replay")]
    assert record.VERSION in {json.loads(file.read_bytes().splitlines()[0])["version"] for file in replays}
    traces = [folder / "match.trace" for folder in FOLDERS]
    assert trace.VERSION in {json.loads(file.read_text().splitlines()[0])["version"] for file in traces}


# ------------------------------------------------------------------------------------------ matches


@samples("replays/*.replay")
def test_a_replay_is_proved_shown_and_exported(file: Path) -> None:
    match = read_replay(file)
    assert verify(match) == []
    assert Film.of(match).page(len(match.decisions) - 1).scores == list(match.scores)
    assert len(list(export_jsonl(match, states=True))) == len(match.decisions) + 2


@pytest.mark.slow
@samples("replays/*.replay")
def test_the_command_proves_a_replay_and_has_nothing_to_remark(file: Path) -> None:
    run = arena("replay", "verify", file)
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout == "verified: every decision was legal, and the result follows from them\n"


@samples("match.trace")
def test_a_trace_is_read(file: Path) -> None:
    heard = read_trace(file)
    assert heard.game == "dragon-whisperer"
    assert heard.bots == ["sample", "sample_bot", "sample_bot-2"]
    assert [fault["kind"] for fault in heard.faults] == ["crash"]
    lines = list(trace_lines(heard))
    assert '{"type": "hello", "protocol": 1, "name": "sample", "version": "1", "send": ["legal"]}' in lines[3]
    assert lines[-1] == "    | no move comes to mind"
    assert not any("no message" in line for line in lines)


@pytest.mark.slow
@samples("match.saved")
def test_a_saved_match_is_gone_on_with(file: Path, tmp_path: Path) -> None:
    copy = Path(shutil.copy(file, tmp_path))
    argv = [sys.executable, "-m", "arena", "play", "--resume", str(copy)]
    typed = "0\nsave further.saved\n"
    subprocess.run(argv, cwd=tmp_path, input=typed, text=True, check=True, stdout=subprocess.DEVNULL)
    before, after = (read_saved(one).record.decisions for one in (file, tmp_path / "further.saved"))
    assert len(before) < len(after)
    assert after[: len(before)] == before


# ------------------------------------------------------------------------------------------ states


@samples("states/*.json")
def test_a_state_is_read_and_played_to_its_end(file: Path) -> None:
    said = json.loads(file.read_text())
    game = games.get(file.stem)
    state = game.from_data(said, seed=1)
    assert says(state.to_data(), said), "a later version may say more, and nothing else"
    choose = Random(1)
    while state.decision is not None:
        state.apply(choose.choice(state.decision.legal))
    assert len(state.ranks()) == state.players


@samples("views/*.json")
def test_a_view_is_drawn_and_searched_from(file: Path) -> None:
    game = games.get(file.stem)
    for seat, view in json.loads(file.read_text()).items():
        assert game.draw(view)
        if seat != "onlooker":
            state = game.from_view(view, int(seat), Random(1))
            assert says(state.view(int(seat)), view)


# ------------------------------------------------------------------------------------------ events


@samples("events/*.db")
def test_an_event_is_read_proved_and_rated(file: Path, tmp_path: Path) -> None:
    assert_proved_and_rated(copied(file, tmp_path), file)


@pytest.mark.slow
@samples("events/*.db")
def test_the_commands_answer_about_an_event(file: Path, tmp_path: Path) -> None:
    copy = copied(file, tmp_path)
    for words in ("tournament status", "leaderboard", "crosstable", "verdict", "faults", "matches"):
        run = arena(*words.split(), "--db", copy)
        assert (run.returncode, run.stderr) == (0, ""), run.stderr


@samples("events/*.db")
def test_an_event_goes_on_without_being_asked_about_changes(file: Path, tmp_path: Path) -> None:
    copy, event = copied(file, tmp_path), read_tournament(file.with_suffix(".toml"))
    told_of_here(copy, event)
    with Store(copy) as before:
        done, description = before.status().done, before.description()
    with Ledger(copy) as ledger:
        entered = ledger.enter(event)
        assert ledger.issue() is None
        assert not ledger.extend(entered), "all has been played"
        assert (ledger.status().done, ledger.description()) == (done, description)


# ------------------------------------------------------------------------------------------ bots and files


@samples("bot/bot.toml")
def test_a_bot_and_its_manifest_go_on_playing(file: Path) -> None:
    bot = load_manifest(file.parent)
    settings = Settings(startup_ms=60_000, sandbox=Sandbox.LIMITS)
    for name in bot.games or ():
        players = max(2, games.get(name).seats[0])
        match = MatchSpec("sample", name, players, seed=1, settings=settings)
        with Roster() as roster, roster.table([resolve(bot)] * players, match) as seated:
            played = play_match(match, seated)
        assert played.faults == ()
        assert played.bots[0].says == {"name": "sample", "version": "1"}


@samples("every-key.toml")
def test_a_tournament_file_is_read(file: Path) -> None:
    event = read_tournament(file)
    assert (event.name, event.deals, event.terms["tables"]) == ("every key", 2, 3)
    assert event.withdrawn == ("unwelcome",)
    assert event.anchors == {"greedy": 20.5}
    assert [bot.spec.name for bot in event.bots] == ["sample", "greedy", "by command", "unwelcome"]
    limits: dict[str, Any] = event.description()["limits"]
    assert (limits["clock"]["match_cpu_ms"], limits["limits"]["scratch_mb"]) == (50000, 32)
