"""Limits, tolerance of pieces, and what no bytes may ever do to a decoder."""

import math
import tracemalloc
from collections.abc import Iterable
from typing import Any

import msgpack
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol.codec import (
    MAX_DEPTH,
    MAX_MESSAGE,
    MAX_VALUES,
    TAIL,
    Decoder,
    WireError,
    join_map,
    pack,
    pack_array,
    pack_trusted,
)

MEBIBYTE = 1 << 20

plain = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**64 - 1)
    | st.floats(allow_nan=False)
    | st.text(max_size=40),
    lambda inner: st.lists(inner, max_size=20) | st.dictionaries(st.text(max_size=8), inner, max_size=20),
    max_leaves=10,
)
plain_maps = st.dictionaries(st.text(max_size=8), plain, max_size=20)
"""From 16 items on, headers are others; to make larger ones is what takes these tests their time."""


def outcome(pieces: Iterable[bytes]) -> tuple[list[object], str | None]:
    """What a decoder makes of the pieces: the messages, and the kind of fault that ended them."""
    decoder = Decoder()
    got: list[object] = []
    try:
        for piece in pieces:
            decoder.feed(piece)
            while (message := decoder.next()) is not None:
                got.append(message)
    except WireError as error:
        return got, error.kind
    assert decoder.pending <= MAX_MESSAGE
    return got, None


def fault(data: bytes) -> WireError:
    decoder = Decoder()
    decoder.feed(data)
    with pytest.raises(WireError) as caught:
        while decoder.next() is not None:
            pass
    return caught.value


def nested(depth: int) -> dict[str, Any]:
    value: dict[str, Any] = {}
    for _ in range(depth - 1):
        value = {"a": value}
    return value


# ---------------------------------------------------------------------------------------------- packing


@given(plain)
def test_packing_agrees_with_msgpack_and_comes_back(value: Any) -> None:
    data = pack(value)
    assert data == pack_trusted(value) == msgpack.packb(value)
    decoder = Decoder()
    decoder.feed(pack({"v": value}))
    assert decoder.next() == {"v": value}


@pytest.mark.slow
@given(st.lists(plain, max_size=40))
def test_spliced_arrays_equal_packed_ones(values: list[Any]) -> None:
    assert pack_array([pack(value) for value in values]) == pack(values)


@pytest.mark.slow
@given(st.dictionaries(st.text(max_size=40), plain, max_size=40))
def test_spliced_maps_equal_packed_ones(values: dict[str, Any]) -> None:
    assert join_map([pack(key) + pack(value) for key, value in values.items()]) == pack(values)


def test_tuples_pack_as_arrays() -> None:
    assert pack(("a", (1,))) == pack(["a", [1]])


@pytest.mark.parametrize(
    ("value", "path", "words"),
    [
        (b"x", "", "is a bytes"),
        ({"a": [1, b""]}, "a[1]", "is a bytes"),
        ({"a": bytearray(b"x")}, "a", "is a bytearray"),
        ({"a": {1: 2}}, "a", "the key the int 1"),
        ({"a": {None: 2}}, "a", "the key nil"),
        ({"a": {b"k": 2}}, "a", "the key a bytes"),
        ([{"x": 1 << 64}], "[0].x", "64 bits"),
        ({"x": -(1 << 63) - 1}, "x", "64 bits"),
        ({10**5000: 1}, "", "the key an int of more than 64 bits"),
        ({"\x1b[2J": 1j}, "'\\x1b[2J'", "is a complex"),
        ({"x": "\ud800"}, "x", "surrogate"),
        ({"x": {1, 2}}, "x", "is a set"),
        ({"x": object()}, "x", "is a object"),
        ({"x": msgpack.ExtType(1, b"")}, "x", "is a ExtType"),
        ({"x": msgpack.Timestamp(1, 0)}, "x", "is a Timestamp"),
    ],
)
def test_other_data_is_refused_with_its_place(value: object, path: str, words: str) -> None:
    with pytest.raises(WireError) as caught:
        pack(value)
    assert caught.value.kind == "protocol"
    assert caught.value.path == path
    assert words in caught.value.detail
    assert pack({"still": "works"}) == b"\x81\xa5still\xa5works"


