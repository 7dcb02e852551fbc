"""The warden: a tiny supervisor that stands beside one bot process, and ends it with all it started.

The arena runs this file as a program of its own: see `arena.process.ward`. The bot's pipes come in as the
warden's stdin and stdout, the bot's environment as the warden's own, and the control socket as a descriptor:

    warden CONTROL NAME=NUMBER... -- PROGRAM ARGV0 ARGV1...

Options are the kernel's limits by the names of `resource`, `memory_kb`, `processes` and `threads` of the
whole tree, and, if the program is only the sandbox around the bot, `wrapped=1` and `filter`, the descriptor
of the filter for the bot's system calls. `group` is the descriptor of the folder of the bot's control group,
where there are such things; its limits are set already.

Over the control socket come orders of one byte (`TERMINATE`, `KILL`); back go reports, each a dict's `repr`
on a line: `awake`, `started`, `family` (when they change: the bot's processes, their groups, the processor
time of those that have ended), `overuse` (before the bot is ended for it) and `ended`; or `failed` after
`awake`. When the socket closes, the arena is gone, and the bot goes with it.

The warden is a child subreaper, so that a daemon which left the bot's session becomes the warden's child
and dies with the rest. Should the warden die, the kernel kills the bot (`PR_SET_PDEATHSIG`).

A bot's start waits for the warden's: only cheap modules are imported, hence `_signal` in place of `signal`.
"""
# ruff: noqa: PTH110, PTH116, PTH123, PTH208, SIM105 - pathlib and contextlib would make the start a third longer

import _ctypes
import _signal as signal  # type: ignore[import-not-found]  # absent from typeshed, like all of its kind
import fcntl
import os
import resource
import select
import sys
import time

from arena.process import cgroups

TERMINATE = b"T"
KILL = b"K"

CHUNK = 65536
STDERR_HEAD = STDERR_TAIL = 4096
# A bot that floods its stderr may not keep the warden, and with it a core, busy.
FLOOD_PAUSE_S = 0.002
REAP_PAUSE_S = 0.0005
REAP_LIMIT_S = 5.0
# The tree is looked at as often as it could use up what memory it has left, and more often while it is young.
LOOK_MIN_S = 0.01
LOOK_MAX_S = 0.1
GROWTH_KB_PER_S = 4 << 20
WITHOUT_NEWS_S = 0.005  # where no descriptor tells of a process's end

PR_SET_PDEATHSIG = 1
PR_SET_CHILD_SUBREAPER = 36
KEYCTL = {"x86_64": 250, "aarch64": 219}
KEYCTL_JOIN_SESSION_KEYRING = 1

EXEC_FAILED = 127
PIPES = (8, 9)
"""Where the command in a sandbox finds the bot's stdin and stdout; one digit, for every shell's sake."""
FILTER = 7
"""Where the sandbox finds the filter for the bot's system calls."""
CLONE3 = 435
CLONE_INTO_CGROUP = 0x200000000
SCRATCH = ("tmp", "dev/shm")
"""Where in a sandbox a bot may write; what lies there is memory."""
PAGE_KB = os.sysconf("SC_PAGE_SIZE") // 1024
TICK_MS = 1000 // os.sysconf("SC_CLK_TCK")


def main(argv: list[str]) -> None:
    """Run the bot that `argv` describes until it ends, the arena orders its end, or the arena is gone."""
    split = argv.index("--")
    control = int(argv[0])
    options = {name: int(value) for name, value in (option.split("=", 1) for option in argv[1:split])}
    for descriptor in (control, *(options[name] for name in ("filter", "group") if name in options)):
        os.set_inheritable(descriptor, False)
    Warden(control, options).run(argv[split + 1], argv[split + 2 :])
    os._exit(0)  # the interpreter's tidying up would only keep the arena waiting


