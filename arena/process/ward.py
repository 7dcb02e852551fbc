"""The arena's handle on a warden: starting one beside a bot, hearing its news, giving it orders."""

import ast
import os
import secrets
import select
import signal
import socket
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from arena.process import warden
from arena.process.faults import Ending, ExitReport, FaultKind, SpawnError, Stderr
from arena.process.limits import Limits
from arena.process.sandbox import Execution

CHUNK = 65536
MARK = "ARENA_WARD"
"""A variable in the environment of a bot and of what it starts: finds them if their warden is lost."""
_BY_SIGNAL = 128  # a shell, or a sandbox, exits with this more than the signal that ended its program
# As a module the warden comes from its compiled file, which halves the time it takes to start.
_RUN_WARDEN = "import sys; sys.path.append({folder!r}); import warden; warden.main(sys.argv[1:])"


class Ward:
    """A bot in a warden's care, with the arena's ends of its pipes. It starts when this is constructed.

    `pid` is what the warden started, known once it has said so. `family` are the processes that the bot
    consists of, with the sandbox's own that it can reach, and `groups` their process groups, both as the
    warden last saw.
    `exit` is None until the bot and its whole tree have ended. `start_errno` is set if the program could not
    be executed. `awake` tells whether the warden came as far as starting it.

    Raises SpawnError.
    """

    def __init__(self, execution: Execution, limits: Limits) -> None:
        self.pid: int | None = None
        self.family: tuple[int, ...] = ()
        self.groups: tuple[int, ...] = ()
        self.exit: ExitReport | None = None
        self.start_errno: int | None = None
        self.ending = Ending.ITSELF
        self._news = b""
        self._wrapped = execution.wrapped
        self.awake = False
        self._reported = False
        self._mark = secrets.token_hex(8)
        try:
            self._start(execution, limits)
        except OSError as error:
            raise SpawnError(f"no process for {execution.program}: {error.strerror}") from error

    def _start(self, execution: Execution, limits: Limits) -> None:
        """Start warden and bot; on an error nothing stays open."""
        with ExitStack() as ours, ExitStack() as theirs:
            bot_stdin, self.stdin = os.pipe()
            theirs.callback(os.close, bot_stdin)
            ours.callback(os.close, self.stdin)
            self.stdout, bot_stdout = os.pipe()
            theirs.callback(os.close, bot_stdout)
            ours.callback(os.close, self.stdout)
            control, warden_control = socket.socketpair()
            theirs.enter_context(warden_control)
            self.control = control.detach()
            ours.callback(os.close, self.control)
            passed = {"control": warden_control.fileno()}
            if execution.filter is not None:
                passed["filter"] = _readable(execution.filter)
                theirs.callback(os.close, passed["filter"])
            for descriptor in (self.stdin, self.stdout, self.control):
                os.set_blocking(descriptor, False)
            self._process = subprocess.Popen(
                _warden_argv(execution, limits, **passed),
                stdin=bot_stdin,
                stdout=bot_stdout,
                stderr=subprocess.DEVNULL,
                pass_fds=list(passed.values()),
                cwd=execution.cwd,
                env={**execution.env, MARK: self._mark},
                start_new_session=True,
            )
            ours.pop_all()

    @property
    def keeper(self) -> int:
        """The process id of the warden itself."""
        return self._process.pid

    @property
    def sandbox(self) -> tuple[int, ...]:
        """The sandbox's own processes, the outer and the inner, as far as they run; none without one."""
        if not self._wrapped or self.pid is None:
            return ()
        return (self.pid, *warden.children(self.pid)[:1])

    @property
    def program(self) -> int | None:
        """The process of the bot's own program; None until it runs."""
        if not self._wrapped:
            return self.pid
        inside = self.sandbox[1:]
        return next(iter(warden.children(inside[0])), None) if inside else None

    @property
    def lost(self) -> bool:
        """Whether the warden ended without a report."""
        return self.exit is not None and not self._reported

    def hear(self) -> None:
        """Take in what the warden has said so far."""
        while self.exit is None:
            try:
                data = os.read(self.control, CHUNK)
            except BlockingIOError:
                return
            except ConnectionResetError:
                data = b""
            if not data:
                self.exit = ExitReport(self.ending)  # the bot died with its warden
            *lines, self._news = (self._news + data).split(b"\n")
            for line in lines:
                self._take_report(ast.literal_eval(line.decode()))

    def wait(self, timeout_ms: float) -> None:
        """Wait for the bot's end, but no longer than that."""
        wait_all([self], timeout_ms)

    def order(self, order: bytes) -> None:
        """Give the warden an order; one that is gone needs none."""
        try:
            os.write(self.control, order)
        except (BrokenPipeError, ConnectionResetError):
            self.hear()

    def signal(self, number: int) -> None:
        """Signal the bot and what it started, group by group."""
        if self.exit is None:
            for group in self.groups:
                warden.signal_group(group, number)

    def release(self) -> None:
        """Bury the warden and close all descriptors; one that has not reported by now is lost."""
        self._process.kill()
        self._process.wait()
        if not self._reported:
            end_marked(self._mark)
            self.exit = self.exit or ExitReport(self.ending)
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
                self.family = () if self._wrapped else (self.pid,)
                self.groups = (self.pid,)
            case "family":
                self.family = report["pids"]
                self.groups = report["groups"]
            case "failed":
                self._reported = True
                self.start_errno = report["errno"]
                self.exit = ExitReport(self.ending, code=warden.EXEC_FAILED)
            case "ended":
                self._reported = True
                self.exit = self._exit_report(**report)

    def _exit_report(
        self,
        status: int | None,
        overuse: tuple[str, str] | None,
        cpu_ms: int,
        stderr: tuple[bytes, bytes, int],
    ) -> ExitReport:
        code = None if status is None else os.waitstatus_to_exitcode(status)
        if self._wrapped and code is not None and code > _BY_SIGNAL:
            code = _BY_SIGNAL - code
        return ExitReport(
            self.ending,
            code=code if code is not None and code >= 0 else None,
            signal=-code if code is not None and code < 0 else None,
            cpu_ms=cpu_ms,
            stderr=Stderr(*stderr),
            overuse=overuse and (FaultKind(overuse[0]), overuse[1]),
        )


