import json
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from match_tables import GAME, PATIENT, First, in_process, play_random, spec

from arena import games
from arena.match.in_process_player import InProcessPlayer
from arena.match.record import BadRecord, DecisionRecord, MatchRecord
from arena.match.referee import play_match
from arena.match.replay import ReplayError, export_jsonl, read_replay, write_replay
from arena.match.spec import Clock


class Failing(First):
    """Raises at its fourth decision, and leaves notes before."""

    def choose(self, decision: Any) -> Any:
        decision.note = {"thought": "hm\u2028\x1b"}
        if decision.id == 4:
            raise RuntimeError("lost")
        return decision.legal[-1]


@pytest.fixture(scope="module")
def record() -> MatchRecord:
    """A match with forced decisions, stand-ins, notes, a fault and chance."""
    return play_match(
        spec(4, seed=3), [InProcessPlayer(Failing()), *in_process("random", "greedy", "random")]
    )


@pytest.fixture
def file(record: MatchRecord, tmp_path: Path) -> Path:
    path = tmp_path / "match.replay"
    write_replay(record, path)
    return path


def test_the_example_has_everything(record: MatchRecord) -> None:
    assert [fault.kind for fault in record.faults] == ["crash"]
    assert any(decision.stand_in for decision in record.decisions)
    assert any(decision.forced for decision in record.decisions)
    assert any(decision.chance for decision in record.decisions)
    assert any(decision.note for decision in record.decisions)


# ------------------------------------------------------------------------------------------ files


def test_a_replay_is_read_as_it_was_written(record: MatchRecord, file: Path) -> None:
    assert read_replay(file) == record


def test_a_record_survives_json(record: MatchRecord) -> None:
    assert MatchRecord.from_data(json.loads(json.dumps(record.to_data()))) == record


def test_components_of_ones_own_are_kept(tmp_path: Path) -> None:
    import tomllib

    components = tomllib.loads((games.get(GAME).folder / "components.toml").read_text())
    components["color"][0]["id"] = "crimson"
    record = play_random(spec(components=components))
    write_replay(record, tmp_path / "own")
    assert read_replay(tmp_path / "own").components == components
    assert json.loads(next(export_jsonl(record)))["components"] == components


@given(share=st.floats(0, 1, exclude_max=True))
def test_a_replay_cut_anywhere_is_called_cut_short(
    share: float, tmp_path_factory: Any, record: MatchRecord
) -> None:
    path = tmp_path_factory.mktemp("cut") / "match.replay"
    write_replay(record, path)
    content = path.read_bytes()
    path.write_bytes(content[: int(len(content) * share)])
    with pytest.raises(ReplayError, match=f"^{path}: the file is cut short"):
        read_replay(path)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'"scores":[', b'"scores":[9'),
        (b'"seat":1', b'"seat":2'),
        (b'"type":"decision"', b'"type" :"decision"'),
        (b'"sha256":"', b'"sha256":"0'),
    ],
)
def test_an_altered_replay_is_called_altered(file: Path, old: bytes, new: bytes) -> None:
    file.write_bytes(file.read_bytes().replace(old, new, 1))
    with pytest.raises(ReplayError, match="was altered"):
        read_replay(file)


def test_a_replay_with_a_line_left_out_is_called_altered(file: Path) -> None:
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join(lines[:5] + lines[6:]))
    with pytest.raises(ReplayError, match="was altered"):
        read_replay(file)


def test_a_replay_of_another_version_is_named_so(file: Path) -> None:
    file.write_bytes(file.read_bytes().replace(b'"version":3', b'"version":4', 1))
    with pytest.raises(ReplayError, match=r"is of version 4, and this arena reads version 3$"):
        read_replay(file)


def test_a_replay_of_older_rules_is_named_so(file: Path) -> None:
    file.write_bytes(file.read_bytes().replace(b'"version":3', b'"version":2', 1))
    with pytest.raises(ReplayError, match=r"is of version 2, .* played before the rules of .* changed"):
        read_replay(file)