def test_endless_data_is_refused() -> None:
    loop: list[Any] = []
    loop.append(loop)
    with pytest.raises(WireError, match="deeper than 64"):
        pack(loop)


def test_packing_keeps_the_depth_that_decoding_keeps() -> None:
    assert outcome([pack(nested(MAX_DEPTH))]) == ([nested(MAX_DEPTH)], None)
    with pytest.raises(WireError, match="deeper than 64"):
        pack(nested(MAX_DEPTH + 1))


def test_packing_keeps_the_size_that_decoding_keeps() -> None:
    overhead = 8  # the headers of map, one-letter key and str 32: 1 + 2 + 5
    largest = {"v": "x" * (MAX_MESSAGE - overhead)}
    assert len(pack(largest)) == MAX_MESSAGE
    assert outcome([pack(largest)]) == ([largest], None)
    with pytest.raises(WireError) as caught:
        pack({"v": "x" * (MAX_MESSAGE - overhead + 1)})
    assert caught.value.kind == "oversize"


# ---------------------------------------------------------------------------------------------- decoding


def test_nothing_yet_is_none() -> None:
    decoder = Decoder()
    assert decoder.next() is None
    decoder.feed(b"")
    assert decoder.next() is None
    assert (decoder.pending, decoder.tail) == (0, b"")


def test_a_failed_decoder_stays_failed() -> None:
    decoder = Decoder()
    decoder.feed(b"hello")
    with pytest.raises(WireError, match="hello") as first:
        decoder.next()
    decoder.feed(pack({"type": "ready"}))
    with pytest.raises(WireError, match="hello") as second:
        decoder.next()
    assert second.value is first.value


def test_messages_before_a_fault_are_given_first() -> None:
    good = pack({"type": "ready"})
    assert outcome([good + good + b"\xc1"]) == ([{"type": "ready"}] * 2, "garbage")


def test_the_tail_is_the_last_bytes_received() -> None:
    decoder = Decoder()
    stream = bytes(range(32, 127)) * 2
    for start in range(0, len(stream), 7):
        decoder.feed(stream[start : start + 7])
    assert decoder.tail == stream[-TAIL:]
    decoder.feed(b"x" * 1000)
    assert decoder.tail == b"x" * TAIL


@pytest.mark.parametrize(
    "text", [b"hello\n", b"Turn 3: thinking...\r\n", b"\tindented", "café\n".encode(), b"7"]
)
def test_text_is_quoted(text: bytes) -> None:
    error = fault(text)
    assert error.kind == "garbage"
    assert repr(text.decode()) in error.detail
    assert "print to stderr" in error.detail


@pytest.mark.parametrize("text", [b'{"type":"ready"}\n', b"[1]", b"  {}"])
def test_json_is_named(text: bytes) -> None:
    assert "MessagePack, not JSON" in fault(text).detail


def test_a_long_text_is_cut() -> None:
    assert len(fault(b"bla " * 100_000).detail) < 250


def test_bytes_that_are_no_text_are_not_called_text() -> None:
    assert "text" not in fault(b"\x93\x01\x02\x03").detail
    assert "text" not in fault(b"\x00hello").detail


@given(st.integers(0, 2**31), st.text(alphabet="ab\n", max_size=40), st.booleans())
def test_text_mode_is_recognised_or_at_least_no_fault_is_invented(number: int, note: str, more: bool) -> None:
    good = pack({"type": "act", "id": number, "index": 0, "note": note})
    bad = good.replace(b"\n", b"\r\n")
    if bad != good and outcome([bad])[1]:
        assert "text mode" in fault(bad).detail


def test_a_path_is_cut() -> None:
    error = fault(pack({"k" * 30: {"l" * 30: {"m" * 30: {"n" * 30: {"o" * 30: "x"}}}}})[:-2] + b"\xc1")
    assert error.path.startswith("k" * 30 + "." + "l" * 30)
    assert len(error.path) < 130


