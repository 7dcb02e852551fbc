"""Trials of growth: the arena comes to know more, and what was written before is read, proved and rated.

Also the other way round: this arena reads what a later one has written, and names what it does not know.
"""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Callable
from contextlib import closing
from dataclasses import asdict, dataclass, replace
from functools import partial
from hashlib import sha256
from pathlib import Path
from random import Random

import pytest
from command_line import arena
from sample_files import assert_proved_and_rated, copied, samples, told_of_here
from told import says

from arena import games
from arena.games import Data
from arena.games.options import choice
from arena.match.in_process_player import InProcessPlayer
from arena.match.record import BadRecord
from arena.match.rehearse import rehearse
from arena.match.replay import read_replay, starting_state
from arena.match.spec import Settings
from arena.match.trace import TraceError, read_trace
from arena.match.verify import verify
from arena.process.limits import Limits
from arena.ratings.book import read_book
from arena.tournament import Store, TournamentChanged, read_tournament, snapshot
from arena.tournament.ledger import Ledger
from arena.tournament.packing import pack_record, unpack_record
from arena.tournament.tournament import Tournament
from protocol.bot import Bot, Decision, Match

FIRST = Path(__file__).parent / "first"


# ------------------------------------------------------------------------------------------ more keys


def trace_of(folder: Path, change: Callable[[list[Data]], None]) -> Path:
    """The sample of a trace, with its lines changed."""
    lines = [json.loads(line) for line in (FIRST / "match.trace").read_text().splitlines()]
    change(lines)
    path = folder / "newer.trace"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


def test_a_trace_of_a_newer_arena_is_read_and_what_is_new_in_it_is_named(tmp_path: Path) -> None:
    def grown(lines: list[Data]) -> None:
        lines[0]["weather"] = "fine"
        lines[1]["thread"] = lines[2]["thread"] = 7
        lines.insert(5, {"ms": 1.0, "remark": "a line of a kind that is new"})
        lines[-1]["fault"]["core"] = None

    path = trace_of(tmp_path, grown)
    trace, before = read_trace(path), read_trace(FIRST / "match.trace")
    assert trace.said == before.said
    assert trace.faults == before.faults
    assert trace.unknown == ("weather", "thread", "lines of another kind", "fault.core")
    run = arena("trace", path)
    assert run.stderr == (
        f"note: {path} tells what only a newer arena knows, and this one passes over: "
        "weather, thread, lines of another kind, fault.core\n"
    )
    assert run.stdout == arena("trace", FIRST / "match.trace").stdout


def test_a_trace_of_another_version_is_named_so(tmp_path: Path) -> None:
    path = trace_of(tmp_path, lambda lines: lines[0].update(version=2))
    with pytest.raises(TraceError, match=r"the trace is of version 2, and this arena reads version 1$"):
        read_trace(path)


def test_a_replay_of_a_newer_arena_is_proved_and_what_is_new_in_it_is_named(tmp_path: Path) -> None:
    def grow(line: Data) -> Data:
        return {"weather": "fine", **line} | {"by ear": 1} if line["type"] == "match" else {"odds": 6, **line}

    path = tmp_path / "newer.replay"
    path.write_bytes(grown(FIRST / "replays/portals.replay", grow))
    record = read_replay(path)
    assert record == read_replay(FIRST / "replays/portals.replay")
    assert record.unknown == ("weather", "by ear", "decisions[].odds", "odds")
    run = arena("replay", "verify", path)
    assert (run.returncode, run.stdout[:8]) == (0, "verified")
    assert run.stderr == (
        f"note: {path} tells what only a newer arena knows, and this one passes over: "
        "weather, by ear, decisions[].odds, odds\n"
    )


def grown(replay: Path, grow: Callable[[Data], Data]) -> bytes:
    """A replay with each of its lines but the first and the last changed."""
    head, *lines, _ = replay.read_bytes().splitlines(keepends=True)
    changed = [json.dumps(grow(json.loads(line))).encode() + b"\n" for line in lines]
    body = b"".join([head, *changed])
    return body + b'{"type":"checksum","sha256":"' + sha256(body).hexdigest().encode() + b'"}\n'


