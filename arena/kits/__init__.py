"""Kits: a first bot in each language, made by one command and kept true by its own toolchain.

A kit is a folder here: `kit.toml` says how to build, run and test it, the other files are copied. In every
file `{{name}}` stands for the bot's name. The manifest and the README are written from `kit.toml`.
"""

from arena.kits.build import Built, build
from arena.kits.kit import Kit, KitError, Tool, find, kits, write_kit

__all__ = ["Built", "Kit", "KitError", "Tool", "build", "find", "kits", "write_kit"]
