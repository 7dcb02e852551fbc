"""The tournament file: what it means, and one clear sentence for every mistake in it."""

from __future__ import annotations

from pathlib import Path

import pytest
from miniature_events import BOTS, bot, write

from arena.tournament import ConfigError, read_tournament

GAME = '[[game]]\nid = "dragon-whisperer"\nplayers = [3]\n'
THREE = "".join(bot(name, "first.py") for name in "abc")


def read(folder: Path, text: str) -> str:
    """The sentence that the file is refused with."""
    path = write(folder)
    path.write_text(text)
    with pytest.raises(ConfigError) as refusal:
        read_tournament(path)
    sentence = str(refusal.value)
    assert sentence.startswith(str(path)), "says where"
    assert "\n" not in sentence, "is one line"
    return sentence


def test_the_example_of_the_design_page(tmp_path: Path) -> None:
    (tmp_path / "bots/mine").mkdir(parents=True)
    (tmp_path / "bots/mine/mybot.py").write_bytes((BOTS / "first.py").read_bytes())
    path = tmp_path / "club.toml"
    path.write_text("""
name     = "club night"
schedule = "round-robin"
deals    = 20
seed     = 1

[[game]]
id      = "dragon-whisperer"
players = [3, 4]
options = { secret_quests = true }

[limits]
move_ms = 1000
startup_ms = 10000
memory_mb = 512

[[bot]]
name    = "mine"
command = ["python3", "mybot.py"]
cwd     = "bots/mine"
[[bot]]
name    = "greedy"
bundled = "greedy"
[[bot]]
bundled = "random"
[[bot]]
bundled = "random"
name = "random 2"
restart = true
""")
    event = read_tournament(path)
    assert (event.name, event.schedule, event.deals, event.seed) == ("club night", "round-robin", 20, 1)
    assert event.settings.clock.move_ms == 1000
    assert event.settings.limits.memory_mb == 512
    assert [b.spec.name for b in event.bots] == ["mine", "greedy", "random", "random 2"]
    assert [b.spec.restart for b in event.bots] == [False, False, False, True]
    assert event.bots[0].cwd == tmp_path / "bots/mine"
    assert event.games[0].options == {"secret_quests": True}
    # 4 tables of 3 in 3 rotations, 1 table of 4 in 4 rotations, 20 deals each
    assert len(list(event.opening())) == 20 * (4 * 3 + 4)


def test_what_may_be_left_out(tmp_path: Path) -> None:
    path = write(tmp_path)
    path.write_text(GAME + THREE)
    event = read_tournament(path)
    assert (event.name, event.schedule, event.deals) == ("event", "round-robin", 1)
    assert (event.settings.clock.move_ms, event.rotations) == (10_000, "same")


def test_a_seed_that_is_left_out_is_drawn(tmp_path: Path) -> None:
    path = write(tmp_path)
    path.write_text(GAME + THREE)
    seeds = [read_tournament(path).seed for _ in range(20)]
    assert len(set(seeds)) == 20
    assert 2**120 < max(seeds) < 2**128


def test_a_bank_alone_leaves_single_moves_uncapped(tmp_path: Path) -> None:
    path = write(tmp_path)
    path.write_text(GAME + THREE + "[limits]\nbank_ms = 60000\nincrement_ms = 100\n")
    clock = read_tournament(path).settings.clock
    assert (clock.move_ms, clock.bank_ms, clock.increment_ms) == (None, 60_000, 100)


def test_a_folder_with_a_manifest(tmp_path: Path) -> None:
    path = write(tmp_path)
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine/first.py").write_bytes((BOTS / "first.py").read_bytes())
    manifest = tmp_path / "mine/bot.toml"
    manifest.write_text('name = "kit"\ncommand = ["python3", "first.py"]\nrestart = true\n')
    path.write_text(GAME + THREE + '[[bot]]\nfolder = "mine"\n')
    kit = read_tournament(path).bots[-1]
    assert (kit.spec.name, kit.spec.restart, kit.cwd) == ("kit", True, tmp_path / "mine")
    manifest.write_text('name = "kit"\ncommand = ["python3", "first.py"]\ngames = ["portals"]\n')
    assert "'kit' does not play dragon-whisperer" in read(
        tmp_path, GAME + THREE + '[[bot]]\nfolder = "mine"\n'
    )


