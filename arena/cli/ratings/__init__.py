"""`arena ratings`: the ratings that a database keeps."""

import click

from arena.cli.groups import LazyGroup


@click.group(
    cls=LazyGroup,
    package=__name__,
    listed={
        "rebuild": "Count all results anew; exit status 1 if that gives other ratings than what was kept."
    },
)
def command() -> None:
    """What ratings are made of is kept with the results: sums, and the live ladder of a league.

    The ladder rates each result once, as it is fixed; leaderboards rate all of them at once.
    """
