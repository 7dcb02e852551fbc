import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from match_tables import (
    GAME,
    PATIENT,
    First,
    in_process,
    messages,
    misbehaving,
    no_children,
    play_processes,
    play_random,
    random_process,
    spec,
)
from patience import HANGS_S

from arena import games
from arena.games import BadOption
from arena.match.faults import Void
from arena.match.in_process_player import InProcessPlayer
from arena.match.process_player import ProcessPlayer, close_players
from arena.match.record import Step
from arena.match.referee import play_match
from arena.match.roster import Roster
from arena.match.spec import Clock, MatchSpec, Settings, second_secret
from arena.match.verify import verify
from arena.process.bot_process import Answer
from arena.process.faults import SpawnError, StalledError
from arena.process.limits import Limits
from arena.process.reach import package_root

SHORT_START = Settings(startup_ms=10_000)
TIGHT = Settings(startup_ms=60_000, limits=Limits(memory_mb=150, processes=10))
SHORT_MOVE = Settings(Clock(move_ms=3000), startup_ms=60_000)


class Case(NamedTuple):
    bot: str
    settings: Settings
    kind: str
    phase: str
    detail: str
    stderr: str


FAULTS = [
    Case("mute", SHORT_START, "startup", "hello", "gave no answer", ""),
    Case("stillborn", PATIENT, "startup", "hello", "exited with status 1", "no libraries here"),
    Case("old-hello", PATIENT, "startup", "hello", "hello.protocol", ""),
    Case("chatty-hello", PATIENT, "garbage", "hello", "Loading...", ""),
    Case("never-ready", SHORT_START, "startup", "ready", "gave no answer", ""),
    Case("dies-at-start", PATIENT, "crash", "ready", "exited with status 1", "can't load the book"),
    Case("acts-at-start", PATIENT, "protocol", "ready", "answered start with 'act'", ""),
    Case("other-games", PATIENT, "startup", "ready", "chess", ""),
    Case("exit", PATIENT, "crash", "decide", "exited with status 7", "it was the third question"),
    Case("signal", PATIENT, "crash", "decide", "SIGKILL", ""),
    Case("exit-idle", PATIENT, "crash", "decide", "exited with status 3", ""),
    Case("slow", SHORT_MOVE, "timeout", "decide", "gave no answer", ""),
    Case("index", PATIENT, "illegal", "decide", "index 999", ""),
    Case("negative", PATIENT, "illegal", "decide", "index -1", ""),
    Case("action", PATIENT, "illegal", "decide", "", ""),
    Case("text", PATIENT, "garbage", "decide", "thinking hard", ""),
    Case("not-a-map", PATIENT, "garbage", "decide", "must be a map", ""),
    Case("wrong-id", PATIENT, "protocol", "decide", "act.id is 4, but decision 3 was asked", ""),
    Case("wrong-type", PATIENT, "protocol", "decide", "act.index must be an int", ""),
    Case("wrong-message", PATIENT, "protocol", "decide", "'ready'", ""),
    Case("hog", TIGHT, "memory", "decide", "", ""),
    Case("forks", TIGHT, "processes", "decide", "", ""),
    Case("twice", PATIENT, "protocol", "decide", "act.id is 3, but decision 4 was asked", ""),
    Case("long", PATIENT, "oversize", "decide", "", ""),
    Case("long-note", PATIENT, "oversize", "decide", "act.note", ""),
]


@pytest.mark.slow
@pytest.mark.parametrize("case", FAULTS, ids=lambda case: case.bot)
def test_a_fault_is_named_and_ranks_last_and_the_others_finish(case: Case, tmp_path: Path) -> None:
    witness = tmp_path / "witness"
    table = [misbehaving(case.bot, tmp_path / "bad"), misbehaving("good", witness), random_process()]
    with no_children():
        record = play_processes(table, spec(settings=case.settings))

    (fault,) = record.faults
    assert (fault.seat, fault.kind, fault.phase) == (0, case.kind, case.phase)
    assert case.detail in fault.detail
    assert case.stderr in fault.stderr
    if case.phase == "decide":
        assert fault.decision is not None
        assert record.decisions[fault.decision].seat == 0
        assert record.decisions[fault.decision].stand_in
    else:
        assert fault.decision is None
    assert record.ranks[0] == 3
    assert verify(record) == []  # so a whole game was played

    (over,) = messages(witness, "over")
    assert over["ranks"] == list(record.ranks)
    assert over["scores"] == list(record.scores)
    assert over["faults"] == [{"seat": 0, "kind": case.kind}]


