"""A bot that tries to break out of its sandbox: one question, and its answer says what came of each attempt.

`spy.py OTHERS_FOLDER ARENA_PID TCP_PORT ABSTRACT_SOCKET`, with the arena's database in that folder's parent.
An attempt that raises OSError was refused; one that returns got through. Don't run it outside a sandbox.
"""
# ruff: noqa: PTH208

import ctypes
import errno
import fcntl
import mmap
import os
import resource
import shutil
import signal
import socket
import sys
import termios
import time
from collections.abc import Callable
from pathlib import Path

OTHERS_FOLDER, ARENA_PID, TCP_PORT, ABSTRACT_SOCKET = sys.argv[1:]
HERE = Path(__file__).parent
TOO_MUCH_MB = 200
PTRACE_SEIZE = 0x4206  # unlike PTRACE_ATTACH it does not stop the arena, should it work
Numbers = tuple[object, ...]
NAMESPACES = {
    "time": 0x80,
    "mount": 0x20000,
    "cgroup": 0x2000000,
    "name": 0x4000000,
    "ipc": 0x8000000,
    "user": 0x10000000,
    "pid": 0x20000000,
    "network": 0x40000000,
}
FAMILIES = {"ipv4": 2, "ipv6": 10, "netlink": 16, "packet": 17, "alg": 38, "vsock": 40}
CALLS: dict[str, Numbers | dict[str, Numbers]] = {
    "use_keyrings": {"x86_64": (250, 0, -3, 0), "aarch64": (219, 0, -3, 0)},
    "add_a_key": {
        "x86_64": (248, b"user", b"word", b"x", 1, -4),
        "aarch64": (217, b"user", b"word", b"x", 1, -4),
    },
    "ask_for_a_key": {
        "x86_64": (249, b"user", b"word", None, 0),
        "aarch64": (218, b"user", b"word", None, 0),
    },
    "read_a_process": {"x86_64": (310, 1, None, 0, None, 0, 0), "aarch64": (270, 1, None, 0, None, 0, 0)},
    "write_a_process": {"x86_64": (311, 1, None, 0, None, 0, 0), "aarch64": (271, 1, None, 0, None, 0, 0)},
    "set_up_io_uring": (425, 1, bytes(120)),
    "count_events": {"x86_64": (298, bytes(128), 0, -1, -1, 0), "aarch64": (241, bytes(128), 0, -1, -1, 0)},
    "load_bpf": {"x86_64": (321, 0, bytes(72), 72), "aarch64": (280, 0, bytes(72), 72)},
    "serve_page_faults": {"x86_64": (323, 1), "aarch64": (282, 1)},
    "take_a_descriptor": (438, 0, 0, 0),
    "clone_by_the_new_call": (435, bytes(88), 88),
    "see_the_page_cache": (451, 0, bytes(16), bytes(40), 0),
    "watch_all_files": {"x86_64": (300, 0, 0), "aarch64": (262, 0, 0)},
    "watch_files": {"x86_64": (294, 0), "aarch64": (26, 0)},
    "share_memory": {"x86_64": (29, 0, 4096, 0o1600), "aarch64": (194, 0, 4096, 0o1600)},
    "make_a_message_queue": {"x86_64": (68, 0, 0o1600), "aarch64": (186, 0, 0o1600)},
    "make_semaphores": {"x86_64": (64, 0, 1, 0o1600), "aarch64": (190, 0, 1, 0o1600)},
    "make_a_named_queue": {
        "x86_64": (240, b"word", 0o102, 0o600, None),
        "aarch64": (180, b"word", 0o102, 0o600, None),
    },
    "keep_memory_in_a_file": {"x86_64": (319, b"hoard", 0), "aarch64": (279, b"hoard", 0)},
    "keep_secret_memory": (447, 0),
    "call_what_is_new": (1000,),
}
"""System calls that no bot needs, by their numbers: the same on every machine, or by machine."""

Attempt = Callable[[], object]
ATTEMPTS: dict[str, Attempt] = {}
libc = ctypes.CDLL(None, use_errno=True)


def attempt(trial: Attempt) -> Attempt:
    ATTEMPTS[trial.__name__] = trial
    return trial


def checked(result: int) -> int:
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


def write_to(path: Path) -> int:
    return path.write_text("the spy was here")


