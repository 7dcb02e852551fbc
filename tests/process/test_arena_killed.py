"""The arena is killed, however: no bot outlives it."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from miniatures import noted_pids, processes_about, wait_for

AFTER_S = 2.0
"""How long after the arena's end a bot may still be there."""

ARENA = """
import sys, time
sys.path.insert(0, {tests!r})
from miniatures import *
bots = [BotProcess(miniature(kind, {trace!r})) for kind in {kinds!r}]
for bot in bots:
    bot.ask(QUESTION, within())
print("asked", flush=True)
time.sleep(60)
"""


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("moment", ["starting", "thinking"])
def test_no_bot_outlives_the_arena(number: signal.Signals, moment: str, tmp_path: Path) -> None:
    trace = tmp_path / "pids"
    kinds = ["wrapped", "leaves_a_daemon", "noted_and_deaf"]
    program = ARENA.format(tests=str(Path(__file__).parent), trace=str(trace), kinds=kinds)
    root = str(Path(__file__).parents[2])
    arena = subprocess.Popen(
        [sys.executable, "-c", program],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=os.environ | {"PYTHONPATH": root},
    )
    with arena:
        assert arena.stdout is not None
        assert arena.stdout.readline() == b"asked\n"
        if moment == "thinking":
            assert wait_for(lambda: len(noted_pids(trace)) == 4)
        arena.send_signal(number)
        arena.wait()
        assert wait_for(lambda: not processes_about(trace), AFTER_S)