def test_evidence_of_a_fault(tmp_path: Path) -> None:
    table = [misbehaving("exit", tmp_path / "bad"), random_process(), random_process()]
    (fault,) = play_processes(table, spec()).faults
    assert (fault.exit_code, fault.signal) == (7, None)
    assert fault.limit_ms == 10_000
    assert fault.wall_ms is not None
    assert fault.received.endswith(b"\xa5index\x00".hex())  # its last answer

    table[0] = misbehaving("text", tmp_path / "bad")
    (fault,) = play_processes(table, spec()).faults
    assert bytes.fromhex(fault.received).endswith(b"thinking hard\n")
    assert (fault.exit_code, fault.signal) == (None, None)  # how the arena ended it is no evidence


def test_all_seats_at_fault_still_play_a_whole_game(tmp_path: Path) -> None:
    table = [misbehaving(kind, tmp_path / kind) for kind in ("stillborn", "exit", "index")]
    record = play_processes(table, spec())
    assert record.faults[0].seat == 0
    assert record.ranks[0] == 3
    assert sorted(record.ranks) == [1, 2, 3]
    assert verify(record) == []


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_bots_in_process_and_as_processes_play_the_same_game(players: int) -> None:
    match = spec(players, seed=players)
    apart = play_processes([random_process()] * players, match)
    together = play_random(match)

    def what_happened(record: Any) -> list[Any]:
        return [(d.seat, d.kind, d.action, d.chance, d.forced, d.stand_in) for d in record.decisions]

    assert what_happened(apart) == what_happened(together)
    assert (apart.state, apart.scores, apart.ranks) == (together.state, together.scores, together.ranks)
    assert apart.faults == together.faults == ()
    assert verify(apart) == []


def test_the_record_agrees_with_the_rules() -> None:
    match = spec(4)
    record = play_random(match)
    state = games.get(GAME).new(4, seed=match.seed)
    assert record.state == state.to_data()
    for recorded in record.decisions:
        decision = state.decision
        assert decision is not None
        assert (decision.seat, decision.kind) == (recorded.seat, recorded.kind)
        assert recorded.forced == (len(decision.legal) == 1)
        events = state.apply(state.find(recorded.action))
        assert [c._asdict() for c in recorded.chance] == [
            {"what": e["what"], "result": e["result"]} for e in events if e["type"] == "chance"
        ]
    assert state.over
    assert list(record.scores) == state.scores()
    assert list(record.ranks) == state.ranks()


def test_a_bot_is_told_what_its_seat_may_know_and_each_event_once() -> None:
    bot = First()
    states: list[Any] = []
    seen: list[Any] = []

    def listen(step: Step) -> None:
        seen.extend(step.events)
        decision = step.state.decision
        if decision is not None and decision.seat == 1 and len(decision.legal) > 1:
            states.append(step.state.clone())

    match = spec(3)
    players = [*in_process("random"), InProcessPlayer(bot), *in_process("random")]
    record = play_match(match, players, listen)

    assert [d.view for d in bot.decisions[-len(states) :]] == [state.view(1) for state in states]
    assert all(len(d.legal) > 1 for d in bot.decisions)  # forced ones are not asked
    told = [event for d in bot.decisions for event in d.events] + bot.results[0].events
    assert told == games.visible(seen, 1)
    assert [d.id for d in bot.decisions] == list(range(1, len(bot.decisions) + 1))
    assert record.timing[1].answered == len(bot.decisions)
    assert bot.decisions[0].match.seed == match.bot_seed(1) < 2**53


def test_no_seed_and_no_match_id_reach_a_bot(tmp_path: Path) -> None:
    log = tmp_path / "log"
    match = spec(seed=7_777_777_777_777)
    play_processes([misbehaving("good", log), random_process(), random_process()], match)
    text = log.read_text()
    assert '"start"' in text
    assert str(match.seed) not in text
    assert match.id not in text
    (start,) = messages(log, "start")
    assert start["clock"] == {"move_ms": 10_000, "bank_ms": None, "increment_ms": 0}
    assert start["options"]["short_deck"] is False
    assert "components" not in start


def test_what_a_bot_is_told_of_its_own_tells_nothing_of_the_seed() -> None:
    """It follows from the match's secret alone: whoever guesses at the seed can't test that on it."""
    match, other = (replace(spec(seed=seed), secret="a secret") for seed in (1, 2))
    assert (match.token, match.bot_seed(0)) == (other.token, other.bot_seed(0))
    told = [
        (one.token, one.bot_seed(0), one.bot_seed(1)) for one in (match, replace(match, secret="another"))
    ]
    assert len({number for numbers in told for number in numbers}) == 6