def fill(folder: Path) -> str:
    with (folder / "filler").open("wb", 0) as file:
        for _ in range(TOO_MUCH_MB):
            file.write(bytes(1 << 20))
            if file.tell() >> 20 == 30:
                file.seek(0)  # another file is needed: this one has its own limit
                shutil.copy(folder / "filler", folder / f"filler{len(os.listdir(folder))}")
    return "there was room for more than allowed"


def refuse_if(nothing: bool, words: str) -> None:
    if nothing:
        raise OSError(words)


@attempt
def write_into_the_system() -> object:
    return write_to(Path("/usr/spy"))


@attempt
def write_settings() -> object:
    return write_to(Path("/etc/spy"))


@attempt
def write_beside_its_program() -> object:
    return write_to(HERE / "spy_was_here")


@attempt
def change_its_program() -> object:
    with Path(__file__).open("ab") as file:
        return file.write(b"")


@attempt
def write_at_the_root() -> object:
    return write_to(Path("/spy"))


@attempt
def write_among_devices() -> object:
    return write_to(Path("/dev/spy"))


@attempt
def write_kernel_settings() -> object:
    path = Path("/proc/sys/vm/swappiness")
    return path.write_text(path.read_text())


@attempt
def read_another_bots_folder() -> object:
    return os.listdir(OTHERS_FOLDER)


@attempt
def read_the_database() -> object:
    return (Path(OTHERS_FOLDER).parent / "arena.db").read_bytes()


@attempt
def read_passwords() -> object:
    return Path("/etc/shadow").read_bytes()


@attempt
def list_homes() -> object:
    """What is in homes, beside the way to this program and to its Python."""
    ways = [*map(Path, (__file__, sys.executable, sys.prefix, sys.base_prefix))]
    homes = [Path("/root"), *Path("/home").glob("*")]
    found = [path for home in homes if home.exists() for path in (home, *home.iterdir())]
    beside = [
        str(path) for path in found if path != Path("/root") and not any(w.is_relative_to(path) for w in ways)
    ]
    refuse_if(not beside, "no home to be seen")
    return beside


@attempt
def connect_to_loopback() -> object:
    return socket.create_connection(("127.0.0.1", int(TCP_PORT)), timeout=2)


@attempt
def connect_to_an_abstract_socket() -> object:
    with socket.socket(socket.AF_UNIX) as client:
        client.connect("\0" + ABSTRACT_SOCKET)
        return True


@attempt
def send_to_the_internet() -> object:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as client:
        return client.sendto(b"secret", ("192.0.2.1", 9))


@attempt
def signal_the_arena() -> object:
    os.kill(int(ARENA_PID), 0)
    return True


@attempt
def trace_the_arena() -> object:
    return checked(libc.ptrace(PTRACE_SEIZE, int(ARENA_PID), 0, 0))


@attempt
def see_other_processes() -> object:
    pids = sorted(int(name) for name in os.listdir("/proc") if name.isdigit())
    refuse_if(os.getpid() in pids and len(pids) <= 2, f"only {pids} to be seen")
    return pids


@attempt
def open_the_terminal() -> object:
    return os.open("/dev/tty", os.O_RDWR)


@attempt
def type_into_a_terminal() -> object:
    return [fcntl.ioctl(descriptor, termios.TIOCSTI, b"x") for descriptor in range(3)]


@attempt
def become_another_user() -> object:
    os.setgroups([])
    os.setuid(1)
    return True


def unsharing(flag: int) -> Attempt:
    return lambda: checked(libc.unshare(flag))


def cloning(flag: int) -> Attempt:
    def clone() -> int:
        number = {"x86_64": 56, "aarch64": 220}[os.uname().machine]
        pid = checked(libc.syscall(number, ctypes.c_ulong(flag | signal.SIGCHLD), None, None, None, None))
        if pid == 0:
            os._exit(0)
        return pid

    return clone


def opening(family: int) -> Attempt:
    return lambda: socket.socket(family, socket.SOCK_RAW if family in (16, 17) else socket.SOCK_STREAM)


def calling(numbers: Numbers | dict[str, Numbers]) -> Attempt:
    arguments = numbers[os.uname().machine] if isinstance(numbers, dict) else numbers

    def call() -> int:
        result = libc.syscall(*arguments)
        if result == -1 and ctypes.get_errno() not in (errno.EPERM, errno.ENOSYS):
            return ctypes.get_errno()  # it came through to the kernel, which found fault with the arguments
        return checked(result)

    return call