def test_what_a_bot_is_shown_besides_its_folder(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "common").mkdir()
    (tmp_path / "common" / "main.py").write_text("print()")
    (tmp_path / "mine" / "bot.toml").write_text('name = "m"\ncommand = ["python3", "../common/main.py"]\n')
    path = write(tmp_path)
    path.write_text(GAME + THREE + '[[bot]]\nfolder = "mine"\nshow = ["common"]\n')
    event = read_tournament(path)
    assert event.bots[-1].spec.show == (tmp_path / "common",)
    described = event.description()["bots"]
    assert described["m"]["show"] == [str(tmp_path / "common")]
    assert not [name for name, bot in described.items() if name != "m" and "show" in bot]
    said = read(tmp_path, GAME + THREE + '[[bot]]\nfolder = "mine"\n')
    assert f"[[bot]] 4: bot 'm': its bot.toml leads to '{tmp_path}/common/main.py'" in said
    said = read(tmp_path, GAME + THREE + '[[bot]]\nfolder = "mine"\nshow = ["../nowhere"]\n')
    assert "nowhere', does not exist" in said


def test_components_of_a_file(tmp_path: Path) -> None:
    write(tmp_path)
    (tmp_path / "cards.toml").write_text("nonsense = 1\n")
    sentence = read(tmp_path, GAME + 'components = "cards.toml"\n' + THREE)
    assert "[[game]] 1" in sentence
    assert "nonsense" in sentence or "missing" in sentence


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("deals = \n" + GAME + THREE, ["is no TOML", "line 1, column 9"]),
        ("deals = " + "[" * 100_000, ["event.toml: is no TOML"]),
        ("deals = " + "9" * 10_000, ["event.toml: is no TOML"]),
        (GAME + THREE + "[[bot\n", ["is no TOML", "line"]),
        ("deal = 3\n" + GAME + THREE, ["deal: is unknown", "did you mean 'deals'?"]),
        (GAME + "player = [3]\n" + THREE, ["[[game]] 1", "player: is unknown", "'players'"]),
        (GAME + THREE + "comand = 1\n", ["[[bot]] 3", "comand: is unknown", "'command'"]),
        (GAME + THREE + "[limits]\nmove_msec = 1\n", ["[limits]", "move_msec: is unknown", "'move_ms'"]),
        ('deals = "3"\n' + GAME + THREE, ["deals: must be an integer of at least 1, not '3'"]),
        ("deals = 0\n" + GAME + THREE, ["deals: must be an integer of at least 1, not 0"]),
        (
            'rotations = "none"\n' + GAME + THREE,
            ["rotations: 'none' is no kind of rotations; there are same, fresh"],
        ),
        ('seed = "one"\n' + GAME + THREE, ["seed: must be an integer, not 'one'"]),
        ("seed = 1.5\n" + GAME + THREE, ["seed: must be an integer, not 1.5"]),
        ("seed = true\n" + GAME + THREE, ["seed: must be an integer, not True"]),
        ("name = 7\n" + GAME + THREE, ["name: must be a non-empty string, not 7"]),
        ('schedule = "swis"\n' + GAME + THREE, ["'swis' is no kind of schedule", "did you mean 'swiss'?"]),
        (THREE, ["game: is missing", "[[game]]"]),
        (GAME, ["bot: is missing", "[[bot]]"]),
        ("game = 3\n" + THREE, ["game: must be one or more tables"]),
        (
            GAME.replace("whisperer", "whisper") + THREE,
            ["[[game]] 1", "no game is called", "'dragon-whisperer'"],
        ),
        (GAME.replace("[3]", "[2]") + THREE, ["[[game]] 1", "dragon-whisperer takes 3 to 6, not 2"]),
        (GAME.replace("[3]", "3") + THREE, ["players: must be a list, such as [3, 4], not 3"]),
        (GAME.replace("[3]", "[3, 3]") + THREE, ["[[game]] 1", "players: names a table size twice"]),
        (GAME.replace("[3]", "[4]") + THREE, ["a table of 4", "needs 4 bots", "only 3"]),
        (GAME + GAME + THREE, ["[[game]] 2", "'dragon-whisperer' is there already"]),
        (
            GAME + "options = { short = true }\n" + THREE,
            ["[[game]] 1", "'short'", "did you mean 'short_deck'?"],
        ),
        (GAME + "options = { short_deck = 1 }\n" + THREE, ["short_deck: must be true or false, not 1"]),
        (GAME + "options = 3\n" + THREE, ["options: must be a map"]),
        (GAME + 'components = "none.toml"\n' + THREE, ["none.toml: can't be read: No such file"]),
        (GAME + THREE + '[[bot]]\nbundled = "gredy"\n', ["[[bot]] 4", "no bundled bot 'gredy'", "greedy"]),
        (GAME + THREE + '[[bot]]\nfolder = "nowhere"\n', ["[[bot]] 4", "holds no bot.toml"]),
        (GAME + THREE + bot("d", "first.py") + 'cwd = "nowhere"\n', ["'d'", "nowhere' does not exist"]),
        (
            GAME + THREE + '[[bot]]\nname = "d"\ncommand = ["no-such-program"]\n',
            ["'no-such-program'", "PATH"],
        ),
        (GAME + THREE + '[[bot]]\nname = "d"\ncommand = "python3 x"\n', ["command: must be a list, such as"]),
        (GAME + THREE + '[[bot]]\nname = "d"\n', ["[[bot]] 4", "needs one of command, bundled, folder"]),
        (
            GAME + THREE + bot("d", "first.py") + 'bundled = "random"\n',
            ["needs one of command, bundled, folder", "command and bundled"],
        ),
        (GAME + THREE + '[[bot]]\nbundled = "random"\ncwd = "."\n', ["cwd: goes with command only"]),
        (GAME + THREE + '[[bot]]\ncommand = ["python3"]\n', ["name: is missing"]),
        (GAME + THREE + bot("a", "first.py"), ["[[bot]] 4", "name: 'a' is taken by another bot"]),
        (GAME + THREE + bot("d\\u001b[31m", "first.py"), ["[[bot]] 4", "control characters", "\\x1b"]),
        (GAME + THREE + bot("d\\ne", "first.py"), ["control characters"]),
        (GAME + THREE + bot("d" * 41, "first.py"), ["longer than 40 characters"]),
        (GAME + THREE + bot(" d", "first.py"), ["begins or ends with a space"]),
        (GAME + THREE + bot("d", "first.py") + "restart = 1\n", ["restart: must be true or false, not 1"]),
        (GAME + THREE + bot("d", "first.py") + "env = { A = 1 }\n", ["env.A: must be text, not 1"]),
        (
            GAME + THREE + "[limits]\nmove_ms = -1\n",
            ["[limits]: move_ms: must be an integer of at least 0"],
        ),
        (GAME + THREE + "[limits]\nmove_ms = 1.5\n", ["move_ms: must be an integer"]),
        (GAME + THREE + "[limits]\nincrement_ms = 5\n", ["[limits]", "increment_ms goes with bank_ms"]),
        (
            GAME + THREE + '[limits]\nsandbox = "none"\n',
            ["[limits]", "sandbox: 'none' is no kind of sandbox; there are auto, bubblewrap"],
        ),
        (GAME + THREE + '[limits]\nrest = "yes"\n', ["rest: must be true or false"]),
        (GAME + THREE + 'sandbox = "bublewrap"\n', ["[[bot]] 3", "did you mean 'bubblewrap'?"]),
        (GAME + THREE + "[limits]\nmove_cpu_ms = -1\n", ["move_cpu_ms: must be an integer of at least 0"]),
        ("drop_broken = 1\n" + GAME + THREE, ["drop_broken: must be true or false"]),
        (GAME + THREE + "[limits]\nask_forced = 1\n", ["ask_forced: must be true or false"]),
        ("limits = 3\n" + GAME + THREE, ["limits: must be a map"]),
    ],
)
def test_a_mistake_is_told_in_one_sentence(tmp_path: Path, text: str, expected: list[str]) -> None:
    sentence = read(tmp_path, text)
    for words in expected:
        assert words in sentence


def test_a_file_that_is_not_there_or_not_text(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="can't be read: No such file"):
        read_tournament(tmp_path / "nowhere.toml")
    with pytest.raises(ConfigError, match="can't be read: Is a directory"):
        read_tournament(tmp_path)
    (tmp_path / "x.toml").write_bytes(b'name = "\xff"\n')
    with pytest.raises(ConfigError, match="byte 8 is not UTF-8"):
        read_tournament(tmp_path / "x.toml")
