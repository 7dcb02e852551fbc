"""Kits: a first bot in each language, made by one command and kept true by its own toolchain.

A kit is a folder here: `kit.toml` says how to build, run and test it, the other files are copied.
Another kind of bot is a folder in it, `search`, laid over them; one beside the kits has what all need of it.
The manifest is written from `kit.toml`, the README from the template here. `{{name}}` is the bot's name.
"""

from typing import TYPE_CHECKING

from arena.lazy import names_of

if TYPE_CHECKING:
    from arena.kits.build import Build, Built, prepare
    from arena.kits.kit import (
        VECTORS,
        Kit,
        KitError,
        Need,
        Survey,
        build_line,
        find,
        kits,
        play_line,
        survey,
        write_kit,
    )
else:
    __getattr__ = names_of(
        __name__,
        {
            "build": ["Build", "Built", "prepare"],
            "kit": [
                "VECTORS",
                "Kit",
                "KitError",
                "Need",
                "Survey",
                "build_line",
                "find",
                "kits",
                "play_line",
                "survey",
                "write_kit",
            ],
        },
    )

__all__ = [
    "VECTORS",
    "Build",
    "Built",
    "Kit",
    "KitError",
    "Need",
    "Survey",
    "build_line",
    "find",
    "kits",
    "play_line",
    "prepare",
    "survey",
    "write_kit",
]
