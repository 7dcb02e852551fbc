"""The system calls that no bot needs: a filter for the kernel, in its own tiny language (classic BPF).

Namespaces hide the machine's things from a bot; what has no namespace is refused here: keyrings, tracing, new
namespaces, sockets beyond AF_UNIX, and whatever two bots could talk through over a file that both may read
(leases, watching who opens it). Locks are granted without being taken: refused, they would keep Java and
SQLite from working. Refused too is memory that no file system's size and no process shows: files in memory,
System V's shared memory and queues. A refusal is an error that programs know how to go on from; system calls
newer than this table do not exist for a bot.
"""

import errno
import itertools
import platform
import struct
from dataclasses import dataclass

NEWEST = 466
"""The newest system call that was looked at; the numbers above 402 are the same on every machine."""

NOTHING_DONE = 0
"""In place of an error: the call does nothing, and gives 0 as if it had."""
REFUSED = {
    errno.EPERM: """
        add_key 248 217, request_key 249 218, keyctl 250 219,
        ptrace 101 117, process_vm_readv 310 270, process_vm_writev 311 271, process_madvise 440 440,
        kcmp 312 272, pidfd_getfd 438 438,
        unshare 272 97, setns 308 268, mount 165 40, umount2 166 39, pivot_root 155 41, chroot 161 51,
        open_tree 428 428, move_mount 429 429, fsopen 430 430, fsconfig 431 431, fsmount 432 432,
        fspick 433 433, mount_setattr 442 442,
        bpf 321 280, perf_event_open 298 241, userfaultfd 323 282,
        kexec_load 246 104, kexec_file_load 320 294, init_module 175 105, finit_module 313 273,
        delete_module 176 106, reboot 169 142, swapon 167 224, swapoff 168 225, acct 163 89, syslog 103 116,
        quotactl 179 60, quotactl_fd 443 443, vhangup 153 58, lookup_dcookie 212 18, iopl 172 -, ioperm 173 -,
        modify_ldt 154 -,
        name_to_handle_at 303 264, open_by_handle_at 304 265
        """,
    errno.ENOSYS: """
        io_uring_setup 425 425, io_uring_enter 426 426, io_uring_register 427 427,
        fanotify_init 300 262, fanotify_mark 301 263, inotify_init 253 -, inotify_init1 294 26,
        inotify_add_watch 254 27, cachestat 451 451,
        memfd_create 319 279, memfd_secret 447 447, shmget 29 194, msgget 68 186, semget 64 190,
        mq_open 240 180,
        clone3 435 435
        """,  # without clone3, whose flags can't be looked at, libraries take clone
    NOTHING_DONE: "flock 73 32",
}
"""Refused altogether, by the error given: name, number on x86_64, number on aarch64 (-: has none)."""

FCNTL, CLONE, SOCKETS = (72, 25), (56, 220), ((41, 198), (53, 199))
"""Refused for some arguments: fcntl, clone, and socket and socketpair; the numbers as above."""
FCNTL_COMMANDS = {
    **dict.fromkeys((6, 7, 37, 38), NOTHING_DONE),  # F_SETLK, F_SETLKW, F_OFD_SETLK, F_OFD_SETLKW
    **dict.fromkeys((1024, 1026), errno.EINVAL),  # F_SETLEASE, F_NOTIFY
}
CLONE_NEW = 0x7E020000
"""All flags of clone that ask for a new namespace."""
AF_UNIX = 1
AF_NETWORK = (2, 10, 16)
"""AF_INET, AF_INET6, and AF_NETLINK, by which the C library asks which of them there are."""

_ARCHITECTURES = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}
"""A machine's column in the table, and the number by which the kernel calls it."""

_LOAD, _EQUAL, _AT_LEAST, _HAS_ANY_OF, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_NUMBER, _ARCHITECTURE, _ARGUMENTS = 0, 4, 16  # where the kernel shows them to the filter
_ALLOW, _ERROR = 0x7FFF0000, 0x00050000


@dataclass(frozen=True, slots=True)
class _Step:
    """One instruction: what it does, with what, and how many of the next to leave out if so and if not so."""

    does: int
    value: int
    if_so: int = 0
    if_not: int = 0


def bot_filter(machine: str = platform.machine(), network: bool = False) -> bytes | None:
    """The filter on that machine, as bubblewrap's --seccomp takes it; None where there is no table for it.

    With `network` it lets through the sockets that reach the network, for a build that fetches packages.
    """
    if machine not in _ARCHITECTURES:
        return None
    column, architecture = _ARCHITECTURES[machine]
    steps = [
        _Step(_LOAD, _ARCHITECTURE),
        *_unless(_EQUAL, architecture, _refuse(errno.ENOSYS)),  # programs for another kind of machine
        _Step(_LOAD, _NUMBER),
        *_when(_AT_LEAST, NEWEST + 1, _refuse(errno.ENOSYS)),
    ]
    for error, table in REFUSED.items():
        for entry in table.split(","):
            number = entry.split()[1 + column]
            if number != "-":
                steps += _when(_EQUAL, int(number), _refuse(error))
    commands = [_when(_EQUAL, command, _refuse(error)) for command, error in FCNTL_COMMANDS.items()]
    steps += _when(_EQUAL, FCNTL[column], [_argument(1), *itertools.chain(*commands), _allow()])
    flags = _when(_HAS_ANY_OF, CLONE_NEW, _refuse(errno.EPERM))
    steps += _when(_EQUAL, CLONE[column], [_argument(0), *flags, _allow()])
    families = [_when(_EQUAL, family, [_allow()]) for family in (AF_UNIX, *(AF_NETWORK if network else ()))]
    only = [*itertools.chain(*families), *_refuse(errno.EAFNOSUPPORT)]
    for socket in SOCKETS:
        steps += _when(_EQUAL, socket[column], [_argument(0), *only])
    steps.append(_allow())
    return b"".join(struct.pack("<HBBI", step.does, step.if_so, step.if_not, step.value) for step in steps)


def _when(test: int, value: int, steps: list[_Step]) -> list[_Step]:
    return [_Step(test, value, if_not=len(steps)), *steps]


def _unless(test: int, value: int, steps: list[_Step]) -> list[_Step]:
    return [_Step(test, value, if_so=len(steps)), *steps]


def _refuse(error: int) -> list[_Step]:
    return [_Step(_RETURN, _ERROR | error)]


def _allow() -> _Step:
    return _Step(_RETURN, _ALLOW)


def _argument(index: int) -> _Step:
    """Load an argument: its lower half, which is all that the kernel takes of these."""
    return _Step(_LOAD, _ARGUMENTS + 8 * index)
