"""The supervisor's own program: it starts the bot, watches it to its end, and kills all that it started."""

import _signal as signal  # type: ignore[import-not-found]  # absent from typeshed, like all of its kind
import os
import select
import sys
import time

from arena.process import cgroups
from arena.process.supervisor import KILL, REAP_LIMIT_S
from arena.process.supervisor.start import PR_SET_CHILD_SUBREAPER, let_go_of_bots_pipes, prctl, spawn
from arena.process.supervisor.tree import descendants, signal_group, signal_process
from arena.process.supervisor.usage import LOOK_MAX_S, Usage

CHUNK = 65536
STDERR_HEAD = STDERR_TAIL = 4096
LOG_MAX = 4 << 20  # bytes of a log that is kept while the bot runs, of all processes that share it together
LEFT_OUT = b"\n[... the log is full: the rest is left out ...]\n"
# A bot that floods its stderr may not keep the supervisor, and with it a core, busy.
FLOOD_PAUSE_S = 0.002
REAP_PAUSE_S = 0.0005
WITHOUT_NEWS_S = 0.005  # where no descriptor tells of a process's end


def main(argv: list[str]) -> None:
    """Run the bot that `argv` describes until it ends, the arena orders its end, or the arena is gone."""
    split = argv.index("--")
    control = int(argv[0])
    options = {name: int(value) for name, value in (option.split("=", 1) for option in argv[1:split])}
    for descriptor in (control, *(options[name] for name in ("filter", "group", "log") if name in options)):
        os.set_inheritable(descriptor, False)
    Supervisor(control, options).run(argv[split + 1], argv[split + 2 :])
    os._exit(0)  # the interpreter's tidying up would only keep the arena waiting


