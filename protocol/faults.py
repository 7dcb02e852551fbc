"""What a bot can do wrong, by the names that SPEC.md gives: kinds of fault, and codes of what each can be.

A code says more than its kind, and stays the same while the words beside it may change: programs look at it.
"""

from __future__ import annotations

TYPE_CHECKING = False  # instead of importing typing: bots import this module, and should start fast
if TYPE_CHECKING:
    from typing import Literal, TypeAlias

    FaultKind: TypeAlias = Literal[
        "startup", "crash", "timeout", "illegal", "garbage", "protocol", "oversize", "memory", "processes"
    ]
    FaultCode: TypeAlias = Literal[
        "not_executable",
        "does_not_play",
        "ended",
        "stdout_closed",
        "exception",
        "no_answer",
        "unfinished_answer",
        "unread_question",
        "processor_time",
        "index_is_length",
        "index_outside",
        "malformed_action",
        "illegal_action",
        "text",
        "json",
        "line_end",
        "text_mode",
        "encoded_as_text",
        "array_for_map",
        "not_a_map",
        "bin",
        "extension",
        "reserved_byte",
        "key_not_string",
        "not_utf8",
        "too_deep",
        "type_missing",
        "type_unknown",
        "field_missing",
        "field_type",
        "float_for_int",
        "wrong_version",
        "unknown_part",
        "index_and_action",
        "not_plain",
        "wrong_id",
        "wrong_answer",
        "unasked",
        "long_message",
        "long_note",
        "many_values",
        "unread_bytes",
        "memory",
        "processes",
    ]
else:
    FaultKind = FaultCode = str

KIND_OF: dict[FaultCode, FaultKind] = {
    "not_executable": "startup",
    "does_not_play": "startup",
    "ended": "crash",
    "stdout_closed": "crash",
    "exception": "crash",
    "no_answer": "timeout",
    "unfinished_answer": "timeout",
    "unread_question": "timeout",
    "processor_time": "timeout",
    "index_is_length": "illegal",
    "index_outside": "illegal",
    "malformed_action": "illegal",
    "illegal_action": "illegal",
    "text": "garbage",
    "json": "garbage",
    "line_end": "garbage",
    "text_mode": "garbage",
    "encoded_as_text": "garbage",
    "array_for_map": "garbage",
    "not_a_map": "garbage",
    "bin": "garbage",
    "extension": "garbage",
    "reserved_byte": "garbage",
    "key_not_string": "garbage",
    "not_utf8": "garbage",
    "too_deep": "garbage",
    "type_missing": "protocol",
    "type_unknown": "protocol",
    "field_missing": "protocol",
    "field_type": "protocol",
    "float_for_int": "protocol",
    "wrong_version": "protocol",
    "unknown_part": "protocol",
    "index_and_action": "protocol",
    "not_plain": "protocol",
    "wrong_id": "protocol",
    "wrong_answer": "protocol",
    "unasked": "protocol",
    "long_message": "oversize",
    "long_note": "oversize",
    "many_values": "oversize",
    "unread_bytes": "oversize",
    "memory": "memory",
    "processes": "processes",
}
"""Every code with its kind. Until `ready` the arena counts some of them as `startup`."""
