"""Bytes to plain data and back: MessagePack with the limits and the words of SPEC.md.

Good messages are decoded by msgpack's C code. `_Scan` walks the bytes in Python, and decides alone, wherever
that code can't be trusted with them: a message that came in pieces, one that could claim much memory, and one
that was refused and now needs words that tell its author why.
"""

from __future__ import annotations

import msgpack

from protocol.errors import ArenaError
from protocol.faults import KIND_OF, FaultCode, FaultKind

TYPE_CHECKING = False  # instead of importing typing: bots import this module, and should start fast
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

MAX_MESSAGE = 1 << 20
"""The largest message, in bytes, either way."""
MAX_DEPTH = 64
"""How many arrays and maps may lie inside each other, the message's own map being the first."""
MAX_VALUES = 1 << 14
"""How many values a bot's message may hold, keys counted, and each array and map beside what is in it."""
MAX_PATH = 120
"""How many characters of a place inside a message an error quotes."""
TAIL = 64
"""How many of the last received bytes a `Decoder` keeps as evidence."""


class WireError(ArenaError):
    """Bytes or data that break the protocol.

    `code` is the fault they make, by its name in `protocol.faults`, `kind` the kind of that, `path` the place
    inside the message (`act.index`; empty if there is none), and `detail` one sentence for the bot's author.
    """

    def __init__(self, code: FaultCode, detail: str, path: str = "") -> None:
        super().__init__(code, detail, path)
        self.code: FaultCode = code
        self.kind: FaultKind = KIND_OF[code]
        self.detail = detail
        self.path = path if len(path) <= MAX_PATH else f"{path[:MAX_PATH]}..."

    def __str__(self) -> str:
        return f"{self.kind}: {self.path} {self.detail}" if self.path else f"{self.kind}: {self.detail}"


# ---------------------------------------------------------------------------------------------- packing

_packer = msgpack.Packer(use_bin_type=True)
pack_trusted = _packer.pack
"""`pack` without its checks, for data known to be plain: the same bytes in a quarter of the time."""


def _unpack(data: bytes | bytearray | memoryview) -> Any:
    # Negative lengths refuse bin and ext altogether, also empty ones (0 would let those pass).
    return msgpack.unpackb(data, strict_map_key=True, max_bin_len=-2, max_ext_len=-2)


def pack(value: object) -> bytes:
    """The bytes of plain data: None, bool, int of 64 bits, float, str, list or tuple, dict with str keys.

    Raises WireError ("protocol", or "oversize" above MAX_MESSAGE) naming the place of anything else.
    """
    # Reading it back costs less than any walk in Python, and finds what msgpack packs without a word.
    try:
        packed: bytes = _packer.pack(value)
        is_plain = not _is_deep(packed, _unpack(packed))
    except (TypeError, ValueError, OverflowError):
        is_plain = False
    if not is_plain:
        raise _misfit(value, "", MAX_DEPTH) or WireError("not_plain", "is not plain data")
    if len(packed) > MAX_MESSAGE:
        raise WireError("long_message", f"the message has {len(packed)} bytes, of {MAX_MESSAGE} allowed")
    return packed


def _misfit(value: object, path: str, depth: int) -> WireError | None:
    """What keeps `value` from being plain data, or None."""
    if isinstance(value, dict | list | tuple) and not isinstance(value, msgpack.ExtType):
        if depth == 0:
            return WireError("not_plain", f"is nested deeper than {MAX_DEPTH} arrays and maps", path)
        if isinstance(value, dict):
            for key in value:
                if not isinstance(key, str):
                    return WireError("not_plain", f"has the key {brief(key)}, and keys must be strings", path)
        pairs = value.items() if isinstance(value, dict) else enumerate(value)
        faults = (_misfit(item, join_path(path, key), depth - 1) for key, item in pairs)
        return next(filter(None, faults), None)
    if value is None or isinstance(value, bool | float):
        return None
    if isinstance(value, int):
        fits = -(1 << 63) <= value < 1 << 64
        return None if fits else WireError("not_plain", "is an int of more than 64 bits", path)
    if isinstance(value, str):
        return None if _is_unicode(value) else WireError("not_plain", "holds a lone surrogate", path)
    return WireError("not_plain", f"is a {type(value).__name__}, which no message can hold", path)