def test_an_event_s_second_secret_is_dear_to_find_and_the_same_in_every_version() -> None:
    # openssl kdf -keylen 64 -kdfopt pass:1 -kdfopt "salt:bot-arena: second secret" \
    #     -kdfopt n:16384 -kdfopt r:8 -kdfopt p:1 SCRYPT
    assert second_secret(1).startswith("19c1c1375d50a08d8c6bf8c547c2c90a")
    assert len({second_secret(seed) for seed in (0, 1, -1, 2**127)}) == 4


def test_a_bot_gets_only_the_parts_that_it_asked_for(tmp_path: Path) -> None:
    log = tmp_path / "log"
    play_processes([misbehaving("no-events", log), random_process(), random_process()], spec())
    decisions = messages(log, "decide")
    assert all({"view", "legal", "events"} & set(message) == {"legal"} for message in decisions)
    assert "events" not in messages(log, "over")[0]


def test_with_ask_forced_every_decision_is_asked() -> None:
    bots = [First(), First(), First()]
    settings = Settings(ask_forced=True)
    record = play_match(spec(settings=settings), [InProcessPlayer(bot) for bot in bots])
    assert sum(len(bot.decisions) for bot in bots) == len(record.decisions)
    assert not any(decision.forced for decision in record.decisions)
    assert any(len(decision.legal) == 1 for bot in bots for decision in bot.decisions)
    assert verify(record) == []


def test_an_illegal_answer_may_be_mended_where_retries_allow_it(tmp_path: Path) -> None:
    log = tmp_path / "log"
    table = [misbehaving("action", log), random_process(), random_process()]
    record = play_processes(table, spec(settings=Settings(startup_ms=60_000, retries=2)))
    assert record.faults == ()
    (rejected,) = messages(log, "rejected")
    assert rejected["id"] == 3
    assert rejected["tries_left"] == 2
    assert rejected["clock"].keys() == {"move_ms", "bank_ms"}
    assert "mauve-3" in rejected["reason"]


def test_tries_run_out() -> None:
    reasons: list[str | None] = []

    class Stubborn(First):
        def choose(self, decision: Any) -> Any:
            reasons.append(decision.rejected)
            return 99

    players = [InProcessPlayer(Stubborn()), *in_process("random", "random")]
    record = play_match(spec(settings=Settings(retries=2)), players)
    assert [fault.kind for fault in record.faults] == ["illegal"]
    assert len(reasons) == 3
    assert reasons[0] is None
    assert reasons[1] == reasons[2] == record.faults[0].detail


def test_a_note_is_kept(tmp_path: Path) -> None:
    table = [misbehaving("note", tmp_path / "log"), random_process(), random_process()]
    record = play_processes(table, spec())
    notes = [decision.note for decision in record.decisions if decision.note is not None]
    assert notes == [{"nodes": [1, 2.5, None]}]


def test_the_bank_is_told_and_runs_down(tmp_path: Path) -> None:
    log = tmp_path / "log"
    settings = Settings(Clock(move_ms=None, bank_ms=60_000, increment_ms=0), startup_ms=60_000)
    record = play_processes(
        [misbehaving("good", log), random_process(), random_process()], spec(settings=settings)
    )
    banks = [message["clock"]["bank_ms"] for message in messages(log, "decide")]
    assert banks[0] == 60_000
    assert banks == sorted(banks, reverse=True)
    spent = sum(decision.ms for decision in record.decisions if decision.seat == 0)
    assert 60_000 - spent - 1 <= banks[-1] < 60_000
    assert record.timing[0].ms == pytest.approx(spent, abs=0.01)


def test_stand_ins_play_the_same_whatever_the_bots_do() -> None:
    """The stream depends on the seed alone: two ways of failing at once give one and the same game."""

    class Raises(First):
        def choose(self, decision: Any) -> Any:
            raise ZeroDivisionError

    class Wrong(First):
        def choose(self, decision: Any) -> Any:
            return -5

    one, other = (play_match(spec(), [InProcessPlayer(bot()) for _ in range(3)]) for bot in (Raises, Wrong))
    assert [d.action for d in one.decisions] == [d.action for d in other.decisions]
    assert {fault.kind for fault in one.faults} == {"crash"}
    assert {fault.kind for fault in other.faults} == {"illegal"}
    assert "ZeroDivisionError" in one.faults[0].stderr


def test_an_in_process_bot_that_is_too_slow_is_a_timeout() -> None:
    class Slow(First):
        def choose(self, decision: Any) -> Any:
            time.sleep(0.03)
            return 0

    players = [InProcessPlayer(Slow()), *in_process("random", "random")]
    record = play_match(spec(settings=Settings(Clock(move_ms=0), margin_ms=20)), players)
    assert (0, "timeout") in [(fault.seat, fault.kind) for fault in record.faults]


