"""What is the arena's own failure is never called the bot's."""

import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from miniatures import QUESTION, miniature, nothing_left_behind, running, within

from arena.process import supervised
from arena.process.bot_process import BotProcess
from arena.process.faults import SpawnError
from arena.process.supervisor import tree

SUSPENDED_ARENA = """
import sys
from miniatures import *
from arena.errors import ArenaFault
with running("silent") as bot:
    bot.tell(QUESTION, within())
    print("thinking", flush=True)
    try:
        bot.exchange(QUESTION, within(float(sys.argv[1])))
    except ArenaFault as fault:
        print("void:", fault)
"""


@pytest.fixture
def no_descriptor_to_spare() -> Iterator[None]:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    spare = os.dup(0)
    os.close(spare)
    resource.setrlimit(resource.RLIMIT_NOFILE, (spare + 3, hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_running_out_of_descriptors(no_descriptor_to_spare: None) -> None:
    command = miniature("good")
    with nothing_left_behind(), pytest.raises(SpawnError, match="Too many open files"):
        BotProcess(command)


def test_a_supervisor_that_never_comes_to_life(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervised, "_RUN_SUPERVISOR", "raise SystemExit(1)")
    with running("good") as bot, pytest.raises(SpawnError, match="before it could start the bot"):
        bot.exchange(QUESTION, within())


@pytest.mark.slow
@pytest.mark.parametrize("allowed_s", [0.5, 60])
def test_a_suspended_arena_blames_nobody(allowed_s: float) -> None:
    """It is noticed when the arena goes on, long before the time is up that the bot has."""
    folders = os.pathsep.join((str(Path(__file__).parents[2]), str(Path(__file__).parent)))
    arena = subprocess.Popen(
        [sys.executable, "-c", SUSPENDED_ARENA, str(allowed_s)],
        stdout=subprocess.PIPE,
        env=os.environ | {"PYTHONPATH": folders},
    )
    with arena:
        assert arena.stdout is not None
        assert arena.stdout.readline() == b"thinking\n"
        time.sleep(0.1)
        arena.send_signal(signal.SIGSTOP)
        time.sleep(1.5)
        arena.send_signal(signal.SIGCONT)
        went_on = time.monotonic()
        assert arena.stdout.read().startswith(b"void: the arena stood still for")
        assert time.monotonic() - went_on < 30


def test_families_are_found_where_the_kernel_does_not_list_children(monkeypatch: pytest.MonkeyPatch) -> None:
    with running("good") as bot:
        bot.exchange(QUESTION, within())
        found = tree.descendants(os.getpid())
        assert bot.pid in found
        monkeypatch.setattr(tree, "LISTS_CHILDREN", False)
        assert set(tree.descendants(os.getpid())) == set(found)