def _is_unicode(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def pack_array(items: Sequence[bytes]) -> bytes:
    """An array of values that are packed already."""
    return b"".join((_packer.pack_array_header(len(items)), *items))


def join_map(entries: Sequence[bytes]) -> bytes:
    """A map of entries, each a packed key and its packed value."""
    return b"".join((_packer.pack_map_header(len(entries)), *entries))


# ---------------------------------------------------------------------------------------------- words


def join_path(path: str, key: str | int) -> str:
    """The path of an entry of the map or array at `path`."""
    if isinstance(key, int):
        return f"{path}[{key}]"
    name = key[:40] if key.isidentifier() else repr(key[:40])  # a hostile key must not reach a terminal
    return f"{path}.{name}" if path else name


def brief(value: object) -> str:
    """`value` for an error's sentence: its kind and, where short enough to quote, itself."""
    match value:
        case None:
            return "nil"
        case bool():
            return "true" if value else "false"
        case int():
            return f"the int {value}" if value.bit_length() <= 64 else "an int of more than 64 bits"
        case float():
            return f"the float {value!r}"
        case str():
            return f"the string {value!r}" if len(value) <= 40 else f"the string {value[:40]!r}..."
        case dict():
            return f"a map of {len(value)}"
        case list() | tuple():
            return f"an array of {len(value)}"
    return f"a {type(value).__name__}"


def _text(data: bytes) -> str:
    """The printable text that `data` begins with."""
    text = data[:TAIL].decode("utf-8", "replace")
    end = next(
        (i for i, c in enumerate(text) if not (c.isprintable() or c in "\r\n\t") or c == "\ufffd"), None
    )
    return text[:end]


# ---------------------------------------------------------------------------------------------- scanning


_SCALAR, _STRING, _ARRAY, _MAP, _BIN, _EXT, _RESERVED = range(7)


def _heads() -> list[tuple[int, int, int]]:
    """What a value's first byte tells: kind, size or count, and the width of a length that follows."""
    heads = [(_SCALAR, 0, 0)] * 256
    for low in range(16):
        heads[0x80 + low] = (_MAP, low, 0)
        heads[0x90 + low] = (_ARRAY, low, 0)
    for low in range(32):
        heads[0xA0 + low] = (_STRING, low, 0)
    for step, width in enumerate((1, 2, 4)):
        heads[0xC4 + step] = (_BIN, 0, width)
        heads[0xC7 + step] = (_EXT, 0, width)
        heads[0xD9 + step] = (_STRING, 0, width)
    for step, size in enumerate((4, 8, 1, 2, 4, 8, 1, 2, 4, 8)):
        heads[0xCA + step] = (_SCALAR, size, 0)
    for byte in range(0xD4, 0xD9):
        heads[byte] = (_EXT, 0, 0)
    for step, width in enumerate((2, 4)):
        heads[0xDC + step] = (_ARRAY, 0, width)
        heads[0xDE + step] = (_MAP, 0, width)
    heads[0xC1] = (_RESERVED, 0, 0)
    return heads


_HEADS = _heads()
_MAP_HEADS = frozenset(byte for byte, head in enumerate(_HEADS) if head[0] == _MAP)
_CONTAINERS = frozenset((dict, list))
_CONTAINER_HEADS = bytes(byte for byte, head in enumerate(_HEADS) if head[0] in (_MAP, _ARRAY))
_NAMES = {
    _SCALAR: "a nil, boolean, int or float",
    _STRING: "a string",
    _ARRAY: "an array",
    _BIN: "a bin value",
    _EXT: "an extension type",
    _RESERVED: "the byte 0xc1, which MessagePack never uses",
}
_PLAIN = ", and only nil, booleans, ints, floats, strings, arrays and maps may occur"
_ALLOWED = {_BIN: _PLAIN, _EXT: _PLAIN, _RESERVED: ""}
_REFUSED: dict[int, FaultCode] = {_BIN: "bin", _EXT: "extension", _RESERVED: "reserved_byte"}
_NO_MAP: dict[int, FaultCode] = {
    _SCALAR: "not_a_map",
    _STRING: "not_a_map",
    _ARRAY: "array_for_map",
    **_REFUSED,
}
"""The codes of what may not occur at all, and of what may not be a message."""


class _Open:
    """An array or map that is still being scanned."""

    __slots__ = ("is_map", "key", "left", "total")

    def __init__(self, is_map: bool, total: int) -> None:
        self.is_map = is_map
        self.total = total  # a map of n entries has 2n values
        self.left = total
        self.key = ""

    @property
    def wants_key(self) -> bool:
        return self.is_map and self.left % 2 == 0


class _Scan:
    """Finds the end of the message that begins a buffer, as its bytes come in, or what is wrong with it.

    Linear in the bytes, whatever the pieces; holds no more than the open arrays and maps.
    """

    __slots__ = ("_announced", "_most_values", "_open", "_owed", "_position")

    def __init__(self, most_values: int | None) -> None:
        self._open: list[_Open] = []
        self._position = 0
        self._owed = 1  # values that the headers so far have announced, and that are to come
        self._announced = 1  # all that they have announced, and the message itself
        self._most_values = most_values

    def end(self, buffer: bytes | bytearray) -> int | None:  # noqa: C901, PLR0912
        """The message's length, or None if more bytes are needed. Raises WireError."""
        # One long loop: with its parts called for each value it takes 1.4 times as long, 6.1 ms for 15 000.
        there, position = len(buffer), self._position
        holder = self._open[-1] if self._open else None
        while self._owed and position < there:
            kind, size, width = _HEADS[buffer[position]]
            if kind >= _BIN:
                raise self._error(_REFUSED[kind], f"holds {_NAMES[kind]}{_ALLOWED[kind]}")
            body = position + 1 + width
            if width:
                if body > there:
                    break
                size = int.from_bytes(buffer[position + 1 : body])
            if kind != _STRING and holder is not None and holder.wants_key:
                raise self._error("key_not_string", "has a key that is not a string")
            if kind >= _ARRAY:
                inner = self._enter(kind == _MAP, size, body)
                self._position = position = body
                if inner.total:
                    holder = inner
                    self._open.append(inner)
                    continue
            else:
                end = body + size
                if end > MAX_MESSAGE:
                    raise self._too_long(end)
                if end > there:
                    break
                if kind == _STRING:
                    self._string(buffer[body:end], holder)
                self._position = position = end
                self._owed -= 1
            while holder is not None:  # count the value, and close the arrays and maps that it completes
                holder.left -= 1
                if holder.left:
                    break
                self._open.pop()
                holder = self._open[-1] if self._open else None
        return None if self._owed else position

    def _enter(self, is_map: bool, size: int, body: int) -> _Open:
        """The array or map whose header ends at `body`."""
        if len(self._open) == MAX_DEPTH:
            raise self._error("too_deep", f"is nested deeper than {MAX_DEPTH} arrays and maps")
        total = 2 * size if is_map else size
        self._owed += total - 1
        if body + self._owed > MAX_MESSAGE:
            raise self._too_long(body + self._owed)
        self._announced += total
        if self._most_values is not None and self._announced > self._most_values:
            raise self._error(
                "many_values", f"announces at least {self._announced} values, of {self._most_values} allowed"
            )
        return _Open(is_map, total)

    def _string(self, data: bytes | bytearray, holder: _Open | None) -> None:
        try:
            text = data.decode()
        except UnicodeDecodeError:
            raise self._error("not_utf8", "holds a string that is not UTF-8") from None
        if holder is not None and holder.wants_key:
            holder.key = text

    def _too_long(self, least: int) -> WireError:
        """The fault of a message that its own headers make at least `least` bytes long."""
        return self._error("long_message", f"announces at least {least} bytes, of {MAX_MESSAGE} allowed")

    def _error(self, code: FaultCode, detail: str) -> WireError:
        path = ""
        for holder in self._open:
            if not holder.wants_key:
                path = join_path(path, holder.key if holder.is_map else holder.total - holder.left)
        subject = "" if path else "the message "
        return WireError(code, f"{subject}{detail} (at its byte {self._position})", path)


def _is_deep(data: bytes | bytearray, message: object) -> bool:
    """Whether the `message` that `data` begins with is nested too deep."""
    if len(data) <= MAX_DEPTH or len(data) - len(data.translate(None, _CONTAINER_HEADS)) <= MAX_DEPTH:
        return False  # fewer bytes that could open an array or map than levels allowed
    level: list[Any] = [message]
    for _ in range(MAX_DEPTH):
        level = [
            item
            for holder in level
            for item in (holder.values() if type(holder) is dict else holder)
            if type(item) in _CONTAINERS
        ]
        if not level:
            return False
    return True


# ---------------------------------------------------------------------------------------------- decoding

# The fast way is for buffers whose headers can't make msgpack claim more than this: it makes room for an
# array when it meets the header, so nested headers in few bytes could ask for gigabytes.
_FAST_BYTES = 1 << 16
_FAST_CLAIM = 1 << 19


class Decoder:
    """Turns the bytes that come out of a pipe into messages; bounded in memory and time whatever comes.

    It reads what a bot sends; what an arena sends may hold any number of values, `most_values` None.
    The first WireError is final: every later `next` raises it again. Call `next` until it gives None after
    each `feed`: bytes that come while more than MAX_MESSAGE lie unread are not kept, and are a fault.
    """

    __slots__ = ("_buffer", "_failure", "_fast_bytes", "_most_values", "_scan", "_tail")

    def __init__(self, most_values: int | None = MAX_VALUES) -> None:
        self._most_values = most_values
        # A value has at least one byte: of fewer bytes than values allowed, none need be counted.
        self._fast_bytes = _FAST_BYTES if most_values is None else min(_FAST_BYTES, most_values)
        self._buffer: bytes | bytearray = b""
        self._tail = b""
        self._scan: _Scan | None = None
        self._failure: WireError | None = None

    @property
    def pending(self) -> int:
        """How many received bytes are not part of a message that `next` gave."""
        return len(self._buffer)

    @property
    def tail(self) -> bytes:
        """The last bytes received, at most TAIL of them, as evidence."""
        return self._tail

    def feed(self, data: bytes) -> None:
        """Take bytes as they come out of the pipe."""
        self._tail = data[-TAIL:] if len(data) >= TAIL else (self._tail + data)[-TAIL:]
        if self._failure is not None:
            return
        if not self._buffer:
            self._buffer = data
        elif len(self._buffer) > MAX_MESSAGE:
            self._fail(WireError("unread_bytes", f"more than {MAX_MESSAGE} bytes lie unread"))
        else:
            if not isinstance(self._buffer, bytearray):
                self._buffer = bytearray(self._buffer)
            self._buffer += data

    def next(self) -> object | None:
        """The next whole message, a map; None if more bytes are needed.

        Raises WireError of kind "garbage" or "oversize".
        """
        if self._failure is not None:
            raise self._failure.with_traceback(None)  # or each time it would grow
        if not self._buffer:
            return None
        try:
            message = self._next_fast() if self._scan is None else None
            return message if message is not None else self._next_scanned()
        except WireError as error:
            raise self._fail(self._explained(error)) from None

    def _next_fast(self) -> object | None:
        """The next message if C code alone can tell."""
        data = self._buffer
        if len(data) > self._fast_bytes or data[0] not in _MAP_HEADS:
            return None
        if (data.count(b"\xdc") + data.count(b"\xdd")) * len(data) > _FAST_CLAIM:
            return None
        rest = b""
        try:
            message: object = _unpack(data)
        except msgpack.ExtraData as extra:
            message, rest = extra.unpacked, extra.extra
        except (ValueError, RecursionError):
            return None
        if _is_deep(data[: len(data) - len(rest)], message):
            return None
        self._buffer = rest
        return message

    def _next_scanned(self) -> object | None:
        """The next message by way of `_Scan`."""
        if self._buffer[0] not in _MAP_HEADS:
            raise WireError("not_a_map", "a message must be a map")
        self._scan = self._scan or _Scan(self._most_values)
        end = self._scan.end(self._buffer)
        if end is None:
            return None
        with memoryview(self._buffer) as view:
            message: object = _unpack(view[:end])
        if not isinstance(self._buffer, bytearray):
            self._buffer = bytearray(self._buffer)
        del self._buffer[:end]  # unlike a slice of the rest, this copies nothing
        self._scan = None
        return message

    def _fail(self, failure: WireError) -> WireError:
        self._failure = failure
        self._buffer = b""
        self._scan = None
        return failure

    def _explained(self, error: WireError) -> WireError:
        """`error`, or the usual mistake that such bytes come from."""
        data = bytes(self._buffer)
        if data[0] in _MAP_HEADS:
            mended = data.replace(b"\r\n", b"\n")
            if error.kind == "garbage" and mended != data and self._is_sound(mended):
                return WireError("text_mode", _TEXT_MODE)
            return error
        if len(data) == self._tail.count(b"\r\n"):  # the message before ended early, by one byte for each
            return WireError("text_mode", _TEXT_MODE)
        if text := _text(data):
            return _text_fault(text)
        kind = _HEADS[data[0]][0]
        words = f"a message must be a map, got {_NAMES[kind]} (byte 0x{data[0]:02x})"
        if data[0] in _ENCODED_HEADS:
            return WireError("encoded_as_text", words + _ENCODED)
        return WireError(_NO_MAP[kind], words)

    def _is_sound(self, data: bytes) -> bool:
        """Whether `data` is the beginning of a message, or a whole one."""
        try:
            _Scan(self._most_values).end(data)
        except WireError:
            return False
        return True


def _text_fault(text: str) -> WireError:
    """The fault of bytes that begin with this text where a message should begin."""
    words = (
        f"got the text {text!r} where a message should begin: stdout is for messages alone, print to stderr"
    )
    if text.lstrip().startswith(("{", "[")):
        return WireError("json", f"{words} (and messages are MessagePack, not JSON)")
    return WireError("line_end" if text in ("\n", "\r\n") else "text", words)


_TEXT_MODE = "each byte 0x0A has become 0x0D 0x0A: stdout is in text mode and must be switched to binary"
_ENCODED = "; if stdout encodes text, as UTF-8 say, it must be switched to binary"
_ENCODED_HEADS = (0xC2, 0xC3)
"""What UTF-8 makes of a byte from 0x80 on begins with one of these."""