def test_the_margin_is_given_and_a_limit_of_nothing_can_be_kept() -> None:
    record = play_match(
        spec(settings=Settings(Clock(move_ms=0), margin_ms=10_000)), in_process(*["random"] * 3)
    )
    assert record.faults == ()


def test_a_match_that_cant_be_set_up_is_refused() -> None:
    with pytest.raises(BadOption, match="short_dek"):
        play_match(spec(options={"short_dek": True}), in_process("random", "random", "random"))


def test_what_a_bot_says_of_itself_is_fit_to_be_shown(tmp_path: Path) -> None:
    table = [misbehaving("good", tmp_path / "log"), random_process(), random_process()]
    record = play_processes(table, spec())
    assert record.bots[0].says == {"name": "good", "version": "\\x1b[31m1"}
    assert record.bots[0].command == table[0].argv
    assert record.bots[0].fingerprint == table[0].fingerprint


@pytest.mark.slow
@given(
    failures=st.dictionaries(st.integers(0, 4), st.integers(1, 60), max_size=5), seed=st.integers(0, 10**9)
)
def test_whoever_fails_whenever_the_record_is_proved(failures: dict[int, int], seed: int) -> None:
    class Fails(First):
        def __init__(self, at: int) -> None:
            super().__init__()
            self.at = at

        def choose(self, decision: Any) -> Any:
            return "no answer" if decision.id == self.at else -1 % len(decision.legal)

    record = play_match(spec(5, seed), [InProcessPlayer(Fails(failures.get(seat, 0))) for seat in range(5)])
    assert verify(record) == []
    out = {fault.seat for fault in record.faults}
    assert out <= set(failures)
    assert all(record.ranks[bad] > record.ranks[good] for bad in out for good in set(range(5)) - out)
    assert all(record.decisions[fault.decision or 0].seat == fault.seat for fault in record.faults)


# ------------------------------------------------------------------------------------------ void


class Suspended(InProcessPlayer):
    """As if the arena had been stopped for a minute while it waited."""

    def exchange(self, message: bytes, deadline: float) -> Answer:
        raise StalledError("the arena stood still for 59.0 s while a bot was to answer")


class Unlucky(InProcessPlayer):
    """As if the system had no process to give."""

    def launch(self, startup_ms: int) -> None:
        raise SpawnError("no process for bot 'unlucky': Too many open files")


@pytest.mark.parametrize(
    ("player", "words"), [(Suspended, "the arena stood still"), (Unlucky, "Too many open files")]
)
def test_the_arenas_own_failure_is_void_and_ends_the_other_bots(
    player: type[InProcessPlayer], words: str
) -> None:
    with no_children():
        players = [ProcessPlayer(random_process()), ProcessPlayer(random_process()), player(First())]
        with pytest.raises(Void, match=words):
            play_match(spec(), players)


def test_a_broken_engine_or_listener_leaves_no_process() -> None:
    def listen(step: Step) -> None:
        raise ZeroDivisionError

    with no_children(), pytest.raises(ZeroDivisionError):
        play_match(spec(), [ProcessPlayer(random_process()) for _ in range(3)], listen)


DRIVER = """
import sys
from match_tables import misbehaving, play_processes, random_process, spec
from arena.match.faults import Void
from arena.match.spec import Clock, Settings
from pathlib import Path
table = [misbehaving("slow", Path(sys.argv[1])), random_process(), random_process()]
try:
    play_processes(table, spec(settings=Settings(Clock(move_ms=int(sys.argv[2])), startup_ms=60_000)))
except Void as void:
    print("void:", void)
"""


def drive(log: Path, move_ms: int) -> subprocess.Popen[str]:
    """A process that plays a match in which seat 0 has just been asked its third question."""
    path = os.pathsep.join((str(package_root()), str(Path(__file__).parent)))
    driver = subprocess.Popen(
        [sys.executable, "-c", DRIVER, str(log), str(move_ms)],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": path},
    )
    give_up = time.monotonic() + HANGS_S
    while not log.exists() or len(messages(log, "decide")) < 3:
        assert time.monotonic() < give_up
        time.sleep(0.01)
    return driver


