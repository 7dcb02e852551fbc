"""Messages that are unusual, yet as the protocol allows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from arena.check.advice import NO_DECISION, REJECTED
from arena.check.exam import Exam
from arena.check.findings import Advice, Finding, Status
from arena.check.manners import TRIALS, Trial, plainly
from arena.check.subject import Silence
from arena.process.faults import BotFault


def trials(exam: Exam) -> Iterator[Finding]:
    """Messages that are unusual, yet as the protocol allows; each on a new process."""
    for trial in TRIALS:
        yield with_manner(exam, trial)
    yield attempt(exam, "bears a match without a decision", lambda: without_decision(exam), NO_DECISION)
    rejected = attempt(exam, "answers rejected", lambda: with_rejection(exam), REJECTED)
    yield rejected if rejected.status is Status.PASS else replace(rejected, status=Status.WARN)


def with_manner(exam: Exam, trial: Trial) -> Finding:
    """A match in a manner, and the beginning of another."""

    def play() -> None:
        exam.host.play(exam.sample)
        if not exam.host.restart:
            exam.host.expect_silence()
            exam.host.play_bare(exam.sample)

    exam.host.bot.manner = trial.manner()
    finding = attempt(exam, trial.step, play, trial.advice)
    exam.host.bot.manner = plainly
    return finding


def attempt(exam: Exam, step: str, action: Callable[[], object], advice: Advice) -> Finding:
    """Do what a sound bot bears, on a new process; a failure calls for this advice, lateness for its own."""
    exam.host.bot.kill()
    exam.tell(step)
    try:
        action()
    except BotFault as fault:
        failed = exam.failure(step, fault)
        # An answer that only came late was understood: the step is not to blame.
        return failed if exam.host.bot.silence is Silence.LATE else replace(failed, advice=advice)
    return Finding(step, Status.PASS)


def without_decision(exam: Exam) -> None:
    """A match in which the bot is only told the end, twice. Raises BotFault."""
    for _ in range(2):
        exam.host.play_bare(exam.sample)


def with_rejection(exam: Exam) -> None:
    """A match in which the first answer is rejected. Raises BotFault."""
    exam.host.bot.rejects_next = True
    exam.host.play(exam.sample)
