"""Groups of commands, each of which is imported only when it is called."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

import click

from arena.hints import nearest


class LazyGroup(click.Group):
    """Commands that are listed without being imported, so that every one of them starts fast.

    `listed` has their names, in order, with their lines in the list of commands. The command `head-to-head`
    is what the module `head_to_head` of the package calls `command`.
    """

    def __init__(self, *args: Any, package: str, listed: Mapping[str, str], **more: Any) -> None:
        super().__init__(*args, **more)
        self.package = package
        self.listed = listed

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all commands."""
        return list(self.listed)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command; None for a name that is not listed."""
        if cmd_name not in self.listed:
            return None
        command: click.Command = import_module(f"{self.package}.{cmd_name.replace('-', '_')}").command
        command.name = cmd_name
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """See `click.Group.resolve_command`; an unknown name raises click.UsageError with the nearest one."""
        if args[0] not in self.listed and not args[0].startswith("-") and not ctx.resilient_parsing:
            raise click.UsageError(f"there is no command {args[0]!r}{nearest(args[0], self.listed)}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands into a help text."""
        with formatter.section("Commands"):
            formatter.write_dl(list(self.listed.items()))
