"""A bot for the arena. `arena.games` has the rules engines, to search ahead with."""

from random import Random

from protocol.bot import Bot, Decision, Match, Result


class MyBot(Bot):
    """Plays any game at random."""

    name = "{{name}}"
    send = ("view", "legal", "events")

    def start(self, match: Match) -> None:
        """Look at the match that begins: match.game, .players, .seat, .options."""
        self.random = Random(match.seed)  # same seed, same game: tournaments can be repeated

    def choose(self, decision: Decision) -> int:
        """Start to think here: decision.kind says what is asked, decision.view what you know."""
        print("asked for", decision.kind)  # goes to your log, as all prints do
        return self.random.randrange(len(decision.legal))

    def over(self, result: Result) -> None:
        """The match has ended: result.scores and .ranks are by seat."""


if __name__ == "__main__":
    MyBot().run()
