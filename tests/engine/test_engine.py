"""The engine as a program, against ENGINE.md: sentences that bind have tests, its tables are the forms."""

from __future__ import annotations

import ast
import json
import os
import random
import re
import signal
import subprocess
from pathlib import Path
from typing import Any

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st
from make_vectors import conversation

import arena
import protocol
from arena import games
from arena.engine.engine import Engine
from arena.engine.forms import FORMS, MAX_STATES, MAX_VALUES, VERSION
from arena.engine.wires import JsonLines, MessagePack
from arena.errors import UserError
from arena.games import errors
from arena.process.launch import ENGINE_COMMAND, environment
from bots.search import SearchBot
from protocol.bot import Decision as Told
from protocol.bot import Match
from protocol.codec import MAX_MESSAGE

FOLDER = Path(protocol.__file__).parent
PAGE = (FOLDER / "ENGINE.md").read_text("utf-8")
VECTORS = json.loads((FOLDER / "vectors/engine.json").read_text("utf-8"))

HERE = "engine/test_engine.py"
INSIDE = "process/test_engine_inside.py"
FIELDS = f"{HERE}::test_the_tables_are_the_forms_fields"
ANSWERS = f"{HERE}::test_the_vectors_are_what_the_program_answers"
PROOFS = {
    "E-1": f"{INSIDE}::test_the_command_is_there_in_every_sandbox",
    "E-2": f"{INSIDE}::test_the_engine_counts_as_the_bot",
    "E-3": ANSWERS,
    "E-4": f"{HERE}::test_what_is_too_large_is_refused_in_words",
    "E-5": f"{HERE}::test_a_refused_request_leaves_everything_as_it_was",
    "E-6": f"{HERE}::test_what_can_not_be_read_is_answered_in_words",
    "E-7": f"{HERE}::test_states_have_numbers_and_are_so_many_and_no_more",
    "E-8": f"{HERE}::test_what_is_drawn_can_be_repeated",
    "E-9": f"{HERE}::test_hello_tells_versions_and_games",
    **{f"E-{number}": FIELDS for number in (10, 13, 15, 16, 18)},
    "E-11": f"{HERE}::test_a_game_through_the_engine_is_the_game",
    "E-12": f"{HERE}::test_a_game_through_the_engine_is_the_game",
    "E-14": f"{HERE}::test_a_game_through_the_engine_is_the_game",
    "E-17": f"{HERE}::test_a_game_through_the_engine_is_the_game",
    "E-19": f"{HERE}::test_a_game_through_the_engine_is_the_game",
    "E-20": f"{HERE}::test_a_game_through_the_engine_is_the_game",
    "E-21": f"{HERE}::test_playouts_are_those_of_the_library",
    "E-22": f"{HERE}::test_playouts_are_those_of_the_library",
    "E-23": f"{HERE}::test_a_search_is_that_of_the_bundled_bot",
    "E-24": f"{HERE}::test_a_batch_ends_at_the_first_refusal",
    "E-25": f"{HERE}::test_unknown_fields_are_ignored",
}


def test_each_sentence_has_one_id_and_one_proof() -> None:
    assert sorted(re.findall(r"\[(E-\d+)\]", PAGE)) == sorted(PROOFS)


@pytest.mark.parametrize("place", sorted(set(PROOFS.values())))
def test_the_proofs_exist(place: str) -> None:
    file, name = place.split("::")
    tree = ast.parse((Path(__file__).parents[1] / file).read_text("utf-8"))
    assert name in {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


@pytest.mark.parametrize("name", FORMS)
def test_the_tables_are_the_forms_fields(name: str) -> None:
    [section] = [text for text in re.split(r"\n\[E-\d+\] |\n## ", PAGE) if text.startswith(f"`{name}`")]
    rows = re.findall(r"^\| `(\w+)` \| ([^|]*) \|", section, flags=re.M)
    form = FORMS[name]
    declared = {key: False for key, _ in form.needed} | {key: True for key, _ in form.optional}
    assert {key: "optional" in kind for key, kind in rows} == declared


def test_the_limits_and_codes_are_the_engine_s() -> None:
    assert f"version {VERSION}\n" in PAGE.splitlines(keepends=True)[0]
    for limit in (MAX_MESSAGE, MAX_VALUES, MAX_STATES):
        assert f"{limit:,}".replace(",", " ") in PAGE
    table = PAGE[PAGE.index("| `code` |") : PAGE.index("## Requests")]
    rows = re.findall(r"^\| (`.*?`) \|", table, flags=re.M)[1:]
    named = {code for row in rows for code in re.findall(r"`(\w+)`", row)}
    kinds = [kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, UserError)]
    of_games = {re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower() for kind in kinds}
    other = {
        "bad_message",
        "bad_request",
        "unknown_state",
        "many_states",
        "long_answer",
        "game_over",
        "defect",
    }
    assert named == of_games - {"user_error", "game_error", "unknown_component"} | other


