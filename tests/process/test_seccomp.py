"""The filter for system calls: its table against the kernel's own, and what it leaves to programs."""

import re
import sys
import time
from pathlib import Path

import pytest

from arena.process.bot_process import BotProcess
from arena.process.launch import BotSpec, resolve
from arena.process.limits import Sandbox
from arena.process.sandbox import bubblewrap_trouble
from arena.process.seccomp import NEWEST, REFUSED, bot_filter

HEADERS = {
    1: Path("/usr/include/x86_64-linux-gnu/asm/unistd_64.h"),
    2: Path("/usr/include/asm-generic/unistd.h"),
}
"""The kernel's own tables, by column; all newer machines, aarch64 among them, share the generic one."""

needs_bubblewrap = pytest.mark.skipif(bubblewrap_trouble() is not None, reason=str(bubblewrap_trouble()))


@pytest.mark.parametrize("column", HEADERS)
def test_the_table_names_the_calls_that_it_means(column: int) -> None:
    if not HEADERS[column].exists():
        pytest.skip(f"no kernel headers here: {HEADERS[column]}")
    text = HEADERS[column].read_text()
    numbers = dict(re.findall(r"#define __NR(?:3264)?_(?!syscalls)(\w+)\s+(\d+)", text))
    newest = max(map(int, numbers.values()))
    for entry in ",".join(REFUSED.values()).split(","):
        words = entry.split()
        if int(words[2].replace("-", "0")) <= newest:
            assert words[column] == numbers.get(words[0], "-"), words[0]
    assert int(numbers["clone3"]) <= NEWEST


def test_a_machine_without_a_table_gets_no_filter() -> None:
    assert bot_filter("riscv64") is None
    assert bot_filter("x86_64") != bot_filter("aarch64") is not None


KEYRING_BOT = """
import ctypes, os
number = {"x86_64": 250, "aarch64": 219}[os.uname().machine]
os.read(0, 99)
keyring = ctypes.CDLL(None).syscall(number, 0, -3, 0)
os.write(1, b"\\x81\\xa2id\\xce" + (keyring & 0xFFFFFFFF).to_bytes(4, "big"))
os.read(0, 1)
"""


def test_each_bot_starts_with_a_session_keyring_of_its_own() -> None:
    command = resolve(BotSpec("asks", (sys.executable, "-IS", "-c", KEYRING_BOT)))
    found = set()
    for _ in range(2):
        with BotProcess(command, sandbox=Sandbox.LIMITS) as bot:
            answer = bot.exchange(b"\x80", time.monotonic() + 20).value
            assert isinstance(answer, dict)
            found.add(answer["id"])
    if 0xFFFFFFFF in found:
        pytest.skip("this kernel, or the container around it, has no keyrings")
    assert len(found) == 2


LIBRARY_BOT = """
import multiprocessing, os, socket, sqlite3, subprocess, threading
os.read(0, 99)
books = sqlite3.connect("/tmp/book.db")
books.execute("create table lines (moves)")
books.commit()
mine, other = socket.socketpair()
mine.send(b"x")
with multiprocessing.Pool(2) as pool:
    assert pool.map(abs, [-1, -2]) == [1, 2]
worker = threading.Thread(target=lambda: subprocess.run(["true"], check=True))
worker.start()
worker.join()
os.write(1, b"\\x80")
os.read(0, 1)
"""


@needs_bubblewrap
def test_what_programs_do_need_goes_on_working() -> None:
    """Databases, helpers, threads, queues between them, and sockets among the bot's own processes."""
    command = resolve(BotSpec("needs much", (sys.executable, "-c", LIBRARY_BOT)))
    with BotProcess(command, sandbox=Sandbox.BUBBLEWRAP) as bot:
        assert bot.exchange(b"\x80", time.monotonic() + 20).value == {}
