"""The root of the arena's exceptions, and what they mean for whoever is told of them.

`UserError` is for the user to mend, `ArenaFault` for nobody: what was to be done can be tried again. Every
other `ArenaError` is news from one part of the arena to another: where it comes to the top, it is a defect.
"""

from __future__ import annotations

from protocol.errors import ArenaError

__all__ = ["ArenaError", "ArenaFault", "UserError"]


class UserError(ArenaError):
    """What a user can mend: one sentence says what is wrong, where, and what would be right."""


class ArenaFault(ArenaError):
    """The arena itself failed at a match, which has no result: nobody is to blame, it can be played again."""
