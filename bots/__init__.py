"""The bots that come along: each public module here is one, run by `python -m bots.NAME` or used in process.

Their module's `BOT` is the class, a `protocol.bot.Bot`; a new bot is a module and its name in `_NAMES`.
"""

from __future__ import annotations

import sys
from importlib import import_module

TYPE_CHECKING = False  # instead of importing typing: a bot should start fast
if TYPE_CHECKING:
    from protocol.bot import Bot

_NAMES = ("greedy", "random")


def bundled() -> tuple[str, ...]:
    """The names of the bundled bots."""
    return _NAMES


def policy(name: str) -> Bot:
    """A new bundled bot to use in this process: call its `start`, `choose` and `over`, not `run`.

    Raises:
        KeyError: there is no such bot; the message says which there are.
    """
    _check(name)
    bot: Bot = import_module(f"bots.{name}").BOT()
    return bot


def command(name: str) -> tuple[str, ...]:
    """The argv that runs a bundled bot as a process of its own.

    Raises:
        KeyError: there is no such bot; the message says which there are.
    """
    _check(name)
    # -P: a random.py or a folder bots in the working folder must not come before ours.
    return (sys.executable, "-P", "-m", f"bots.{name}")


def _check(name: str) -> None:
    if name not in _NAMES:
        raise KeyError(f"there is no bundled bot {name!r}; there are {', '.join(_NAMES)}")
