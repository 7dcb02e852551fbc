"""The examination: the steps, in the order in which a bot meets them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import count

from arena.check.exam import Exam, News, Terms
from arena.check.findings import Finding
from arena.check.setups import AnyGame
from arena.check.steps.afterwards import costs, repeatable, sandboxed
from arena.check.steps.hello import greeting
from arena.check.steps.leaving import leaving
from arena.check.steps.matches import habits, matches
from arena.check.steps.unusual import trials
from arena.process.launch import ResolvedCommand


def check_bot(
    command: ResolvedCommand,
    chosen: Sequence[AnyGame],
    terms: Terms | None = None,
    news: News | None = None,
) -> Iterator[Finding]:
    """Put a bot through all steps over these games; gives each finding as soon as it is there.

    `news` is told, between findings, what is done now.

    Raises:
        ArenaFault, Void: the arena itself failed.
    """
    numbers = count(1)
    for finding in _steps(Exam(command, chosen, terms or Terms(), news)):
        yield replace(finding, number=next(numbers))


def _steps(exam: Exam) -> Iterator[Finding]:
    """All steps; what is left of the bot is ended at the end."""
    try:
        greeted = yield from greeting(exam)
        if greeted:
            sound = yield from matches(exam)
            if sound:
                yield from habits(exam)
                yield from trials(exam)
            yield from leaving(exam)
            if sound:
                yield from costs(exam)
                exam.tell("the same match again")
                yield repeatable(exam)
                yield sandboxed(exam)
    finally:
        exam.host.bot.kill()
