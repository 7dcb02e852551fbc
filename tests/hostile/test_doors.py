"""No door beside the guarded one: wherever a bot's program is started, it is in the sandbox.

A bot's program is started by: `arena play`, with `--trace` too; `arena check`; `arena build`, which runs what
the bot's manifest names; `arena replay bot`; `arena demo --bot`; `arena tournament run` and `arena compare
--run`, by their workers; and `arena bench`, whose bots are the arena's own. A kit's own test is started by
the bot's author, never by the arena. All of them go through `arena.process.bot_process`.
"""

from __future__ import annotations

import ast
import json
import secrets
import shutil
import socket
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from command_line import arena

from arena.process.bot_process import BotProcess
from arena.process.limits import Sandbox
from arena.process.sandbox import bubblewrap_trouble

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(bubblewrap_trouble() is not None, reason=str(bubblewrap_trouble())),
]

ROOT = Path(__file__).parents[2]
GAME = "dragon-whisperer"
PATIENCE = ("--startup-ms", 60_000)
PROWLER = Path(__file__).parent / "bots" / "prowler.py"
EVENT = f"""
seed = 1
[[game]]
id = "{GAME}"
players = [3]
[[bot]]
folder = "bot"
[[bot]]
name = "random"
bundled = "random"
[[bot]]
name = "twin"
bundled = "random"
[limits]
startup_ms = 60000
"""

Run = subprocess.CompletedProcess[str]


@dataclass
class House:
    """The owner's house, with a prowler in the folder `bot`, and what it could leave."""

    folder: Path
    server: socket.socket
    mark: str

    def arena(self, *words: str | int) -> Run:
        return arena(*words, cwd=self.folder)

    @property
    def traces(self) -> set[str]:
        """What the prowler got at since this was last asked."""
        found = set()
        for name, file in (
            ("wrote beside itself", self.folder / "bot" / "was_here"),
            ("wrote at the owner's", self.folder / "owned"),
            ("wrote to /tmp", Path("/tmp") / self.mark),
        ):
            if file.exists():
                found.add(name)
                file.unlink()
        while True:
            try:
                connection, _ = self.server.accept()
            except BlockingIOError:
                return found
            found.add("reached the network")
            with connection:
                connection.setblocking(True)
                if connection.recv(100) == b"the owner's secret":
                    found.add("read the owner's")


EVERYTHING = {
    "wrote beside itself",
    "wrote at the owner's",
    "wrote to /tmp",
    "reached the network",
    "read the owner's",
}


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    mark = f"prowler-{secrets.token_hex(6)}"
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.setblocking(False)
        (tmp_path / "secret").write_text("the owner's secret")
        bot = tmp_path / "bot"
        bot.mkdir()
        shutil.copy(PROWLER, bot / "bot.py")
        port = server.getsockname()[1]
        goal = {
            "read": str(tmp_path / "secret"), "write": str(tmp_path / "owned"), "mark": mark, "port": port
        }  # fmt: skip
        (bot / "prowl.json").write_text(json.dumps(goal))
        (bot / "bot.toml").write_text(
            'name = "prowler"\ncommand = ["python3", "bot.py"]\nbuild = ["python3", "bot.py"]\n'
            f"games = [{GAME!r}]\n"
        )
        (tmp_path / "event.toml").write_text(EVENT)
        yield House(tmp_path, server, mark)


def plays(house: House, *more: str) -> Run:
    return house.arena("play", GAME, "bot", "random", "random", *PATIENCE, *more)


def traces(house: House, *more: str) -> Run:
    return plays(house, "--trace", "m.trace", *more)


def checks(house: House, *more: str) -> Run:
    return house.arena("check", "bot", GAME, "--matches", 1, *PATIENCE, "--exit-ms", 30_000, *more)


def rehearses(house: House, *more: str) -> Run:
    house.arena("play", GAME, "random", "random", "random", "--save", "m.replay")
    return house.arena("replay", "bot", "m.replay", "bot", "--seat", 0, *more)


def shows(house: House) -> Run:
    return house.arena("demo", "--bot", "bot")


def runs(house: House, *more: str) -> Run:
    return house.arena("tournament", "run", "event.toml", *more)


def compares(house: House) -> Run:
    assert runs(house).returncode == 0
    assert house.traces == set()
    aim = ("--worth", "0.45", "--error", "0.4")
    return house.arena("compare", "prowler", "random", "--db", "event.db", "--run", *aim)


DOORS: list[Callable[[House], Run]] = [plays, traces, checks, rehearses, shows, runs, compares]
WITH_A_CHOICE: list[Callable[..., Run]] = [plays, traces, checks, rehearses]


