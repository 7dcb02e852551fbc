"""How much time a seat has.

- `move_ms` caps each decision.
- `bank_ms` is a stock for the whole match. All thinking is taken from it, and after each decision that the
  bot was asked `increment_ms` is added, without a ceiling. A decision may take the whole bank.
- With both, a decision may take the smaller of `move_ms` and what the bank holds before it.
- The margin is on top of that, for the noise of the machine. An answer inside the margin counts; the bank
  never falls below nothing.
- All tries at one decision share its time: a rejected answer gives no new one.
- The processor time that the arena spends on reading a long answer, and on finding an action among the legal
  ones, is time of the decision and processor time of the bot: it can't be had for nothing.
- Decisions that are not asked (forced, or a stand-in's) neither cost nor earn time.
- `move_cpu_ms` and `match_cpu_ms` limit the processor time of all the bot's processes, on whatever number of
  cores: from its previous answer to this one, and from ready to the match's end. It is known exactly once an
  answer is there, and needs no margin. A bot that does not rest is charged for the others' turns too.
"""

from __future__ import annotations

import time

from arena.match.spec import Clock
from protocol.messages import TimeLeft


class SeatClock:
    """One seat's clock in one match. Times are in milliseconds, deadlines seconds of `time.monotonic()`."""

    __slots__ = ("_bank_ms", "_clock", "_cpu_ms", "_margin_ms", "_match_cpu_ms", "_spent_ms")

    def __init__(self, clock: Clock, margin_ms: int) -> None:
        self._clock = clock
        self._margin_ms = margin_ms
        self._bank_ms = None if clock.bank_ms is None else float(clock.bank_ms)
        self._spent_ms = 0.0
        self._cpu_ms = self._match_cpu_ms = 0.0

    @property
    def told_bank_ms(self) -> int | None:
        """What the bank holds now, in whole milliseconds, as the bot is told; None without a bank."""
        return None if self._bank_ms is None else int(self._bank_ms)

    @property
    def allowed_ms(self) -> float:
        """What the whole decision may take, without the margin."""
        move_ms, bank_ms = self._clock.move_ms, self._bank_ms
        if bank_ms is None or (move_ms is not None and move_ms < bank_ms):
            return float(move_ms or 0)
        return bank_ms

    @property
    def left_ms(self) -> float:
        """What it may still take after rejected answers; never negative."""
        return max(0.0, self.allowed_ms - self._spent_ms)

    def told_left(self) -> TimeLeft:
        """What is left of the limits for this decision after a rejected answer, as the bot is told."""
        move_ms, bank_ms = self._clock.move_ms, self._bank_ms
        spent = self._spent_ms
        return TimeLeft(
            None if move_ms is None else max(int(move_ms - spent), 0),
            None if bank_ms is None else max(int(bank_ms - spent), 0),
        )

    def deadline(self) -> float:
        """When an answer to a question sent now is too late."""
        return time.monotonic() + (self.left_ms + self._margin_ms) / 1000

    def spend(self, ms: float, cpu_ms: float = 0.0) -> None:
        """An answer took so long; the decision may not be done yet."""
        self._spent_ms += ms
        self._cpu_ms += cpu_ms
        self._match_cpu_ms += cpu_ms

    @property
    def excess(self) -> str | None:
        """How it took more processor time than it may, in words; None if it did not."""
        clock = self._clock
        if clock.move_cpu_ms is not None and self._cpu_ms > clock.move_cpu_ms:
            return f"took {self._cpu_ms:.0f} ms of processor time, of {clock.move_cpu_ms} allowed a decision"
        if clock.match_cpu_ms is not None and self._match_cpu_ms > clock.match_cpu_ms:
            spent, allowed = self._match_cpu_ms, clock.match_cpu_ms
            return f"took {spent:.0f} ms of processor time in this match, of {allowed} allowed"
        return None

    def finish(self) -> float:
        """The decision is done: settle it with the bank; returns what it took."""
        spent = self._spent_ms
        self._spent_ms = self._cpu_ms = 0.0
        if self._bank_ms is not None:
            self._bank_ms = max(0.0, self._bank_ms - spent) + self._clock.increment_ms
        return spent
