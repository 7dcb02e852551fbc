"""Going when told to, and taking all with it."""

from __future__ import annotations

from collections.abc import Iterator

from arena.check.advice import (
    EXIT_STATUS,
    IGNORES_BYE,
    IGNORES_END_OF_INPUT,
    LEAVES_PROCESSES,
    PRINTS,
    TALKS_AT_THE_END,
)
from arena.check.exam import Exam
from arena.check.findings import Finding, Status
from arena.process.faults import BotFault
from protocol.messages import Bye, encode


def leaving(exam: Exam) -> Iterator[Finding]:
    """Start the bot twice, and tell it to go: by bye, and by the end of its input."""
    for farewell, asked in ((encode(Bye()), "bye"), (None, "the end of its input")):
        exam.host.bot.kill()
        try:
            exam.host.greet()
            if exam.first is not None:
                exam.host.play_bare(exam.sample)
        except BotFault as fault:
            yield exam.failure(f"starts again, to be told {asked}", fault)
            return
        yield from dismiss(exam, farewell, f"exits at {asked}")


def dismiss(exam: Exam, farewell: bytes | None, step: str) -> Iterator[Finding]:
    """Tell the bot to go, and note when and how it goes, what it says and what it leaves behind."""
    grace_ms = exam.settings.graces.closed_ms
    leaving = exam.host.bot.leave(farewell, grace_ms)
    ending = exam.host.bot.process.kill()
    if leaving.ms is None:
        advice = IGNORES_BYE if farewell else IGNORES_END_OF_INPUT
        words = f"still ran after {grace_ms} ms"
        yield exam.noted(step, Status.FAIL, words, advice, ending.stderr.text)
        return
    if ending.code:
        words = f"exited with status {ending.code} after {leaving.ms:.0f} ms"
        yield exam.noted(step, Status.WARN, words, EXIT_STATUS, ending.stderr.text)
    else:
        yield Finding(step, Status.PASS, f"after {leaving.ms:.0f} ms, of {grace_ms} allowed")
    if leaving.words:
        is_map = leaving.words[0] & 0xF0 == 0x80
        advice = TALKS_AT_THE_END if is_map else PRINTS
        words = "sent what nothing had asked for"
        yield exam.noted("says nothing at the end", Status.FAIL, words, advice)
    elif farewell:
        yield Finding("says nothing at the end", Status.PASS)
    if leaving.left_behind:
        words = f"still running: {', '.join(leaving.left_behind)}"
        yield exam.noted("leaves no process behind", Status.FAIL, words, LEAVES_PROCESSES)
    elif farewell:
        yield Finding("leaves no process behind", Status.PASS)
