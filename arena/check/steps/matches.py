"""Whole matches of every game."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import replace

from arena.check.exam import Exam
from arena.check.findings import Finding, Status
from arena.check.manners import TRIALS
from arena.check.setups import AnyGame, Coverage, Setup, setups
from arena.process.faults import BotFault, FaultKind

MORE = 3
"""How many times as many matches are played at most where table sizes or decisions were not met yet."""
SINGLE = 2
"""How many whole matches the steps play that are no trials of manners."""


def matches(exam: Exam) -> Generator[Finding, None, bool]:
    """Have it play matches of every game that was chosen. Returns whether there was no fault."""
    sound = True
    plays = exam.games_of_hello()
    # If it plays none of them, it is asked all the same, so that it is told.
    chosen = [game for game in exam.chosen if game.id in plays] or exam.chosen
    exam.expected = sum(map(exam.terms.matches_of, chosen)) + exam.terms.adapts + len(TRIALS) + SINGLE
    for game in chosen:
        sound = (yield from play_all(exam, game)) and sound
    if not sound:
        yield Finding("unusual messages", Status.SKIP, "tried when the usual ones cause no fault")
    return sound


def play_all(exam: Exam, game: AnyGame) -> Generator[Finding, None, bool]:
    """Have it play a game until it has met all kinds of decisions. Returns whether it had no fault."""
    exam.tell(f"{game.id}: which decisions there are")
    coverage = Coverage(game, exam.terms.seed)
    planned = exam.terms.matches_of(game)
    tried: list[Setup] = []
    try:
        if exam.terms.adapts and exam.host.played == 0:
            exam.tell(f"{game.id}: how it uses its time")
            pace = exam.host.find_pace(next(setups(game, exam.terms.seed)))
            expect_rest(exam)
            yield Finding("uses its time", Status.PASS, f"{pace} (--move-ms gives it another)")
        for setup in setups(game, exam.terms.seed):
            sizes = {setup.players for setup in tried}
            enough = planned if len(sizes) == len(game.seats) and not coverage.missing else MORE * planned
            if len(tried) >= enough:
                break
            exam.tell(f"{game.id}: match {len(tried) + 1} of {planned if len(tried) < planned else enough}")
            tried.append(setup)
            record = exam.host.play(setup)
            exam.expected += len(tried) > planned
            coverage.add(record, setup.seat)
            exam.first = exam.first or (setup, record)
            expect_rest(exam)
    except BotFault as fault:
        failed = exam.failure(failed_step(exam, game, fault), fault)
        before = len(tried) - 1
        where = f"; {tried[-1]}, after {before} sound matches" if before > 0 else ""
        yield replace(failed, detail=failed.detail + where)
        return False
    yield Finding(f"{game.id}: ready, and every answer legal", Status.PASS, in_words(tried))
    yield kinds(exam, game, coverage)
    return True


def expect_rest(exam: Exam) -> None:
    """Raises BotFault if after a match the bot says something, or ends although it is not started anew."""
    if not exam.host.restart:
        exam.host.expect_silence()
        exam.host.expect_to_stay()


def in_words(tried: Sequence[Setup]) -> str:
    """Which tables and options the matches had."""
    sizes = sorted({setup.players for setup in tried})
    options = sorted({name for setup in tried for name in setup.options})
    return f"{len(tried)} matches, with {', '.join(map(str, sizes))} players, options as they are" + "".join(
        f", {name} changed" for name in options
    )


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
