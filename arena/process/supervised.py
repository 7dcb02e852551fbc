"""A bot under its supervisor, from the arena's side: starting the two, hearing reports, giving orders."""

import ast
import functools
import os
import secrets
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

from arena.process import cgroups
from arena.process.faults import Ending, ExitReport, SpawnError, Stderr
from arena.process.limits import Limits
from arena.process.sandbox import Execution
from arena.process.supervisor import EXEC_FAILED, REAP_LIMIT_S, tree
from protocol.faults import FaultCode

CHUNK = 65536
MARK = "ARENA_SUPERVISED"
"""A variable in the environment of a bot and of what it starts: finds them if their supervisor is lost."""
_BY_SIGNAL = 128  # a shell, or a sandbox, exits with this more than the signal that ended its program
_NEVER_AN_EXIT = (
    signal.SIGABRT,
    signal.SIGBUS,
    signal.SIGFPE,
    signal.SIGILL,
    signal.SIGKILL,
    signal.SIGSEGV,
    signal.SIGSYS,
    signal.SIGTRAP,
)
"""Ends that no program gives as its own exit status, while one that exits with 130 or 143 may mean it."""
# As a module the supervisor comes from its compiled file, which halves the time it takes to start.
_RUN_SUPERVISOR = (
    "import sys; sys.path.append({root!r});"
    " from arena.process.supervisor import program; program.main(sys.argv[1:])"
)
_SPARE_TASKS = 3
"""More than a bot's threads are allowed: the sandbox's two processes, and one for the supervisor to see."""
_CPU_STAT_BYTES = 4096


