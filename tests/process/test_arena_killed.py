"""The arena is killed, however: no bot outlives it."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from miniatures import processes_about, wait_for
from patience import GONE_S

from arena.process.limits import Sandbox
from arena.process.sandbox import best_sandbox

ARENA = """
import sys, time
sys.path.insert(0, {tests!r})
from miniatures import *
sandbox = Sandbox({sandbox!r})
bots = [BotProcess(miniature(kind, {trace!r}), sandbox=sandbox, rests=True) for kind in {kinds!r}]
for bot in bots:
    bot.ask(QUESTION)
if {moment!r} == "resting":
    for bot in bots:
        bot.receive(within())
print("asked", flush=True)
time.sleep(60)
"""


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("moment", ["starting", "resting"])
@pytest.mark.parametrize("sandbox", [Sandbox.LIMITS, Sandbox.AUTO])
def test_no_bot_outlives_the_arena(
    number: signal.Signals, moment: str, sandbox: Sandbox, tmp_path: Path
) -> None:
    trace = tmp_path / "pids"
    kinds = ["good", "ignores_eof_and_term"]
    if best_sandbox(sandbox) is Sandbox.LIMITS:
        kinds += ["wrapped", "leaves_a_daemon"]
    with arena_with(trace, kinds=kinds, moment=moment, sandbox=str(sandbox)) as arena:
        if moment == "resting":
            assert len(processes_about(trace)) > 2 * len(kinds)
        arena.send_signal(number)
        arena.wait()
        assert wait_for(lambda: not processes_about(trace), GONE_S)


@contextmanager
def arena_with(trace: Path, **settings: object) -> Iterator[subprocess.Popen[bytes]]:
    """An arena that has asked its bots."""
    program = ARENA.format(tests=str(Path(__file__).parent), trace=str(trace), **settings)
    environment = os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])}
    with subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment
    ) as arena:
        assert arena.stdout is not None
        assert arena.stdout.readline() == b"asked\n"
        yield arena
