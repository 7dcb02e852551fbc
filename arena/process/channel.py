"""The arena's ends of one bot's pipes: messages go out without waiting for the bot, and come in whole.

Raw non-blocking descriptors and `poll`, no thread and no event loop: a decision costs one write, two polls
and one read. All deadlines are absolute, in seconds of `time.monotonic()`.
"""

import os
import select
import time

from arena.process.faults import StalledError
from arena.process.tap import Tap
from protocol.codec import Decoder

CHUNK = 65536
STALL_S = 0.5
"""A poll that returns this much too late means that the arena itself stood still."""
SLICE_S = 0.25
"""The longest poll: a suspension shows at the end of the slice that it falls into, long before a deadline."""
MEASURED = 1024
"""An answer of fewer bytes costs less to read than it would cost to measure that."""


class Channel:
    """Writes to a bot's stdin and reads from its stdout. The `tap` hears every byte, either way."""

    def __init__(self, stdin: int, stdout: int, control: int, tap: Tap | None) -> None:
        self.unsent = memoryview(b"")
        """What the pipe had no room for yet."""
        self.reading_ns = 0
        """The processor time that was spent on reading, apart from short messages."""
        self._stdin = stdin
        self._stdout = stdout
        self._tap = tap
        self._decoder = Decoder()
        self._broken = False  # whether a write found nobody at the other end
        self._poll = select.poll()
        self._poll.register(stdout, select.POLLIN)
        self._poll.register(control, select.POLLIN)

    # ------------------------------------------------------------------------------------ out

    def post(self, message: bytes) -> None:
        """Send what fits into the pipe now, and keep the rest. Never raises for what the bot does."""
        if self._tap is not None:
            self._tap.hear("arena", message)
        if self.unsent:
            self.unsent = memoryview(bytes(self.unsent) + message)
            return
        try:
            written = os.write(self._stdin, message)
        except BlockingIOError:
            written = 0
        except BrokenPipeError:
            self._broken = True
            return
        if written < len(message):
            self.unsent = memoryview(message)[written:]
            self._poll.register(self._stdin, select.POLLOUT)

    def post_rest(self) -> None:
        """Send what fits now of what had no room before."""
        try:
            self.unsent = self.unsent[os.write(self._stdin, self.unsent) :]
        except BlockingIOError:
            return
        except BrokenPipeError:
            self._broken = True
            self.unsent = memoryview(b"")
        if not self.unsent:
            self._poll.unregister(self._stdin)

    @property
    def up_to_date(self) -> bool:
        """Whether all that was sent is in the pipe."""
        return not self.unsent and not self._broken

    @property
    def deaf(self) -> bool:
        """Whether nobody holds the bot's stdin open any more."""
        poll = select.poll()
        poll.register(self._stdin, 0)
        return self._broken or bool(poll.poll(0))

    # ------------------------------------------------------------------------------------ in

    def wait(self, deadline: float) -> tuple[list[tuple[int, int]], bool]:
        """See `wait`; for what comes from the bot or its supervisor, and room for what is unsent."""
        return wait(self._poll, deadline)

    def read(self) -> bytes | None:
        """What lies in the pipe, up to a chunk; None if nothing does, b"" at its end."""
        try:
            data = os.read(self._stdout, CHUNK)
        except BlockingIOError:
            return None
        if self._tap is not None and data:
            self._tap.hear("bot", data)
        return data

    def take(self) -> bytes | None:
        """Read, and keep it for `next`; gives what `read` gives."""
        data = self.read()
        if data:
            self._decoder.feed(data)
        return data

    def next(self) -> object | None:
        """The next message of what was taken, if it is whole. Raises WireError."""
        decoder = self._decoder
        if decoder.pending <= MEASURED:
            return decoder.next()
        began = time.thread_time_ns()
        try:
            return decoder.next()
        finally:
            self.reading_ns += time.thread_time_ns() - began

    @property
    def pending(self) -> int:
        """How many bytes were taken that are not part of a message that `next` gave."""
        return self._decoder.pending

    @property
    def tail(self) -> bytes:
        """The last bytes that came, as evidence."""
        return self._decoder.tail


def wait(poll: select.poll, deadline: float) -> tuple[list[tuple[int, int]], bool]:
    """Events by the deadline, and whether that has passed; looks at least once. Raises StalledError."""
    while True:
        before = time.monotonic()
        patience = min(SLICE_S, max(0.0, deadline - before))
        events = poll.poll(patience * 1000)
        now = time.monotonic()
        late = now >= deadline
        if now - before - patience > STALL_S:
            raise StalledError(
                f"the arena stood still for {now - before - patience:.1f} s while a bot was to answer"
            )
        if events or late:
            return events, late