# ------------------------------------------------------------------------------------- the program


def test_the_vectors_are_what_the_program_answers() -> None:
    assert [(entry["name"], entry["request"]) for entry in VECTORS] == conversation()
    requests = [entry["request"] for entry in VECTORS]
    lines = "".join(json.dumps(request) + "\n" for request in requests)
    said = run(lines.encode(), "--json").stdout.splitlines()
    packed = run(b"".join(map(msgpack.packb, requests))).stdout
    unpacker = msgpack.Unpacker()
    unpacker.feed(packed)
    unpacked = list(unpacker)
    published = msgpack.Unpacker()
    published.feed((FOLDER / "vectors/engine.msgpack").read_bytes())
    expected = [rounded(entry["answer"]) for entry in VECTORS]
    assert list(map(rounded, map(json.loads, said))) == expected
    assert list(map(rounded, unpacked)) == expected
    assert list(map(rounded, published)) == expected


def test_what_can_not_be_read_is_answered_in_words() -> None:
    done = run(b'no JSON\n{"type": "drop"}\n', "--json")
    refused, answered = map(json.loads, done.stdout.splitlines())
    assert (refused["type"], refused["code"], answered) == ("error", "bad_message", {"type": "answer"})
    assert refused["error"].startswith("the line is no JSON")
    assert done.returncode == 0
    for garbage in (b"\x93\x01", b"\xc1", b"\x81\xa4type"):
        done = run(msgpack.packb({"type": "drop"}) + garbage)
        unpacker = msgpack.Unpacker()
        unpacker.feed(done.stdout)
        answered, refused = unpacker
        assert (answered, refused["code"], done.returncode) == ({"type": "answer"}, "bad_message", 2)
    assert not done.stderr


def test_what_is_too_large_is_refused_in_words() -> None:
    line = json.dumps({"type": "drop", "pad": "x" * MAX_MESSAGE}).encode() + b"\n"
    done = run(line + b'{"type": "drop"}\n', "--json")
    assert json.loads(done.stdout.splitlines()[0])["type"] == "error"
    many = msgpack.packb({"type": "drop", "pad": [0] * MAX_VALUES})
    assert f"of {MAX_VALUES} allowed" in msgpack.unpackb(run(many).stdout)["error"]
    deep = b'{"type": "drop", "pad": ' + b"[" * 10_000 + b"]" * 10_000 + b"}\n"
    assert json.loads(run(deep, "--json").stdout)["code"] == "bad_message"
    engine = Engine(JsonLines())
    engine.reply({"type": "new", "game": "portals", "players": 4, "into": 0})
    packed = engine.reply({"type": "batch", "requests": [{"type": "data", "state": 0}] * 2000})
    *fine, last = json.loads(packed)["answers"]
    assert len(packed) <= MAX_MESSAGE
    assert {answer["type"] for answer in fine} == {"answer"}
    assert last["code"] == "long_answer"


def test_ctrl_c_ends_it_without_a_word() -> None:
    with subprocess.Popen(
        ENGINE_COMMAND,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    ) as it:
        assert it.stdin and it.stdout and it.stderr
        it.stdin.write(msgpack.packb({"type": "hello"}))
        it.stdin.flush()
        assert msgpack.unpackb(os.read(it.stdout.fileno(), 1000))["type"] == "answer"
        it.send_signal(signal.SIGINT)
        assert it.wait() == 130
        assert it.stderr.read() == b""


# ------------------------------------------------------------------------------------- the requests


