"""Hostile bots: `hostile.py KIND PHASE MARK` plays the first legal action, and does what KIND names in PHASE.

`hello` and `ready` are asked for that message; `asked` is at its third question; `others`, while others play,
after its second answer; `over`, told that the match is over. MARK is for whoever looks what is left.

Each is bounded, so that a limit that fails can't take the machine down: none lives longer than a minute,
forks more than 300 times, takes or writes more than 1 GB, or signals others than its arena started after it.
Only the standard library is used, and little of it: the suite starts hundreds of these.
"""
# ruff: noqa: PTH108, PTH123, PTH208 - pathlib is slow to import

import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable

KIND, PHASE = sys.argv[1:3]
LIFETIME_S = 50
FLOOD_BYTES = 1 << 30
FORKS = 250

HELLO = b"\x84\xa4type\xa5hello\xa8protocol\x01\xa4name\xa7hostile\xa4send\x90"
READY = b"\x81\xa4type\xa5ready"
TYPE = re.compile(rb"\xa4type[\xa0-\xbf](hello|start|decide|over|bye)")

Behaviour = Callable[[bytes], None]
KINDS: dict[str, Behaviour] = {}


def kind(behaviour: Behaviour) -> Behaviour:
    """What a bot does, given the answer that would have been right."""
    KINDS[behaviour.__name__] = behaviour
    return behaviour


def act(id: int, tail: bytes = b"") -> bytes:
    size = 0x83 + bool(tail)
    return bytes([size]) + b"\xa4type\xa3act\xa2id\xcd" + id.to_bytes(2, "big") + b"\xa5index\x00" + tail


def say(data: bytes) -> None:
    while data:
        data = data[os.write(1, data) :]


def linger() -> None:
    time.sleep(LIFETIME_S)


