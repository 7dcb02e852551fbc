"""Whole matches of every game."""

from __future__ import annotations

from collections.abc import Generator, Iterator

from arena.check.exam import Exam
from arena.check.findings import Finding, Status
from arena.check.setups import AnyGame, Coverage, setups
from arena.process.faults import BotFault, FaultKind

MORE = 3
"""How many times as many matches are played where kinds of decisions were not met yet."""


def matches(exam: Exam) -> Generator[Finding, None, bool]:
    """Have it play matches of every game that was chosen. Returns whether there was no fault."""
    sound = True
    plays = exam.games_of_hello()
    # If it plays none of them, it is asked all the same, so that it is told.
    for game in [game for game in exam.chosen if game.id in plays] or exam.chosen:
        sound = (yield from play_all(exam, game)) and sound
    if not sound:
        yield Finding("unusual messages", Status.SKIP, "tried when the usual ones cause no fault")
    return sound


def play_all(exam: Exam, game: AnyGame) -> Generator[Finding, None, bool]:
    """Have it play a game until it has met all kinds of decisions. Returns whether it had no fault."""
    coverage = Coverage(game, exam.terms.seed)
    played = 0
    try:
        for setup in setups(game, exam.terms.seed):
            if played >= exam.terms.matches * (MORE if coverage.missing else 1):
                break
            record = exam.host.play(setup)
            played += 1
            coverage.add(record, setup.seat)
            exam.first = exam.first or (setup, record)
            if not exam.host.restart:
                exam.host.expect_silence()
                exam.host.expect_to_stay()
    except BotFault as fault:
        yield exam.failure(failed_step(exam, game, fault), fault)
        return False
    yield Finding(f"{game.id}: ready, and every answer legal", Status.PASS, f"{played} matches")
    yield kinds(exam, game, coverage)
    return True


def failed_step(exam: Exam, game: AnyGame, fault: BotFault) -> str:
    """Which step a fault in a match belongs to, by what was asked last."""
    match exam.asked_last():
        case "over" if fault.kind is FaultKind.CRASH:
            return "plays several matches in one process"
        case "over":
            return "says nothing after over"
        case "hello":
            return f"{game.id}: says hello again"
        case "start":
            return f"{game.id}: is ready"
    return f"{game.id}: every answer legal"


def kinds(exam: Exam, game: AnyGame, coverage: Coverage) -> Finding:
    """Which kinds of decisions it met, of those that random play meets."""
    step = f"{game.id}: all kinds of decisions"
    met = f"met {', '.join(sorted(coverage.met)) or 'none'}"
    if not coverage.missing:
        return Finding(step, Status.PASS, met)
    words = f"{met}; not met, more --matches may lead there: {', '.join(sorted(coverage.missing))}"
    return Finding(step, Status.SKIP, words)


def habits(exam: Exam) -> Iterator[Finding]:
    """What the matches so far have shown."""
    ways = [f"{number} by {way}" for way, number in exam.host.bot.answered_by.items() if number]
    yield Finding("answers by index or by action", Status.PASS, ", ".join(ways) or "none was asked")
    yield Finding("plays with the parts that it asked for", Status.PASS, f"got {exam.parts()}")
    several = "plays several matches in one process"
    if exam.host.restart:
        yield Finding(several, Status.SKIP, "bot.toml says restart = true")
    else:
        yield Finding(several, Status.PASS)
        yield Finding("says nothing after over", Status.PASS)