class Supervisor:
    """Starts one bot, keeps its stderr, notices its end, kills its tree and reports."""

    def __init__(self, control: int, options: dict[str, int]) -> None:
        self.control = control
        self.options = options
        self.group = cgroups.Group(options["group"]) if "group" in options else None
        self.stderr = Excerpt(Log(options["log"]) if "log" in options else None)
        self.told: object = None
        """The family of which the arena was told last."""
        self.bot = 0
        self.bot_status: int | None = None

    def run(self, program: str, argv: list[str]) -> None:
        """Start the program, watch it to its end, report."""
        prctl(PR_SET_CHILD_SUBREAPER, 1)
        stderr, bot_stderr = os.pipe()
        self.report(report="awake")
        try:
            self.bot, grouped = spawn(program, argv, self.options, bot_stderr, self.group)
        except OSError as error:
            self.leave_group()
            self.report(report="failed", errno=error.errno)
            return
        if not grouped:
            self.leave_group()
        os.close(bot_stderr)
        let_go_of_bots_pipes()
        os.set_blocking(stderr, False)
        usage = Usage(self.bot, self.options, self.group)
        try:
            self.report(report="started", pid=self.bot, grouped=grouped)
            self.watch(usage, stderr)
            usage.look_back()
            if usage.overuse is not None:
                self.report(report="overuse", overuse=usage.overuse)
        finally:
            self.end_tree()
            cpu_ms = usage.cpu_ms()
            self.leave_group()
        self.stderr.read_from(stderr)
        self.report(
            report="ended",
            status=self.bot_status,
            overuse=usage.overuse,
            cpu_ms=cpu_ms,
            stderr=(bytes(self.stderr.head), bytes(self.stderr.tail), self.stderr.total),
        )

    def watch(self, usage: Usage, stderr: int) -> None:
        """Return when the bot has ended, or is to be ended at once."""
        poll = select.poll()
        for descriptor in (self.control, stderr):
            poll.register(descriptor, select.POLLIN)
        bot, arena = process_descriptor(self.bot), process_descriptor(os.getppid())
        for process in (bot, arena):
            if process is not None:
                poll.register(process, select.POLLIN)
        look_at = 0.0
        while self.bot_status is None and usage.overuse is None:
            for descriptor, _ in poll.poll(max(0.0, look_at - time.monotonic()) * 1000):
                if descriptor == arena or (descriptor == self.control and not self.obey(usage)):
                    return
                if descriptor == stderr and not self.stderr.read_from(stderr):
                    poll.unregister(stderr)
            self.reap()
            if time.monotonic() >= look_at:
                look_at = time.monotonic() + (WITHOUT_NEWS_S if bot is None else LOOK_MAX_S)
                look_at = min(look_at, time.monotonic() + usage.look())
                self.tell_of_family(usage)

    def tell_of_family(self, usage: Usage) -> None:
        """Report the bot's processes where they have changed; a later time will do if the arena is busy."""
        if usage.family != self.told and self.arena_listens():
            self.told = usage.family
            pids, groups, ended_ms = usage.family
            self.report(report="family", pids=tuple(pids), groups=tuple(groups), ended_ms=ended_ms)

    def obey(self, usage: Usage) -> bool:
        """Carry out the orders that arrived; False when the bot's time is over."""
        orders = os.read(self.control, CHUNK)
        if not orders or KILL in orders:
            return False
        for pid in usage.own(descendants(os.getpid())):
            signal_process(pid, signal.SIGTERM)
            signal_process(pid, signal.SIGCONT)  # a stopped process sees no SIGTERM
        return True

    def leave_group(self) -> None:
        """Give the bot's group back; what is in it is killed."""
        if self.group is not None:
            self.group.remove()
            self.group = None

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
        """Kill everything that descends from the supervisor until nothing is left.

        Orphans become the supervisor's children, so "no child is left" means "no descendant is left",
        however fast they fork meanwhile.
        """
        if self.bot_status is None:
            signal_group(self.bot, signal.SIGKILL)
        if self.group is not None:
            self.group.kill()
        give_up = time.monotonic() + REAP_LIMIT_S
        while self.reap() and time.monotonic() < give_up:
            for pid in descendants(os.getpid()):
                signal_process(pid, signal.SIGKILL)
            time.sleep(REAP_PAUSE_S)

    def arena_listens(self) -> bool:
        """Whether a report can be sent without waiting: an idle arena may not read for a long time."""
        poll = select.poll()
        poll.register(self.control, select.POLLOUT)
        return bool(poll.poll(0))

    def report(self, **fields: object) -> None:
        """Tell the arena; an arena that is gone needs no report."""
        line = memoryview(repr(fields).encode() + b"\n")
        try:
            while line:
                line = line[os.write(self.control, line) :]
        except (BrokenPipeError, ConnectionResetError):
            return


class Excerpt:
    """The beginning and the end of a stream, of bounded size however long the stream is; copied to a log."""

    def __init__(self, log: "Log | None" = None) -> None:
        self.log = log
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
        if self.log is not None and data:
            self.log.write(data)
        if len(data) == CHUNK:
            time.sleep(FLOOD_PAUSE_S)
        return bool(data)

    def add(self, data: bytes) -> None:
        """Take more of the stream: what has no room in the head goes to the tail, whose end is kept."""
        self.total += len(data)
        room = STDERR_HEAD - len(self.head)
        self.head += data[:room]
        self.tail = (self.tail + data[room:])[-STDERR_TAIL:]


class Log:
    """A file or a pipe that is written to without waiting, until it is full."""

    def __init__(self, descriptor: int) -> None:
        self.descriptor = descriptor
        self.written = 0

    def write(self, data: bytes) -> None:
        """Add what there is room for; a reader that is slow or gone, or a full disk, misses it."""
        room = LOG_MAX - max(self.written, os.fstat(self.descriptor).st_size)
        if room <= 0:
            return
        self.written += len(data)
        try:
            os.write(self.descriptor, data if len(data) < room else data[:room] + LEFT_OUT)
        except OSError:
            return  # the match is not the worse for it


def process_descriptor(pid: int) -> int | None:
    """A descriptor that becomes readable when the process ends, where the system has such a thing.

    The control socket alone would not do: a forked copy of the arena may hold its other end open.
    """
    try:
        return os.pidfd_open(pid)
    except (AttributeError, OSError):
        return None


if __name__ == "__main__":
    main(sys.argv[1:])