# ---------------------------------------------------------------------------------------------- hostile bytes

ATTACKS = {
    "a million empty arrays": [b"\x81\xa1a\xdd\x00\x0f\x42\x40" + b"\x90" * 1_000_000],
    "the most values, as they come": [b"\x81\xa1a\xdc\x3f\xfc", *[b"\x90"] * 16380],
    "arrays of 4 billion": [b"\x81\xa1a" + b"\xdd\xff\xff\xff\xff" * 1000],
    "arrays of 1 million, nested": [b"\x81\xa1a" + b"\xdd\x00\x0f\x00\x00" * 1000],
    "arrays of 65535, nested": [b"\x81\xa1a" + b"\xdc\xff\xff" * 1000],
    "arrays of 4000, nested, in one small piece": [b"\x81\xa1a" + b"\xdc\x0f\xff" * 1000],
    "arrays of 4000, nested, byte by byte": [b"\x81", b"\xa1", b"a", *[b"\xdc", b"\x0f", b"\xff"] * 1000],
    "100 000 arrays": [b"\x81\xa1a" + b"\x91" * 100_000],
    "100 000 maps": [b"\x81\xa1a" * 100_000],
    "a string without end": [b"\x81\xa1a\xdb\x00\x0f\xff\x00", *[b"x" * 65536] * 100],
    "an array without end": [b"\x81\xa1a\xdd\x00\x0f\xff\x00", *[b"\xbf" + b"x" * 31] * 40_000],
    "keys without end": [b"\xdf\x00\x07\xff\x00", *[(b"\xbf" + b"x" * 31 + b"\x00") * 1000] * 40],
    "small messages without end": [b"\x81\xa1a\x01" * 16384] * 5,
    "text without end": [b"hello " * 10_000] * 100,
}


@pytest.mark.slow
@pytest.mark.parametrize("name", ATTACKS)
def test_memory_stays_flat(name: str) -> None:
    pieces = ATTACKS[name]
    decoder = Decoder()
    tracemalloc.start()
    try:
        for piece in pieces:
            decoder.feed(piece)
            try:
                while decoder.next() is not None:
                    pass
            except WireError:
                assert decoder.pending == 0
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 12 * MEBIBYTE


def test_bytes_that_nobody_takes_are_not_kept_without_end() -> None:
    decoder = Decoder()
    for _ in range(100):
        decoder.feed(b"\x80" * 65536)
        assert decoder.pending <= MAX_MESSAGE + 65536
    with pytest.raises(WireError, match="unread") as caught:
        decoder.next()
    assert caught.value.kind == "oversize"


