"""The warden: a tiny supervisor that stands beside one bot process, and ends it with all it started.

The arena runs this file as a program of its own: see `arena.process.channel`. The bot's pipes come in as the
warden's stdin and stdout, the bot's environment as the warden's own, and the control socket as a descriptor:

    warden CONTROL NAME=VALUE... -- PROGRAM ARGV0 ARGV1...

Over the control socket come orders of one byte (`TERMINATE`, `KILL`); back go reports, each a dict's
`repr` on a line: `started`, then `ended`; or `failed` alone. When the socket closes, the arena is gone,
and the bot goes with it.

The warden is a child subreaper, so that a daemon which left the bot's session becomes the warden's child
and dies with the rest. Should the warden die, the kernel kills the bot (`PR_SET_PDEATHSIG`).

A bot's start waits for the warden's: only cheap modules are imported, hence `_signal` in place of `signal`.
"""
# ruff: noqa: PTH123, PTH208, SIM105 - pathlib and contextlib would make the start a third longer

import _ctypes
import _signal as signal  # type: ignore[import-not-found]  # absent from typeshed, like the rest of `signal`'s core
import os
import resource
import select
import sys
import time

TERMINATE = b"T"
KILL = b"K"

CHUNK = 65536
STDERR_HEAD = STDERR_TAIL = 4096
# A bot that floods its stderr may not keep the warden, and with it a core, busy.
FLOOD_PAUSE_MS = 2
REAP_PAUSE_S = 0.0005
REAP_LIMIT_S = 5.0

PR_SET_PDEATHSIG = 1
PR_SET_CHILD_SUBREAPER = 36

EXEC_FAILED = 127


def main(argv: list[str]) -> None:
    """Run the bot that `argv` describes until it ends, the arena orders its end, or the arena is gone."""
    split = argv.index("--")
    control = int(argv[0])
    os.set_inheritable(control, False)
    limits = {name: int(value) for name, value in (option.split("=", 1) for option in argv[1:split])}
    Warden(control, limits).run(argv[split + 1], argv[split + 2 :])
    os._exit(0)  # the interpreter's tidying up would only keep the arena waiting


class Warden:
    """One bot's supervisor: starts it, keeps its stderr, notices its end, kills its tree and reports."""

    def __init__(self, control: int, limits: dict[str, int]) -> None:
        self.control = control
        self.limits = limits
        self.stderr = Excerpt()
        self.bot = 0
        self.bot_status: int | None = None

    def run(self, program: str, argv: list[str]) -> None:
        """Start the program, watch it to its end, report."""
        prctl(PR_SET_CHILD_SUBREAPER, 1)
        wake = wake_on_signal(signal.SIGCHLD)
        stderr, bot_stderr = os.pipe()
        self.bot, failure = spawn(program, argv, self.limits, bot_stderr)
        os.close(bot_stderr)
        let_go_of_bots_pipes()
        if failure is not None:
            os.waitpid(self.bot, 0)
            self.report(report="failed", errno=failure)
            return
        os.set_blocking(stderr, False)
        try:
            self.report(report="started", pid=self.bot)
            self.watch(wake, stderr)
        finally:
            self.end_tree()
        self.stderr.read_from(stderr)
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        self.report(
            report="ended",
            status=self.bot_status,
            cpu_ms=round((usage.ru_utime + usage.ru_stime) * 1000),
            stderr=(bytes(self.stderr.head), bytes(self.stderr.tail), self.stderr.total),
        )

    def watch(self, wake: int, stderr: int) -> None:
        """Return when the bot has ended, or is to be ended at once."""
        poll = select.poll()
        poll.register(self.control, select.POLLIN)
        poll.register(wake, select.POLLIN)
        poll.register(stderr, select.POLLIN)
        arena = process_descriptor(os.getppid())
        if arena is not None:
            poll.register(arena, select.POLLIN)
        while True:
            for descriptor, _ in poll.poll():
                if descriptor == arena or (descriptor == self.control and not self.obey()):
                    return
                if descriptor == wake:
                    os.read(wake, CHUNK)
                elif descriptor == stderr and not self.stderr.read_from(stderr):
                    poll.unregister(stderr)
            self.reap()
            if self.bot_status is not None:
                return

    def obey(self) -> bool:
        """Carry out the orders that arrived; False when the bot's time is over."""
        orders = os.read(self.control, CHUNK)
        if not orders or KILL in orders:
            return False
        signal_group(self.bot, signal.SIGTERM)
        signal_group(self.bot, signal.SIGCONT)  # a stopped process sees no SIGTERM
        return True

    def reap(self) -> bool:
        """Bury every child that has ended; False when there are none left, dead or alive."""
        while True:
            try:
                pid, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return False
            if pid == 0:
                return True
            if pid == self.bot:
                self.bot_status = status

    def end_tree(self) -> None:
        """Kill everything that descends from the warden until nothing is left.

        Orphans become the warden's children, so "no child is left" means "no descendant is left",
        however fast they fork meanwhile.
        """
        if self.bot_status is None:
            signal_group(self.bot, signal.SIGKILL)
        give_up = time.monotonic() + REAP_LIMIT_S
        while self.reap() and time.monotonic() < give_up:
            for pid in descendants(os.getpid()):
                signal_process(pid, signal.SIGKILL)
            time.sleep(REAP_PAUSE_S)

    def report(self, **fields: object) -> None:
        """Tell the arena; an arena that is gone needs no report."""
        line = memoryview(repr(fields).encode() + b"\n")
        try:
            while line:
                line = line[os.write(self.control, line) :]
        except (BrokenPipeError, ConnectionResetError):
            os._exit(0)


