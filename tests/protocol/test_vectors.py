"""The published byte strings, through this implementation."""

import json
import math
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import protocol
from protocol.codec import MAX_VALUES, Decoder, WireError, pack
from protocol.messages import Decide, encode, parse_arena, parse_bot

FOLDER = Path(protocol.__file__).parent / "vectors"
PARSERS = {"bot": parse_bot, "arena": parse_arena}


def load(name: str) -> list[Any]:
    entries = json.loads((FOLDER / name).read_text("utf-8"))
    return [pytest.param(entry, id=entry["name"]) for entry in entries]


def data_of(entry: dict[str, Any]) -> bytes:
    parts = entry.get("parts") or [[entry["hex"], 1]]
    return b"".join(bytes.fromhex(text) * times for text, times in parts)


def unwrapped(value: Any) -> Any:
    """`value` with the floats that JSON can't write in their places."""
    if isinstance(value, list):
        return [unwrapped(item) for item in value]
    if isinstance(value, dict):
        if set(value) == {"float"}:
            return float(value["float"])
        return {key: unwrapped(item) for key, item in value.items()}
    return value


def same(a: Any, b: Any) -> bool:
    """Equal, the types included: True is not 1, 1 is not 1.0, and NaN is itself."""
    if type(a) is not type(b):
        return False
    if isinstance(a, dict):
        return a.keys() == b.keys() and all(same(a[key], b[key]) for key in a)
    if isinstance(a, list):
        return len(a) == len(b) and all(map(same, a, b))
    if isinstance(a, float):
        return (math.isnan(a) and math.isnan(b)) or (a, math.copysign(1, a)) == (b, math.copysign(1, b))
    return bool(a == b)


def decoder_of(entry: dict[str, Any]) -> Decoder:
    """One for what comes from there."""
    return Decoder(MAX_VALUES if entry["from"] == "bot" else None)


def messages(decoder: Decoder) -> Iterator[object]:
    while (message := decoder.next()) is not None:
        yield message


@pytest.mark.parametrize("name", ["valid.json", "invalid.json"])
def test_an_entry_is_one_line_with_its_keys_in_the_order_of_the_readme(name: str) -> None:
    first, *lines, last = (FOLDER / name).read_text("utf-8").splitlines()
    assert (first, last) == ("[", "]")
    documented = re.findall(r"^\| (`.*?`) \|", (FOLDER / "README.md").read_text("utf-8"), re.MULTILINE)
    order = [key for cell in documented for key in re.findall(r"`(\w+)`", cell)]
    for line in lines:
        entry = json.loads(line.removesuffix(","))
        assert line.removesuffix(",") == f" {json.dumps(entry)}"
        keys = ["hex" if key == "parts" else key for key in entry]
        assert [key for key in dict.fromkeys(order) if key in keys] == keys


@pytest.mark.parametrize("entry", load("valid.json"))
def test_valid_bytes_decode_to_their_value(entry: dict[str, Any]) -> None:
    decoder = decoder_of(entry)
    decoder.feed(data_of(entry))
    message = decoder.next()
    assert same(message, unwrapped(entry["value"]))
    assert decoder.next() is None
    assert decoder.pending == 0


@pytest.mark.parametrize("entry", load("valid.json"))
def test_canonical_bytes_are_what_packing_gives(entry: dict[str, Any]) -> None:
    assert (pack(unwrapped(entry["value"])) == data_of(entry)) == entry["canonical"]


@pytest.mark.parametrize("entry", [p for p in load("valid.json") if p.values[0]["from"]])
def test_valid_messages_survive_a_round_trip(entry: dict[str, Any]) -> None:
    parse = PARSERS[entry["from"]]
    message = parse(entry["value"])
    again = decoder_of(entry)
    again.feed(encode(message))
    assert parse(again.next()) == message
    known = {key for key, value in entry["value"].items() if value is not None or key == "clock"}
    assert set(message.to_wire()) <= known


@pytest.mark.parametrize(
    "entry",
    [
        entry
        for entry in load("valid.json")
        if entry.id != "64 maps inside each other" and "parts" not in entry.values[0]  # too long for that
    ],
)
def test_a_message_may_be_cut_at_every_byte(entry: dict[str, Any]) -> None:
    data = data_of(entry)
    value = unwrapped(entry["value"])
    for cut in range(1, len(data)):
        decoder = Decoder()
        decoder.feed(data[:cut])
        assert decoder.next() is None
        assert decoder.pending == cut
        decoder.feed(data[cut:])
        assert same(decoder.next(), value)


@pytest.mark.parametrize("size", [1, 2, 3, 7, 64, 1000, 1 << 20])
def test_a_stream_of_all_messages_in_pieces_of_any_size(size: int) -> None:
    entries = [param.values[0] for param in load("valid.json")]
    stream = b"".join(map(data_of, entries))
    decoder = Decoder(most_values=None)
    got: list[object] = []
    for start in range(0, len(stream), size):
        decoder.feed(stream[start : start + size])
        got += messages(decoder)
    assert same(got, [unwrapped(entry["value"]) for entry in entries])


@pytest.mark.parametrize("one_by_one", [False, True])
@pytest.mark.parametrize("entry", load("invalid.json"))
def test_invalid_bytes_are_the_named_fault(entry: dict[str, Any], one_by_one: bool) -> None:
    data = data_of(entry)
    if one_by_one and len(data) > 300_000:
        pytest.skip("a megabyte byte by byte tells nothing new")
    decoder = decoder_of(entry)
    with pytest.raises(WireError) as caught:
        for piece in [bytes([byte]) for byte in data] if one_by_one else [data]:
            decoder.feed(piece)
            for message in messages(decoder):
                if entry["from"]:
                    PARSERS[entry["from"]](message)
    assert caught.value.kind == entry["kind"]
    if not one_by_one:  # what is recognised as a mistake depends on how much of it has come
        assert caught.value.path == entry["path"]
        assert entry["words"] in caught.value.detail
        assert str(caught.value).startswith(entry["kind"])


def test_every_message_type_is_among_the_vectors() -> None:
    entries = [param.values[0] for param in load("valid.json")]
    seen = {(entry["from"], entry["value"].get("type")) for entry in entries if entry["from"]}
    arena = {("arena", name) for name in ("hello", "start", "decide", "rejected", "over", "bye")}
    assert seen == arena | {("bot", name) for name in ("hello", "ready", "act")}


def test_the_conversation_is_as_its_readme_says() -> None:
    decoder = Decoder()
    decoder.feed((FOLDER / "conversation.msgpack").read_bytes())
    said = [parse_arena(message) for message in messages(decoder)]
    assert decoder.pending == 0
    types = " ".join(message.TYPE for message in said)
    assert types == "hello start decide rejected decide over start over bye"
    asked = [message for message in said if isinstance(message, Decide)]
    assert [(message.id, len(message.legal or ())) for message in asked] == [(1, 3), (2, 2)]
