"""SPEC.md against the code: each sentence that binds has a test, its tables are the messages' fields."""

import ast
import dataclasses
import json
import re
from pathlib import Path
from typing import Any

import pytest

import protocol
from protocol import codec, messages
from protocol.codec import Decoder, pack

TESTS = Path(__file__).parents[1]
SPEC = (Path(protocol.__file__).parent / "SPEC.md").read_text("utf-8")

# Which test proves a sentence: "file::test", the file's place being that in the tests folder.
VALID = "protocol/test_vectors.py::test_valid_bytes_decode_to_their_value"
INVALID = "protocol/test_vectors.py::test_invalid_bytes_are_the_named_fault"
FIELDS = "protocol/test_spec.py::test_the_tables_are_the_messages_fields"
PROOFS = {
    "P-1": "protocol/test_codec.py::test_streams_of_good_messages_come_out_whole",
    "P-2": INVALID,
    "P-3": INVALID,
    "P-4": VALID,
    "P-5": VALID,
    "P-6": INVALID,
    "P-7": INVALID,
    "P-8": VALID,
    "P-9": "protocol/test_codec.py::test_packing_keeps_the_size_that_decoding_keeps",
    "P-62": "protocol/test_codec.py::test_a_message_of_more_values_than_allowed_is_refused_at_the_header",
    "P-10": "protocol/test_codec.py::test_packing_keeps_the_depth_that_decoding_keeps",
    "P-11": "protocol/test_vectors.py::test_a_message_may_be_cut_at_every_byte",
    "P-12": "protocol/test_codec.py::test_a_failed_decoder_stays_failed",
    "P-13": "protocol/test_messages.py::test_an_unknown_type_is_a_protocol_fault",
    "P-14": "protocol/test_messages.py::test_unknown_keys_are_ignored_at_every_level",
    "P-15": "protocol/test_messages.py::test_nil_is_absence_for_optional_fields_alone",
    "P-16": "protocol/test_messages.py::test_a_wrong_type_is_refused_at_its_path",
    "P-17": "protocol/test_messages.py::test_a_missing_field_is_named",
    "P-18": VALID,
    **{f"P-{number}": FIELDS for number in range(19, 28)},
    "P-28": "protocol/test_messages.py::test_an_act_has_exactly_one_answer",
    "P-29": "protocol/test_messages.py::test_a_note_is_limited_by_its_packed_size",
    "P-30": "protocol/test_messages.py::test_a_note_keeps_nil_for_what_is_no_number",
    "P-31": "protocol/test_messages.py::test_a_decision_packed_in_parts_is_the_message",
    "P-32": "protocol/test_codec.py::test_text_is_quoted",
    "P-33": "protocol/test_codec.py::test_json_is_named",
    "P-34": INVALID,
    "P-35": "protocol/test_messages.py::test_the_words_for_a_wrong_field",
    "P-36": "protocol/test_bot.py::test_prints_of_every_kind_land_on_stderr",
    "P-37": "protocol/test_bot.py::test_the_end_of_standard_input_ends_the_bot_quietly",
    "P-38": "protocol/test_bot.py::test_an_exception_ends_the_bot_with_its_traceback",
    "P-39": "protocol/test_bot.py::test_rejected_asks_again_with_the_reason",
    "P-40": "protocol/test_messages.py::test_unknown_keys_are_ignored_at_every_level",
    "P-41": "protocol/test_bot.py::test_messages_of_unknown_types_are_ignored",
    "P-42": "protocol/test_messages.py::test_another_version_names_both",
    "P-43": "protocol/test_spec.py::test_the_bytes_of_the_small_conversation",
    "P-44": "process/test_channel.py::test_stderr_keeps_its_head_and_its_tail_and_shows_no_escapes",
    "P-45": "process/test_channel.py::test_closing_goes_as_far_as_it_must",
    "P-46": "process/test_channel.py::test_a_message_that_nothing_asked_for",
    "P-47": "process/test_channel.py::test_a_bot_that_exits_while_asked",
    "P-48": "process/test_channel.py::test_no_whole_answer_in_time_is_a_timeout",
    "P-49": "process/test_limits.py::test_more_memory_than_allowed_is_a_fault",
    "P-60": INVALID,
    "P-65": "process/test_judging.py::test_the_same_bytes_get_the_same_verdict_in_any_pieces",
    "P-61": INVALID,
    "P-50": "match/test_referee.py::test_a_fault_is_named_and_ranks_last_and_the_others_finish",
    "P-51": "match/test_referee.py::test_an_illegal_answer_may_be_mended_where_retries_allow_it",
    "P-52": "match/test_referee.py::test_a_fault_is_named_and_ranks_last_and_the_others_finish",
    "P-53": "match/test_referee.py::test_a_bot_is_told_what_its_seat_may_know_and_each_event_once",
    "P-54": "match/test_faults.py::test_no_valid_hello_and_no_ready_in_time_are_startup",
    "P-55": "match/test_clock.py::test_with_both_limits_the_smaller_counts",
    "P-56": "process/test_channel.py::test_the_clock_runs_from_when_the_question_is_to_be_written",
    "P-57": "match/test_referee.py::test_the_margin_is_given_and_a_limit_of_nothing_can_be_kept",
    "P-58": "match/test_clock.py::test_tries_at_one_decision_share_its_time",
    "P-63": "match/test_roster.py::test_no_process_meets_a_deal_twice",
    "P-64": "match/test_referee.py::test_what_a_bot_is_told_of_its_own_tells_nothing_of_the_seed",
    "P-66": "protocol/test_fault_names.py::test_a_fault_is_called_alike_wherever_it_is_named",
    "P-59": "match/test_faults.py::test_of_several_faults_the_later_ranks_better",
}


