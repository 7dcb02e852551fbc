"""Each message's fields, each wrong in turn, and the arena's fast ways of parsing and packing."""

import dataclasses
import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.codec import Decoder, WireError, pack
from protocol.messages import (
    MAX_NOTE,
    Act,
    ArenaHello,
    BotHello,
    Bye,
    Clock,
    Decide,
    Over,
    Ready,
    Rejected,
    SeatFault,
    Start,
    TimeLeft,
    encode,
    encode_decide,
    parse_arena,
    parse_bot,
)

FROM_ARENA = [
    ArenaHello(1, "0.1.0"),
    Start("m-1", "portals", 2, 1, {"magic_spells": True}, Clock(1000, None, 0), 5, {"cards": []}),
    Start("m-1", "portals", 2, 1, {}, Clock(None, None, None), 5),
    Decide(3, 1, "play", TimeLeft(1000, None), {"hand": []}, [{"type": "pass"}], [{"type": "deal"}]),
    Decide(3, 1, "play", TimeLeft(None, 0)),
    Rejected(3, "you must follow red", 2),
    Rejected(3, "you must follow red", 2, TimeLeft(760, None)),
    Over("m-1", [3, 4.5], [2, 1], [SeatFault(0, "timeout")], []),
    Over("m-1", [], [], []),
    Bye(),
]
FROM_BOT = [
    BotHello(1, "me", "2", "you", ["portals"], ["view", "legal", "events"]),
    BotHello(1, "me"),
    Ready(),
    Act(3, 0),
    Act(3, None, {"type": "pass"}, {"value": 1.5}),
]
# A field of each of these types is refused every value of the others.
SAMPLES: dict[str, Any] = {
    "int": 1,
    "float": 1.5,
    "bool": True,
    "string": "x",
    "array": [[]],
    "map": {"a": 1},
}
TAKES: dict[str, set[str]] = {
    "int": {"int"},
    "string": {"string"},
    "map": {"map"},
    "array": set(),  # the sample's entry fits none of the arrays
    "anything": set(SAMPLES),
}
FIELDS = {
    "arena hello": {"protocol": "int", "arena": "string"},
    "arena start": {
        **{"match": "string", "game": "string", "players": "int", "seat": "int", "options": "map"},
        **{"components": "map", "bot_seed": "int", "clock": "array"},
        **{"clock.move_ms": "int", "clock.bank_ms": "int", "clock.increment_ms": "int"},
    },
    "arena decide": {
        **{"id": "int", "seat": "int", "kind": "string", "view": "map", "legal": "array", "events": "array"},
        **{"clock.move_ms": "int", "clock.bank_ms": "int"},
    },
    "arena rejected": {"id": "int", "reason": "string", "tries_left": "int"},
    "arena over": {
        "match": "string",
        "scores": "array",
        "ranks": "array",
        "faults": "array",
        "events": "array",
    },
    "bot hello": {
        **{"protocol": "int", "name": "string", "version": "string", "author": "string"},
        **{"games": "array", "send": "array"},
    },
    "bot act": {"id": "int", "index": "int", "action": "map", "note": "anything"},
}
NIL_ALLOWED = {
    *{"start.clock.move_ms", "start.clock.bank_ms", "start.clock.increment_ms", "start.components"},
    *{"decide.clock.move_ms", "decide.clock.bank_ms", "decide.view", "decide.legal", "decide.events"},
    *{"over.events", "hello.version", "hello.author", "hello.games", "hello.send", "act.note"},
}
OPTIONAL = NIL_ALLOWED - {path for path in NIL_ALLOWED if ".clock." in path}


def valid(who: str) -> dict[str, Any]:
    """A whole message of the kind, every key in it."""
    sender, name = who.split()
    messages = FROM_ARENA if sender == "arena" else FROM_BOT
    return next(message for message in messages if name == message.TYPE).to_wire()


def changed(data: dict[str, Any], path: str, value: Any) -> dict[str, Any]:
    """`data` with another value at the path, or without the key where the value is Ellipsis."""
    key, _, rest = path.partition(".")
    if rest:
        return {**data, key: changed(data[key], rest, value)}
    left = {other: item for other, item in data.items() if other != key}
    return left if value is ... else {**left, key: value}


