"""The Python helper, as real processes on real pipes."""

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from patience import HANGS_S

from protocol.codec import Decoder
from protocol.messages import (
    Act,
    ArenaHello,
    BotHello,
    Bye,
    Clock,
    Decide,
    Over,
    Ready,
    Rejected,
    SeatFault,
    Start,
    TimeLeft,
    encode,
    parse_bot,
)

ROOT = Path(__file__).parents[2]
# Buffered output, as a user's would be: what is printed before the run must not get out either.
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": ""}

HELLO = ArenaHello(1, "0.1.0")
START = Start("m-1", "portals", 2, 1, {"magic": True}, Clock(1000, None, None), 99)
LEGAL: list[dict[str, Any]] = [{"type": "pass"}, {"type": "bid", "amount": 3}]
OVER = Over("m-1", [3, 5], [2, 1], [SeatFault(0, "timeout")], [])


def decide(id: int) -> Decide:
    return Decide(id, 1, "bid", TimeLeft(900, None), {"round": 2}, LEGAL, [{"type": "deal"}])


class Play:
    """A bot process and this side of its pipes."""

    def __init__(self, source: str, folder: Path) -> None:
        script = folder / "my_bot.py"
        script.write_text(source, "utf-8")
        self.process = subprocess.Popen(
            [sys.executable, str(script)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=ENVIRONMENT,
        )
        assert self.process.stdin
        assert self.process.stdout
        self.stdin, self.stdout = self.process.stdin, self.process.stdout
        self.decoder = Decoder()

    def tell(self, *messages: Any) -> None:
        self.stdin.write(b"".join(map(encode, messages)))
        self.stdin.flush()

    def hear(self) -> Any:
        while (message := self.decoder.next()) is None:
            data = os.read(self.stdout.fileno(), 65536)
            assert data, f"the bot ended: {self.process.stderr.read().decode()}"  # type: ignore[union-attr]
            self.decoder.feed(data)
        return parse_bot(message)

    def ask(self, *messages: Any) -> Any:
        self.tell(*messages)
        return self.hear()

    def end(self) -> tuple[int, str]:
        """Exit status and standard error, once the bot has ended; nothing may be left on standard output."""
        out, err = self.process.communicate(timeout=HANGS_S)
        assert out == b""
        assert self.decoder.pending == 0
        return self.process.returncode, err.decode()


@pytest.fixture
def play(tmp_path: Path) -> Iterator[Any]:
    started: list[Play] = []

    def start(source: str) -> Play:
        started.append(Play(source, tmp_path))
        return started[-1]

    yield start
    for one in started:
        one.process.kill()
        with contextlib.suppress(BrokenPipeError):
            one.process.communicate()


FIRST = """
from protocol.bot import run
run(lambda decision: 1, name="first", version="2", author="me", games=["portals"], send=["legal"])
"""


def test_a_function_plays_a_match(play: Any) -> None:
    bot = play(FIRST)
    assert bot.ask(HELLO) == BotHello(1, "first", "2", "me", ["portals"], ["legal"])
    assert bot.ask(START) == Ready()
    assert bot.ask(decide(1)) == Act(1, 1)
    assert bot.ask(decide(2)) == Act(2, 1)
    bot.tell(OVER, Bye())
    assert bot.end() == (0, "")


def test_many_matches_in_one_process(play: Any) -> None:
    bot = play(FIRST)
    bot.ask(HELLO)
    for match in range(200):
        assert bot.ask(START) == Ready()
        assert bot.ask(decide(match)) == Act(match, 1)
        bot.tell(OVER)
    bot.tell(Bye())
    assert bot.end() == (0, "")


def test_the_name_is_the_script_s_where_none_is_given(play: Any) -> None:
    bot = play("from protocol.bot import run\nrun(lambda decision: 0)")
    assert bot.ask(HELLO) == BotHello(1, "my_bot")


def test_a_subclass_sees_everything(play: Any) -> None:
    bot = play("""
from protocol.bot import Bot

class Mine(Bot):
    name = "mine"

    def start(self, match):
        self.seen = [match.id, match.game, match.players, match.seat, match.options, match.components,
                     match.clock["move_ms"], match.seed]

    def choose(self, d):
        assert d.match.game == "portals"
        d.note = {"start": self.seen,
                  "decision": [d.id, d.seat, d.kind, d.view, d.events, d.clock, d.rejected]}
        return d.legal[1]

    def over(self, result):
        import sys
        print(result.scores, result.ranks, result.faults, result.events, result.match.id, file=sys.stderr)

Mine().run()
""")
    assert bot.ask(HELLO) == BotHello(1, "mine")
    bot.ask(START)
    act = bot.ask(decide(4))
    assert act.action == LEGAL[1]
    assert act.note["start"] == ["m-1", "portals", 2, 1, {"magic": True}, None, 1000, 99]
    clock = {"move_ms": 900, "bank_ms": None}
    assert act.note["decision"] == [4, 1, "bid", {"round": 2}, [{"type": "deal"}], clock, None]
    bot.tell(OVER, Bye())
    assert bot.end() == (0, "[3, 5] [2, 1] [{'seat': 0, 'kind': 'timeout'}] [] m-1\n")


def test_rejected_asks_again_with_the_reason(play: Any) -> None:
    bot = play("""
from protocol.bot import run

def choose(decision):
    decision.note = decision.rejected
    return 7 if decision.rejected is None else 0

run(choose)
""")
    bot.ask(HELLO)
    bot.ask(START)
    assert bot.ask(decide(5)) == Act(5, 7)
    assert bot.ask(Rejected(5, "there are 2 actions", 1)) == Act(5, 0, None, "there are 2 actions")
    assert bot.ask(decide(6)) == Act(6, 7)


def test_a_rejected_answer_is_told_with_the_time_that_is_left(play: Any) -> None:
    bot = play("""
from protocol.bot import run

def choose(decision):
    decision.note = decision.clock["move_ms"]
    return 0

run(choose)
""")
    bot.ask(HELLO)
    bot.ask(START)
    bot.ask(decide(5))
    assert bot.ask(Rejected(5, "no", 2, TimeLeft(760, None))) == Act(5, 0, None, 760)
    assert bot.ask(Rejected(5, "no", 1)) == Act(5, 0, None, 760)  # of an older arena


def test_prints_of_every_kind_land_on_stderr(play: Any) -> None:
    bot = play("""
import ctypes, os, subprocess, sys
print("before the run")
from protocol.bot import run

def choose(decision):
    print("a print")
    sys.stdout.write("a write\\n")
    os.write(1, b"a raw write\\n")
    libc = ctypes.CDLL(None)
    libc.puts(b"a C print")
    libc.fflush(None)
    subprocess.run(["echo", "a child's print"])
    assert sys.stdin.read() == ""
    return 0

run(choose)
""")
    bot.ask(HELLO)
    bot.ask(START)
    assert bot.ask(decide(1)) == Act(1, 0)
    bot.tell(Bye())
    status, err = bot.end()
    assert status == 0
    expected = ["before the run", "a print", "a write", "a raw write", "a C print", "a child's print"]
    assert err.splitlines() == expected


def test_an_exception_ends_the_bot_with_its_traceback(play: Any) -> None:
    bot = play("""
from protocol.bot import run

def choose(decision):
    raise LookupError("no idea")

run(choose)
""")
    bot.ask(HELLO)
    bot.ask(START)
    bot.tell(decide(1))
    status, err = bot.end()
    assert status == 1
    assert err.startswith("Traceback")
    assert err.endswith("LookupError: no idea\n")


@pytest.mark.parametrize(
    ("choice", "words"),
    [
        ("None", "choose must return an index or an action, a dict; it returned None: is a return missing?"),
        ("True", "it returned true"),
        ("'pass'", "it returned the string 'pass'"),
        ("1.0", "it returned the float 1.0"),
        ("10**30", "choose returned an int of more than 64 bits as an index, at decision 1"),
        ("{'card': {3}}", "action.card is a set, which no message can hold"),
        ("d.view", "a decision has no 'view', or the bot's `send` does not ask for it"),
    ],
)
def test_a_wrong_answer_is_explained(play: Any, choice: str, words: str) -> None:
    bot = play(f"from protocol.bot import run\nrun(lambda d: {choice}, send=['legal'])")
    bot.ask(HELLO)
    bot.ask(START)
    bot.tell(Decide(1, 1, "bid", TimeLeft(900, None), legal=LEGAL))
    status, err = bot.end()
    assert status == 1
    assert words in err


def test_an_int_of_another_library_is_an_index(play: Any) -> None:
    bot = play("""
from protocol.bot import run

class Int64:
    def __index__(self):
        return 1

run(lambda d: Int64())
""")
    bot.ask(HELLO)
    bot.ask(START)
    assert bot.ask(decide(1)) == Act(1, 1)


@pytest.mark.parametrize("said", [[], [HELLO], [HELLO, START]])
def test_the_end_of_standard_input_ends_the_bot_quietly(play: Any, said: list[Any]) -> None:
    bot = play(FIRST)
    for message in said:
        bot.ask(message)
    assert bot.end() == (0, "")


def test_a_closed_standard_output_ends_the_bot_quietly(play: Any) -> None:
    bot = play(FIRST)
    bot.ask(HELLO)
    bot.stdout.close()
    bot.tell(START)
    assert bot.process.wait(HANGS_S) == 0
    assert bot.process.stderr.read() == b""


def test_an_interrupt_ends_the_bot_quietly(play: Any) -> None:
    bot = play(FIRST)
    bot.ask(HELLO)
    bot.process.send_signal(signal.SIGINT)
    assert bot.end() == (130, "")


def test_messages_of_unknown_types_are_ignored(play: Any) -> None:
    bot = play(FIRST)
    bot.ask(HELLO)
    bot.stdin.write(b"\x82\xa4type\xa6praise\xa1x\x01")
    assert bot.ask(START) == Ready()


def test_a_large_decision_passes_the_pipe_in_pieces(play: Any) -> None:
    bot = play("from protocol.bot import run\nrun(lambda d: len(d.legal) - 1)")
    bot.ask(HELLO)
    bot.ask(START)
    legal: list[dict[str, Any]] = [{"type": "bid", "amount": amount} for amount in range(20_000)]
    assert bot.ask(Decide(1, 1, "bid", TimeLeft(None, None), {}, legal, [])) == Act(1, 19_999)


def test_a_bot_started_by_hand_says_how_to_start_it(tmp_path: Path) -> None:
    leader, follower = os.openpty()
    script = tmp_path / "my_bot.py"
    script.write_text(FIRST, "utf-8")
    done = subprocess.run(
        [sys.executable, str(script)],
        stdin=follower,
        capture_output=True,
        env=ENVIRONMENT,
        timeout=HANGS_S,
        check=False,
    )
    os.close(leader)
    os.close(follower)
    assert done.returncode == 1
    assert b"arena play" in done.stderr
    assert b"Traceback" not in done.stderr


def test_starting_a_bot_imports_little() -> None:
    listed = subprocess.run(
        [sys.executable, "-c", "import sys, protocol.bot; print(*sys.modules)"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    ).stdout.split()  # fmt: skip
    assert not {"typing", "dataclasses", "inspect", "re", "enum", "traceback", "arena"} & set(listed)
