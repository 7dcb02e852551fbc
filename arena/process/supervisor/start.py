"""Starting a bot: a forked process that becomes it."""

import _ctypes
import _signal as signal  # type: ignore[import-not-found]  # absent from typeshed, like all of its kind
import fcntl
import os
import resource
import sys

from arena.process import cgroups
from arena.process.supervisor import EXEC_FAILED, FILTER, PIPES

PR_SET_PDEATHSIG = 1
PR_SET_CHILD_SUBREAPER = 36
KEYCTL = {"x86_64": 250, "aarch64": 219}
KEYCTL_JOIN_SESSION_KEYRING = 1
CLONE3 = 435
CLONE_INTO_CGROUP = 0x200000000


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
    supervisor = os.getppid()
    os.setsid()
    prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != supervisor:
        os._exit(EXEC_FAILED)  # the supervisor died before the line above took effect
    leave_session_keyring()
    os.dup2(stderr, 2)
    if "filter" in options:
        os.dup2(options["filter"], FILTER)
    if "wrapped" in options:
        for pipe, target in enumerate(PIPES):
            os.dup2(pipe, target)
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
