"""The bots that come along: each public module here is one, started as `bots.NAME` or used in process.

Its `BOT` is the class, a `protocol.bot.Bot`. A new bot is a new module, and nothing else.
"""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False  # instead of importing typing: a bot should start fast
if TYPE_CHECKING:
    from protocol.bot import Bot


def policy(name: str) -> Bot:
    """A new bundled bot to use in this process: call its `start`, `choose` and `over`, not `run`.

    A level may follow the name of a bot that has some, as in `search:500`.

    Raises:
        ModuleNotFoundError: there is no such bot.
    """
    name, _, level = name.partition(":")
    bot: Bot = import_module(f"bots.{name}").BOT(*[level][: bool(level)])
    return bot
