"""Versions of a bot, where each is a bot of its own: mine, then mine@2, mine@3, ...

A version is a program: who goes back to an earlier one goes on with its name and history.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from arena.tournament.tournament import Tournament

_MARKED = re.compile(r"(.*)@(\d+)")


def has_version_mark(name: str) -> bool:
    """Whether a bot's name looks like that of a later version."""
    return _MARKED.fullmatch(name) is not None


def with_versions(tournament: Tournament, before: Iterable[Mapping[str, Any]]) -> Tournament:
    """The tournament with each bot under the name of its version, given its descriptions so far."""
    programs = {name: bot["program"] for event in before for name, bot in event["bots"].items()}
    names = {bot.spec.name: _version(bot.spec.name, bot.fingerprint, programs) for bot in tournament.bots}
    return replace(
        tournament,
        bots=tuple(
            replace(bot, spec=replace(bot.spec, name=names[bot.spec.name])) for bot in tournament.bots
        ),
        withdrawn=tuple(names[name] for name in tournament.withdrawn),
        anchors={names[name]: rating for name, rating in tournament.anchors.items()},
    )


def _version(name: str, program: str, programs: Mapping[str, str]) -> str:
    known = [label for label in programs if label == name or _is_later(label, name)]
    for label in known:
        if programs[label] == program:
            return label
    return f"{name}@{len(known) + 1}" if known else name


def _is_later(label: str, name: str) -> bool:
    match = _MARKED.fullmatch(label)
    return match is not None and match[1] == name
