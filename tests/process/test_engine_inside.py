"""The engine of a bot whose manifest asks for it: there in every sandbox, and within the bot's limits."""

from __future__ import annotations

from pathlib import Path

import pytest
from miniatures import QUESTION, nothing_left_behind, within

from arena.process.bot_process import BotProcess
from arena.process.faults import BotFault, FaultKind
from arena.process.launch import LaunchError, ResolvedCommand, load_manifest, resolve
from arena.process.limits import Limits, Sandbox
from arena.process.sandbox import bubblewrap_trouble

ASKS = r"""
read_answer() { sh -c "exec ${ARENA_ENGINE:-false} --json" 2>/dev/null | head -c 2000; }
said=$(echo '{"type": "new", "game": "portals", "players": 2, "seed": 7}' | read_answer)
printf '\201\244said\331%b%s' "\\0$(printf %03o ${#said})" "$said"
read -r _
"""
KEEPS = """
(echo '{"type": "hello"}'; sleep 100) | sh -c "exec $ARENA_ENGINE --json" >/dev/null &
wait
"""
BOXES = [
    Sandbox.OFF,
    Sandbox.LIMITS,
    pytest.param(
        Sandbox.BUBBLEWRAP,
        marks=pytest.mark.skipif(bubblewrap_trouble() is not None, reason=str(bubblewrap_trouble())),
    ),
]


def bot(folder: Path, program: str, engine: str = "engine = true\n") -> ResolvedCommand:
    (folder / "bot.sh").write_text(program)
    (folder / "bot.toml").write_text(f'name = "shell"\ncommand = ["sh", "bot.sh"]\n{engine}')
    return resolve(load_manifest(folder))


@pytest.mark.parametrize("sandbox", BOXES)
def test_the_command_is_there_in_every_sandbox(sandbox: Sandbox, tmp_path: Path) -> None:
    with nothing_left_behind(), BotProcess(bot(tmp_path, ASKS), sandbox=sandbox) as asks:
        said = asks.exchange(QUESTION, within()).value
    outline = '"decision":{"seat":0,"kind":"take_card","count":6}'
    assert said == {"said": f'{{"type":"answer","state":0,{outline}}}'}


def test_it_is_not_there_for_others(tmp_path: Path) -> None:
    with nothing_left_behind(), BotProcess(bot(tmp_path, ASKS, engine="")) as asks:
        assert asks.exchange(QUESTION, within()).value == {"said": ""}


@pytest.mark.parametrize(
    ("limits", "kind"),
    [(Limits(memory_mb=8), FaultKind.MEMORY), (Limits(processes=2), FaultKind.PROCESSES)],
)
def test_the_engine_counts_as_the_bot(limits: Limits, kind: FaultKind, tmp_path: Path) -> None:
    command = bot(tmp_path, KEEPS)
    with (
        nothing_left_behind(),
        BotProcess(command, limits, sandbox=Sandbox.LIMITS) as keeps,
        pytest.raises(BotFault) as caught,
    ):
        keeps.exchange(QUESTION, within())
    assert caught.value.kind is kind


def test_a_manifest_says_true_or_false(tmp_path: Path) -> None:
    with pytest.raises(LaunchError, match="engine: must be true or false, not 'yes'"):
        bot(tmp_path, ASKS, engine='engine = "yes"\n')
