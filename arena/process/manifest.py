"""The manifest in a bot's folder, which says how the bot is run."""

from pathlib import Path

from arena.process.bot_spec import MANIFEST, BotSpec, LaunchError
from arena.toml import Entries, read_toml

_KEYS = ("name", "command", "language", "build", "restart", "games")


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
    entries = Entries(str(path), read_toml(path, LaunchError), _KEYS, LaunchError)
    return BotSpec(
        name=entries.text("name"),
        command=tuple(entries.texts("command")),
        cwd=folder.absolute(),
        restart=entries.flag("restart", False),
        games=tuple(entries.texts("games")) if "games" in entries else None,
        language=entries.text("language") if "language" in entries else None,
        build=tuple(entries.texts("build")) if "build" in entries else None,
        by_manifest=True,
    )