def flood(descriptor: int, data: bytes) -> None:
    for _ in range(FLOOD_BYTES // len(data)):
        os.write(descriptor, data)


def forked(*steps: Callable[[], None]) -> None:
    if os.fork() == 0:
        for step in steps:
            step()
        os._exit(0)


def go_on(right: bytes) -> None:
    say(right)


# ------------------------------------------------------------------------------------- endings


@kind
def exits(right: bytes) -> None:
    print("something is missing", file=sys.stderr)
    os._exit(7)


@kind
def segfaults(right: bytes) -> None:
    os.kill(os.getpid(), signal.SIGSEGV)
    linger()


@kind
def exits_in_a_message(right: bytes) -> None:
    say(right[: len(right) // 2])
    os._exit(0)


@kind
def exits_and_leaves_its_pipes_to_a_child(right: bytes) -> None:
    forked(linger)
    os._exit(9)


@kind
def closes_stdout(right: bytes) -> None:
    os.close(1)
    linger()


@kind
def closes_stdin(right: bytes) -> None:
    os.close(0)
    say(right)
    linger()


@kind
def kills_its_supervisor(right: bytes) -> None:
    os.kill(os.getppid(), signal.SIGKILL)
    linger()


@kind
def kills_others_supervisors(right: bytes) -> None:
    """Those of the bots at its table, which were started after it. In a sandbox there are none to be seen."""
    mine = str(os.getppid())
    arena, began = parent_and_start(mine)
    for name in os.listdir("/proc"):
        if name.isdigit() and name != mine:
            parent, start = parent_and_start(name)
            if parent == arena and start >= began:
                os.kill(int(name), signal.SIGKILL)
    say(right)


def parent_and_start(pid: str) -> tuple[int, int]:
    """The parent of a process, and when it was started; (0, 0) if it is gone."""
    try:
        with open(f"/proc/{pid}/stat") as file:
            fields = file.read().rpartition(")")[2].split()
    except OSError:
        return 0, 0
    return int(fields[1]), int(fields[19])


@kind
def stops_its_supervisor(right: bytes) -> None:
    os.kill(os.getppid(), signal.SIGSTOP)
    linger()


# ------------------------------------------------------------------------------------- silence


@kind
def silent(right: bytes) -> None:
    linger()


@kind
def stops_itself(right: bytes) -> None:
    os.kill(os.getpid(), signal.SIGSTOP)
    linger()


@kind
def deaf_to_end_and_term(right: bytes) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    linger()


@kind
def half_a_message(right: bytes) -> None:
    say(right[: len(right) // 2])
    linger()


@kind
def drips(right: bytes) -> None:
    for byte in b"\x81\xa4note\xda\x0f\x00" + b"x" * 3840:
        say(bytes([byte]))
        time.sleep(0.01)


# ------------------------------------------------------------------------------------- too much


@kind
def floods_stdout(right: bytes) -> None:
    flood(1, b"\xc1" * 65536)


@kind
def floods_messages(right: bytes) -> None:
    flood(1, READY * 8192)


@kind
def floods_stderr(right: bytes) -> None:
    forked(lambda: flood(2, b"noise \x1b[2J " * 6000))
    say(right)


@kind
def announces_4_gb(right: bytes) -> None:
    say(b"\x81\xa4note\xdb\xff\xff\xff\xff")
    linger()


@kind
def announces_4_billion_items(right: bytes) -> None:
    say(b"\x81\xa4note" + b"\xdd\xff\xff\xff\xff" * 1000)
    linger()


@kind
def says_a_million_arrays(right: bytes) -> None:
    say(b"\x81\xa4note\xdd\x00\x0f\x42\x40" + b"\x90" * 1_000_000)
    linger()


@kind
def nests(right: bytes) -> None:
    say(b"\x81\xa4note" + b"\x91" * 100_000)
    linger()


@kind
def says_2_mb(right: bytes) -> None:
    say(b"\x81\xa4note\xdb\x00\x20\x00\x00" + b"x" * (2 << 20))
    linger()


@kind
def notes_5_kb(right: bytes) -> None:
    say(bytes([right[0] + 1]) + right[1:] + b"\xa4note\xda\x13\x88" + b"x" * 5000)


# ------------------------------------------------------------------------------------- wrong messages


def wrong(name: str, data: Callable[[bytes], bytes]) -> None:
    def behave(right: bytes) -> None:
        say(data(right))
        linger()

    KINDS[name] = behave


wrong("prints", lambda right: b"hello there\n")
wrong("prints_and_answers", lambda right: b"thinking...\n" + right)
wrong("prints_json", lambda right: b'{"type": "ready"}\n')
wrong("says_no_map", lambda right: b"\x93\x01\x02\x03")
wrong("says_invalid_utf_8", lambda right: b"\x81\xa4type\xa5hell\xff")
wrong("says_bytes", lambda right: b"\x81\xa4type\xc4\x05hello")
wrong("says_an_extension", lambda right: b"\x81\xa4type\xd4\x01\x00")
wrong("says_a_number_for_a_key", lambda right: b"\x81\x01\x02")
wrong("says_nothing_known", lambda right: b"\x81\xa4type\xa5world")
wrong("says_no_type", lambda right: b"\x81\xa4name\xa5world")
wrong("says_a_number_for_a_type", lambda right: b"\x81\xa4type\x05")
wrong("says_hello_out_of_turn", lambda right: READY if PHASE == "hello" else HELLO)
wrong("answers_in_windows_text_mode", lambda right: right[:-1] + b"\r\n")
wrong("answers_twice", lambda right: right + right)
wrong("answers_another_question", lambda right: act(999))
wrong("answers_an_old_question", lambda right: act(1))
wrong("answers_a_flag_for_an_id", lambda right: right[:13] + b"\xc3" + right[16:])
wrong("answers_a_flag_for_an_index", lambda right: right[:-1] + b"\xc3")
wrong("answers_a_float_for_an_index", lambda right: right[:-1] + b"\xcb" + bytes(8))
wrong("answers_nil_for_an_index", lambda right: right[:-1] + b"\xc0")
wrong("answers_text_for_an_action", lambda right: right.replace(b"\xa5index\x00", b"\xa6action\xa1x"))
wrong("chooses_what_is_not_there", lambda right: right[:-1] + b"\xcd\x03\xe7")
wrong("chooses_before_the_first", lambda right: right[:-1] + b"\xff")
wrong("speaks_another_version", lambda right: right.replace(b"\xa8protocol\x01", b"\xa8protocol\x02"))
wrong("has_a_number_for_a_name", lambda right: right.replace(b"\xa7hostile", b"\x07"))
wrong("has_a_flag_for_a_version", lambda right: right.replace(b"\xa8protocol\x01", b"\xa8protocol\xc3"))
wrong("plays_other_games", lambda right: b"\x85" + right[1:] + b"\xa5games\x91\xa5chess")
wrong("wants_unknown_parts", lambda right: right[:-1] + b"\x91\xa4all!")


@kind
def hides_escapes_in_its_name(right: bytes) -> None:
    say(right.replace(b"\xa7hostile", b"\xac\x1b[2J\x1b[31mred"))


@kind
def hides_escapes_in_a_note(right: bytes) -> None:
    say(bytes([right[0] + 1]) + right[1:] + b"\xa4note\xac\x1b[2J\x1b[31mred")


# ------------------------------------------------------------------------------------- gluttons, families


@kind
def takes_memory(right: bytes) -> None:
    hoard = [bytearray(b"x") * (10 << 20) for _ in range(100)]
    linger()
    hoard.clear()


@kind
def has_children_that_take_memory(right: bytes) -> None:
    def hoard() -> None:
        held = bytearray(b"x") * (40 << 20)
        linger()
        held.clear()

    for _ in range(10):
        forked(hoard)
    linger()


@kind
def forks(right: bytes) -> None:
    for _ in range(FORKS):
        forked(linger)
    linger()


@kind
def starts_threads(right: bytes) -> None:
    for _ in range(FORKS):
        threading.Thread(target=linger, daemon=True).start()
    linger()


@kind
def burns_processor_time(right: bytes) -> None:
    end = time.process_time() + 0.4
    while time.process_time() < end:
        pass
    say(right)


@kind
def hogs_the_processor(right: bytes) -> None:
    """All the time, in a process beside it."""

    def burn() -> None:
        end = time.monotonic() + LIFETIME_S
        while time.monotonic() < end:
            pass

    forked(burn)
    say(right)


@kind
def leaves_a_daemon(right: bytes) -> None:
    """In a session of its own, its parents gone, deaf to SIGTERM."""

    def daemon() -> None:
        os.setsid()
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        forked(linger)

    forked(daemon)
    say(right)


@kind
def hides_behind_a_shell(right: bytes) -> None:
    subprocess.Popen(["/bin/sh", "-c", "sleep 50; true", "sh", *sys.argv])
    say(right)


@kind
def floods_files(right: bytes) -> None:
    """Fills the folder that it can write to, until the system refuses."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    names = [f"/tmp/{sys.argv[3]}.{number}" for number in range(4)]
    for name in names:
        try:
            with open(name, "wb", 0) as file:
                for _ in range(200):
                    file.write(bytes(1 << 20))
        except OSError as error:
            print(error.strerror, file=sys.stderr)
    for name in names:
        os.unlink(name)
    say(right)


# ------------------------------------------------------------------------------------- playing


class Bot:
    """Answers as is right, but for the one moment."""

    def __init__(self) -> None:
        self.questions = 0

    def hear(self, message: str) -> None:
        match message:
            case "hello":
                self.answer("hello", HELLO)
            case "start":
                self.questions = 0
                self.answer("ready", READY)
            case "decide":
                self.questions += 1
                self.answer("asked" if self.questions == 3 else "", act(self.questions))
                if self.questions == 2 and PHASE == "others":
                    KINDS[KIND](b"")
            case "over" if PHASE == "over":
                KINDS[KIND](b"")
            case "bye":
                sys.exit(0)

    def answer(self, phase: str, right: bytes) -> None:
        (KINDS[KIND] if phase == PHASE else go_on)(right)


def main() -> None:
    signal.alarm(LIFETIME_S + 5)
    bot = Bot()
    while data := os.read(0, 1 << 16):
        for found in TYPE.finditer(data):
            bot.hear(found[1].decode())


if __name__ == "__main__":
    main()
