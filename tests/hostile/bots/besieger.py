"""Bots that try to break one promise each: `besieger.py KIND MARK`, at the first question.

Each is bounded like its sisters in hostile.py. What it came to take is in its answer, `{"taken": number}`;
one that was refused says how far it came.
"""
# ruff: noqa: PTH109, PTH110, PTH118, PTH120, PTH123 - pathlib is slow to import

import fcntl
import mmap
import os
import resource
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable
from functools import partial

LIFETIME_S = 50
HOARD_MB = 300
CHUNK = bytes(4 << 20)
NOTE = "besieger-was-here"
LOOKED_AT_S = 1.0
"""How long a hoard is held: time enough for whoever looks now and then."""

Siege = Callable[[], int]
KINDS: dict[str, Siege] = {}


def kind(siege: Siege) -> Siege:
    KINDS[siege.__name__] = siege
    return siege


def until_refused(step: Callable[[int], int], most: int) -> int:
    """The sum of what the steps took, up to the most, or until the system refuses one."""
    taken = 0
    try:
        while taken < most:
            taken += step(taken)
    except OSError as error:
        print(error.strerror, file=sys.stderr)
    return taken


def held(taken: int) -> int:
    time.sleep(LOOKED_AT_S)
    return taken


def in_children(step: Callable[[], int], number: int) -> int:
    """The sum of what so many children, which hold it, say that they took."""
    taken = 0
    for _ in range(number):
        reader, writer = os.pipe()
        if os.fork() == 0:
            os.write(writer, b"%d" % step())
            time.sleep(LIFETIME_S)
            os._exit(0)
        os.close(writer)
        taken += int(os.read(reader, 99) or b"0")
        os.close(reader)
    return taken


# ------------------------------------------------------------------------------------- memory, in MiB


@kind
def takes_memory() -> int:
    def take(_: int) -> int:
        hoard.append(b"x" * len(CHUNK))
        return 4

    hoard: list[bytes] = []
    return held(until_refused(take, HOARD_MB))


