"""How requests and answers are written: MessagePack as on the wire of matches, or JSON, a line each."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from typing import Any, Protocol

from arena import safe_json
from arena.engine.forms import MAX_VALUES
from arena.errors import ArenaError
from protocol.codec import MAX_MESSAGE, Decoder, WireError, pack_array, pack_trusted

READ_SIZE = 1 << 16


class Unreadable(ArenaError):
    """What came is no message, in words; `ends` says that none can be made out after it."""

    def __init__(self, words: str, ends: bool) -> None:
        super().__init__(words, ends)
        self.words = words
        self.ends = ends


class Wire(Protocol):
    """A way to write messages."""

    frame: int
    """How many bytes a batch's answer has beside the answers in it, at most."""

    def messages(self, descriptor: int) -> Iterator[object]:
        """The messages that come from a descriptor, each as soon as it is whole; in place of what can't be
        read, an `Unreadable`."""

    def pack(self, answer: dict[str, Any]) -> bytes:
        """The bytes of an answer."""

    def join(self, answers: Sequence[bytes]) -> bytes:
        """The bytes of a batch's answer."""


class MessagePack:
    """MessagePack values, one directly after the other."""

    frame = 32
    _head: bytes = b"\x82" + pack_trusted("type") + pack_trusted("answer") + pack_trusted("answers")

    def messages(self, descriptor: int) -> Iterator[object]:
        """As `Wire` has it; the first that is no message is the last that is read."""
        decoder = Decoder(MAX_VALUES)
        try:
            while data := os.read(descriptor, READ_SIZE):
                decoder.feed(data)
                while (message := decoder.next()) is not None:
                    yield message
        except WireError as error:
            yield Unreadable(f"{error.path} {error.detail}".strip(), ends=True)
            return
        if decoder.pending:
            yield Unreadable(f"the input ends inside a message, after its {decoder.pending} bytes", ends=True)

    def pack(self, answer: dict[str, Any]) -> bytes:
        """As `Wire` has it."""
        packed: bytes = pack_trusted(answer)
        return packed

    def join(self, answers: Sequence[bytes]) -> bytes:
        """As `Wire` has it."""
        return self._head + pack_array(answers)


class JsonLines:
    """JSON, a line a message."""

    frame = 40

    def messages(self, descriptor: int) -> Iterator[object]:
        """As `Wire` has it; after a line that is no JSON the next is read."""
        rest = b""
        while data := os.read(descriptor, READ_SIZE):
            *lines, rest = (rest + data).split(b"\n")
            for line in lines:
                if line.strip():
                    yield self._message(line)
            if len(rest) > MAX_MESSAGE:
                yield Unreadable(f"a line has at most {MAX_MESSAGE} bytes", ends=True)
                return
        if rest.strip():
            yield self._message(rest)

    def _message(self, line: bytes) -> object:
        if len(line) > MAX_MESSAGE:
            return Unreadable(f"a line has at most {MAX_MESSAGE} bytes, not {len(line)}", ends=False)
        try:
            message: object = safe_json.loads(line)
        except ValueError as error:
            return Unreadable(f"the line is no JSON: {error}", ends=False)
        return message

    def pack(self, answer: dict[str, Any]) -> bytes:
        """As `Wire` has it."""
        return json.dumps(answer, separators=(",", ":")).encode() + b"\n"

    def join(self, answers: Sequence[bytes]) -> bytes:
        """As `Wire` has it."""
        return b'{"type":"answer","answers":[' + b",".join(answer.rstrip() for answer in answers) + b"]}\n"
