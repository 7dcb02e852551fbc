"""Starting the miniature bots, and looking at what is left of processes."""

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from arena.process.bot_process import BotProcess
from arena.process.launch import BotSpec, ResolvedCommand, resolve
from arena.process.limits import Limits, Sandbox
from arena.process.supervisor.tree import children

PROGRAM = Path(__file__).parent / "bots" / "miniature.py"
QUESTION = b"\x81\xa4type\xa6decide"
ANSWER = {"type": "act", "id": 1}
PATIENCE_S = 40.0
"""Less than the time after which the miniatures end by themselves."""


def miniature(kind: str, *arguments: object) -> ResolvedCommand:
    command = (sys.executable, "-I", "-S", str(PROGRAM), kind, *map(str, arguments))
    return resolve(BotSpec(kind, command))


@contextmanager
def running(
    kind: str,
    *arguments: object,
    limits: Limits | None = None,
    sandbox: Sandbox = Sandbox.LIMITS,
    rests: bool = False,
) -> Iterator[BotProcess]:
    command = miniature(kind, *arguments)
    with nothing_left_behind(), BotProcess(command, limits, sandbox=sandbox, rests=rests) as bot:
        yield bot


@contextmanager
def nothing_left_behind() -> Iterator[None]:
    """Check that no child and no descriptor of this process is left that was not there before."""
    children, descriptors = children_of_this_process(), open_descriptors()
    yield
    assert children_of_this_process() <= children
    assert open_descriptors() <= descriptors


def within(seconds: float = PATIENCE_S) -> float:
    """A deadline."""
    return time.monotonic() + seconds


def wait_for(condition: Callable[[], bool], seconds: float = PATIENCE_S) -> bool:
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.005)
    return True


def noted_pids(trace: Path) -> list[int]:
    """The processes that miniature bots noted in a file."""
    return [int(line) for line in trace.read_text().split()] if trace.exists() else []


def is_running(pid: int) -> bool:
    """Whether the process exists and is no zombie."""
    try:
        status = Path(f"/proc/{pid}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False
    return status.rsplit(")", 1)[1].split()[0] not in "ZX"


def processes_about(trace: Path) -> list[int]:
    """The running processes, supervisors too, whose command line names the file."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            command_line = (folder / "cmdline").read_bytes()
        except OSError:
            continue
        if str(trace).encode() in command_line:
            found.append(int(folder.name))
    return found


def children_of_this_process() -> set[int]:
    return set(children(os.getpid()))


def open_descriptors() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))