class Supervised:
    """A bot with a supervisor, and the arena's ends of its pipes. Both start when this is constructed.

    `pid` is what the supervisor started, known once it has said so. `family` are the processes that the bot
    consists of, with the sandbox's own that it can reach, `groups` their process groups, and `ended_ns` the
    processor time of those that have ended, all as the supervisor last saw. `group` is its control group,
    None if it has none, and `grouped` tells whether it was ever in it. `overuse` says what it is about to be
    ended for. `exit` is None until the bot and its whole tree have ended. `start_errno` is set if the program
    could not be executed; `awake` tells if the supervisor came as far as starting it.

    What the bot writes to its stderr is copied to the descriptor `log`, if there is one, up to a bound.

    Raises SpawnError.
    """

    def __init__(self, execution: Execution, limits: Limits, log: int | None = None) -> None:
        self.pid: int | None = None
        self.family: tuple[int, ...] = ()
        self.groups: tuple[int, ...] = ()
        self.ended_ns = 0
        self.group: cgroups.Group | None = None
        self.grouped = False
        self._freezer = self._cpu_stat = -1
        self.overuse: tuple[FaultCode, str] | None = None
        self.exit: ExitReport | None = None
        self.start_errno: int | None = None
        self.ending = Ending.ITSELF
        self._news = b""
        self._wrapped = execution.wrapped
        self.awake = False
        self._reported = False
        self._mark = secrets.token_hex(8)
        try:
            self._start(execution, limits, log)
        except OSError as error:
            raise SpawnError(f"no process for {execution.program}: {error.strerror}") from error

    def _start(self, execution: Execution, limits: Limits, log: int | None) -> None:
        """Start supervisor and bot; on an error nothing stays open."""
        with ExitStack() as ours, ExitStack() as theirs:
            bot_stdin, self.stdin = os.pipe()
            theirs.callback(os.close, bot_stdin)
            ours.callback(os.close, self.stdin)
            self.stdout, bot_stdout = os.pipe()
            theirs.callback(os.close, bot_stdout)
            ours.callback(os.close, self.stdout)
            control, supervisor_control = socket.socketpair()
            theirs.enter_context(supervisor_control)
            self.control = control.detach()
            ours.callback(os.close, self.control)
            passed: dict[str, int] = {} if log is None else {"log": log}
            if execution.filter is not None:
                passed["filter"] = _readable(execution.filter)
                theirs.callback(os.close, passed["filter"])
            self.group = _own_group(limits)
            if self.group is not None:
                ours.callback(self._leave_group)
                self._freezer = self.group.open(cgroups.FREEZE, os.O_WRONLY)
                self._cpu_stat = self.group.open(cgroups.PROCESSOR_TIME, os.O_RDONLY)
                passed["group"] = self.group.descriptor
            for descriptor in (self.stdin, self.stdout, self.control):
                os.set_blocking(descriptor, False)
            self._process = subprocess.Popen(
                _supervisor_argv(execution, supervisor_control.fileno(), {**limits.options(), **passed}),
                stdin=bot_stdin,
                stdout=bot_stdout,
                stderr=subprocess.DEVNULL,
                pass_fds=[supervisor_control.fileno(), *passed.values()],
                cwd=execution.cwd,
                env={**execution.env, MARK: self._mark},
                start_new_session=True,
            )
            ours.pop_all()

    @property
    def supervisor_pid(self) -> int:
        """The process id of the supervisor itself."""
        return self._process.pid

    @property
    def sandbox(self) -> tuple[int, ...]:
        """The sandbox's own processes, the outer and the inner, as far as they run; none without one."""
        if not self._wrapped or self.pid is None:
            return ()
        return (self.pid, *tree.children(self.pid)[:1])

    @property
    def program(self) -> int | None:
        """The process of the bot's own program; None until it runs."""
        if not self._wrapped:
            return self.pid
        inside = self.sandbox[1:]
        return next(iter(tree.children(inside[0])), None) if inside else None

    @property
    def lost(self) -> bool:
        """Whether the supervisor ended without a report."""
        return self.exit is not None and not self._reported

    def hear(self) -> None:
        """Take in what the supervisor has said so far."""
        while self.exit is None:
            try:
                data = os.read(self.control, CHUNK)
            except BlockingIOError:
                return
            except ConnectionResetError:
                data = b""
            if not data:
                self.exit = ExitReport(self.ending)  # the bot died with its supervisor
            *lines, self._news = (self._news + data).split(b"\n")
            for line in lines:
                self._take_report(ast.literal_eval(line.decode()))

    def wait(self, timeout_ms: float) -> None:
        """Wait for the bot's end, but no longer than that."""
        wait_all([self], timeout_ms)

    def order(self, order: bytes) -> None:
        """Give the supervisor an order; one that is gone needs none."""
        try:
            os.write(self.control, order)
        except (BrokenPipeError, ConnectionResetError):
            self.hear()

    def rest(self) -> None:
        """Have the bot and what it started stand still."""
        if not self._freeze(b"1"):
            self._signal(signal.SIGSTOP)

    def wake(self) -> None:
        """Have the bot and what it started go on."""
        if not self._freeze(b"0"):
            self._signal(signal.SIGCONT)

    def cpu_ns(self) -> int:
        """The processor time so far of the bot and what it started.

        Where it has no group: of those that the supervisor has seen, and of their children that have ended.
        """
        if self.exit is not None:
            return self.exit.cpu_ms * 1_000_000
        if self._cpu_stat >= 0:
            try:
                found = os.pread(self._cpu_stat, _CPU_STAT_BYTES, 0)
            except OSError:  # the bot has just ended
                return 0
            return int(found.split(None, 2)[1]) * 1000  # usage_usec comes first
        return self.ended_ns + sum(map(cpu_ns, self.family))

    def _freeze(self, state: bytes) -> bool:
        """Whether the bot's group takes care of its rest."""
        if self._freezer < 0:
            return False
        with suppress(OSError):  # which means that the bot has just ended
            os.write(self._freezer, state)
        return True

    def _signal(self, number: int) -> None:
        """Signal the bot and what it started, group by group."""
        if self.exit is None:
            for group in self.groups:
                tree.signal_group(group, number)

    def release(self) -> None:
        """Bury the supervisor and close all descriptors; one that has not reported by now is lost."""
        self._process.kill()
        self._process.wait()
        if not self._reported:
            end_marked(self._mark)
            self.exit = self.exit or ExitReport(self.ending)
        self._leave_group()
        for descriptor in (self.stdin, self.stdout, self.control):
            if descriptor >= 0:
                os.close(descriptor)
        self.stdin = self.stdout = self.control = -1

    def close_stdin(self) -> None:
        """Let the bot see the end of its input."""
        os.close(self.stdin)
        self.stdin = -1

    def _take_report(self, report: dict[str, Any]) -> None:
        match report.pop("report"):
            case "awake":
                self.awake = True
            case "started":
                self.pid = int(report["pid"])
                self.grouped = report["grouped"]
                if not self.grouped:
                    self._leave_group()
                self.family = () if self._wrapped else (self.pid,)
                self.groups = (self.pid,)
            case "family":
                self.family = report["pids"]
                self.groups = report["groups"]
                self.ended_ns = report["ended_ms"] * 1_000_000
            case "overuse":
                self.overuse = report["overuse"]
            case "failed":
                self._reported = True
                self.start_errno = report["errno"]
                self.exit = ExitReport(self.ending, code=EXEC_FAILED)
            case "ended":
                self._reported = True
                self.exit = self._exit_report(**report)

    def _exit_report(
        self,
        status: int | None,
        overuse: tuple[FaultCode, str] | None,
        cpu_ms: int,
        stderr: tuple[bytes, bytes, int],
    ) -> ExitReport:
        code = None if status is None else os.waitstatus_to_exitcode(status)
        signalled = -code if code is not None and code < 0 else None
        if self._wrapped and code is not None and code - _BY_SIGNAL in signal.valid_signals():
            signalled = code - _BY_SIGNAL
        is_certain = code is None or code < 0 or signalled in _NEVER_AN_EXIT
        return ExitReport(
            self.ending,
            code=None if is_certain else code,
            signal=signalled,
            cpu_ms=cpu_ms,
            stderr=Stderr(*stderr),
            overuse=overuse,
        )

    def _leave_group(self) -> None:
        """Let go of the group; one that the supervisor has left behind is removed, with what is in it."""
        if self.group is None:
            return
        self.group.remove()
        for descriptor in (self._freezer, self._cpu_stat):
            if descriptor >= 0:
                os.close(descriptor)
        self.group.close()
        self.group, self._freezer, self._cpu_stat = None, -1, -1