@kind
def has_children_that_take_memory() -> int:
    def take() -> int:
        hoard.append(b"x" * (30 << 20))
        return 30

    hoard: list[bytes] = []
    return held(in_children(take, HOARD_MB // 30))


@kind
def fills_its_folders() -> int:
    """What it writes to /tmp and /dev/shm is memory, too; of this, no more than fits is asked for."""

    def write(folder: str, taken: int) -> int:
        with open(f"{folder}/hoard{taken}", "wb", 0) as file:
            return (file.write(CHUNK) or 0) >> 20

    return held(sum(until_refused(partial(write, folder), 100) for folder in ("/tmp", "/dev/shm")))


@kind
def keeps_files_in_memory() -> int:
    def write(taken: int) -> int:
        return os.write(os.memfd_create(f"hoard{taken}"), CHUNK) >> 20

    return held(until_refused(write, HOARD_MB))


@kind
def hides_shared_memory() -> int:
    """Pages that are shared, filled, and mapped no longer: they are in no process's count."""

    def fill(taken: int) -> int:
        hoard.append(mmap.mmap(-1, len(CHUNK)))
        hoard[-1].write(b"x" * len(CHUNK))
        hoard[-1].madvise(mmap.MADV_DONTNEED)
        return 4

    hoard: list[mmap.mmap] = []
    return held(until_refused(fill, HOARD_MB))


@kind
def fills_pipes() -> int:
    def fill_one(taken: int) -> int:
        reader, writer = os.pipe()
        hoard.append((reader, writer))
        fcntl.fcntl(writer, 1031, 1 << 20)  # F_SETPIPE_SZ
        os.set_blocking(writer, False)
        return os.write(writer, CHUNK)

    hoard: list[tuple[int, int]] = []
    return held(in_children(lambda: until_refused(fill_one, 30 << 20), 10) >> 20)


@kind
def fills_sockets() -> int:
    def fill_one(taken: int) -> int:
        hoard.append(socket.socketpair())
        hoard[-1][0].setblocking(False)
        hoard[-1][0].setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1 << 20)
        return until_refused(lambda _: hoard[-1][0].send(CHUNK[: 1 << 15]), 1 << 20)

    hoard: list[tuple[socket.socket, socket.socket]] = []
    return held(in_children(lambda: until_refused(fill_one, 30 << 20), 10) >> 20)


# ------------------------------------------------------------------------------------- processes


@kind
def forks() -> int:
    def fork(_: int) -> int:
        if os.fork() == 0:
            time.sleep(LIFETIME_S)
            os._exit(0)
        return 1

    return held(until_refused(fork, 250))


@kind
def starts_threads() -> int:
    def start(_: int) -> int:
        threading.Thread(target=time.sleep, args=(LIFETIME_S,), daemon=True).start()
        return 1

    try:
        return held(until_refused(start, 250))
    except RuntimeError:
        return 0


@kind
def bursts() -> int:
    """Many processes at once, gone before anybody looks; over and over."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    most = 0
    for _ in range(20):
        reader, writer = os.pipe()
        taken = 0
        for _ in range(200):
            try:
                if os.fork() == 0:
                    os.close(writer)
                    os.read(reader, 1)
                    os._exit(0)
                taken += 1
            except OSError:
                break
        os.close(writer)
        os.close(reader)
        most = max(most, taken)
    return most


@kind
def leaves_a_daemon() -> int:
    """In a session of its own, its parents gone, deaf to SIGTERM."""
    if os.fork() == 0:
        os.setsid()
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        if os.fork() == 0:
            time.sleep(LIFETIME_S)
        os._exit(0)
    return 0


@kind
def forks_while_it_dies() -> int:
    """A chain of processes, each of which ends as soon as the next is there."""
    if os.fork() == 0:
        give_up = time.monotonic() + LIFETIME_S
        while time.monotonic() < give_up:
            if os.fork() > 0:
                os._exit(0)
            os.setsid()
            time.sleep(0.001)
    return 0


# ------------------------------------------------------------------------------------- processor time, in ms


def burn(ms: float) -> None:
    end = time.process_time() + ms / 1000
    while time.process_time() < end:
        pass


@kind
def burns_time() -> int:
    burn(400)
    return 400


@kind
def burns_time_in_threads() -> int:
    threads = [threading.Thread(target=lambda: burn(400)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return 400


@kind
def burns_time_in_children() -> int:
    """Which live for moments, and are gone when it answers."""
    for _ in range(20):
        pid = os.fork()
        if pid == 0:
            burn(20)
            os._exit(0)
        os.waitpid(pid, 0)
    return 400


@kind
def burns_time_in_orphans() -> int:
    """Which nobody waits for: the kernel adds their time to no parent's."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for _ in range(20):
        reader, writer = os.pipe()
        if os.fork() == 0:
            burn(20)
            os._exit(0)
        os.close(writer)
        os.read(reader, 1)
        os.close(reader)
    return 400


# ------------------------------------------------------------------------------------- rest


@kind
def goes_on_in_a_thread() -> int:
    threading.Thread(target=burn, args=(LIFETIME_S * 1000,), daemon=True).start()
    return 0


@kind
def goes_on_in_a_child() -> int:
    if os.fork() == 0:
        os.setsid()
        burn(LIFETIME_S * 1000)
    return 0


@kind
def flees_from_group_to_group() -> int:
    """Its child forks every few milliseconds, and the next founds a session of its own."""
    if os.fork() == 0:
        signal.signal(signal.SIGCHLD, signal.SIG_IGN)
        give_up = time.monotonic() + LIFETIME_S
        while time.monotonic() < give_up:
            if os.fork() > 0:
                os._exit(0)
            os.setsid()
            end = time.monotonic() + 0.015
            while time.monotonic() < end:
                pass
    return 0


@kind
def wakes_what_rests() -> int:
    """A child that sends SIGCONT to all that it can reach, over and over."""
    if os.fork() == 0:
        os.setsid()
        give_up = time.monotonic() + LIFETIME_S
        while time.monotonic() < give_up:
            os.kill(-1, signal.SIGCONT)
    return 0


# ------------------------------------------------------------------------------------- files


@kind
def writes_a_large_file() -> int:
    """How many MiB went into one file."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    with open("/tmp/large", "wb", 0) as file:
        return until_refused(lambda _: (file.write(CHUNK) or 0) >> 20, 40)


@kind
def opens_many_files() -> int:
    return until_refused(lambda _: os.open("/dev/null", os.O_RDONLY) and 1, 1000)


@kind
def leaves_a_core() -> int:
    """How large a core file may be."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    try:
        resource.setrlimit(resource.RLIMIT_CORE, (1 << 20, 1 << 20))
    except (OSError, ValueError):
        return resource.getrlimit(resource.RLIMIT_CORE)[0]
    return 1 << 20


# ------------------------------------------------------------------------------------- notes


@kind
def leaves_notes() -> int:
    """How many notes of earlier processes it finds, wherever it may write."""
    own = (os.environ["HOME"], os.getcwd(), os.path.dirname(__file__))
    folders = ("/tmp", "/dev/shm", "/var/tmp", "/run", *own)
    found = sum(os.path.exists(os.path.join(folder, NOTE)) for folder in folders)
    for folder in folders:
        until_refused(partial(leave_note, folder), 1)
    return found


def leave_note(folder: str, _: int) -> int:
    with open(os.path.join(folder, NOTE), "wb", 0) as file:
        return file.write(b"x") or 0


def main() -> None:
    signal.alarm(LIFETIME_S + 5)
    os.read(0, 1 << 16)
    taken = KINDS[sys.argv[1]]()
    os.write(1, b"\x81\xa5taken\xce" + taken.to_bytes(4, "big"))
    os.read(0, 1)


if __name__ == "__main__":
    main()
