"""Make one file of every form that the arena stores, as this version of it writes them.

    python tests/samples/make.py NAME

writes the folder tests/samples/NAME. Do so with every release, and with every change of a form's version, and
name it by what is new (`first`, `store-5`). What is there is never made again and never changed: every later
version must read, prove and rate it, and `test_samples.py` has it do so.

In a folder: `bot/`, a bot and its manifest; `replays/`, of every game, with all of its options on, a fault
in each but the solo ones, and one with components of its own; `match.trace`; `match.saved`, a match that a
person has left; `states/` and `views/`, a game each; `events/`, a tournament of each kind of schedule with
its database and the leaderboard as it came out; and `every-key.toml`, which only has to be read.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random

from arena import games

HERE = Path(__file__).parent
PARTS = HERE / "parts"
"""What is copied into every folder of samples: the bot, and tournament files."""

SOUND = "python3 bot/sample_bot.py"
MATCHES: dict[str, tuple[str, Sequence[str], Sequence[str]]] = {
    "dragon-whisperer": (
        "dragon-whisperer",
        ["short_deck=true", "removed_suits=red,blue", "secret_quests=true", "first_dealer=2"],
        ["bot", f"{SOUND} crash", SOUND, SOUND],
    ),
    "portals": (
        "portals",
        ["board_side=icons", "magic_spells=true", "secret_signs=true"],
        ["bot", SOUND, f"{SOUND} illegal"],
    ),
    "portals-solo": ("portals", ["board_side=icons"], ["bot"]),
    "vault-of-dragons": (
        "vault-of-dragons",
        [
            *("factions=random", "locations=9", "shuffle_locations=true", "action_packed=true"),
            *("secrets_to_open=4", "rumors_spread=true", "rumor_bidding=true", "increase_profits=true"),
            *("flip_empty_locations=true", "max_rounds=4"),
        ],
        ["bot", SOUND, f"{SOUND} garbage"],
    ),
    "yawning-portal": (
        "yawning-portal",
        ["red_front_play=false"],
        ["bot", f"{SOUND} protocol", SOUND],
    ),
    "yawning-portal-solo": ("yawning-portal", ["best_score=40"], ["bot"]),
}
"""By the replay's name: the game, what it is set to, and who plays."""
COMPONENTS = ("dragon-whisperer", "crimson", "red")
"""Which game has a replay with components of its own, in which one word stands for another."""
DECISIONS = 25
"""How far into the game the states and views are."""


def arena(folder: Path, *words: str, typed: str = "") -> str:
    """What a command of the arena prints, run in a folder of samples, where that is typed."""
    argv = [sys.executable, "-m", "arena", *words]
    return subprocess.run(argv, cwd=folder, check=True, stdout=subprocess.PIPE, text=True, input=typed).stdout


def make(folder: Path) -> None:
    """Fill a new folder with samples."""
    shutil.copytree(PARTS, folder)
    for part in ("replays", "states", "views"):
        (folder / part).mkdir()
    for name, (game, options, bots) in MATCHES.items():
        settings = [word for option in options for word in ("--set", option)]
        file = f"replays/{name}.replay"
        arena(folder, "play", game, *bots, *settings, "--seed", "7", "--retries", "1", "--save", file)
    make_trace(folder)
    make_saved_match(folder)
    make_replay_with_components(folder)
    for event in sorted((folder / "events").glob("*.toml")):
        make_event(folder, event.relative_to(folder).with_suffix(""))
    for each in games.all():
        make_state(folder, each.id)


def make_event(folder: Path, name: Path) -> None:
    """The database of a tournament, and its leaderboard."""
    arena(folder, "tournament", "run", f"{name}.toml", "--db", f"{name}.db", "--jobs", "1")
    (folder / f"{name}.db.lock").unlink(missing_ok=True)
    rows = arena(folder, "leaderboard", "--db", f"{name}.db", "--format", "json")
    (folder / f"{name}.json").write_text(rows)


def make_trace(folder: Path) -> None:
    """The conversation of a match in which one bot is put out."""
    arena(folder, "play", "dragon-whisperer", "bot", f"{SOUND} crash", SOUND, "--trace", "match.trace")


def make_saved_match(folder: Path) -> None:
    """A match between a person, who leaves it after two moves, and a bundled bot."""
    arena(folder, "play", "portals", "human", "random", "--seed", "7", typed="1\n1\nsave match.saved\n")


def make_replay_with_components(folder: Path) -> None:
    """A match played with a component file."""
    name, new, old = COMPONENTS
    file = folder / "components.toml"
    own = (games.get(name).folder / "components.toml").read_text()
    file.write_text(own.replace(f'"{old}"', f'"{new}"'))
    words = ["--components", file.name, "--seed", "7", "--save", "replays/own-components.replay"]
    arena(folder, "play", name, "bot", SOUND, SOUND, *words)


def make_state(folder: Path, name: str) -> None:
    """A state in the middle of a game, what each seat may know of it, and what an onlooker may."""
    game = games.get(name)
    state = game.new(max(2, game.seats[0]), seed=7)
    choose = Random(7)
    for _ in range(DECISIONS):
        assert state.decision is not None
        state.apply(choose.choice(state.decision.legal))
    views = {str(seat): state.view(seat) for seat in range(state.players)} | {"onlooker": state.view(None)}
    (folder / "states" / f"{name}.json").write_text(json.dumps(state.to_data()) + "\n")
    (folder / "views" / f"{name}.json").write_text(json.dumps(views) + "\n")


if __name__ == "__main__":
    new = HERE / sys.argv[1]
    if new.exists():
        sys.exit(f"{new} is there already: samples are added, never changed")
    make(new)
