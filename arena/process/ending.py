"""Ending bots politely, several at once."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from arena.process.faults import Ending, ExitReport
from arena.process.limits import Graces
from arena.process.supervised import Supervised, wait_all
from arena.process.supervisor import KILL, TERMINATE

if TYPE_CHECKING:
    from arena.process.bot_process import BotProcess


def close_all(bots: Sequence["BotProcess"], graces: Graces | None = None) -> list[ExitReport]:
    """End several bots at once; each step's grace runs for all of them together.

    A grace of 0 skips its step. Afterwards nothing is left of them, neither processes nor descriptors.
    """
    graces = graces or Graces()
    steps: tuple[tuple[Ending, int, Callable[[Supervised], None]], ...] = (
        (Ending.CLOSED, graces.closed_ms, Supervised.close_stdin),
        (Ending.TERMINATED, graces.terminated_ms, lambda bot: bot.order(TERMINATE)),
        (Ending.KILLED, graces.killed_ms, lambda bot: bot.order(KILL)),
    )
    for ending, grace_ms, step in steps:
        running = [bot for bot in bots if bot.alive]
        if not running or not grace_ms:
            continue
        for bot in running:
            bot.resume()
            bot.supervised.ending = ending
            step(bot.supervised)
        wait_all([bot.supervised for bot in running], grace_ms)
    return [bot.release() for bot in bots]