def test_hello_tells_versions_and_games() -> None:
    answer = ask(Engine(JsonLines()), {"type": "hello"})
    assert answer == {"type": "answer", "engine": VERSION, "arena": arena.__version__, "games": games.ids()}


@pytest.mark.parametrize("id", games.ids())
def test_a_game_through_the_engine_is_the_game(id: str) -> None:
    game = games.get(id)
    players = game.seats[-1]
    engine = Engine(MessagePack())
    state = game.new(players=players, seed=3)
    asked = ask(engine, {"type": "new", "game": id, "players": players, "seed": 3, "into": 5})
    rng = random.Random(1)
    while (decision := state.decision) is not None:
        assert asked["decision"] == {
            "seat": decision.seat,
            "kind": decision.kind,
            "count": len(decision.legal),
        }
        place = rng.randrange(len(decision.legal))
        action = decision.legal[place]
        if rng.random() < 0.1:
            seat = decision.seat
            known = {"type": "decision", "decision": asked["decision"]}
            assert plain(ask(engine, {"type": "decision", "state": 5})["legal"]) == [
                one.to_data() for one in decision.legal
            ]
            view = ask(engine, {"type": "view", "state": 5, "seat": seat})["view"]
            assert view == plain(state.view(seat))
            data = ask(engine, {"type": "data", "state": 5})["data"]
            assert data == plain(state.to_data())
            for request in (
                {"type": "from_view", "view": view, "seat": seat, "into": 6},
                {"type": "determinize", "state": 5, "seat": seat, "into": 6},
            ):
                assert ask(engine, request)["decision"] == known["decision"]
                assert ask(engine, {"type": "view", "state": 6, "seat": seat})["view"] == view
            ask(engine, {"type": "from_data", "data": data, "into": 6})
            assert ask(engine, {"type": "data", "state": 6})["data"] == data
        named: Any = place if rng.random() < 0.5 else action.to_data()
        asked = ask(engine, {"type": "apply", "state": 5, "actions": [named], "events": True})
        assert asked["events"] == plain(state.apply(action))
    assert asked["decision"] is None
    result = ask(engine, {"type": "result", "state": 5})
    assert (result["over"], result["scores"], result["ranks"]) == (True, state.scores(), state.ranks())
    assert result["rewards"] == games.rewards(state)
    assert ask(engine, {"type": "playouts", "state": 5, "count": 1})["code"] == "game_over"
    assert ask(engine, {"type": "search", "state": 5, "count": 1})["code"] == "game_over"
    assert ask(engine, {"type": "apply", "state": 5, "actions": [0]})["code"] == "game_over"


def test_playouts_are_those_of_the_library() -> None:
    game = games.get("portals")
    state = game.new(players=3, seed=2)
    engine = Engine(JsonLines())
    ask(engine, {"type": "new", "game": "portals", "players": 3, "seed": 2})
    policy = game.policy("sensible")
    tried = games.playouts(state, 0, 20, random.Random(9), policy, 30)
    asked = ask(
        engine,
        {"type": "playouts", "state": 0, "count": 20, "seed": 9, "policy": "sensible", "horizon": 30},
    )
    assert asked["tries"] == [one.tries for one in tried]
    assert asked["means"] == [one.mean for one in tried]
    assert asked["means"][asked["best"]] == max(asked["means"])
    assert asked["action"] == tried[asked["best"]].action.to_data()
    assert ask(engine, {"type": "playout", "state": 0, "seed": 9})["scores"] == state.playout(
        random.Random(9)
    )
    assert sum(ask(engine, {"type": "playouts", "state": 0, "ms": 0})["tries"]) == 0
    assert sum(ask(engine, {"type": "playouts", "state": 0, "ms": 20})["tries"]) > 0
    assert "sensible" in ask(engine, {"type": "playout", "state": 0, "policy": "wild"})["error"]


