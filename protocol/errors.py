"""The root of all exceptions of `protocol`, `arena` and `bots`; it is here as `protocol` imports neither."""


class ArenaError(Exception):
    """Any exception of this distribution's own; `arena.errors` tells which of them a user can mend."""
