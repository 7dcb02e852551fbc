"""What the matches before have shown: costs, repeatability, and the sandbox."""

from __future__ import annotations

from collections.abc import Iterator

from arena.check.advice import MUCH_MEMORY, SANDBOX, SLOW, UNSEEDED
from arena.check.exam import MUCH, Exam
from arena.check.findings import Finding, Status
from arena.match.player import label
from arena.process.faults import BotFault
from arena.process.sandbox import bubblewrap_trouble

BY_TIME = 0.25
"""Who takes more than this share of the move time on average, is taken to think by the clock."""
MOST_NAMED = 5
"""How many files are named that a bot left behind."""
KEPT = (
    "it could read the system, its own folder and what it is shown, write to a private /tmp and nowhere else,"
    " and reach no network"
)


def costs(exam: Exam) -> Iterator[Finding]:
    """What the matches took: the bot's time a move, and the most memory that it was seen to use."""
    host = exam.host
    limit_ms = exam.settings.clock.move_ms
    words = f"{host.mean_ms:.2f} ms in the mean, {host.max_ms:.1f} at most"
    slow = limit_ms is not None and host.max_ms > MUCH * limit_ms
    yield exam.measured("time a move", words, slow, SLOW)
    limit_mb = exam.settings.limits.memory_mb
    used_mb = host.bot.memory_kb / 1024
    much = limit_mb is not None and used_mb > MUCH * limit_mb
    yield exam.measured("memory", f"{used_mb:.0f} MiB at most", much, MUCH_MEMORY)


def repeatable(exam: Exam) -> Finding:
    """The same match again, in a new process: the same choices?"""
    step = "same bot_seed, same game"
    assert exam.first is not None
    setup, before = exam.first
    exam.host.bot.kill()
    try:
        record = exam.host.play(setup)
    except BotFault as fault:
        return exam.failure(step, fault)
    if [d.action for d in record.decisions] == [d.action for d in before.decisions]:
        return Finding(step, Status.PASS)
    mean_ms, limit_ms = exam.host.mean_ms, exam.settings.clock.move_ms
    if limit_ms is not None and mean_ms > BY_TIME * limit_ms:
        words = (
            "the same match went another way, as it may: it thinks by the clock,"
            f" {mean_ms:.0f} of {limit_ms} ms a move; by a number of tries, seeded with bot_seed, it could be"
            " repeated"
        )
        return Finding(step, Status.SKIP, words)
    return exam.noted(step, Status.WARN, "the same match went another way", UNSEEDED)


def sandboxed(exam: Exam) -> Finding:
    """What the sandbox has kept from it, as far as that is to be seen from outside."""
    step = "keeps to its sandbox"
    bot = exam.host.bot
    bot.kill()
    if not bot.guarded:
        words = "it ran without one, and could read and write whatever you can"
        return Finding(step, Status.SKIP, "; ".join(filter(None, (words, bubblewrap_trouble()))))
    if bot.complaints:
        words = f"it met what the sandbox may have refused: {label(next(iter(bot.complaints)))}"
        return exam.noted(step, Status.WARN, words, SANDBOX, "\n".join(bot.complaints))
    left = [f"{label(file)} ({size} bytes)" for file, size in sorted(bot.scratch.items())[:MOST_NAMED]]
    more = f" and {len(bot.scratch) - MOST_NAMED} more" if len(bot.scratch) > MOST_NAMED else ""
    return Finding(step, Status.PASS, f"{KEPT}; left there: {', '.join(left) or 'nothing'}{more}")
