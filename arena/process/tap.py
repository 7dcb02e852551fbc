"""Listening in on the pipes of a bot process: for traces, and for telling an author what went wrong."""

from typing import TYPE_CHECKING, Literal, TypeAlias

from protocol.faults import FaultCode

if TYPE_CHECKING:
    from arena.process.bot_process import BotProcess

Speaker: TypeAlias = Literal["arena", "bot"]


class Tap:
    """Is told what goes over the pipes of one bot process, and of a fault before it ends the process."""

    def hear(self, speaker: Speaker, data: bytes) -> None:
        """Bytes are on their way: from the arena what it sends at once, from the bot what came at once."""

    def before_fault(self, bot: "BotProcess", code: FaultCode) -> None:
        """The bot is about to be ended for a fault, and still runs if it did not end by itself."""
