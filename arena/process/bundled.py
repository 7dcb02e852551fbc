"""The arena's own bots."""

import re
import sys
from pathlib import Path

from arena.hints import nearest
from arena.process.bot_spec import BotSpec, LaunchError
from arena.process.reach import package_root

LEVELED = ("search",)
"""The bots that have levels."""
LEVEL = re.compile(r"[1-9][0-9]{0,8}(ms)?")


def bundled_names() -> tuple[str, ...]:
    """The names of the bundled bots: the folder `bots` is the one list of them."""
    found = (entry.stem for entry in (package_root() / "bots").iterdir() if _is_bundled_bot(entry))
    return tuple(sorted(found))


def is_bundled_name(name: str) -> bool:
    """Whether it begins like a bundled bot: by its name, and perhaps a level."""
    return name.partition(":")[0] in bundled_names()


def bundled(name: str) -> BotSpec:
    """The bundled bot of that name, which may have a level, as in `search:100ms` or `search:500`.

    Raises LaunchError: there is no such bot, saying which exist, or it has no such level.
    """
    base, colon, level = name.partition(":")
    names = bundled_names()
    if base not in names:
        raise LaunchError(f"there is no bundled bot {name!r}{nearest(base, names)}")
    if colon and base not in LEVELED:
        raise LaunchError(f"bot {name!r}: {base} has no levels; only {', '.join(LEVELED)} has")
    if colon and not LEVEL.fullmatch(level):
        raise LaunchError(
            f"bot {name!r}: a level is a time, as in {base}:100ms, or playouts, as in {base}:500"
        )
    return BotSpec(name, _bundled_command(base, level))


def is_bundled(spec: BotSpec) -> bool:
    """Whether it is one of the arena's own bots, under whatever name and at whatever level."""
    if spec.cwd or spec.env:
        return False
    command = spec.command
    commands = map(_bundled_command, bundled_names())
    return any(command[: len(own)] == own and len(command) <= len(own) + 1 for own in commands)


def _bundled_command(name: str, level: str = "") -> tuple[str, ...]:
    # -P: a random.py, or a folder bots, in the user's folder must not come before ours.
    return (sys.executable, "-P", "-m", f"bots.{name}", *([level] if level else []))


def _is_bundled_bot(entry: Path) -> bool:
    if entry.name.startswith("_"):
        return False
    return entry.suffix == ".py" or (entry / "__main__.py").is_file()