def parse(who: str, value: object) -> Any:
    return (parse_arena if who.startswith("arena") else parse_bot)(value)


def cases() -> list[Any]:
    return [
        pytest.param(who, path, kind, id=f"{who}.{path}")
        for who, table in FIELDS.items()
        for path, kind in table.items()
    ]


@pytest.mark.parametrize("message", FROM_ARENA, ids=repr)
def test_arena_messages_come_back(message: Any) -> None:
    decoder = Decoder()
    decoder.feed(encode(message))
    assert parse_arena(decoder.next()) == message


@pytest.mark.parametrize("message", FROM_BOT, ids=repr)
def test_bot_messages_come_back(message: Any) -> None:
    decoder = Decoder()
    decoder.feed(encode(message))
    assert parse_bot(decoder.next()) == message


@pytest.mark.parametrize(("who", "path", "kind"), cases())
def test_a_wrong_type_is_refused_at_its_path(who: str, path: str, kind: str) -> None:
    for sample, value in SAMPLES.items():
        if sample in TAKES[kind] or (path, sample) == ("protocol", "int"):
            continue
        with pytest.raises(WireError) as caught:
            parse(who, changed(valid(who), path, value))
        assert caught.value.kind == "protocol"
        assert caught.value.path.startswith(f"{who.split()[1]}.{path}")
        assert "must be" in caught.value.detail or "is missing" in caught.value.detail


@pytest.mark.parametrize(("who", "path", "kind"), cases())
def test_a_missing_field_is_named(who: str, path: str, kind: str) -> None:
    full = f"{who.split()[1]}.{path}"
    data = changed(valid(who), path, ...)
    if full in OPTIONAL:
        assert parse(who, data) is not None
    elif full not in ("act.index", "act.action"):
        with pytest.raises(WireError, match="is missing") as caught:
            parse(who, data)
        assert (caught.value.kind, caught.value.path) == ("protocol", full)


@pytest.mark.parametrize(("who", "path", "kind"), cases())
def test_nil_is_absence_for_optional_fields_alone(who: str, path: str, kind: str) -> None:
    full = f"{who.split()[1]}.{path}"
    data = changed(valid(who), path, None)
    if full in OPTIONAL:
        assert parse(who, data) == parse(who, changed(valid(who), path, ...))
    elif full in NIL_ALLOWED:
        parse(who, data)
    elif full not in ("act.index", "act.action"):
        with pytest.raises(WireError, match="got nil") as caught:
            parse(who, data)
        assert caught.value.path == full


@pytest.mark.parametrize("who", FIELDS)
def test_unknown_keys_are_ignored_at_every_level(who: str) -> None:
    data = valid(who)
    more = {**data, "mood": {"x": [b"", object()]}}
    if isinstance(data.get("clock"), dict):
        more["clock"] = {**data["clock"], "days": 3}
    assert parse(who, more) == parse(who, data)


@pytest.mark.parametrize("who", FIELDS)
def test_the_table_of_fields_is_whole(who: str) -> None:
    sender, name = who.split()
    messages = FROM_ARENA if sender == "arena" else FROM_BOT
    cls: Any = type(next(message for message in messages if name == message.TYPE))
    known = {path.split(".")[0] for path in FIELDS[who]} | {"clock"}
    assert {field.name for field in dataclasses.fields(cls)} <= known


@pytest.mark.parametrize("value", [None, True, 3, 1.5, "text", [], [{"type": "ready"}]])
def test_what_is_no_map_is_garbage(value: object) -> None:
    for parser in (parse_bot, parse_arena):
        with pytest.raises(WireError, match="must be a map") as caught:
            parser(value)
        assert caught.value.kind == "garbage"


@pytest.mark.parametrize("value", [None, True, 3, [], {}, "", "Act", "decide"])
def test_an_unknown_type_is_a_protocol_fault(value: object) -> None:
    with pytest.raises(WireError, match="one of 'hello', 'ready', 'act'") as caught:
        parse_bot({"type": value, "id": 1, "index": 1})
    assert (caught.value.kind, caught.value.path) == ("protocol", "type")


def test_the_words_for_a_wrong_field() -> None:
    with pytest.raises(WireError) as caught:
        parse_bot({"type": "act", "id": 1, "index": "x"})
    assert caught.value.detail == "must be an int, got the string 'x'"
    assert str(caught.value) == "protocol: act.index must be an int, got the string 'x'"