def test_a_search_is_that_of_the_bundled_bot() -> None:
    state = games.get("portals").new(players=3, seed=2)
    decision = state.decision
    assert decision is not None
    view = plain(state.view(decision.seat))
    bot = SearchBot("60")
    clock = {"move_ms": None, "bank_ms": None, "increment_ms": None}
    seated = {"match": "m", "game": "portals", "players": 3, "seat": decision.seat, "options": {}}
    match = Match({**seated, "clock": clock, "bot_seed": 9})
    bot.start(match)
    played = Told(
        {"id": 1, "kind": decision.kind, "seat": decision.seat, "clock": clock, "view": view}, match
    )
    action = bot.choose(played)

    engine = Engine(JsonLines())
    ask(engine, {"type": "hello", "seed": 9})
    ask(engine, {"type": "from_view", "view": view, "seat": decision.seat})
    before = ask(engine, {"type": "data", "state": 0})
    asked = ask(engine, {"type": "search", "state": 0, "count": 60})
    legal = [one.to_data() for one in decision.legal]
    assert asked["action"] == legal[asked["best"]] == asked["line"][0]["action"] == action
    assert asked["tries"][asked["best"]] == max(asked["tries"]) == asked["line"][0]["tries"]
    assert sum(asked["tries"]) == played.note["playouts"] == 60
    told = {json.dumps(one["action"]): (one["tries"], one["value"]) for one in played.note["values"]}
    found = zip(map(json.dumps, legal), asked["tries"], asked["means"], strict=True)
    assert told.items() <= {name: (tries, round(mean, 3)) for name, tries, mean in found}.items()
    assert ask(engine, {"type": "data", "state": 0}) == before
    assert sum(ask(engine, {"type": "search", "state": 0, "ms": 0})["tries"]) == 1
    assert (
        ask(engine, {"type": "search", "state": 0})["error"]
        == "search.ms or search.count must say when to stop"
    )


def test_chance_may_be_given_by_action() -> None:
    game = games.get("dragon-whisperer")
    engine = Engine(JsonLines())
    ask(engine, {"type": "new", "game": game.id, "players": 3, "seed": 2})
    asked = ask(engine, {"type": "apply", "state": 0, "actions": [0, 0], "chance": [None]})
    assert "an entry for each of 2 actions, not 1" in asked["error"]
    asked = ask(engine, {"type": "apply", "state": 0, "actions": [0], "chance": [[1, 2, 3]]})
    assert asked["code"] == "bad_chance"
    assert ask(engine, {"type": "apply", "state": 0, "actions": [0], "chance": [None]})["type"] == "answer"


def test_a_refused_request_leaves_everything_as_it_was() -> None:
    engine = Engine(JsonLines())
    ask(engine, {"type": "new", "game": "portals", "players": 2, "seed": 1})
    before = ask(engine, {"type": "data", "state": 0})
    for refused in (
        {"type": "apply", "state": 0, "actions": [99]},
        {"type": "drop", "states": [0, 1]},
        {"type": "new", "game": "portals", "players": 9, "into": 0},
        {"type": "from_data", "data": {"game": "portals"}, "into": 0},
        {"type": "playouts", "state": 0},
    ):
        assert ask(engine, refused)["type"] == "error", refused
        assert ask(engine, {"type": "data", "state": 0}) == before
    assert ask(engine, {"type": "apply", "state": 0, "actions": [0, 99]})["code"] == "illegal_action"
    once = ask(engine, {"type": "decision", "state": 0})["decision"]
    assert once["kind"] == "take_stone"


def test_states_have_numbers_and_are_so_many_and_no_more() -> None:
    engine = Engine(JsonLines())
    new = {"type": "new", "game": "dragon-whisperer", "players": 3, "seed": 1}
    assert [ask(engine, new)["state"] for _ in range(3)] == [0, 1, 2]
    ask(engine, {"type": "drop", "states": [1]})
    assert ask(engine, new)["state"] == 1
    assert ask(engine, {**new, "into": MAX_STATES - 1})["state"] == MAX_STATES - 1
    assert ask(engine, {**new, "into": MAX_STATES})["code"] == "bad_request"
    numbers = {ask(engine, {"type": "clone", "state": 0})["state"] for _ in range(MAX_STATES - 4)}
    assert len(numbers) == MAX_STATES - 4
    assert ask(engine, new)["code"] == "many_states"
    assert ask(engine, {**new, "into": 7})["state"] == 7
    ask(engine, {"type": "drop"})
    assert ask(engine, {"type": "result", "state": 0})["code"] == "unknown_state"