@pytest.mark.parametrize(
    "content", [b"hello\n", b"[1]\n", b'{"format": "other"}\n', b"\xff\xfe\n", b"[" * 100_000]
)
def test_another_file_is_called_no_replay(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "file"
    path.write_bytes(content)
    with pytest.raises(ReplayError, match="is no replay"):
        read_replay(path)


def test_a_missing_file_and_a_folder_are_refused(record: MatchRecord, tmp_path: Path) -> None:
    with pytest.raises(ReplayError, match="can't be read: No such file"):
        read_replay(tmp_path / "none")
    with pytest.raises(ReplayError, match="can't be read: Is a directory"):
        read_replay(tmp_path)
    with pytest.raises(ReplayError, match="can't be written: No such file"):
        write_replay(record, tmp_path / "none" / "file")


def forge(file: Path, old: bytes, new: bytes) -> None:
    """Alter a replay and give it a checksum that fits."""
    body = file.read_bytes().rsplit(b'{"type":"checksum"')[0].replace(old, new, 1)
    digest = sha256(body).hexdigest().encode()
    file.write_bytes(body + b'{"type":"checksum","sha256":"' + digest + b'"}\n')


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (b'"seed":3', b'"seed":"3"', "seed: must be an integer"),
        (b'"scores":[', b'"scores":[null,', r"scores\[0\]: must be an integer"),
        (b'"action":', b'"actions":', r"decisions\[0\].action: is missing"),
        (b'"kind":"', b'"kind":7,"x":"', r"decisions\[0\].kind: must be a string, not 7"),
        (b'"type":"match"', b'"type":"game"', r"the lines after the first should be a match, its decisions"),
        (
            b'"type":"result"',
            b'"type":"match"',
            r"the lines after the first should be a match, its decisions",
        ),
    ],
)
def test_a_malformed_replay_is_refused_by_its_entry(file: Path, old: bytes, new: bytes, words: str) -> None:
    forge(file, old, new)
    with pytest.raises(ReplayError, match=words):
        read_replay(file)


def test_what_a_newer_arena_adds_is_passed_over_and_named(record: MatchRecord, file: Path) -> None:
    forge(file, b'"type":"match"', b'"type":"match","weather":"fine"')
    for _ in range(2):
        forge(file, b'"type":"decision",', b'"type":"decision" ,"thought":{"deep":[1]},')
    forge(file, b'"result":', b'"odds":[1,6],"result":')
    forge(file, b'"exit_code":', b'"core\x1b":null,"exit_code":'.replace(b"\x1b", b"\\u001b"))
    forge(file, b'{"type":"result"', b'{"type":"remark","by":"ann"}\n{"type":"result"')
    read = read_replay(file)
    assert read == record
    assert read.unknown == (
        *("weather", "decisions[].thought", "decisions[].chance[].odds", r"faults[].core\x1b"),
        "lines of type 'remark'",
    )
    assert MatchRecord.from_data(read.to_data()).unknown == ()


def test_what_has_a_default_may_be_absent(record: MatchRecord) -> None:
    data = record.to_data()
    for name in ("chance", "ms", "cpu_ms", "note", "forced", "stand_in"):
        del data["decisions"][0][name]
    first = record.decisions[0]
    assert MatchRecord.from_data(data).decisions[0] == DecisionRecord(first.seat, first.kind, first.action)


def test_the_clock_of_a_record_has_the_defaults_of_what_is_absent(record: MatchRecord) -> None:
    assert record.clock == PATIENT.clock
    newer = replace(record, settings={"clock": {"bank_ms": 9, "grace_ms": 7}})
    assert newer.clock == Clock(bank_ms=9)
    assert replace(record, settings={}).clock == Clock()
    for wrong in ({"clock": 7}, {"clock": {"bank_ms": "x"}}):
        with pytest.raises(BadRecord, match=r"settings.clock: "):
            _ = replace(record, settings=wrong).clock


@pytest.mark.parametrize("data", [None, [], {}, {"id": "x"}])
def test_other_data_is_no_record(data: object) -> None:
    with pytest.raises(BadRecord):
        MatchRecord.from_data(data)


# ------------------------------------------------------------------------------------------ export


def test_the_export_is_the_published_form(record: MatchRecord) -> None:
    first, *decisions, last = map(json.loads, export_jsonl(record))
    assert list(first) == ["type", "game", "players", "options", "seed", "bots", "state"]
    assert (first["type"], first["game"], first["players"], first["seed"]) == ("match", GAME, 4, 3)
    assert first["bots"] == ["first", "random", "greedy", "random"]
    assert len(decisions) == len(record.decisions)
    for decision in decisions:
        assert list(decision) == [
            *("type", "seat", "kind", "action", "chance", "ms", "note", "forced", "stand_in"),
        ]
        assert all(set(chance) == {"what", "result"} for chance in decision["chance"])
    assert list(last) == ["type", "scores", "ranks", "faults"]
    assert list(last["faults"][0]) == ["seat", "kind", "decision", "detail", "stderr", "code"]


def test_the_export_with_states_agrees_with_playing_again(record: MatchRecord) -> None:
    first, *decisions, last = map(json.loads, export_jsonl(record, states=True))
    state = games.get(GAME).new(first["players"], first["options"], first["seed"])
    assert first["state"] == state.to_data()
    for exported in decisions:
        decision = state.decision
        assert decision is not None
        assert exported["legal"] == [action.to_data() for action in decision.legal]
        state.apply(state.find(exported["action"]))
        assert exported["state"] == state.to_data()
    assert state.over
    assert last["scores"] == state.scores()
