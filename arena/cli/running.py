"""What commands that play matches share: where they are played, and what for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

import click

from arena.cli.extras import from_extra
from arena.tournament import Aim, Tournament

if TYPE_CHECKING:
    from arena.tournament.cluster import Cluster

F = TypeVar("F", bound=Callable[..., Any])


def executor_options(function: F) -> F:
    """The options --executor and --scheduler."""
    scheduler = click.option(
        "--scheduler", metavar="ADDRESS", help="Of a Dask cluster, such as tcp://10.0.0.1:8786."
    )
    executor = click.option(
        "--executor",
        type=click.Choice(["local", "dask"]),
        default="local",
        show_default=True,
        help="Where matches are played: on this machine, or on a cluster's workers.",
    )
    return executor(scheduler(function))


@contextmanager
def workers(executor: str, scheduler: str | None, tournament: Tournament) -> Iterator[Cluster | None]:
    """The cluster that was asked for, where every worker has the tournament's bots; None for this machine.

    Raises click.UsageError where it can't be used.
    """
    if executor == "local":
        if scheduler is not None:
            raise click.UsageError("--scheduler goes with --executor dask")
        yield None
        return
    if scheduler is None:
        raise click.UsageError("--executor dask needs --scheduler ADDRESS, such as tcp://10.0.0.1:8786")
    module = from_extra("arena.tournament.cluster")
    try:
        with module.Cluster(scheduler) as cluster:
            cluster.check(tournament.bots)
            yield cluster
    except module.ClusterError as error:
        raise click.UsageError(str(error)) from None


def settled_table(until: str) -> Aim:
    """The aim that --until names. Raises click.UsageError."""
    module = from_extra("arena.ratings.settled")
    try:
        aim: Aim = module.SettledTable(module.parse_until(until))
    except ValueError as error:
        raise click.UsageError(f"--until: {error}") from None
    return aim