def test_long_values_are_not_quoted_whole() -> None:
    with pytest.raises(WireError) as caught:
        parse_bot({"type": "act", "id": 1, "index": "x" * 100_000})
    assert len(str(caught.value)) < 200


def test_an_act_has_exactly_one_answer() -> None:
    for extra in ({}, {"index": 0, "action": {}}, {"index": None, "action": None}):
        with pytest.raises(WireError, match="exactly one") as caught:
            parse_bot({"type": "act", "id": 1, **extra})
        assert (caught.value.kind, caught.value.path) == ("protocol", "act")


def test_indexes_out_of_range_are_for_the_rules_to_judge() -> None:
    assert parse_bot({"type": "act", "id": 1, "index": -1}) == Act(1, -1)
    assert parse_bot({"type": "act", "id": 1, "index": 2**64 - 1}) == Act(1, 2**64 - 1)


def test_another_version_names_both() -> None:
    with pytest.raises(WireError, match=r"must be the int 1.*got the int 2"):
        parse_bot({"type": "hello", "protocol": 2, "name": "me"})


def test_a_note_is_limited_by_its_packed_size() -> None:
    largest = "x" * (MAX_NOTE - 3)
    assert len(pack(largest)) == MAX_NOTE
    assert parse_bot({"type": "act", "id": 1, "index": 0, "note": largest}) == Act(1, 0, None, largest)
    with pytest.raises(WireError, match="at most 4096 bytes") as caught:
        parse_bot({"type": "act", "id": 1, "index": 0, "note": largest + "x"})
    assert (caught.value.kind, caught.value.path) == ("oversize", "act.note")


def test_a_note_keeps_nil_for_what_is_no_number() -> None:
    note = {"a": math.nan, "b": [math.inf, {"c": -math.inf}], "d": 1.5}
    act = parse_bot({"type": "act", "id": 1, "index": 0, "note": note})
    assert act == Act(1, 0, None, {"a": None, "b": [None, {"c": None}], "d": 1.5})


def test_the_short_way_of_an_act_overlooks_nothing() -> None:
    thirds: list[dict[str, Any]] = [{"note": 1}, {"action": {}}, {"other": 1}]
    for third in thirds:
        if "action" in third:
            assert parse_bot({"type": "act", "id": 1, **third}) == Act(1, None, {})
        else:
            with pytest.raises(WireError, match="exactly one"):
                parse_bot({"type": "act", "id": 1, **third})


parts = st.none() | st.dictionaries(st.text(max_size=5), st.integers(-(2**63), 2**64 - 1), max_size=3)
lists = st.none() | st.lists(st.dictionaries(st.text(max_size=5), st.booleans(), max_size=3), max_size=20)
times = st.none() | st.integers(0, 2**40)


@given(st.integers(0, 2**53), st.integers(0, 5), st.text(max_size=40), st.tuples(parts, lists, lists), times)
def test_a_decision_packed_in_parts_is_the_message(
    id: int, seat: int, kind: str, large: tuple[Any, Any, Any], move_ms: int | None
) -> None:
    view, legal, events = large
    bank_ms = None if move_ms is None else move_ms // 2
    spliced = encode_decide(
        id=pack(id),
        seat=pack(seat),
        kind=pack(kind),
        clock=pack(TimeLeft(move_ms, bank_ms).to_wire()),
        view=None if view is None else pack(view),
        legal=None if legal is None else pack(legal),
        events=None if events is None else pack(events),
    )
    message = Decide(id, seat, kind, TimeLeft(move_ms, bank_ms), view, legal, events)
    assert spliced == encode(message)
    decoder = Decoder()
    decoder.feed(spliced)
    decoded = decoder.next()
    assert parse_arena(decoded) == message
    assert isinstance(decoded, dict)
    assert [key in decoded for key in ("view", "legal", "events")] == [
        part is not None for part in (view, legal, events)
    ]


def test_messages_are_frozen_and_without_dictionaries() -> None:
    messages: list[Any] = [*FROM_ARENA, *FROM_BOT]
    for message in messages:
        assert not hasattr(message, "__dict__")
        for field in dataclasses.fields(message):
            with pytest.raises(dataclasses.FrozenInstanceError):
                setattr(message, field.name, None)
