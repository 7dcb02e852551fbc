"""Reading JSON that strangers wrote."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena import safe_json

PLAIN = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**128), 2**128)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda below: st.lists(below) | st.dictionaries(st.text(), below),
)


@given(PLAIN)
def test_what_json_writes_is_read_as_json_reads_it(value: Any) -> None:
    text = json.dumps(value)
    assert safe_json.loads(text) == safe_json.loads(text.encode()) == value


@given(st.text() | st.binary())
def test_anything_else_is_a_value_error_or_what_json_reads(text: str | bytes) -> None:
    try:
        value = safe_json.loads(text)
    except ValueError:
        return
    assert value == json.loads(text)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("NaN", "NaN is no number"),
        ('{"ms": Infinity}', "Infinity is no number"),
        ("-1e999", "-1e999 is too large a number"),
        ("1" + "0" * 400, "has 401 digits"),
        ("[" * 100_000, "too deep"),
        ("[" * 100_000 + "]" * 100_000, "too deep"),
        ('{"a":' * 5_000 + "1" + "}" * 5_000, "too deep"),
        ("", "Expecting value"),
    ],
    ids=lambda text: text[:12],
)
def test_what_would_harm_is_refused_in_words(text: str, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        safe_json.loads(text)


@pytest.mark.parametrize(
    "text", ['"' + "[" * 1000 + '"', "[" + "[],{}," * 1000 + "0]", '"\\"[' + "{" * 300 + '"']
)
def test_brackets_in_texts_and_side_by_side_are_not_depth(text: str) -> None:
    assert safe_json.loads(text) == json.loads(text)


def test_a_message_may_be_as_deep_as_the_protocol_allows() -> None:
    """SPEC P-10: 64 lists and maps inside each other."""
    deep: Any = math.pi
    for _ in range(64):
        deep = [deep]
    assert safe_json.loads(json.dumps(deep)) == deep