def wait_all(bots: list[Supervised], timeout_ms: float) -> None:
    """Wait until all have ended, but no longer than that."""
    give_up = time.monotonic() + timeout_ms / 1000
    while waiting := {bot.control: bot for bot in bots if bot.exit is None}:
        poll = select.poll()
        for descriptor in waiting:
            poll.register(descriptor, select.POLLIN)
        events = poll.poll(max(0.0, give_up - time.monotonic()) * 1000)
        for descriptor, _ in events:
            waiting[descriptor].hear()
        if not events:
            return


def end_marked(mark: str) -> None:
    """Kill every process that carries a lost supervisor's mark in its environment, until there is none."""
    needle = f"{MARK}={mark}".encode()
    give_up = time.monotonic() + REAP_LIMIT_S
    while time.monotonic() < give_up:
        marked = [pid for pid in tree.processes() if needle in tree.read(f"/proc/{pid}/environ").split(b"\0")]
        if not marked:
            return
        for pid in marked:
            tree.signal_process(pid, signal.SIGKILL)


@functools.cache
def group_home() -> tuple[str, frozenset[str]] | None:
    """Where bots' control groups are made, and which of their files are of use there. Looked for once."""
    return cgroups.find_home()


def cpu_ns(pid: int) -> int:
    """The processor time that another process has used, all its threads together; 0 if it is gone."""
    cpuclock_sched = 2
    try:
        return time.clock_gettime_ns((~pid << 3) | cpuclock_sched)  # Linux's number for that process's clock
    except OSError:
        return 0


def _own_group(limits: Limits) -> cgroups.Group | None:
    home = group_home()
    group = cgroups.Group.make(home[0]) if home is not None else None
    if group is not None:
        tasks = limits.threads and limits.threads + _SPARE_TASKS
        group.limit(limits.memory_mb and limits.memory_mb * 1024, tasks)
    return group


def _readable(data: bytes) -> int:
    """A pipe's end from which the data, no more than fits into a pipe, can be read."""
    end, start = os.pipe()
    os.write(start, data)
    os.close(start)
    return end


def _supervisor_argv(execution: Execution, control: int, options: Mapping[str, int]) -> list[str]:
    words = [f"{name}={value}" for name, value in options.items()]
    if execution.wrapped:
        words.append("wrapped=1")
    run_supervisor = _RUN_SUPERVISOR.format(root=str(Path(__file__).parents[2]))
    interpreter = [sys.executable, "-I", "-S", "-c", run_supervisor]
    return [*interpreter, str(control), *words, "--", str(execution.program), *execution.argv]