@pytest.mark.slow
def test_a_megabyte_of_small_messages_in_one_piece() -> None:
    decoder = Decoder()
    decoder.feed(b"\x81\xa1a\x01" * (MEBIBYTE // 4))
    count = 0
    while decoder.next() is not None:
        count += 1
    assert count == MEBIBYTE // 4


def test_a_large_message_that_drips() -> None:
    data = pack({"list": list(range(16_000))})
    assert outcome(data[i : i + 1] for i in range(len(data))) == ([{"list": list(range(16_000))}], None)


def values_in(value: object) -> int:
    """How many values P-62 counts."""
    match value:
        case dict():
            return 1 + sum(map(values_in, [*value, *value.values()]))
        case list():
            return 1 + sum(map(values_in, value))
    return 1


@pytest.mark.slow
@given(plain_maps)
def test_a_message_of_more_values_than_allowed_is_refused_at_the_header(message: dict[str, Any]) -> None:
    room = MAX_VALUES - values_in(message) - 2  # a key for them, and their array
    full = {**message, "the ninth": [None] * room}
    assert values_in(full) == MAX_VALUES
    assert outcome([pack(full)]) == ([full], None)
    header = pack({**message, "the ninth": [None] * (room + 1)})[: -(room + 1)]
    assert outcome([header]) == ([], "oversize")
    assert outcome([header[:-1]]) == ([], None)


@pytest.mark.parametrize("item", ["90", "80", "c0", "a0", "91c0", "81a0c0"])
def test_the_arenas_own_messages_may_hold_any_number_of_values(item: str) -> None:
    data = b"\x81\xa1v\xdd\x00\x01\x00\x00" + bytes.fromhex(item) * 65536
    assert fault(data).kind == "oversize"
    decoder = Decoder(most_values=None)
    decoder.feed(data)
    assert decoder.next() == {"v": [msgpack.unpackb(bytes.fromhex(item))] * 65536}


def is_plain(value: Any, depth: int = MAX_DEPTH) -> bool:
    match value:
        case dict():
            return depth > 0 and all(type(k) is str and is_plain(v, depth - 1) for k, v in value.items())
        case list():
            return depth > 0 and all(is_plain(item, depth - 1) for item in value)
    return value is None or type(value) in (bool, int, float, str)


def canonical(value: object) -> bytes:
    """A form in which NaN equals itself."""
    return pack(value) if value is not None else b""


def check_any_bytes(data: bytes, cuts: list[int]) -> None:
    whole, kind = outcome([data])
    assert all(type(message) is dict and is_plain(message) for message in whole)
    places = sorted({min(cut, len(data)) for cut in cuts})
    pieces = [data[a:b] for a, b in zip([0, *places], [*places, len(data)], strict=True)]
    bytewise = [data[i : i + 1] for i in range(len(data))]
    for way in (pieces, bytewise):
        got, other_kind = outcome(way)
        assert [canonical(message) for message in got] == [canonical(message) for message in whole]
        assert other_kind == kind


# Bytes drawn mostly from those that steer a MessagePack reader.
steering = st.lists(
    st.sampled_from(
        [*range(0x80, 0x84), *range(0x90, 0x94), *range(0xA0, 0xA4), *range(0xC0, 0xE0), 0, 1, 2, 97]
    )
    | st.integers(0, 255),
    max_size=60,
).map(bytes)


@settings(max_examples=200)
@given(
    st.binary(max_size=80) | steering | steering.map(lambda tail: b"\x83\xa1a" + tail),
    st.lists(st.integers(0, 80), max_size=4),
)
def test_any_bytes_give_messages_or_a_named_fault(data: bytes, cuts: list[int]) -> None:
    check_any_bytes(data, cuts)


@pytest.mark.slow
@given(
    st.lists(plain_maps, min_size=1, max_size=2),
    st.lists(
        st.tuples(
            st.integers(0, 10_000), st.sampled_from(["set", "insert", "delete", "swap"]), st.integers(0, 255)
        ),
        max_size=4,
    ),
    st.lists(st.integers(0, 1000), max_size=4),
)
def test_mutated_messages_give_messages_or_a_named_fault(
    values: list[dict[str, Any]], changes: list[tuple[int, str, int]], cuts: list[int]
) -> None:
    data = bytearray(b"".join(map(pack, values)))
    for where, what, byte in changes:
        place = where % (len(data) + 1)
        if what == "insert":
            data[place:place] = bytes([byte])
        elif what == "delete":
            del data[place : place + 1]
        elif what == "set":
            data[place : place + 1] = bytes([byte])
        else:
            data[place : place + 4] = data[place : place + 4][::-1]
    check_any_bytes(bytes(data), cuts)


@pytest.mark.slow
@settings(max_examples=25)
@given(st.lists(plain_maps, max_size=3))
def test_streams_of_good_messages_come_out_whole(values: list[dict[str, Any]]) -> None:
    check_any_bytes(b"".join(map(pack, values)), [])
    got, kind = outcome([b"".join(map(pack, values))])
    assert (got, kind) == (values, None)


def test_nan_and_infinities_pass_the_codec() -> None:
    (message,), kind = outcome([pack({"v": [math.nan, math.inf, -math.inf]})])
    assert isinstance(message, dict)
    nan, *infinities = message["v"]
    assert math.isnan(nan)
    assert infinities == [math.inf, -math.inf]
    assert kind is None
