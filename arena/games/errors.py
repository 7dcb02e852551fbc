"""What a caller can do wrong with a game, one class a kind of mistake; every message is one sentence."""

from arena.errors import UserError


class GameError(UserError, ValueError):
    """Unusable input to a game: says where it is and what would be right."""


class UnknownGame(GameError):
    """No game has this id."""


class BadPackage(GameError):
    """An installed package whose game can't be played; the message says which and why."""


class BadSetup(GameError):
    """A number of players or a seed that the game can't be set up with."""


class BadOption(GameError):
    """An unknown option, or a value that an option doesn't take."""


class BadComponents(GameError):
    """A component file that breaks the form or the counts of its game's rules page."""


class UnknownComponent(GameError):
    """No card, tile, place or the like of the game has this name."""


class UnknownPolicy(GameError):
    """The game has no policy of this name."""


class BadState(GameError):
    """State or view data that is not well formed."""


class BadSeat(GameError):
    """A seat that the game doesn't have."""


class BadChance(GameError):
    """Forced chance results that don't fit the random outcomes of an action."""


class IllegalAction(GameError):
    """An action that the rules don't allow now; the message names the rule broken."""


class MalformedAction(IllegalAction):
    """Something that no decision of the game could ever be answered with."""
