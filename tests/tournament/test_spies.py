"""A bot that searches all that it can reach finds no seed, and nothing of the others' or the arena's."""

from __future__ import annotations

import ast
import zlib
from collections import defaultdict
from pathlib import Path

import pytest
from miniature_events import BOTS, bot, write

from arena.process.sandbox import bubblewrap_trouble
from arena.tournament import Outcome, Store, Tournament, read_tournament, run_tournament

SEED = 7_919_191_919_193
IN_THE_ENVIRONMENT = "what-the-arena-was-told-4711"
ON_A_COMMAND_LINE = "what-the-rival-was-told-4712"
IN_A_FILE = "what-the-rival-knows-4713"


@pytest.fixture
def event(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Tournament:
    monkeypatch.setenv("ARENA_SECRET", IN_THE_ENVIRONMENT)
    folder = tmp_path / "secret-club"
    for name in ("spy", "rival"):
        (folder / name).mkdir(parents=True)
        (folder / name / "bot.py").write_text(
            (BOTS / {"spy": "onlooker.py", "rival": "first.py"}[name]).read_text()
        )
    (folder / "rival" / "book.txt").write_text(IN_A_FILE)
    entries = [
        '[[bot]]\nname = "spy"\ncommand = ["python3", "bot.py"]\ncwd = "spy"\n',
        f'[[bot]]\nname = "rival"\ncommand = ["python3", "bot.py", "{ON_A_COMMAND_LINE}"]\ncwd = "rival"\n',
        bot("third", "first.py"),
    ]
    file = write(folder, deals=4, bots=entries)
    file.write_text(file.read_text().replace("seed = 1\n", f"seed = {SEED}\n"))
    return read_tournament(file)


def reports(event: Tournament, store: Path, whole: bool = False) -> list[str]:
    """What the spy saw, look by look. The last of each of its processes may be cut short; not if `whole`."""
    assert run_tournament(event, store, jobs=1) is Outcome.FINISHED
    packed: dict[tuple[str, int], bytes] = defaultdict(bytes)
    with Store(store) as reader:
        for result in reader.results():
            for decision in reader.replay(result.match).decisions:
                if isinstance(decision.note, dict):
                    look = decision.note["spy"], decision.note["report"]
                    packed[look] += bytes.fromhex(decision.note["data"])
    found = []
    for data in packed.values():
        unpacking = zlib.decompressobj()
        text = unpacking.decompress(data).decode()
        if unpacking.eof or not whole:
            found.append(text)
    return found


def seeds(event: Tournament) -> set[str]:
    numbers = {event.seed, *(fixture.seed(event.seed) for fixture in event.opening())}
    return {form for number in numbers for form in (str(number), f"{number:x}")}


@pytest.mark.slow
@pytest.mark.skipif(bubblewrap_trouble() is not None, reason=str(bubblewrap_trouble()))
def test_in_the_sandbox_the_spy_finds_nothing(event: Tournament, tmp_path: Path) -> None:
    store = tmp_path / "event.db"
    looks = reports(event, store)
    assert len(looks) > 2
    assert "/secret-club/spy/bot.py" in looks[0], "it sees its own folder"
    folder = tmp_path / "secret-club"
    secrets = {
        *seeds(event),
        *(fixture.id for fixture in event.opening()),
        *(IN_THE_ENVIRONMENT, ON_A_COMMAND_LINE, IN_A_FILE),
        *(str(store), str(folder / "event.toml"), str(folder / "rival"), str(folder / "first.py")),
    }
    assert [secret for secret in secrets for look in looks if secret in look] == []


@pytest.mark.slow
def test_without_one_it_is_still_given_nothing(event: Tournament, tmp_path: Path) -> None:
    """It can look around then, and does; but what it is started with and told holds no secret."""
    file = tmp_path / "secret-club" / "event.toml"
    text = file.read_text().replace('"bot.py"]\ncwd = "spy"', '"bot.py", "near"]\ncwd = "spy"')
    file.write_text(text + '[limits]\nsandbox = "limits"\n')
    event = read_tournament(file)
    looks = reports(event, tmp_path / "event.db", whole=True)
    assert looks
    own, around = zip(*(map(str, ast.literal_eval(look)[:2]) for look in looks), strict=True)
    secrets = {
        *seeds(event),
        *(f.id for f in event.opening()),
        IN_THE_ENVIRONMENT,
        ON_A_COMMAND_LINE,
        IN_A_FILE,
    }
    assert [secret for secret in secrets for look in own if secret in look] == []
    assert any(ON_A_COMMAND_LINE in look for look in around), "so it does find what is to be found"