def test_what_is_drawn_can_be_repeated() -> None:
    def drawn(*requests: dict[str, Any]) -> list[Any]:
        engine = Engine(JsonLines())
        return [ask(engine, request) for request in requests]

    new = {"type": "new", "game": "portals", "players": 2}
    shown = {"type": "data", "state": 0}
    assert drawn(new, shown) == drawn(new, shown)
    assert drawn({"type": "hello", "seed": 4}, new, shown) == drawn({"type": "hello", "seed": 4}, new, shown)
    assert drawn({"type": "hello", "seed": 5}, new, shown)[2] != drawn(new, shown)[1]
    assert drawn(new, new, {**shown, "state": 1})[2] != drawn(new, shown)[1]
    assert drawn({**new, "seed": 3}, shown) == drawn({**new, "seed": 3}, shown)


def test_a_batch_ends_at_the_first_refusal() -> None:
    engine = Engine(JsonLines())
    new = {"type": "new", "game": "portals", "players": 2, "seed": 1, "into": 0}
    fly = {"type": "fly"}
    answers = ask(engine, {"type": "batch", "requests": [new, fly, {"type": "drop"}]})["answers"]
    assert [answer["type"] for answer in answers] == ["answer", "error"]
    assert ask(engine, {"type": "result", "state": 0})["type"] == "answer"
    inner = ask(engine, {"type": "batch", "requests": [{"type": "batch", "requests": []}]})["answers"]
    assert inner == [{"type": "error", "code": "bad_request", "error": "a batch can't be part of a batch"}]
    assert ask(engine, {"type": "batch", "requests": []}) == {"type": "answer", "answers": []}
    assert ask(engine, {"type": "batch"})["error"] == "batch.requests is missing"


def test_unknown_fields_are_ignored() -> None:
    assert ask(Engine(JsonLines()), {"type": "drop", "later": 1, "states": None}) == {"type": "answer"}


KEYS = sorted({key for form in FORMS.values() for key, _ in (*form.needed, *form.optional)})
JUNK = st.recursive(
    st.one_of(
        *(st.none(), st.booleans(), st.integers(-5, 5000), st.floats(), st.text(max_size=5)),
        st.sampled_from(games.ids()),
    ),
    lambda inner: st.lists(inner, max_size=3)
    | st.dictionaries(st.sampled_from([*KEYS, "type"]), inner, max_size=4),
    max_leaves=8,
)  # fmt: skip
REQUESTS = st.builds(
    lambda name, fields: {**fields, "type": name},
    st.sampled_from([name for name in FORMS if name != "hello"]),
    st.dictionaries(st.sampled_from(KEYS), JUNK | st.just(0), max_size=5),
)


@given(st.lists(REQUESTS | JUNK, max_size=8))
def test_whatever_is_asked_is_answered_in_words(requests: list[Any]) -> None:
    engine = Engine(JsonLines())
    ask(engine, {"type": "new", "game": "dragon-whisperer", "players": 3, "seed": 1})
    for request in requests:
        if isinstance(request, dict) and request.get("type") in ("playouts", "playout", "search"):
            request.update(ms=1, horizon=5)
        answer = ask(engine, request)
        assert answer["type"] in ("answer", "error")
        if answer["type"] == "error":
            assert answer["code"] != "defect", answer
            assert 0 < len(answer["error"]) <= 1000


# ------------------------------------------------------------------------------------- helpers


def ask(engine: Engine, request: Any) -> Any:
    packed = engine.reply(request)
    return json.loads(packed) if packed.startswith(b"{") else msgpack.unpackb(packed)


def plain(data: Any) -> Any:
    return json.loads(json.dumps(data))


def rounded(value: Any) -> Any:
    """An answer with floats that the next processor may compute a little differently."""
    if isinstance(value, float):
        return round(value, 9)
    if isinstance(value, dict):
        return {key: rounded(item) for key, item in value.items()}
    return [rounded(item) for item in value] if isinstance(value, list) else value


def run(said: bytes, *options: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [*ENGINE_COMMAND, *options],
        input=said,
        capture_output=True,
        check=False,
        timeout=60,
        env=environment(),
    )
