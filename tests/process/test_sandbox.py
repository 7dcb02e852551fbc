"""What a sandbox shows of the machine, and what it keeps from a bot that tries."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest
from miniatures import (
    ANSWER,
    PROGRAM,
    QUESTION,
    is_running,
    noted_pids,
    nothing_left_behind,
    running,
    wait_for,
    within,
)
from strangers import ORDINARY_USER, import_paths, python_for_everyone

from arena.process.bot_process import BotProcess
from arena.process.capabilities import Enforced, capabilities, shortfall
from arena.process.faults import BotFault, FaultKind
from arena.process.launch import BotSpec, LaunchError, resolve
from arena.process.limits import Limits, Sandbox
from arena.process.sandbox import (
    best_sandbox,
    bubblewrap_trouble,
)

ROOT = Path(__file__).parents[2]

needs_bubblewrap = pytest.mark.skipif(bubblewrap_trouble() is not None, reason=str(bubblewrap_trouble()))


# ------------------------------------------------------------------------------------- choosing


def test_without_bubblewrap_auto_means_limits(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    bubblewrap_trouble.cache_clear()
    try:
        assert best_sandbox(Sandbox.AUTO) is Sandbox.LIMITS
        with pytest.raises(LaunchError, match="install the package 'bubblewrap'"):
            best_sandbox(Sandbox.BUBBLEWRAP)
        found = {capability.what: capability.enforced for capability in capabilities()}
        assert found["no network"] is Enforced.NO
        assert found["a limit on the memory of the whole tree"] is Enforced.PARTLY
        assert "no network" in str(shortfall())
        assert str(shortfall()).count("install the package 'bubblewrap'") == 1
    finally:
        bubblewrap_trouble.cache_clear()


def test_a_bubblewrap_that_fails_is_not_trusted(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    broken = tmp_path / "bwrap"
    broken.write_text("#!/bin/sh\necho 'no namespaces for you' >&2; exit 1\n")
    broken.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    bubblewrap_trouble.cache_clear()
    try:
        assert best_sandbox(Sandbox.AUTO) is Sandbox.LIMITS
        with pytest.raises(LaunchError, match="no namespaces for you"):
            best_sandbox(Sandbox.BUBBLEWRAP)
    finally:
        bubblewrap_trouble.cache_clear()


@pytest.mark.skipif(os.environ.get("CI") != "true", reason="not every machine has to have it")
def test_the_tests_in_here_are_not_all_skipped() -> None:
    assert bubblewrap_trouble() is None


@needs_bubblewrap
def test_auto_takes_bubblewrap_where_it_works() -> None:
    assert best_sandbox(Sandbox.AUTO) is Sandbox.BUBBLEWRAP
    assert all(capability.enforced is not Enforced.NO for capability in capabilities())
    assert shortfall() is None


@pytest.mark.parametrize("sandbox", [Sandbox.LIMITS, Sandbox.OFF])
def test_what_needs_no_help_is_taken_as_it_is(sandbox: Sandbox) -> None:
    assert best_sandbox(sandbox) is sandbox


# ------------------------------------------------------------------------------------- life inside


@needs_bubblewrap
def test_a_bot_plays_inside_as_it_does_outside() -> None:
    with running("burns_processor", sandbox=Sandbox.BUBBLEWRAP) as bot:
        for _ in range(4):
            bot.exchange(QUESTION, within())
        answer = bot.exchange(QUESTION, within())
        assert answer.value == ANSWER
        assert answer.cpu_ns > 45e6
        report = bot.close()
        assert (report.code, report.cpu_ms >= 240) == (0, True)


@pytest.mark.parametrize(
    "sandbox", [pytest.param(Sandbox.BUBBLEWRAP, marks=needs_bubblewrap), Sandbox.LIMITS]
)
@pytest.mark.parametrize(
    ("ends", "told"),
    [
        ("sys.exit(1)", "exited with status 1"),
        ("sys.exit(127)", "exited with status 127"),
        ("sys.exit(255)", "exited with status 255"),
        ("sys.exit(130)", "exited with status 130"),
        ("os.kill(os.getpid(), signal.SIGABRT)", "ended by SIGABRT"),
        ("os.kill(os.getpid(), signal.SIGTERM)", "ended by SIGTERM"),
    ],
)
def test_an_exit_status_is_never_told_as_a_signal_alone(sandbox: Sandbox, ends: str, told: str) -> None:
    """255 is what Perl's `die` and PHP's errors end with; the sandbox gives SIGTERM and status 143 alike."""
    command = resolve(BotSpec("ends", (sys.executable, "-c", f"import os, signal, sys; {ends}")))
    with BotProcess(command, Limits(), sandbox=sandbox) as bot, pytest.raises(BotFault) as caught:
        bot.exchange(QUESTION, within())
    assert told in caught.value.detail.split(", or ")


@needs_bubblewrap
def test_how_it_ended_is_seen_through_the_sandbox() -> None:
    for kind, how in (("dies_of_a_signal", "ended by SIGSEGV"), ("exits_when_asked", "exited with status 7")):
        with running(kind, sandbox=Sandbox.BUBBLEWRAP) as bot, pytest.raises(BotFault) as caught:
            bot.exchange(QUESTION, within())
        assert (caught.value.kind, caught.value.detail) == (FaultKind.CRASH, how)
    assert "what a question" in caught.value.evidence.exit.stderr.text


@needs_bubblewrap
@pytest.mark.parametrize("kind", ["good", "ignores_eof", "ignores_eof_and_term", "silent"])
def test_every_bot_can_be_closed(kind: str) -> None:
    with running(kind, sandbox=Sandbox.BUBBLEWRAP) as bot:
        if kind != "silent":
            bot.exchange(QUESTION, within())
        bot.close()
        assert not bot.alive


@needs_bubblewrap
@pytest.mark.parametrize("rests", [False, True])
def test_a_paused_bot_goes_on_when_asked(rests: bool) -> None:
    with running("good", sandbox=Sandbox.BUBBLEWRAP, rests=rests) as bot:
        for _ in range(5):
            assert bot.exchange(QUESTION, within()).value == ANSWER
            bot.pause()
        assert bot.close().code == 0


@pytest.mark.slow
@needs_bubblewrap
@pytest.mark.parametrize(
    ("kind", "fault_kind"),
    [
        ("family_takes_memory", FaultKind.MEMORY),
        ("forks_without_end", FaultKind.PROCESSES),
        ("forks_in_disguise", FaultKind.PROCESSES),
    ],
)
def test_limits_hold_inside(kind: str, fault_kind: FaultKind) -> None:
    limits = Limits(memory_mb=150, processes=20)
    with running(kind, sandbox=Sandbox.BUBBLEWRAP, limits=limits) as bot, pytest.raises(BotFault) as caught:
        bot.exchange(QUESTION, within())
    assert caught.value.kind is fault_kind


@needs_bubblewrap
def test_a_bot_reads_its_folder_and_imports_the_protocol(tmp_path: Path) -> None:
    (tmp_path / "helper.py").write_text("ANSWER = b'\\x81\\xa2ok\\xc3'\n")
    program = "import os, protocol.bot, helper\nos.read(0, 9)\nos.write(1, helper.ANSWER)\nos.read(0, 9)\n"
    (tmp_path / "bot.py").write_text(program)
    command = resolve(BotSpec("mine", ("python3", "bot.py"), cwd=tmp_path))
    with nothing_left_behind(), BotProcess(command, sandbox=Sandbox.BUBBLEWRAP) as bot:
        assert bot.exchange(QUESTION, within()).value == {"ok": True}


@needs_bubblewrap
@pytest.mark.skipif(" " in sys.executable, reason="a script's first line can't name a path with blanks")
def test_a_script_runs_by_the_interpreter_of_its_first_line(tmp_path: Path) -> None:
    script = tmp_path / "bot"
    script.write_text(
        f"#!{sys.executable} -IS\nimport os\nos.read(0, 9)\nos.write(1, b'\\x80')\nos.read(0, 9)\n"
    )
    script.chmod(0o755)
    command = resolve(BotSpec("mine", ("./bot",), cwd=tmp_path))
    with nothing_left_behind(), BotProcess(command, sandbox=Sandbox.BUBBLEWRAP) as bot:
        assert bot.exchange(QUESTION, within()).value == {}


@needs_bubblewrap
def test_a_program_that_vanished_is_the_bots_fault(tmp_path: Path) -> None:
    script = tmp_path / "bot"
    script.write_text("#!/bin/sh\n")
    script.chmod(0o755)
    command = resolve(BotSpec("mine", ("./bot",), cwd=tmp_path))
    script.unlink()
    for sandbox, kind in ((Sandbox.BUBBLEWRAP, FaultKind.CRASH), (Sandbox.LIMITS, FaultKind.STARTUP)):
        with (
            nothing_left_behind(),
            BotProcess(command, sandbox=sandbox) as bot,
            pytest.raises(BotFault) as caught,
        ):
            bot.exchange(QUESTION, within())
        assert caught.value.kind is kind


# ------------------------------------------------------------------------------------- breaking out


@needs_bubblewrap
@pytest.mark.parametrize("user", ["this one", "an ordinary one"])
def test_every_attempt_to_break_out_is_refused(user: str) -> None:
    spying = [str(Path(__file__).with_name("spying.py"))]
    if user == "this one":
        out = subprocess.run([sys.executable, *spying], env=import_paths(), stdout=-1, check=True).stdout
    elif os.getuid() != 0:
        pytest.skip("only root can try this as someone else")
    elif (python := python_for_everyone()) is None:
        pytest.skip("there is no Python here that everyone may run")
    else:
        out = subprocess.run(
            [python, *spying], env=import_paths(), stdout=-1, check=True, user=ORDINARY_USER, cwd="/"
        ).stdout
    attempts = ast.literal_eval(out.decode())
    assert len(attempts) >= 30
    assert {name: what for name, what in attempts.items() if not what.startswith("refused")} == {}


@needs_bubblewrap
def test_the_sandboxs_process_beside_the_bot_is_counted_with_it() -> None:
    with running("good", sandbox=Sandbox.BUBBLEWRAP) as bot:
        bot.exchange(QUESTION, within())
        assert wait_for(
            lambda: bot.exchange(QUESTION, within()) and "1" in map(pid_inside, bot.supervised.family)
        )


@needs_bubblewrap
def test_a_bot_that_takes_over_the_sandboxs_process_is_refused_or_pays_for_it() -> None:
    program = Path(__file__).parent / "bots" / "takes_over.py"
    command = resolve(BotSpec("thief", (sys.executable, "-I", "-S", str(program))))
    with nothing_left_behind(), BotProcess(command, sandbox=Sandbox.BUBBLEWRAP) as bot:
        answer = bot.exchange(QUESTION, within(60))
        assert isinstance(answer.value, dict)
        assert answer.value["errno"] or answer.cpu_ns >= 90e6


def pid_inside(pid: int) -> str:
    """The number that a process has in the innermost namespace."""
    status = Path(f"/proc/{pid}/status").read_text()
    return next(line for line in status.splitlines() if line.startswith("NSpid:")).split()[-1]


@needs_bubblewrap
def test_a_family_that_scatters_ends_inside_too(tmp_path: Path) -> None:
    with running("leaves_a_daemon", "/tmp/pids", sandbox=Sandbox.BUBBLEWRAP) as bot:
        bot.exchange(QUESTION, within())
        bot.close()
    assert not noted_pids(tmp_path / "pids")
    assert not is_running(bot.pid or 0)
    assert not (Path("/tmp") / "pids").exists()
    assert PROGRAM.exists()
