"""The manifest in a bot's folder, which says how the bot is run."""

from pathlib import Path

from arena.entries import Entry
from arena.process.bot_spec import MANIFEST, BotSpec, LaunchError
from arena.toml import read_toml

_KEYS = ("name", "command", "language", "build", "restart", "games", "engine")


def load_manifest(folder: Path) -> BotSpec:
    """The bot that a folder's `bot.toml` describes.

    Raises LaunchError for a folder without one, TOML that can't be read, and wrong or missing keys and types.
    """
    path = folder / MANIFEST
    try:
        path.lstat()
    except FileNotFoundError:
        raise LaunchError(
            f"{str(folder)!r} holds no {MANIFEST}, which would say how to run the bot"
        ) from None
    except OSError as error:
        raise LaunchError(f"{path}: can't be read: {error.strerror}") from None
    entry = Entry(read_toml(path, LaunchError), LaunchError, place=str(path))
    entry.has_only(optional=_KEYS)
    return BotSpec(
        name=entry.get("name").text(),
        command=tuple(entry.get("command").some(Entry.text, such_as='["python3", "bot.py"]')),
        cwd=folder.absolute(),
        restart=entry.get("restart", False).boolean(),
        games=tuple(entry["games"].some(Entry.text, such_as='["portals"]')) if "games" in entry else None,
        language=entry["language"].text() if "language" in entry else None,
        build=tuple(entry["build"].some(Entry.text, such_as='["make"]')) if "build" in entry else None,
        engine=entry.get("engine", False).boolean(),
        by_manifest=True,
    )
