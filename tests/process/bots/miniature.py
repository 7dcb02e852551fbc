"""Miniature bots, one a kind of behaviour: `miniature.py KIND [ARGUMENT]`.

They read and write raw bytes, so that nothing but the behaviour itself is in play. Each is bounded: whatever
limit fails, none lives longer than a minute, forks more than 300 times or writes more than 1 GB.
"""
# ruff: noqa: PTH109, PTH110, PTH123, PTH208 - started without site-packages and in numbers, they import little

import fcntl
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable

ANSWER = b"\x82\xa4type\xa3act\xa2id\x01"
LIFETIME_S = 50
FLOOD_BYTES = 1 << 30

Behaviour = Callable[[], None]
KINDS: dict[str, Behaviour] = {}


def kind(behaviour: Behaviour) -> Behaviour:
    KINDS[behaviour.__name__] = behaviour
    return behaviour


def argument() -> str:
    return sys.argv[2]


def question() -> bytes:
    return os.read(0, 1 << 16)


def answer(data: bytes = ANSWER) -> None:
    os.write(1, data)


def linger() -> None:
    time.sleep(LIFETIME_S)


def flood(descriptor: int, data: bytes) -> None:
    for _ in range(FLOOD_BYTES // len(data)):
        os.write(descriptor, data)


def forked(*steps: Behaviour) -> None:
    if os.fork() == 0:
        for step in steps:
            step()
        os._exit(0)


def note_progress() -> None:
    with open(argument() + ".progress", "a") as file:
        file.write(".")
    time.sleep(0.002)


def note_pid() -> None:
    """Leave a trace of this process for tests that search what is left."""
    with open(argument(), "a") as file:
        file.write(f"{os.getpid()}\n")


# ------------------------------------------------------------------------------------- good bots


@kind
def good() -> None:
    while question():
        answer()


@kind
def good_then_exit() -> None:
    question()
    answer()
    sys.exit(3)


@kind
def whole_question() -> None:
    """Answers once it has read as many bytes as its argument says."""
    wanted = int(argument())
    while wanted > 0:
        wanted -= len(question())
    answer()
    question()


@kind
def tells_environment() -> None:
    question()
    text = repr(
        (sorted(os.environ), os.getcwd(), os.getsid(0) == os.getpid(), sorted(os.listdir("/proc/self/fd")))
    ).encode()
    answer(b"\x81\xa4seen\xda" + len(text).to_bytes(2, "big") + text)
    question()


@kind
def burns_processor() -> None:
    while question():
        end = time.process_time() + 0.05
        while time.process_time() < end:
            pass
        answer()


# ------------------------------------------------------------------------------------- ending


@kind
def exits_at_once() -> None:
    print("no config file", file=sys.stderr)
    sys.exit(7)


@kind
def exits_when_asked() -> None:
    question()
    print("what a question", file=sys.stderr)
    sys.exit(7)


@kind
def dies_of_a_signal() -> None:
    question()
    os.kill(os.getpid(), signal.SIGSEGV)
    linger()


@kind
def half_a_message() -> None:
    question()
    answer(ANSWER[:5])
    sys.exit(0)


@kind
def silent() -> None:
    linger()


@kind
def ignores_eof() -> None:
    while question():
        answer()
    linger()


@kind
def ignores_eof_and_term() -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    ignores_eof()


@kind
def stops_itself() -> None:
    question()
    os.kill(os.getpid(), signal.SIGSTOP)
    linger()


# ------------------------------------------------------------------------------------- families


@kind
def leaves_a_daemon() -> None:
    """A daemon in a session of its own, its parents gone, deaf to SIGTERM."""

    def daemon() -> None:
        os.setsid()
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        forked(note_pid, linger)

    forked(daemon)
    good()


@kind
def grandchild_holds_pipes() -> None:
    forked(note_pid, linger)
    question()
    sys.exit(9)


@kind
def wrapped() -> None:
    """A shell that stays as the parent of the real bot."""
    note_pid()
    command = [sys.executable, "-I", "-S", __file__, "good_child", argument()]
    sys.exit(subprocess.call(["/bin/sh", "-c", '"$@"; exit $?', "sh", *command]))


@kind
def wrapped_burner() -> None:
    """A shell around a bot that burns the processor."""
    command = [sys.executable, "-I", "-S", __file__, "burns_processor"]
    os.execv("/bin/sh", ["/bin/sh", "-c", '"$@"; exit $?', "sh", *command])


@kind
def good_child() -> None:
    note_pid()
    good()


@kind
def forks_many() -> None:
    for _ in range(100):
        forked(note_pid, linger)
    good()


@kind
def kills_its_supervisor() -> None:
    forked(os.setsid, note_pid, linger)
    question()
    while not os.path.exists(argument()):
        time.sleep(0.01)
    os.kill(os.getppid(), signal.SIGKILL)
    linger()


@kind
def stops_its_supervisor() -> None:
    note_pid()
    question()
    os.kill(os.getppid(), signal.SIGSTOP)
    linger()


@kind
def helper_burns() -> None:
    """Its helper, in a session of its own, counts in the file how far it came."""

    def burn() -> None:
        os.setsid()
        while True:
            note_progress()

    forked(burn)
    good()


@kind
def counts() -> None:
    """A thread of its own counts in the file how far it came, while the bot is idle too."""

    def count() -> None:
        while True:
            note_progress()

    threading.Thread(target=count, daemon=True).start()
    good()


# ------------------------------------------------------------------------------------- gluttons


@kind
def takes_memory() -> None:
    question()
    hoard = [bytearray(b"x") * (10 << 20) for _ in range(100)]
    answer()
    linger()
    hoard.clear()


@kind
def family_takes_memory() -> None:
    """Ten children of 40 MiB each."""
    question()

    def hoard() -> None:
        held = bytearray(b"x") * (40 << 20)
        linger()
        held.clear()

    for _ in range(10):
        forked(hoard)
    linger()


@kind
def shares_memory() -> None:
    """Ten children that share 60 MiB with their parent, and only look at it."""
    held = bytearray(b"x") * (60 << 20)
    for _ in range(10):
        forked(linger)
    good()
    held.clear()


@kind
def forks_without_end() -> None:
    question()
    for _ in range(250):
        forked(linger)
    linger()


@kind
def forks_in_disguise() -> None:
    """Its processes bear the sandbox's name."""
    import ctypes

    ctypes.CDLL(None).prctl(15, b"bwrap", 0, 0, 0)
    forks_without_end()


@kind
def threads_without_end() -> None:
    question()
    for _ in range(250):
        threading.Thread(target=linger, daemon=True).start()
    linger()


@kind
def writes_a_file() -> None:
    """Writes up to 100 MiB to the file that its argument names, until the system refuses."""
    question()
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    with open(argument(), "wb", 0) as file:
        try:
            for _ in range(100):
                file.write(bytes(1 << 20))
        except OSError as error:
            print(error.strerror, file=sys.stderr)
    answer()
    question()


@kind
def opens_many_files() -> None:
    question()
    try:
        held = [os.open("/dev/null", os.O_RDONLY) for _ in range(1000)]
        print(len(held), "opened", file=sys.stderr)
    except OSError as error:
        print(error.strerror, file=sys.stderr)
    answer()
    question()


# ------------------------------------------------------------------------------------- messages


@kind
def thinks_before_it_reads_on() -> None:
    """In a pipe that holds no more than a third of a question, from the second question on."""
    third = int(argument())
    question()
    fcntl.fcntl(0, fcntl.F_SETPIPE_SZ, third)
    answer()
    while os.read(0, third):
        time.sleep(0.3)
        for _ in range(2):
            os.read(0, third)
        answer()


@kind
def answers_with_many_values() -> None:
    question()
    count = int(argument())
    data = b"\x81\xa1v\xdd" + count.to_bytes(4, "big") + b"\x90" * count
    while data:
        data = data[os.write(1, data) :]
    question()


@kind
def prints() -> None:
    question()
    print("hello there", flush=True)
    linger()


@kind
def drips() -> None:
    question()
    for byte in b"\xdb\x00\x0f\x00\x00" + bytes(4000):
        answer(bytes([byte]))
        time.sleep(0.01)


@kind
def drips_a_map() -> None:
    question()
    for byte in b"\x81\xa4note\xda\x0f\x00" + b"x" * 3840:
        answer(bytes([byte]))
        time.sleep(0.01)


@kind
def speaks_unasked() -> None:
    question()
    answer()
    time.sleep(0.05)
    answer()
    linger()


@kind
def answers_twice() -> None:
    question()
    answer(ANSWER + ANSWER)
    linger()


@kind
def answers_with_junk() -> None:
    question()
    answer(ANSWER + b"\n")
    linger()


@kind
def announces_4_gb() -> None:
    question()
    answer(b"\x81\xa4note\xdb\xff\xff\xff\xff")
    linger()


@kind
def floods_stdout() -> None:
    question()
    flood(1, b"\x81\xa4note\xdb\x00\x00\xff\x00" + b"x" * 0xFF00)


@kind
def floods_messages() -> None:
    question()
    flood(1, ANSWER * 4096)


@kind
def floods_stderr() -> None:
    forked(lambda: flood(2, b"noise " * 10000))
    good()


@kind
def logs_much() -> None:
    question()
    os.write(2, b"first line\n" + b"x" * 200_000 + b"\nlast \x1b[31mline\n")
    answer()
    question()


@kind
def never_reads() -> None:
    answer()
    linger()


@kind
def closes_stdout() -> None:
    question()
    os.close(1)
    linger()


@kind
def closes_stdin() -> None:
    question()
    os.close(0)
    answer()
    linger()


if __name__ == "__main__":
    signal.alarm(LIFETIME_S + 5)
    KINDS[sys.argv[1]]()