ATTEMPTS.update({f"make_a_{name}_namespace": unsharing(flag) for name, flag in NAMESPACES.items()})
ATTEMPTS.update(
    {f"clone_into_a_{name}_namespace": cloning(flag) for name, flag in NAMESPACES.items() if flag > 0x80}
)
ATTEMPTS.update({f"open_a_socket_of_{name}": opening(family) for name, family in FAMILIES.items()})
ATTEMPTS.update({name: calling(numbers) for name, numbers in CALLS.items()})


@attempt
def signal_by_locks() -> object:
    """On a file that every bot sees: a lock that keeps another out carries a word."""
    with Path(sys.executable).open("rb") as mine, Path(sys.executable).open("rb") as others:
        try:
            fcntl.flock(mine, fcntl.LOCK_EX)
            fcntl.flock(others, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return "flock keeps others out"
        lock = bytearray(32)  # a struct flock that asks for the whole file
        fcntl.fcntl(mine, fcntl.F_OFD_SETLK, bytes(lock))
        found = fcntl.fcntl(others, fcntl.F_OFD_GETLK, bytes([fcntl.F_WRLCK, *lock[1:]]))
        refuse_if(found[0] == fcntl.F_UNLCK, "locks keep nobody out")
        return "fcntl keeps others out"


@attempt
def take_a_lease() -> object:
    with Path(sys.executable).open("rb") as file:
        return fcntl.fcntl(file, fcntl.F_SETLEASE, fcntl.F_RDLCK)


@attempt
def be_told_of_reading() -> object:
    folder = os.open("/usr/bin", os.O_RDONLY)
    try:
        return fcntl.fcntl(folder, fcntl.F_NOTIFY, fcntl.DN_ACCESS)
    finally:
        os.close(folder)


@attempt
def call_as_an_older_machine() -> object:
    """32-bit system calls, which have numbers of their own: getpid by int 0x80."""
    refuse_if(os.uname().machine != "x86_64", "there is no such thing on this machine")
    code = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    code.write(b"\xb8\x14\x00\x00\x00\xcd\x80\xc3")
    pid = ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(code)))()
    refuse_if(pid < 0, os.strerror(-pid))
    return pid


@attempt
def mount_something() -> object:
    return checked(libc.mount(b"none", b"/tmp", b"tmpfs", 0, None))


@attempt
def remount_the_system() -> object:
    remount_bind = 32 | 4096
    return checked(libc.mount(b"none", b"/usr", None, remount_bind, None))


@attempt
def make_a_device() -> object:
    os.mknod("/tmp/disk", 0o60666, os.makedev(8, 0))
    return True


@attempt
def change_the_root() -> object:
    os.chroot("/tmp")
    return True


@attempt
def fill_the_scratch_folder() -> object:
    return fill(Path("/tmp"))


@attempt
def fill_shared_memory() -> object:
    return fill(Path("/dev/shm"))


@attempt
def raise_its_limits() -> object:
    return checked(libc.setrlimit(resource.RLIMIT_NOFILE, (ctypes.c_ulong * 2)(100_000, 100_000)))


@attempt
def find_inherited_descriptors() -> object:
    found = [int(name) for name in os.listdir("/proc/self/fd")]
    refuse_if(len(found) <= 4, f"only {found}")  # the last is the listing itself
    return found


@attempt
def find_secrets_in_the_environment() -> object:
    found = [name for name in os.environ if "ARENA_SEED" in name]
    refuse_if(not found, "nothing of that name")
    return found


@attempt
def find_the_arena_in_shared_memory() -> object:
    found = Path("/proc/sysvipc/shm").read_text().splitlines()[1:]
    refuse_if(not found, "no segments")
    return found


@attempt
def change_the_clock() -> object:
    time.clock_settime(time.CLOCK_REALTIME, time.time())
    return True


@attempt
def name_the_machine() -> object:
    socket.sethostname("spy")
    return True


def tried(trial: Attempt) -> str:
    try:
        return f"got {trial()!r}"
    except OSError as error:
        return f"refused: {error}"


def main() -> None:
    os.read(0, 1 << 16)
    signal.alarm(50)
    text = repr({name: tried(trial) for name, trial in ATTEMPTS.items()}).encode()
    os.write(1, b"\x81\xa5spied\xda" + len(text).to_bytes(2, "big") + text)
    os.read(0, 1)


if __name__ == "__main__":
    main()