class Excerpt:
    """Head and tail of a stream, of bounded size however long the stream is."""

    def __init__(self) -> None:
        self.head = bytearray()
        self.tail = bytearray()
        self.total = 0

    def read_from(self, descriptor: int) -> bool:
        """Take what a non-blocking descriptor has now; False at its end."""
        try:
            data = os.read(descriptor, CHUNK)
        except BlockingIOError:
            return True
        self.add(data)
        if len(data) == CHUNK:
            time.sleep(FLOOD_PAUSE_MS / 1000)
        return bool(data)

    def add(self, data: bytes) -> None:
        """Append to the stream."""
        self.total += len(data)
        room = STDERR_HEAD - len(self.head)
        self.head += data[:room]
        self.tail = (self.tail + data[room:])[-STDERR_TAIL:]


def spawn(program: str, argv: list[str], limits: dict[str, int], stderr: int) -> tuple[int, int | None]:
    """Start the bot; its process id, and the errno if the program could not be executed."""
    # The write end closes at a successful exec: an empty read means "it runs".
    failure, bot_failure = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            become_bot(program, argv, limits, stderr)
        except OSError as error:
            os.write(bot_failure, str(error.errno).encode())
        finally:
            os._exit(EXEC_FAILED)
    os.close(bot_failure)
    errno = os.read(failure, 64)
    os.close(failure)
    return pid, int(errno) if errno else None


def become_bot(program: str, argv: list[str], limits: dict[str, int], stderr: int) -> None:
    """Turn the forked child into the bot: own session, default signals, limits, then exec."""
    warden = os.getppid()
    os.setsid()
    prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != warden:
        os._exit(EXEC_FAILED)  # the warden died before the line above took effect
    os.dup2(stderr, 2)
    for number in (signal.SIGPIPE, signal.SIGXFSZ, signal.SIGCHLD):
        signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_SETMASK, [])
    set_limits(limits)
    os.execve(program, argv, os.environ)


def set_limits(limits: dict[str, int]) -> None:
    """Set the limits that the kernel keeps for each process; none is raised above what is allowed."""
    for name, value in limits.items():
        number = getattr(resource, name)
        _, ceiling = resource.getrlimit(number)
        allowed = value if ceiling == resource.RLIM_INFINITY else min(value, ceiling)
        resource.setrlimit(number, (allowed, allowed))


def let_go_of_bots_pipes() -> None:
    """Replace the warden's copies of the bot's stdin and stdout, so that each side sees the other close."""
    null = os.open(os.devnull, os.O_RDWR)
    os.dup2(null, 0)
    os.dup2(null, 1)
    os.close(null)


def wake_on_signal(number: int) -> int:
    """A descriptor that becomes readable when the signal arrives."""
    read, write = os.pipe()
    os.set_blocking(read, False)
    os.set_blocking(write, False)
    signal.signal(number, lambda *_: None)
    signal.set_wakeup_fd(write, warn_on_full_buffer=False)
    return read


def process_descriptor(pid: int) -> int | None:
    """A descriptor that becomes readable when the process ends, where the system has such a thing.

    The control socket alone would not do: a forked copy of the arena may hold its other end open.
    """
    try:
        return os.pidfd_open(pid)
    except (AttributeError, OSError):
        return None


def prctl(option: int, argument: int) -> None:
    """Linux's prctl(2), which Python does not offer; elsewhere there is nothing like it."""
    if sys.platform == "linux":
        this_program = _ctypes.dlopen(None, 0)  # type: ignore[arg-type]  # typeshed knows names only
        _ctypes.call_function(_ctypes.dlsym(this_program, "prctl"), (option, argument, 0, 0, 0))


def signal_process(pid: int, number: int) -> None:
    """Signal one process that may be gone already."""
    try:
        os.kill(pid, number)
    except ProcessLookupError:
        pass


def signal_group(group: int, number: int) -> None:
    """Signal a process group that may be gone already."""
    try:
        os.killpg(group, number)
    except (ProcessLookupError, PermissionError):  # macOS answers EPERM for a group of zombies
        pass


def descendants(pid: int) -> list[int]:
    """Every process below `pid`, parents first."""
    found = children(pid)
    for pid in found:  # which grows meanwhile
        found += children(pid)
    return found


def children(pid: int) -> list[int]:
    """The direct children of all threads of a process; none if it is gone."""
    found: list[int] = []
    try:
        for thread in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{thread}/children", "rb", 0) as listing:
                found += map(int, listing.read().split())
    except OSError:
        pass
    return found


if __name__ == "__main__":
    main(sys.argv[1:])
