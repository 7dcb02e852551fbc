"""Control groups: nothing of them is left behind, and a bot plays without one where it must."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from miniatures import ANSWER, QUESTION, running, wait_for, within

from arena.process import cgroups
from arena.process.limits import Limits
from arena.process.supervised import group_home

needs_groups = pytest.mark.skipif(
    group_home() is None, reason="there are no control groups of version 2 that this user may make"
)

ARENA = """
import sys, time
sys.path.insert(0, {tests!r})
from miniatures import *
bot = BotProcess(miniature("ignores_eof_and_term"), rests=True)
bot.exchange(QUESTION, within())
found = bot.supervised
print(os.readlink(f"/proc/self/fd/{{found.group.descriptor}}"), found.supervisor_pid, flush=True)
time.sleep(60)
"""


@pytest.fixture
def arena_with_a_bot() -> Iterator[tuple["subprocess.Popen[bytes]", Path, int]]:
    """An arena whose bot is at rest, the folder of the bot's group, and the process id of its supervisor."""
    program = ARENA.format(tests=str(Path(__file__).parent))
    environment = os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])}
    with subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment
    ) as arena:
        assert arena.stdout is not None
        folder, supervisor = arena.stdout.readline().split()
        yield arena, Path(folder.decode()), int(supervisor)
        arena.kill()


@needs_groups
def test_a_bots_group_goes_with_it() -> None:
    with running("forks_many", "/dev/null", limits=Limits(processes=200)) as bot:
        bot.exchange(QUESTION, within())
        assert bot.supervised.group is not None
        folder = Path(f"/proc/self/fd/{bot.supervised.group.descriptor}").readlink()
        assert str(bot.pid) in (folder / cgroups.MEMBERS).read_text().split()
        bot.kill()
        assert not folder.exists()


@needs_groups
def test_a_killed_arena_leaves_no_group(
    arena_with_a_bot: tuple["subprocess.Popen[bytes]", Path, int],
) -> None:
    arena, folder, _ = arena_with_a_bot
    assert folder.exists()
    arena.kill()
    assert wait_for(lambda: not folder.exists())


@needs_groups
def test_what_an_arena_and_its_supervisor_left_is_swept_away_with_what_is_in_it(
    arena_with_a_bot: tuple["subprocess.Popen[bytes]", Path, int],
) -> None:
    arena, folder, supervisor = arena_with_a_bot
    cgroups.sweep(str(folder.parent))
    assert folder.exists(), "an arena that lives has its groups to itself"
    stray = subprocess.Popen(["sleep", "60"])
    (folder / cgroups.MEMBERS).write_text(str(stray.pid))
    os.kill(supervisor, signal.SIGSTOP)
    arena.kill()
    arena.wait()
    os.kill(supervisor, signal.SIGKILL)

    def swept() -> bool:
        cgroups.sweep(str(folder.parent))
        return not folder.exists()

    assert wait_for(swept)
    assert stray.wait(10) == -signal.SIGKILL


@needs_groups
def test_a_bot_that_kills_its_supervisor_leaves_no_group(tmp_path: Path) -> None:
    with running("kills_its_supervisor", tmp_path / "pids") as bot:
        assert bot.supervised.group is not None
        folder = Path(f"/proc/self/fd/{bot.supervised.group.descriptor}").readlink()
        bot.ask(QUESTION)
        assert wait_for(lambda: not bot.alive)
        bot.kill()
        assert not folder.exists()


def test_a_bot_plays_on_where_it_can_not_have_a_group(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(cgroups, "find_home", lambda: (str(tmp_path), frozenset()))
    group_home.cache_clear()
    try:
        with running("burns_processor", rests=True) as bot:
            for _ in range(3):
                assert bot.exchange(QUESTION, within()).value == ANSWER
            assert not bot.supervised.grouped
            assert bot.close().cpu_ms >= 140
    finally:
        group_home.cache_clear()
    assert list(tmp_path.iterdir()) == []