def bots_of(log: Path) -> list[str]:
    """The processes that have the log's name on their command line."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            words = (entry / "cmdline").read_bytes()
        except OSError:
            continue
        if str(log).encode() in words and b"misbehaving" in words:
            found.append(entry.name)
    return found


@pytest.mark.parametrize("kind", ["exits-at-the-end", "prints-at-the-end", "closes-at-the-end"])
def test_what_a_bot_does_between_matches_is_no_fault_in_either(kind: str, tmp_path: Path) -> None:
    """However soon the next match begins, and whether or not the bot's process is kept for it."""
    log = tmp_path / "log"
    table = [random_process(), misbehaving(kind, log), random_process()]
    with Roster() as roster:
        for number in range(3):
            match = spec(seed=number)
            with roster.table(table, match) as players:
                record = play_match(match, players)
            assert record.faults == ()


def test_what_an_answer_costs_the_arena_counts_against_its_bot(tmp_path: Path) -> None:
    """Of a bot that rests and hardly computes, so that next to all of its processor time is the arena's."""
    table = [misbehaving("many-values", tmp_path / "log"), random_process(), random_process()]
    decisions = [d for d in play_processes(table, spec()).decisions if d.seat == 0 and not d.forced]
    dear, others = decisions[2], decisions[3:]
    assert dear.cpu_ms > max(other.cpu_ms for other in others)
    assert dear.cpu_ms > 1


def test_an_interrupted_match_is_void_and_leaves_no_process(tmp_path: Path) -> None:
    log = tmp_path / "log"
    driver = drive(log, move_ms=60_000)
    assert bots_of(log)
    driver.send_signal(signal.SIGINT)
    output, _ = driver.communicate(timeout=HANGS_S)
    assert output == "void: the match was interrupted\n"
    assert bots_of(log) == []


@pytest.mark.slow
def test_a_suspended_arena_forfeits_nobody(tmp_path: Path) -> None:
    log = tmp_path / "log"
    driver = drive(log, move_ms=2000)
    driver.send_signal(signal.SIGSTOP)
    time.sleep(3)  # the suspension itself: more than the limit and the tolerated half second
    driver.send_signal(signal.SIGCONT)
    output, _ = driver.communicate(timeout=HANGS_S)
    assert output.startswith("void: the arena stood still")
    assert bots_of(log) == []


# ------------------------------------------------------------------------------------------ the end


def test_a_bot_that_goes_after_its_last_answer_has_no_fault() -> None:
    """Whether the arena saw it in time would be luck."""
    players = [ProcessPlayer(random_process()) for _ in range(3)]

    def kill_at_the_end(step: Step) -> None:
        if step.state.decision is None:
            process = players[1].process
            assert process.pid is not None
            os.kill(process.pid, signal.SIGKILL)
            while process.alive:
                time.sleep(0.001)

    with no_children():
        record = play_match(spec(), players, kill_at_the_end)
        close_players(players)
    assert record.faults == ()
    assert verify(record) == []


# ------------------------------------------------------------------------------------------ secrets


@pytest.mark.parametrize("game", games.all(), ids=lambda game: game.id)
def test_every_seat_is_told_its_own_view_and_no_more(game: Any) -> None:
    """Of each game: a view, a legal list and events that are functions of what the seat may know."""
    size = max(2, game.seats[0])
    match = MatchSpec("secret-table-9", game.id, size, seed=8_888_888_888_888)
    bots = [First() for _ in range(size)]
    seen: list[list[Any]] = [[] for _ in range(size)]
    events: list[Any] = []

    def look(state: Any) -> None:
        decision = state.decision
        if decision is not None and len(decision.legal) > 1:
            legal = [action.to_data() for action in decision.legal]
            seen[decision.seat].append((decision.kind, state.view(decision.seat), legal))

    def listen(step: Step) -> None:
        events.extend(step.events)
        look(step.state)

    look(game.new(size, seed=match.seed))
    play_match(match, [InProcessPlayer(bot) for bot in bots], listen)
    for seat, bot in enumerate(bots):
        assert [(d.kind, d.view, list(d.legal)) for d in bot.decisions] == _as_sent(seen[seat])
        told = [event for d in bot.decisions for event in d.events] + bot.results[0].events
        assert told == _as_sent(games.visible(events, seat))
        first = bot.decisions[0]
        everything = repr([getattr(of, name) for of in (first, first.match) for name in of.__slots__])
        assert str(match.seed) not in everything
        assert match.id not in everything


def _as_sent(value: Any) -> Any:
    """What becomes of plain data on the wire: tuples come out as lists, but for those made here."""
    if isinstance(value, dict):
        return {key: _as_sent(item) for key, item in value.items()}
    if isinstance(value, tuple) and len(value) == 3 and isinstance(value[2], list):
        return tuple(map(_as_sent, value))
    return [*map(_as_sent, value)] if isinstance(value, list | tuple) else value
