"""Random and mutated frames, many of them: a message or a named fault, never an exception, memory flat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import psutil

from protocol.codec import MAX_MESSAGE, Decoder, WireError, pack

KINDS = {"garbage", "oversize", "protocol"}
STEERING = bytes(
    [*range(0x80, 0x84), *range(0x90, 0x94), *range(0xA0, 0xA4), *range(0xC0, 0xE0), 0, 1, 97, 255]
)
MESSAGES: list[dict[str, Any]] = [
    {"type": "hello", "protocol": 1, "name": "fuzz", "games": ["portals"], "send": ["view", "legal"]},
    {"type": "ready"},
    {"type": "act", "id": 7, "index": 0},
    {"type": "act", "id": 300, "action": {"type": "play", "card": "red-3", "to": [1, -2.5, None, True]}},
    {
        "type": "act",
        "id": 1,
        "index": 2,
        "note": {"text": "\u00e9\u4e16" * 20, "list": list(range(40)), "deep": [[[{}]]]},
    },
]
PACKED = [pack(message) for message in MESSAGES]
GROWTH_BYTES = 10 << 20


def frame(rng: Random) -> bytes:
    """Random bytes, bytes that steer a reader, or messages with a few changes."""
    match rng.randrange(4):
        case 0:
            return rng.randbytes(rng.randrange(60))
        case 1:
            return b"\x83\xa1a" + bytes(rng.choices(STEERING, k=rng.randrange(60)))
    data = bytearray(b"".join(rng.choices(PACKED, k=rng.randrange(1, 4))))
    for _ in range(rng.randrange(5)):
        place = rng.randrange(len(data) + 1)
        match rng.randrange(4):
            case 0:
                data[place : place + 1] = bytes([rng.choice(STEERING)])
            case 1:
                data[place:place] = rng.randbytes(rng.randrange(1, 6))
            case 2:
                del data[place : place + rng.randrange(1, 6)]
            case _:
                data[place : place + 1] = rng.randbytes(1)
    return bytes(data)


def outcome(data: bytes, cut: int) -> str:
    """What a decoder makes of it, in two pieces."""
    decoder = Decoder()
    count = 0
    try:
        for piece in (data[:cut], data[cut:]):
            decoder.feed(piece)
            while (message := decoder.next()) is not None:
                assert type(message) is dict
                count += 1
    except WireError as error:
        assert error.kind in KINDS
        assert error.detail
        return error.kind
    assert decoder.pending <= MAX_MESSAGE
    return "messages" if count else "nothing yet"


def test_any_frame_is_a_message_or_a_named_fault(amount: Callable[[int, int], int]) -> None:
    rng = Random(1)
    for _ in range(2000):
        outcome(frame(rng), 3)  # what is made once is made by now
    seen: Counter[str] = Counter()
    before = psutil.Process().memory_info().rss
    for _ in range(amount(10_000, 1_000_000)):
        data = frame(rng)
        seen[outcome(data, rng.randrange(len(data) + 1))] += 1
    growth = psutil.Process().memory_info().rss - before
    assert growth < GROWTH_BYTES
    assert set(seen) == {"garbage", "oversize", "messages", "nothing yet"}
