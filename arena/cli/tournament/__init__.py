"""`arena tournament`: run, watch and preview a tournament."""

import click

from arena.cli.groups import LazyGroup

COMMANDS = {
    "run": "Run the tournament that FILE.toml describes, or go on with it.",
    "status": "How far a tournament is, also while it runs.",
    "standings": "Who stands where, by the rules of the tournament's schedule, also while it runs.",
    "schedule": "What FILE.toml would play, match by match, without playing it, and how balanced that is.",
    "merge": "Join the results of two databases in a third.",
}


@click.group(cls=LazyGroup, package=__name__, listed=COMMANDS)
def command() -> None:
    """Run or resume a tournament, see how far it is, or what it would play."""
