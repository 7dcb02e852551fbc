"""Unusual ways to say the usual things, all of which the protocol allows and a bot must bear."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from struct import pack as packed
from typing import Any, TypeAlias

from arena.check.findings import Advice
from protocol.codec import MAX_MESSAGE, Decoder, pack

Manner: TypeAlias = Callable[[bytes], list[bytes]]
"""Turns a message into the pieces that are written, one after the other with a pause between."""

BIG_MESSAGES = 2
"""How many decisions of a match are asked in messages of the largest size."""


@dataclass(frozen=True, slots=True)
class Trial:
    """A manner to be borne: what the step is called, and the advice for bots that fail it."""

    step: str
    manner: Callable[[], Manner]
    advice: Advice


def plainly(message: bytes) -> list[bytes]:
    """The message as it is, in one piece."""
    return [message]


def unpacked(message: bytes) -> Any:
    """The map that a whole message is; None if it is none."""
    decoder = Decoder(most_values=None)
    decoder.feed(message)
    return decoder.next()


def with_unknown_keys(message: bytes) -> list[bytes]:
    """The message with keys that this version does not know, at two levels."""
    news: dict[str, Any] = {"news": {"of": ["a", "later", 2]}, "x-nothing": None}
    content = unpacked(message)
    nested = {key: {**content[key], **news} for key in ("clock", "view") if key in content}
    return [pack({**news, **content, **nested})]


def with_wide_numbers(message: bytes) -> list[bytes]:
    """The message with each value in MessagePack's widest form."""
    return [_wide(unpacked(message))]


def _wide(value: Any) -> bytes:
    match value:
        case bool() | None | float():
            return pack(value)
        case int():
            return packed(">Bq", 0xD3, value) if value < 0 else packed(">BQ", 0xCF, value)
        case str():
            data = value.encode()
            return packed(">BI", 0xDB, len(data)) + data
        case list():
            return packed(">BI", 0xDD, len(value)) + b"".join(map(_wide, value))
    entries = b"".join(_wide(key) + _wide(item) for key, item in value.items())
    return packed(">BI", 0xDF, len(value)) + entries


def in_pieces(message: bytes) -> list[bytes]:
    """The message in three pieces, the first a single byte."""
    half = len(message) // 2
    return [message[:1], message[1:half], message[half:]]


def padded(message: bytes, size: int, filler: str = "x") -> bytes:
    """The message with an unknown key that makes it `size` bytes long; as it is where that is too small."""
    content = unpacked(message)
    room = size - len(pack({**content, "padding": ""})) - 4  # a long string's header has 4 bytes more
    return pack({**content, "padding": filler * room}) if room > 0xFFFF else message


def hugely() -> Manner:
    """The first decisions in messages of the largest size."""
    left = BIG_MESSAGES

    def manner(message: bytes) -> list[bytes]:
        nonlocal left
        if left and unpacked(message)["type"] == "decide":
            left -= 1
            return [padded(message, MAX_MESSAGE)]
        return [message]

    return manner


def in_one_piece() -> Manner:
    """Each `over` together with what follows it."""
    held = b""

    def manner(message: bytes) -> list[bytes]:
        nonlocal held
        if unpacked(message)["type"] == "over":
            held += message
            return []
        whole, held = held + message, b""
        return [whole]

    return manner


TRIALS = (
    Trial(
        "reads messages that come in pieces",
        lambda: in_pieces,
        Advice(
            "pieces",
            "P-11",
            "one read may give a part of a message: keep it, and read on until the message is whole",
        ),
    ),
    Trial(
        "reads messages that come together",
        in_one_piece,
        Advice(
            "several-at-once",
            "P-11",
            "one read may give several messages: handle each, and keep what follows the first",
        ),
    ),
    Trial(
        "ignores unknown keys",
        lambda: with_unknown_keys,
        Advice(
            "unknown-keys",
            "P-14",
            "later versions add keys to any map: read the keys you need, and pass over all others",
        ),
    ),
    Trial(
        "reads values of any width",
        lambda: with_wide_numbers,
        Advice(
            "wide-values",
            "P-5",
            "a small number may come in 9 bytes, a short string with a long header: decode every form",
        ),
    ),
    Trial(
        "reads the largest messages",
        hugely,
        Advice(
            "big-messages",
            "P-9",
            "a message may have 1 MiB: read on until it is whole, with a buffer that grows",
        ),
    ),
)
