"""`arena replay`: what was recorded of a match."""

import click

from arena.cli.groups import LazyGroup

COMMANDS = {
    "show": "Draw the position after each decision.",
    "verify": "Play every decision again by the rules, and check scores and ranks.",
    "html": "Write the match as one page to look at, in pictures and words.",
    "export": "Write the match as JSON lines, for other programs.",
    "bot": "Feed the match to a bot again, and compare its choices with the recorded ones.",
}


@click.group(cls=LazyGroup, package=__name__, listed=COMMANDS)
def command() -> None:
    """Step through, prove, or convert a recorded match.

    \b
    FILE is a replay file, as `arena play --save FILE` writes it, or a tournament's database
    together with --match and the match's id.
    """
