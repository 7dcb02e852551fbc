"""The arena's own bots."""

import sys
from pathlib import Path

from arena.hints import nearest
from arena.process.bot_spec import BotSpec, LaunchError
from arena.process.reach import package_root


def bundled_names() -> tuple[str, ...]:
    """The names of the bundled bots: the folder `bots` is the one list of them."""
    found = (entry.stem for entry in (package_root() / "bots").iterdir() if _is_bundled_bot(entry))
    return tuple(sorted(found))


def bundled(name: str) -> BotSpec:
    """The bundled bot of that name. Raises LaunchError, saying which exist."""
    names = bundled_names()
    if name not in names:
        raise LaunchError(f"there is no bundled bot {name!r}{nearest(name, names)}")
    return BotSpec(name, _bundled_command(name))


def is_bundled(spec: BotSpec) -> bool:
    """Whether it is one of the arena's own bots, under whatever name."""
    return spec.command in map(_bundled_command, bundled_names()) and not (spec.cwd or spec.env)


def _bundled_command(name: str) -> tuple[str, ...]:
    # -P: a random.py, or a folder bots, in the user's folder must not come before ours.
    return (sys.executable, "-P", "-m", f"bots.{name}")


def _is_bundled_bot(entry: Path) -> bool:
    if entry.name.startswith("_"):
        return False
    return entry.suffix == ".py" or (entry / "__main__.py").is_file()
