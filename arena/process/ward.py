"""The arena's handle on a warden: starting one beside a bot, hearing its news, giving it orders."""

import ast
import os
import select
import socket
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from arena.process import warden
from arena.process.faults import Ending, ExitReport, SpawnError, Stderr
from arena.process.launch import ResolvedCommand
from arena.process.limits import Limits

CHUNK = 65536
# As a module the warden comes from its compiled file, which halves the time it takes to start.
_RUN_WARDEN = "import sys; sys.path.append({folder!r}); import warden; warden.main(sys.argv[1:])"


class Ward:
    """A bot in a warden's care, with the arena's ends of its pipes. It starts when this is constructed.

    `pid` is the bot's process id and group, known once the warden has said so. `exit` is None until the bot
    and its whole tree have ended. `start_errno` is set if the program could not be executed.

    Raises SpawnError.
    """

    def __init__(self, command: ResolvedCommand, limits: Limits) -> None:
        self.pid: int | None = None
        self.exit: ExitReport | None = None
        self.start_errno: int | None = None
        self.ending = Ending.ITSELF
        self._news = b""
        try:
            self._start(command, limits)
        except OSError as error:
            raise SpawnError(f"no process for bot {command.spec.name!r}: {error.strerror}") from error

    def _start(self, command: ResolvedCommand, limits: Limits) -> None:
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
            for descriptor in (self.stdin, self.stdout, self.control):
                os.set_blocking(descriptor, False)
            self._process = subprocess.Popen(
                _warden_argv(command, limits, warden_control.fileno()),
                stdin=bot_stdin,
                stdout=bot_stdout,
                stderr=subprocess.DEVNULL,
                pass_fds=[warden_control.fileno()],
                cwd=command.cwd,
                env=dict(command.env),
                start_new_session=True,
            )
            ours.pop_all()

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
                self.exit = ExitReport(self.ending)  # the warden was killed, and the bot with it
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

    def release(self) -> None:
        """Bury the warden and close all descriptors. A warden that still has not reported is killed."""
        self._process.kill()
        self._process.wait()
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
            case "started":
                self.pid = report["pid"]
            case "failed":
                self.start_errno = report["errno"]
                self.exit = ExitReport(self.ending, code=warden.EXEC_FAILED)
            case "ended":
                code = os.waitstatus_to_exitcode(report["status"]) if report["status"] is not None else None
                self.exit = ExitReport(
                    self.ending,
                    code=code if code is not None and code >= 0 else None,
                    signal=-code if code is not None and code < 0 else None,
                    cpu_ms=report["cpu_ms"],
                    stderr=Stderr(*report["stderr"]),
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


def _warden_argv(command: ResolvedCommand, limits: Limits, control: int) -> list[str]:
    options = [f"{name}={value}" for name, value in limits.for_kernel().items()]
    run_warden = _RUN_WARDEN.format(folder=str(Path(__file__).parent))
    interpreter = [sys.executable, "-I", "-S", "-c", run_warden]
    return [*interpreter, str(control), *options, "--", str(command.program), *command.argv]