@pytest.mark.parametrize("door", DOORS, ids=lambda door: door.__name__)
def test_a_prowler_finds_nothing(house: House, door: Callable[[House], Run]) -> None:
    run = door(house)
    assert run.returncode == 0, (run.stdout, run.stderr)
    assert house.traces == set()


@pytest.mark.parametrize("door", WITH_A_CHOICE, ids=lambda door: door.__name__)
def test_without_a_sandbox_it_would_have(house: House, door: Callable[..., Run]) -> None:
    door(house, "--sandbox", "limits")
    assert house.traces == EVERYTHING


def test_a_build_writes_to_its_folder_alone(house: House) -> None:
    run = house.arena("build", "bot")
    assert run.returncode == 0, run.stderr
    assert house.traces == {"wrote beside itself"}
    assert "could not: [Errno 97] Address family not supported" in run.stderr
    run = house.arena("build", "bot", "--network")
    assert run.returncode == 0, run.stderr
    assert house.traces == {"wrote beside itself", "reached the network"}
    house.arena("build", "bot", "--sandbox", "limits")
    assert house.traces == EVERYTHING


def test_a_check_says_what_the_sandbox_kept_from_a_bot(house: House) -> None:
    steps = {step["step"]: step for step in json.loads(checks(house, "--format", "json").stdout)["steps"]}
    found = steps["keeps to its sandbox"]
    assert (found["status"], found["mistake"]) == ("warn", "sandbox")
    assert f"No such file or directory: '{house.folder}/secret'" in found["stderr"]
    assert f"Read-only file system: '{house.folder}/bot/was_here'" in found["stderr"]
    assert [name for name, step in steps.items() if step["status"] == "fail"] == []
    assert house.traces == set()


def test_of_a_bot_that_keeps_quiet_it_says_what_was_kept_from_it_and_what_it_left(house: House) -> None:
    program = house.folder / "bot" / "bot.py"
    program.write_text(program.read_text().replace("print(", "str("))
    run = checks(house, "--format", "json")
    found = next(step for step in json.loads(run.stdout)["steps"] if step["step"] == "keeps to its sandbox")
    assert found["status"] == "pass"
    assert "write to a private /tmp and nowhere else" in found["detail"]
    assert f"left there: /tmp/{house.mark} (9 bytes)" in found["detail"]
    assert "bot.py" not in found["detail"], "its folder is not its own to write, wherever it lies"
    assert house.traces == set()


def test_a_bot_that_can_not_do_without_is_told_what_is_behind_it(house: House) -> None:
    (house.folder / "bot" / "bot.py").write_text(f"open({str(house.folder / 'secret')!r})\n")
    run = checks(house, "--format", "json")
    assert run.returncode == 1
    (failed,) = [step for step in json.loads(run.stdout)["steps"] if step["status"] == "fail"]
    assert (failed["mistake"], failed["detail"]) == ("sandbox", "crash: exited with status 1")


def test_who_starts_a_bot_and_says_nothing_gets_the_sandbox() -> None:
    assert (BotProcess.__init__.__kwdefaults__ or {})["sandbox"] is Sandbox.AUTO


# ------------------------------------------------------------------------------------------ in the source

STARTERS = {
    "arena/process/supervised.py": "bots, each with its supervisor",
    "arena/process/supervisor/start.py": "the bot itself, or the sandbox around it",
    "arena/process/sandbox.py": "bubblewrap, to see whether it works",
    "arena/kits/kit.py": "questions of the kits after the tools that they need",
    "arena/kits/python/test_bot.py": "the bot, for its author who runs its test",
    "arena/kits/python/search/test_bot.py": "the same",
    "arena/check/rival.py": "an engine that its author compares with ours: a tool of his own, no bot",
    "arena/bench/pipe.py": "programs of its own, as a yardstick",
    "arena/tournament/pool.py": "the arena's own workers",
}
"""The modules that start processes, and which."""
WAYS = {
    *("subprocess", "multiprocessing", "pty", "concurrent.futures.process"),
    *("os.system", "os.popen", "os.fork", "os.forkpty", "os.posix_spawn", "os.posix_spawnp", "os.startfile"),
    *(f"os.exec{kind}" for kind in ("l", "le", "lp", "lpe", "v", "ve", "vp", "vpe")),
    *(f"os.spawn{kind}" for kind in ("l", "le", "lp", "lpe", "v", "ve", "vp", "vpe")),
}


def ways_to_start_a_process(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from (node.module, *(f"{node.module}.{alias.name}" for alias in node.names))
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            yield f"{node.value.id}.{node.attr}"


def test_no_other_module_starts_a_process() -> None:
    files = [file for top in ("arena", "protocol", "bots") for file in (ROOT / top).rglob("*.py")]
    starters = {
        str(file.relative_to(ROOT)) for file in files if WAYS.intersection(ways_to_start_a_process(file))
    }
    assert starters == set(STARTERS)