def test_each_sentence_has_one_id_and_one_proof() -> None:
    stated = re.findall(r"\[(P-\d+)\]", SPEC)
    assert sorted(stated) == sorted(PROOFS)
    assert set(re.findall(r"P-\d+", SPEC)) == set(stated)


@pytest.mark.parametrize("place", sorted(set(PROOFS.values())))
def test_the_proofs_exist(place: str) -> None:
    file, name = place.split("::")
    tree = ast.parse((TESTS / file).read_text("utf-8"))
    assert name in {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


TABLES = {
    "P-19": messages.ArenaHello,
    "P-20": messages.Start,
    "P-21": messages.Decide,
    "P-22": messages.Rejected,
    "P-23": messages.Over,
    "P-24": messages.Bye,
    "P-25": messages.BotHello,
    "P-26": messages.Ready,
    "P-27": messages.Act,
}


@pytest.mark.parametrize("id", TABLES)
def test_the_tables_are_the_messages_fields(id: str) -> None:
    cls: Any = TABLES[id]
    section = re.split(r"\n\[P-|\n###|\n- ", SPEC[SPEC.index(f"[{id}] ") :])[0]
    assert f"`{cls.TYPE}`" in section.splitlines()[0]
    rows = re.findall(r"^\| `(\w+)` \| ([^|]*) \|", section, flags=re.M)
    written = {name: "optional" in kind for name, kind in rows}
    declared = {field.name: field.default is None for field in dataclasses.fields(cls)}
    assert written == declared


def test_the_limits_are_the_codec_s() -> None:
    assert f"at most {codec.MAX_MESSAGE:,} bytes".replace(",", " ") in SPEC
    assert f"at most {codec.MAX_VALUES:,} values".replace(",", " ") in SPEC
    assert f"At most {codec.MAX_DEPTH} arrays and maps" in SPEC
    assert f"A note of more than {messages.MAX_NOTE} bytes" in SPEC
    assert f"version {protocol.PROTOCOL_VERSION}\n" in SPEC.splitlines(keepends=True)[0]


def test_the_bytes_of_the_small_conversation() -> None:
    examples = re.findall(r"(Arena|Bot): `(\{.*?\})`\n\n```\n(.*?)```", SPEC, flags=re.S)
    assert len(examples) == 4
    for who, text, listing in examples:
        value = json.loads(text.replace("nil", "null"))
        hexes = [re.match(r" *((?:[0-9a-f]{2} )+)", line + " ") for line in listing.splitlines()]
        data = bytes.fromhex("".join(found[1] for found in hexes if found))
        decoder = Decoder()
        decoder.feed(data)
        assert decoder.next() == value
        assert pack(value) == data
        parse: Any = messages.parse_arena if who == "Arena" else messages.parse_bot
        assert parse(value).to_wire() == value


def test_the_page_and_the_vectors_are_beside_the_code() -> None:
    folder = Path(protocol.__file__).parent
    for name in ("SPEC.md", "py.typed", "vectors/README.md", "vectors/valid.json", "vectors/invalid.json"):
        assert (folder / name).is_file()
