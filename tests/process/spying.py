"""Lets the spy loose in a bubblewrap sandbox, with all there is to find in place, and prints what it got."""

import ast
import os
import socket
import sys
import tempfile
import time
from pathlib import Path

from arena.process.bot_process import BotProcess
from arena.process.launch import BotSpec, resolve
from arena.process.limits import Limits, Sandbox

SPY = Path(__file__).parent / "bots" / "spy.py"
LIMITS = Limits(scratch_mb=60, file_mb=50)


def spy() -> dict[str, str]:
    """What came of each of the spy's attempts."""
    os.environ["ARENA_SEED"] = "12345"
    abstract_name = f"arena-spying-{os.getpid()}"
    with (
        tempfile.TemporaryDirectory() as folder,
        socket.create_server(("127.0.0.1", 0)) as tcp,
        socket.socket(socket.AF_UNIX) as abstract,
    ):
        others = Path(folder) / "other_bot"
        others.mkdir()
        (Path(folder) / "arena.db").write_bytes(b"results")
        abstract.bind("\0" + abstract_name)
        abstract.listen()
        arguments = (str(others), str(os.getpid()), str(tcp.getsockname()[1]), abstract_name)
        command = resolve(BotSpec("spy", (sys.executable, "-I", str(SPY), *arguments)))
        with BotProcess(command, LIMITS, sandbox=Sandbox.BUBBLEWRAP) as bot:
            answer = bot.exchange(b"\x80", time.monotonic() + 60).value
    assert isinstance(answer, dict)
    found: dict[str, str] = ast.literal_eval(answer["spied"])
    if SPY.is_relative_to("/tmp") and not (SPY.parent / "spy_was_here").exists():
        # Beside a program in /tmp there is the bot's own /tmp, where it may write, and nobody else sees it.
        found["write_beside_its_program"] = "refused: it only seemed so"
    return found


if __name__ == "__main__":
    print(spy())
