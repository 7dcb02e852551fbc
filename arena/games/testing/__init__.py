"""For authors of games: does a game keep the promises of `arena.games`?

from arena.games import testing

testing.check(my_game)                       # every number of players
testing.check(my_game, players=4, options={"short_deck": True}, seeds=range(10))
"""

from arena.games.testing.conformance import ConformanceError, Problem, check, fingerprint

__all__ = ["ConformanceError", "Problem", "check", "fingerprint"]
