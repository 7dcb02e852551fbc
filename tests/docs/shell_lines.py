"""Lines for the shell as pages and docstrings show them."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from itertools import groupby

import click

from arena.cli.root import arena


def words(text: str) -> Iterator[list[str]]:
    """The simple commands of lines for the shell, as lists of words, without the variables set for them."""
    for line in text.splitlines():
        lexer = shlex.shlex(line.removeprefix("$ "), posix=True, punctuation_chars=";|&")
        lexer.whitespace_split = True
        for between, command in groupby(lexer, lambda word: not set(word) - set(";|&")):
            argv = [] if between else list(command)
            while argv and re.match(r"\w+=", argv[0]):
                argv.pop(0)
            if argv:
                yield argv


def check_arguments(argv: list[str]) -> None:
    """Raises click's NoSuchOption and its like for a command line that `arena` would refuse."""
    command: click.Command = arena
    context = click.Context(arena, info_name="arena")
    argv = [word for word in argv if word != "…"]
    while isinstance(command, click.Group) and argv and not argv[0].startswith("-"):
        name = argv.pop(0)
        child = command.get_command(context, name)
        assert child is not None, f"there is no command {name}"
        command, context = child, click.Context(child, parent=context, info_name=name)
    command.make_parser(context).parse_args(argv)