class Warden:
    """One bot's supervisor: starts it, keeps its stderr, notices its end, kills its tree and reports."""

    def __init__(self, control: int, options: dict[str, int]) -> None:
        self.control = control
        self.options = options
        self.stderr = Excerpt()
        self.family: tuple[set[int], set[int], int] = (set(), set(), 0)
        self.group = cgroups.Group(options["group"]) if "group" in options else None
        self.scratch: list[int] | None = None
        self.started = time.monotonic()
        self.bot = 0
        self.bot_status: int | None = None
        self.overuse: tuple[str, str] | None = None

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
        try:
            self.report(report="started", pid=self.bot, grouped=grouped)
            self.watch(stderr)
            self.look_back()
            if self.overuse is not None:
                self.report(report="overuse", overuse=self.overuse)
        finally:
            self.end_tree()
            cpu_ms = self.cpu_ms()
            self.leave_group()
        self.stderr.read_from(stderr)
        self.report(
            report="ended",
            status=self.bot_status,
            overuse=self.overuse,
            cpu_ms=cpu_ms,
            stderr=(bytes(self.stderr.head), bytes(self.stderr.tail), self.stderr.total),
        )

    def watch(self, stderr: int) -> None:
        """Return when the bot has ended, or is to be ended at once."""
        poll = select.poll()
        for descriptor in (self.control, stderr):
            poll.register(descriptor, select.POLLIN)
        bot, arena = process_descriptor(self.bot), process_descriptor(os.getppid())
        for process in (bot, arena):
            if process is not None:
                poll.register(process, select.POLLIN)
        look_at = 0.0
        while self.bot_status is None and self.overuse is None:
            for descriptor, _ in poll.poll(max(0.0, look_at - time.monotonic()) * 1000):
                if descriptor == arena or (descriptor == self.control and not self.obey()):
                    return
                if descriptor == stderr and not self.stderr.read_from(stderr):
                    poll.unregister(stderr)
            self.reap()
            if time.monotonic() >= look_at:
                look_at = time.monotonic() + (WITHOUT_NEWS_S if bot is None else LOOK_MAX_S)
                look_at = min(look_at, time.monotonic() + self.look())

    def obey(self) -> bool:
        """Carry out the orders that arrived; False when the bot's time is over."""
        orders = os.read(self.control, CHUNK)
        if not orders or KILL in orders:
            return False
        for pid in self.without_sandbox(descendants(os.getpid())):
            signal_process(pid, signal.SIGTERM)
            signal_process(pid, signal.SIGCONT)  # a stopped process sees no SIGTERM
        return True

    def look(self) -> float:
        """Compare the tree with its limits, and give the seconds in which it can't come to exceed them."""
        tree = descendants(os.getpid())
        # A bot could take over the sandbox's process beside it: what that does is the bot's doing, too.
        within_reach = [pid for pid in tree if pid != self.bot] if "wrapped" in self.options else tree
        idle = len(within_reach) - len(self.without_sandbox(tree))
        ended_ms = 0 if self.group else sum(map(ended_children_ms, tree)) + ended_children_ms(os.getpid())
        family = (set(within_reach), set(filter(None, map(group, tree))), ended_ms)
        if family != self.family and self.arena_listens():
            self.family = family
            self.report(report="family", pids=tuple(family[0]), groups=tuple(family[1]), ended_ms=family[2])
        self.count("processes", len(within_reach) - idle)
        self.count("threads", sum(map(threads, within_reach)) - idle)
        self.look_back()
        patience = LOOK_MAX_S if self.group and self.group.has(cgroups.MEMORY_LIMIT) else self.weigh(tree)
        return min(patience, max(LOOK_MIN_S, time.monotonic() - self.started))

    def look_back(self) -> None:
        """Note an overuse that the kernel has counted, and put an end to by itself.

        What the kernel refused or killed because all around the bot had too little is not the bot's.
        """
        if self.group is None:
            return
        if self.group.events("memory.events", "oom") and self.group.events("memory.events", "oom_kill"):
            allowed = self.options["memory_kb"] >> 10
            self.note("memory", f"took {allowed} MiB of memory and asked for more, of {allowed} allowed")
        elif self.group.events("pids.events", "max"):
            allowed = self.options["threads"]
            if int(self.group.read("pids.peak") or allowed) < allowed:
                return
            self.note("processes", f"asked for more than {allowed} threads, of {allowed} allowed")

    def note(self, what: str, words: str) -> None:
        """Note an overuse; the first that was seen counts."""
        self.overuse = self.overuse or (what, words)

    def count(self, what: str, number: int) -> None:
        """Note an overuse if there are more processes or threads than allowed."""
        if number > self.options.get(what, number):
            self.note("processes", f"ran {number} {what}, of {self.options[what]} allowed")

    def weigh(self, tree: list[int]) -> float:
        """Note an overuse if the tree takes more memory than allowed; else the seconds until it could."""
        limit_kb = self.options.get("memory_kb")
        if limit_kb is None:
            return LOOK_MAX_S
        scratch_kb = sum(map(filled_kb, self.find_scratch(tree)))
        used_kb = sum(map(resident_kb, tree)) + scratch_kb
        if used_kb > limit_kb:
            found = list(map(proportional_kb, tree))  # dearer, but counts shared pages once
            # What of the scratch folders is mapped is among the shared: whichever is more, but not both.
            used_kb = sum(own for own, _ in found) + max(scratch_kb, sum(shared for _, shared in found))
        if used_kb > limit_kb:
            self.note("memory", f"took {used_kb >> 10} MiB of memory, of {limit_kb >> 10} allowed")
        return min(max((limit_kb - used_kb) / GROWTH_KB_PER_S, LOOK_MIN_S), LOOK_MAX_S)

    def find_scratch(self, tree: list[int]) -> list[int]:
        """Descriptors of the folders in the sandbox that hold memory; none before the bot is in it."""
        if self.scratch is None:
            for pid in self.without_sandbox(tree) if "wrapped" in self.options else ():
                found = [descriptor for name in SCRATCH if (descriptor := folder_of(pid, name)) is not None]
                self.scratch = found or None
        return self.scratch or []

    def cpu_ms(self) -> int:
        """The processor time of the bot and all it started, however it ended."""
        used_us = self.group.events(cgroups.PROCESSOR_TIME, "usage_usec") if self.group else 0
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return max(used_us // 1000, round((usage.ru_utime + usage.ru_stime) * 1000))

    def leave_group(self) -> None:
        """Give the bot's group back; what is in it is killed."""
        if self.group is not None:
            self.group.remove()
            self.group = None

    def without_sandbox(self, tree: list[int]) -> list[int]:
        """The processes of the tree that are the bot's: not the sandbox's outer process, nor its inner."""
        if "wrapped" not in self.options:
            return tree
        sandbox = (self.bot, *children(self.bot))
        return [pid for pid in tree if pid not in sandbox]

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
            time.sleep(FLOOD_PAUSE_S)
        return bool(data)

    def add(self, data: bytes) -> None:
        """Append to the stream."""
        self.total += len(data)
        room = STDERR_HEAD - len(self.head)
        self.head += data[:room]
        self.tail = (self.tail + data[room:])[-STDERR_TAIL:]


def spawn(
    program: str, argv: list[str], options: dict[str, int], stderr: int, group: cgroups.Group | None
) -> tuple[int, bool]:
    """Start the bot; its process id, and whether it is in the group. Raises OSError if that can't be."""
    # The write end closes at a successful exec: an empty read means "it runs".
    failure, bot_failure = os.pipe()
    pid = fork_into(group) if group is not None else os.fork()
    grouped = group is not None and pid > 0
    if pid < 0:
        pid = os.fork()
    if pid == 0:
        bot_failure = fcntl.fcntl(bot_failure, fcntl.F_DUPFD_CLOEXEC, max(FILTER, *PIPES) + 1)
        try:
            become_bot(program, argv, options, stderr)
        except OSError as error:
            os.write(bot_failure, str(error.errno).encode())
        finally:
            os._exit(EXEC_FAILED)
    os.close(bot_failure)
    errno = os.read(failure, 64)
    os.close(failure)
    if errno:
        os.waitpid(pid, 0)
        raise OSError(int(errno), "the program could not be executed")
    return pid, grouped


def fork_into(group: cgroups.Group) -> int:
    """Fork, with the child in the group from its first moment; -1 if the kernel can't do that.

    A process that goes there by itself waits some 10 ms for the kernel.
    """
    arguments = (CLONE_INTO_CGROUP, 0, 0, 0, signal.SIGCHLD, 0, 0, 0, 0, 0, group.descriptor)
    packed = b"".join(argument.to_bytes(8, sys.byteorder) for argument in arguments)
    return call("syscall", CLONE3, packed, len(packed))


def become_bot(program: str, argv: list[str], options: dict[str, int], stderr: int) -> None:
    """Turn the forked child into the bot: own session, default signals, limits, then exec."""
    warden = os.getppid()
    os.setsid()
    prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != warden:
        os._exit(EXEC_FAILED)  # the warden died before the line above took effect
    leave_session_keyring()
    os.dup2(stderr, 2)
    if "filter" in options:
        os.dup2(options["filter"], FILTER)
    if "wrapped" in options:
        for pipe, place in enumerate(PIPES):
            os.dup2(pipe, place)
        let_go_of_bots_pipes()
    for number in (signal.SIGPIPE, signal.SIGXFSZ):  # which Python ignores
        signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_SETMASK, [])
    for name, value in options.items():
        if name.startswith("RLIMIT_"):
            set_limit(getattr(resource, name), value)
    os.execve(program, argv, os.environ)


