"""The command `arena` itself: which commands there are."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import click

from arena import __version__
from arena.cli.groups import LazyGroup

COMMANDS = {
    "demo": "A short round robin of the bundled bots over all games, ending in leaderboards.",
    "games": "The games; one game's rules in short, its options and their defaults.",
    "new": "A first bot, in your language.",
    "build": "Make a bot's program.",
    "check": "Play a bot against a strict partner: what it does wrong, and how to mend it.",
    "ladder": "Where a bot stands among the bundled ones.",
    "play": "One match, of bots or of people.",
    "tournament": "Run or resume a tournament, see how far it is, or what it would play.",
    "matches": "The matches of a tournament, as a list or as data for other programs.",
    "leaderboard": "The TrueSkill ratings of a tournament's bots, best first.",
    "crosstable": "Who beats whom.",
    "head-to-head": "Two bots, match by match.",
    "scores": "How scores are distributed.",
    "times": "How long moves take.",
    "verdict": "Strengths with honest errors, what seats are worth, and how well that predicts.",
    "compare": "Is one bot better than another, and how many more matches would it take?",
    "ratings": "Compute the kept ratings anew from the results.",
    "faults": "What bots did wrong in a tournament, with the evidence.",
    "report": "A tournament as a web page.",
    "replay": "Step through, prove, or convert a recorded match, or feed it to a bot again.",
    "trace": "What was said over the pipes of a match.",
    "engine": "The rules engines as a program, for bots and tools in any language.",
    "conformance-of": "Does an engine of your own answer as the arena's does?",
    "doctor": "What this machine enforces, which languages it has; what to install.",
    "bench": "Engine and pipe speed on this machine.",
}
"""Each command's module in this package, with its line in the list of commands."""


@contextmanager
def _ctrl_c_aborts() -> Iterator[None]:
    """Have Ctrl-C abort: click would say so in a way of its own."""
    try:
        yield
    except KeyboardInterrupt as interrupt:
        raise click.Abort from interrupt


class _Root(LazyGroup):
    @_ctrl_c_aborts()
    def make_context(self, *args: Any, **more: Any) -> click.Context:
        return super().make_context(*args, **more)

    @_ctrl_c_aborts()
    def invoke(self, ctx: click.Context) -> Any:
        return super().invoke(ctx)


@click.group(
    cls=_Root,
    package="arena.cli",
    listed=COMMANDS,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, prog_name="arena")
def arena() -> None:
    """Tournaments of board games between bots written in any language.

    \b
    First steps:
      arena demo                                   everything at once
      arena play dragon-whisperer greedy random random --watch
      arena tournament run examples/club_night.toml
    """
