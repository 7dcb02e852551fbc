"""Where matches are played, and how many at once: options of commands that play tournaments."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

import click

from arena.cli.options import gathered

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from arena.tournament import Tournament

F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class Venue:
    """Where matches are played, this machine or a cluster, and how many at once."""

    jobs: int | None = None
    """Half the cores, or as many as the cluster has workers for, if not given."""
    executor: str = "local"
    scheduler: str | None = None

    @contextmanager
    def opened(self, tournament: Tournament) -> Iterator[tuple[Executor | None, int]]:
        """The cluster, where every worker has the tournament's bots, None for this machine; and how many
        matches at once.

        Raises click.UsageError for options that don't go together, ClusterError where the cluster can't be
        used, MissingExtra where what that takes is not installed.
        """
        from arena.extras import from_extra
        from arena.tournament import cores

        if self.executor == "local":
            if self.scheduler is not None:
                raise click.UsageError("--scheduler goes with --executor dask")
            yield None, self.jobs or max(1, cores() // 2)
            return
        if self.scheduler is None:
            raise click.UsageError("--executor dask needs --scheduler ADDRESS, such as tcp://10.0.0.1:8786")
        with from_extra("arena.tournament.cluster").Cluster(self.scheduler) as cluster:
            cluster.check(tournament.bots)
            yield cluster, self.jobs or cluster.slots


def venue_options(jobs_help: str) -> Callable[[F], F]:
    """The options --jobs, --executor and --scheduler, handed on as one `venue`."""
    return gathered(
        "venue",
        Venue,
        click.option("--jobs", "-j", type=click.IntRange(1, 1024), help=jobs_help),
        click.option(
            "--executor",
            type=click.Choice(["local", "dask"]),
            default="local",
            show_default=True,
            help="Where matches are played: on this machine, or on a cluster's workers.",
        ),
        click.option(
            "--scheduler", metavar="ADDRESS", help="Of a Dask cluster, such as tcp://10.0.0.1:8786."
        ),
    )