def set_limit(number: int, value: int) -> None:
    """Set a limit that the kernel keeps for each process, and don't raise it above what is allowed."""
    _, ceiling = resource.getrlimit(number)
    allowed = value if ceiling == resource.RLIM_INFINITY else min(value, ceiling)
    resource.setrlimit(number, (allowed, allowed))


def let_go_of_bots_pipes() -> None:
    """Replace this process's copies of the bot's stdin and stdout, so that each side sees the other close."""
    null = os.open(os.devnull, os.O_RDWR)
    os.dup2(null, 0)
    os.dup2(null, 1)
    os.close(null)


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
        call("prctl", option, argument, 0, 0, 0)


def leave_session_keyring() -> None:
    """Join a new, empty session keyring, where the kernel has such things: the arena's stays the arena's."""
    number = KEYCTL.get(os.uname().machine)
    if sys.platform == "linux" and number is not None:
        call("syscall", number, KEYCTL_JOIN_SESSION_KEYRING, None)


def call(name: str, *arguments: int | bytes | None) -> int:
    """Call a function of the C library, which gives -1 for an error."""
    this_program = _ctypes.dlopen(None, 0)  # type: ignore[arg-type]  # typeshed knows names only
    return int(_ctypes.call_function(_ctypes.dlsym(this_program, name), arguments))


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
    for child in found:  # which grows meanwhile
        found += children(child)
    return found


