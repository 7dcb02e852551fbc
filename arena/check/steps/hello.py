"""Starting, and saying hello."""

from __future__ import annotations

from collections.abc import Generator

from arena.check.advice import SLOW_START, UNKNOWN_GAMES, UNKNOWN_HELLO_KEYS
from arena.check.exam import MUCH, Exam
from arena.check.findings import Finding, Status
from arena.process.faults import BotFault, FaultKind
from protocol.messages import BotHello

HELLO_KEYS = ("type", *BotHello.__slots__)


def greeting(exam: Exam) -> Generator[Finding, None, bool]:
    """Start the bot, and look at when and what it answers to hello. Returns whether it did."""
    started = Finding("starts", Status.PASS, " ".join(exam.host.bot.command.argv))
    try:
        exam.host.greet()
    except BotFault as fault:
        spoke, late = bool(fault.evidence.received), fault.kind is FaultKind.TIMEOUT
        if spoke or late:
            yield started
        yield exam.failure(
            "says hello in time" if late else "hello has the right fields" if spoke else "starts", fault
        )
        return False
    yield started
    yield hello_time(exam)
    yield hello_fields(exam)
    return True


def hello_time(exam: Exam) -> Finding:
    """How long the bot took to say hello, of the time that it may take."""
    ms, limit_ms = exam.host.bot.tape.said[-1].ms, exam.settings.startup_ms
    words = f"after {ms:.0f} ms, of {limit_ms} allowed"
    return exam.measured("says hello in time", words, ms > MUCH * limit_ms, SLOW_START)


def hello_fields(exam: Exam) -> Finding:
    """What hello says, and what looks like a slip in it."""
    step = "hello has the right fields"
    hello = exam.host.bot.last_message("bot") or {}
    unknown = [key for key in hello if key not in HELLO_KEYS]
    if unknown:
        words = (
            f"hello has keys that mean nothing here: {', '.join(map(repr, unknown))};"
            f" there are {', '.join(HELLO_KEYS)}"
        )
        return exam.noted(step, Status.WARN, words, UNKNOWN_HELLO_KEYS)
    strange = [game for game in exam.games_of_hello() if game not in exam.ids]
    if strange:
        words = f"hello lists games that are not known here: {', '.join(map(repr, strange))}"
        return exam.noted(step, Status.WARN, words, UNKNOWN_GAMES)
    return Finding(step, Status.PASS, f"{hello.get('name')!r} asks for {exam.parts()}")