def wait_all(wards: list[Ward], timeout_ms: float) -> None:
    """Wait until all have ended, but no longer than that."""
    give_up = time.monotonic() + timeout_ms / 1000
    while waiting := {ward.control: ward for ward in wards if ward.exit is None}:
        poll = select.poll()
        for descriptor in waiting:
            poll.register(descriptor, select.POLLIN)
        events = poll.poll(max(0.0, give_up - time.monotonic()) * 1000)
        for descriptor, _ in events:
            waiting[descriptor].hear()
        if not events:
            return


def end_marked(mark: str) -> None:
    """Kill every process that carries a lost warden's mark in its environment, until there is none."""
    needle = f"{MARK}={mark}".encode()
    give_up = time.monotonic() + warden.REAP_LIMIT_S
    while time.monotonic() < give_up:
        marked = [
            pid for pid in warden.processes() if needle in warden.read(f"/proc/{pid}/environ").split(b"\0")
        ]
        if not marked:
            return
        for pid in marked:
            warden.signal_process(pid, signal.SIGKILL)


def _readable(data: bytes) -> int:
    """A pipe's end from which the data, no more than fits into a pipe, can be read."""
    end, start = os.pipe()
    os.write(start, data)
    os.close(start)
    return end


def _warden_argv(execution: Execution, limits: Limits, control: int, filter: int | None = None) -> list[str]:
    options = [f"{name}={value}" for name, value in limits.options().items()]
    if execution.wrapped:
        options.append("wrapped=1")
    if filter is not None:
        options.append(f"filter={filter}")
    run_warden = _RUN_WARDEN.format(folder=str(Path(__file__).parent))
    interpreter = [sys.executable, "-I", "-S", "-c", run_warden]
    return [*interpreter, str(control), *options, "--", str(execution.program), *execution.argv]