def children(pid: int) -> list[int]:
    """The direct children of a process; none if it is gone."""
    if not LISTS_CHILDREN:
        return [other for other in processes() if parent(other) == pid]
    found: list[int] = []
    try:
        for thread in os.listdir(f"/proc/{pid}/task"):
            found += map(int, read(f"/proc/{pid}/task/{thread}/children").split())
    except OSError:
        pass  # the process is gone
    return found


def processes() -> list[int]:
    """All processes; none where there is no /proc to list them."""
    try:
        return [int(name) for name in os.listdir("/proc") if name.isdigit()]
    except FileNotFoundError:
        return []


def parent(pid: int) -> int:
    """The parent of a process; 0 if it is gone."""
    fields = read(f"/proc/{pid}/stat").rpartition(b")")[2].split()
    return int(fields[1]) if fields else 0


def group(pid: int) -> int:
    """The process group of a process; 0 if it is gone."""
    try:
        return os.getpgid(pid)
    except ProcessLookupError:
        return 0


def threads(pid: int) -> int:
    """How many threads a process has; 0 if it is gone."""
    try:
        return os.stat(f"/proc/{pid}/task").st_nlink - 2
    except OSError:
        return 0


def resident_kb(pid: int) -> int:
    """The memory that a process has in use, pages shared with others included; 0 if it is gone."""
    fields = read(f"/proc/{pid}/statm").split()
    return int(fields[1]) * PAGE_KB if fields else 0


def proportional_kb(pid: int) -> tuple[int, int]:
    """The memory that a process has in use, its share of shared pages only: its own, and shared."""
    text = read(f"/proc/{pid}/smaps_rollup")
    if not text:
        return resident_kb(pid), 0
    shared_kb = cgroups.count(text, "Pss_Shmem:")
    return cgroups.count(text, "Pss:") - shared_kb, shared_kb


def folder_of(pid: int, name: str) -> int | None:
    """A descriptor of a folder as a process in a sandbox sees it; None if that is no folder of its own."""
    try:
        descriptor = os.open(f"/proc/{pid}/root/{name}", os.O_PATH | os.O_DIRECTORY)
    except OSError:
        return None
    if os.fstat(descriptor).st_dev == os.stat(f"/{name}").st_dev:
        os.close(descriptor)
        return None
    return descriptor


def filled_kb(folder: int) -> int:
    """How much lies in the file system that a folder belongs to."""
    found = os.fstatvfs(folder)
    return (found.f_blocks - found.f_bfree) * found.f_frsize // 1024


def ended_children_ms(pid: int) -> int:
    """The processor time of the ended children that a process knows of; 0 if it is gone."""
    fields = read(f"/proc/{pid}/stat").rpartition(b")")[2].split()
    return (int(fields[13]) + int(fields[14])) * TICK_MS if fields else 0


def read(path: str) -> bytes:
    """A small file of /proc; empty if its process is gone."""
    try:
        with open(path, "rb", 0) as file:
            return file.read()
    except OSError:
        return b""


# Some kernels and containers do not list the children of a process; finding them takes longer there.
LISTS_CHILDREN = os.path.exists(f"/proc/self/task/{os.getpid()}/children")


if __name__ == "__main__":
    main(sys.argv[1:])