def test_a_packed_record_says_its_version() -> None:
    record = read_replay(FIRST / "replays/portals-solo.replay")
    packed = pack_record(record)
    assert unpack_record(packed) == record
    data = json.loads(zlib.decompress(packed))
    assert data["version"] == 3
    data["version"] = 4
    with pytest.raises(BadRecord, match=r"^the record is of version 4, and this arena reads version 3$"):
        unpack_record(zlib.compress(json.dumps(data).encode()))


# ------------------------------------------------------------------------------------------ a new option


@pytest.fixture
def grown_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every game has an option more."""
    for game in games.all():
        weather = choice("weather", ["fine", "foul"], "how it is outside")
        monkeypatch.setattr(type(game), "options", (*game.options, weather))


@pytest.mark.usefixtures("grown_games")
@samples("replays/*.replay")
def test_a_replay_is_proved_under_the_default_of_a_new_option(file: Path) -> None:
    record = read_replay(file)
    assert verify(record) == []
    assert starting_state(record).to_data()["options"]["weather"] == "fine"
    foul = record.options | {"weather": "foul"}
    assert verify(replace(record, options=foul)) == ["options are not those of the starting state"]
    assert verify(replace(record, options=foul, state=record.state | {"options": foul})) == []


class Listening(Bot):
    """Keeps the options that it was told."""

    name = "listening"

    def start(self, match: Match) -> None:
        self.told = match.options

    def choose(self, decision: Decision) -> int:
        self.seen = decision.view["options"]
        return 0


@pytest.mark.usefixtures("grown_games")
def test_a_bot_is_told_the_default_of_a_new_option_when_it_plays_an_older_match_again() -> None:
    bot = Listening()
    assert list(rehearse(read_replay(FIRST / "replays/portals-solo.replay"), 0, InProcessPlayer(bot)))
    assert bot.told["weather"] == bot.seen["weather"] == "fine"


@pytest.mark.usefixtures("grown_games")
@samples("states/*.json")
def test_states_and_views_have_the_default_of_a_new_option(file: Path) -> None:
    game, said = games.get(file.stem), json.loads(file.read_text())
    options = said["options"] | {"weather": "fine"}
    assert says(game.from_data(said).to_data()["options"], options)
    views = json.loads((file.parents[1] / "views" / file.name).read_text())
    assert says(game.from_view(views["0"], 0, Random(1)).view(0)["options"], options)
    assert game.draw(said)


@samples("states/*.json")
def test_what_is_older_than_its_options_is_drawn_under_their_defaults(file: Path) -> None:
    game, said = games.get(file.stem), json.loads(file.read_text())
    views = json.loads((file.parents[1] / "views" / file.name).read_text())
    for shown in (said, views["0"]):
        players = shown["players"] if isinstance(shown["players"], int) else len(shown["players"])
        defaults = shown | {"options": game.check_options({}, players)}
        older = shown | {"options": {}}
        assert game.draw(older) == game.draw(defaults)
        assert game.picture(older) == game.picture(defaults)


@pytest.mark.usefixtures("grown_games")
@samples("events/*.db")
def test_a_new_option_asks_nobody_to_accept_it(file: Path, tmp_path: Path) -> None:
    copy, event = copied(file, tmp_path), read_tournament(file.with_suffix(".toml"))
    told_of_here(copy, event)
    with Ledger(copy) as ledger:
        entered = ledger.enter(event)
        assert ledger.issue() is None
        assert not ledger.extend(entered)
        (game,) = event.games
        foul = replace(event, games=(replace(game, options={**game.options, "weather": "foul"}),))
        with pytest.raises(TournamentChanged, match="options: weather was 'fine' and is 'foul'") as refusal:
            ledger.enter(foul)
        assert refusal.value.fatal
    assert_proved_and_rated(copy, file)


@samples("replays/*.replay")
def test_a_replay_with_an_option_of_a_newer_arena_is_refused_by_its_name(file: Path) -> None:
    """It may have changed the rules: nothing is proved of it."""
    record = read_replay(file)
    options = record.options | {"weather": "fine"}
    (problem,) = verify(replace(record, options=options, state=record.state | {"options": options}))
    assert f"option 'weather': {record.game} has no such option" in problem


# ------------------------------------------------------------------------------------------ a new limit


@dataclass(frozen=True, slots=True)
class GrownLimits(Limits):
    """Limits as a later version may have them."""

    whim_mb: int | None = None


def with_limit(event: Tournament, whim_mb: int | None) -> Tournament:
    """The tournament as a version that knows this limit reads it from its file."""
    limits = GrownLimits(**asdict(event.settings.limits), whim_mb=whim_mb)
    return replace(event, settings=replace(event.settings, limits=limits))


@samples("events/*.db")
def test_a_new_limit_asks_nobody_to_accept_it(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(snapshot, "Settings", partial(Settings, limits=GrownLimits()))
    copy, event = copied(file, tmp_path), read_tournament(file.with_suffix(".toml"))
    told_of_here(copy, event)
    with Ledger(copy) as ledger:
        assert ledger.description()["limits"]["limits"]["whim_mb"] is None
        entered = ledger.enter(with_limit(event, None))
        assert ledger.issue() is None
        assert not ledger.extend(entered)
        assert [bot for bot in ledger.status().out if bot != "fourth"] == (
            ["third"] if event.drop_broken else []
        ), "who was dropped stays out"
        with pytest.raises(TournamentChanged, match=r"^limits: whim_mb was None and is 512$"):
            ledger.enter(with_limit(event, 512))
    assert_proved_and_rated(copy, file)


# ------------------------------------------------------------------------------------------ a new fault kind


@samples("events/*.db")
def test_a_new_kind_of_fault_is_read_counted_and_shown(file: Path, tmp_path: Path) -> None:
    copy = copied(file, tmp_path)
    with closing(sqlite3.connect(copy)) as db, db:
        db.execute("DELETE FROM book")  # the sums, which tell kinds of fault apart
        for match, faults in db.execute("SELECT place, faults FROM results").fetchall():
            kinds = [kind and f"gpu_{kind}" for kind in json.loads(faults)]
            db.execute("UPDATE results SET faults = ? WHERE place = ?", (json.dumps(kinds), match))
        for match, packed in db.execute("SELECT place, replay FROM replays").fetchall():
            record = json.loads(zlib.decompress(packed))
            for fault in record["faults"]:
                fault["kind"] = f"gpu_{fault['kind']}"
            grown = zlib.compress(json.dumps(record).encode())
            db.execute("UPDATE replays SET replay = ? WHERE place = ?", (grown, match))
    with Store(copy) as store:
        found = {kind for result in store.results() for kind in result.faults if kind}
        assert all(kind.startswith("gpu_") for kind in found)
        assert all(verify(store.replay(result.match)) == [] for result in store.results())
        counted = [row.faults_by_kind for row in read_book(store).rows()]
    expected = [row["faults_by_kind"] for row in json.loads(file.with_suffix(".json").read_text())]
    assert counted == [{f"gpu_{kind}": count for kind, count in of_bot.items()} for of_bot in expected]
    shown = arena("faults", "--db", copy)
    assert shown.returncode == 0
    assert all(kind in shown.stdout for kind in found)


def test_a_replay_with_a_new_kind_of_fault_is_proved(tmp_path: Path) -> None:
    def grow(line: Data) -> Data:
        for fault in line.get("faults", []):
            fault["kind"] = "gpu"
        return line

    path = tmp_path / "newer.replay"
    path.write_bytes(grown(FIRST / "replays/portals.replay", grow))
    record = read_replay(path)
    assert [fault.kind for fault in record.faults] == ["gpu"]
    assert verify(record) == []
