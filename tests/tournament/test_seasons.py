"""Schedules of every kind in a store: killed and resumed, grown and shrunk, with versions told apart."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from miniature_events import Here, bot, synthetic, write

from arena.ratings.aims import Comparing
from arena.ratings.book import Book, read_book
from arena.ratings.compare import Verdict, compare
from arena.tournament import ConfigError, Outcome, Store, TournamentChanged, read_tournament, schedules
from arena.tournament.aim import Aim
from arena.tournament.ledger import Ledger
from arena.tournament.play import Job, Played
from arena.tournament.runner import run
from arena.tournament.showings import showings

KINDS = {
    "round-robin": "tables = 5",
    "gauntlet": 'challengers = ["a", "b"]',
    "swiss": "rounds = 4",
    "knockout": 'advance = 1\nseeds = ["c"]',
    "league": "rounds = 4\nspread = 1",
}
SIX = [bot(name, "first.py") for name in "abcdef"]


def event_file(
    folder: Path, kind: str, bots: list[str] = SIX, deals: int = 1, terms: str | None = None
) -> Path:
    path = write(folder, deals=deals, players=(3,), bots=bots)
    path.write_text(f'schedule = "{kind}"\n{KINDS[kind] if terms is None else terms}\n' + path.read_text())
    return path


class Limit(Aim):
    """A run that is killed, or stopped, after so many results."""

    def __init__(self, results: int) -> None:
        self.left = results + 1

    def is_reached(self, ledger: Ledger) -> bool:
        self.left -= 1
        return self.left <= 0


def by_name(job: Job) -> Played:
    """The bot that comes first by name wins."""
    names = [each.spec.name for each in job.bots]
    ranks = tuple(1 + sorted(names).index(name) for name in names)
    played = synthetic(job)
    return Played(ranks, ranks[::-1], played.faults, played.decisions, played.ms, b"")


def play(path: Path, store: Path, results: int = 10**6) -> Outcome:
    with Ledger(store, Book.open) as ledger:
        event = ledger.enter(read_tournament(path))
        return run(event, ledger, Here(by_name), 3, aim=Limit(results))


def told(store: Path) -> list[tuple[object, ...]]:
    with Store(store) as reader:
        return [(r.match, r.bots, r.ranks, r.deal) for r in reader.results()]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Path]:
    yield tmp_path / "event.db"


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_stopped_again_and_again_it_comes_to_the_same_end(kind: str, tmp_path: Path, store: Path) -> None:
    file = event_file(tmp_path, kind, deals=2)
    assert play(file, store) is Outcome.FINISHED
    again = tmp_path / "again.db"
    outcomes = [play(file, again, results=5) for _ in range(40)]
    assert outcomes[0] is Outcome.REACHED and outcomes[-1] is Outcome.FINISHED
    assert told(again) == told(store)
    with Store(again) as reader, Store(store) as whole:
        assert all(count == 1 for count in Counter(r.match for r in reader.results()).values())
        assert read_book(reader).rows() == read_book(whole).rows()


def test_a_changed_bot_of_a_league_is_a_new_bot(tmp_path: Path, store: Path) -> None:
    file = event_file(tmp_path, "league")
    play(file, store)
    with Store(store) as reader:
        before = {row.bot: row for row in read_book(reader).rows()}
    bots = [bot("a", "second.py"), *SIX[1:]]
    (tmp_path / "second.py").write_text("# another version")
    file = event_file(tmp_path, "league", bots, terms="rounds = 8\nspread = 1")
    with Ledger(store, Book.open) as ledger:
        event = ledger.enter(read_tournament(file), accept_changes=True)  # of the rounds
        assert [each.spec.name for each in event.bots] == ["a@2", *"bcdef"]
        run(event, ledger, Here(by_name), 3)
    with Store(store) as reader:
        after = {row.bot: row for row in read_book(reader).rows()}
        assert reader.version_began("a@2") > reader.version_began("b")
    assert after["a"].matches == before["a"].matches, "its history is kept, and kept apart"
    assert after["a@2"].matches > 0


def test_going_back_to_an_earlier_version_goes_on_with_its_history(tmp_path: Path, store: Path) -> None:
    for program, name in (("first.py", "a"), ("second.py", "a@2"), ("first.py", "a"), ("slow.py", "a@3")):
        file = event_file(tmp_path, "league", [bot("a", program), *SIX[1:]])
        (tmp_path / "second.py").write_text("# another version\n")
        with Ledger(store) as ledger:
            event = ledger.enter(read_tournament(file))
            assert event.bots[0].spec.name == name


def test_bots_of_a_league_come_and_go(tmp_path: Path, store: Path) -> None:
    play(event_file(tmp_path, "league", terms=""), store, results=40)
    file = event_file(tmp_path, "league", [*SIX[2:], bot("new", "first.py")], terms="")
    assert play(file, store, results=40) is Outcome.REACHED, "and it has no end"
    with Store(store) as reader:
        late = list(reader.results())[-15:]
        counts = {row.bot: row.matches for row in read_book(reader).rows()}
    assert not {"a", "b"} & {name for result in late for name in result.bots}
    assert counts["a"] > 0
    assert counts["new"] > 0


def test_a_bot_that_always_crashes_gets_its_share_of_a_league(tmp_path: Path, store: Path) -> None:
    def crashing(job: Job) -> Played:
        played = by_name(job)
        seats = [each.spec.name for each in job.bots]
        if "d" not in seats:
            return played
        ranks = [rank - (rank > played.ranks[seats.index("d")]) for rank in played.ranks]
        ranks[seats.index("d")] = 3
        faults = tuple("crash" if name == "d" else None for name in seats)
        return Played(tuple(ranks), played.scores, faults, played.decisions, played.ms, b"")

    seven = [*SIX, bot("g", "first.py")]
    file = event_file(tmp_path, "league", seven, terms="rounds = 30")
    with Ledger(store, Book.open) as ledger:
        event = ledger.enter(read_tournament(file))
        run(event, ledger, Here(crashing), 3)
        rows = {row.bot: row for row in read_book(ledger).rows()}
    assert rows["d"].faults == rows["d"].matches
    matches = [row.matches for row in rows.values()]
    assert max(matches) - min(matches) <= 2 * 3, "two tables of one deal"
    assert list(rows)[-1] == "d"


def unable(name: str) -> Callable[[Job], Played]:
    """Plays by name, but this bot never starts, and comes last."""

    def play(job: Job) -> Played:
        played = by_name(job)
        seats = [each.spec.name for each in job.bots]
        if name not in seats:
            return played
        seat = seats.index(name)
        ranks = tuple(3 if each == name else played.ranks[i] for i, each in enumerate(seats))
        return replace(played, ranks=ranks, not_started={seat: "startup: no such book"})

    return play


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_a_dropped_bot_is_paired_no_more_and_the_event_goes_on(
    kind: str, tmp_path: Path, store: Path
) -> None:
    """Through all later rounds, and in the next run; what it was to play is cancelled."""
    bots = [*SIX, *(bot(name, "first.py") for name in "ghi")]
    file = event_file(tmp_path, kind, bots, deals=2)
    file.write_text("drop_broken = true\n" + file.read_text())
    for results in (12, 10**6, 10**6):
        with Ledger(store, Book.open) as ledger:
            event = ledger.enter(read_tournament(file))
            outcome = run(event, ledger, Here(unable("d")), 1, aim=Limit(results))
    assert outcome is Outcome.FINISHED
    with Store(store) as reader:
        status, found, tables = reader.status(), list(reader.results()), reader.tables()
        its = [each for each in found if "d" in each.bots]
        assert len(its) == 3, "as many as it took to call it broken"
        assert list(status.out) == ["d"]
        assert status.cancelled > 0 == status.waiting == status.stopped
        assert status.done + status.cancelled == status.scheduled
        (absence,) = reader.absences()
        assert not any("d" in table.bots for table in tables[absence.since :])
        if kind in ("swiss", "league"):
            assert {table.round for table in tables} == {1, 2, 3, 4}
            assert {"d"} | {name for table in tables if table.round == 4 for name in table.bots} <= {
                *"abcdefghi"
            }
        if kind == "knockout":
            assert schedules.knockout.winners(reader.field(), tables, showings(found)) == {
                ("dragon-whisperer", 3): "a"
            }


@pytest.mark.parametrize("kind", ["round-robin", "swiss", "league"])
def test_a_withdrawn_bot_may_come_back(kind: str, tmp_path: Path, store: Path) -> None:
    terms = "" if kind == "round-robin" else None
    file = event_file(tmp_path, kind, terms=terms)
    text = file.read_text()
    play(file, store, results=4)
    file.write_text('withdraw = ["b"]\n' + text)
    play(file, store, results=6)
    with Store(store) as reader:
        assert list(reader.status().out) == ["b"]
        before = sum("b" in each.bots for each in reader.results())
    file.write_text(text)
    assert play(file, store) is Outcome.FINISHED
    with Store(store) as reader:
        assert not reader.status().out
        assert sum("b" in each.bots for each in reader.results()) > before
        if kind == "round-robin":
            assert reader.status().cancelled == 0
            assert reader.status().done == 20 * 3, "every set of six bots met"


def test_who_is_withdrawn_is_a_bot_of_the_file(tmp_path: Path) -> None:
    file = event_file(tmp_path, "swiss")
    file.write_text('withdraw = ["z"]\n' + file.read_text())
    with pytest.raises(ConfigError, match=r"withdraw\[0\]: 'z' is no bot of this file"):
        read_tournament(file)


def test_two_bots_that_never_met_are_made_to_meet(tmp_path: Path, store: Path) -> None:
    file = event_file(tmp_path, "gauntlet")
    play(file, store)
    with Ledger(store) as ledger:
        event = ledger.enter(read_tournament(file))
        assert not any({"a", "b"} <= set(table.bots) for table in ledger.tables())
        outcome = run(event, ledger, Here(by_name), 3, aim=Comparing("a", "b", None, 0.2, 0.05))
        assert outcome is Outcome.REACHED
        assert compare(ledger.results(), "a", "b", worth=0.2).verdict is Verdict.FIRST
        assert ledger.add_deal(event, ("a", "gone")) == 0


@pytest.mark.parametrize(
    ("change", "fatal"),
    [((SIX[:5], None), True), ((SIX, "advance = 2"), True), ((SIX, 'advance = 1\nseeds = ["d"]'), True)],
)
def test_a_knockout_is_closed(
    tmp_path: Path, store: Path, change: tuple[list[str], str | None], fatal: bool
) -> None:
    play(event_file(tmp_path, "knockout"), store, results=3)
    bots, terms = change
    with pytest.raises(TournamentChanged) as changed:
        play(event_file(tmp_path, "knockout", bots, terms=terms), store)
    assert changed.value.fatal is fatal


@pytest.mark.parametrize(
    ("kind", "terms", "says"),
    [
        ("round-robin", "tabels = 3", "tabels: is unknown; did you mean 'tables'?"),
        ("round-robin", "tables = 0", "tables: must be an integer of at least 1, not 0"),
        ("round-robin", "rounds = 3", "rounds: goes with schedule = swiss or league, not with round-robin"),
        ("gauntlet", "", "challengers: is missing"),
        (
            "gauntlet",
            'challengers = ["aa"]',
            "challengers[0]: 'aa' is no bot of this file; did you mean 'a'?",
        ),
        ("gauntlet", 'challengers = ["a", "a"]', "challengers: names 'a' twice"),
        (
            "gauntlet",
            'challengers = ["a", "b", "c", "d", "e"]',
            "leaves 1 bots to meet; a table of 3 needs 2",
        ),
        ("swiss", "rounds = 0", "rounds: must be an integer of at least 1"),
        ("knockout", "advance = 3", "advance: 3 must be less than 3"),
        ("knockout", 'seeds = ["z"]', "seeds[0]: 'z' is no bot of this file"),
        ("league", "spread = 0", "spread: must be an integer of at least 1"),
        ("league", "challengers = 3", "challengers: goes with schedule = gauntlet, not with league"),
    ],
)
def test_a_mistake_is_told_in_one_sentence(tmp_path: Path, kind: str, terms: str, says: str) -> None:
    with pytest.raises(ConfigError) as refusal:
        read_tournament(event_file(tmp_path, kind, terms=terms))
    assert says in str(refusal.value)


def test_the_examples_of_the_page(tmp_path: Path) -> None:
    page = Path(schedules.__file__).parents[1] / "SCHEDULES.md"
    examples = re.findall(r"```toml\n(.*?)```", page.read_text("utf-8"), re.DOTALL)
    assert sum("schedule =" in example for example in examples) == len(KINDS)
    for example in examples:
        path = write(tmp_path, players=(3,), bots=SIX)
        path.write_text(example + path.read_text())
        assert list(read_tournament(path).opening())


def test_a_name_that_looks_like_a_version_is_refused_in_a_league(tmp_path: Path) -> None:
    bots = [*SIX, bot("a@2", "first.py")]
    with pytest.raises(ConfigError, match="'a@2' is named as a league names a later version"):
        read_tournament(event_file(tmp_path, "league", bots))
    read_tournament(event_file(tmp_path, "swiss", bots))


def test_an_anchor_is_a_number(tmp_path: Path) -> None:
    path = write(tmp_path)
    text = path.read_text()
    path.write_text(text + "anchor = 25.0\n")
    assert read_tournament(path).anchors == {"d": 25.0}
    path.write_text(text + 'anchor = "high"\n')
    with pytest.raises(ConfigError, match="anchor: must be a number, not 'high'"):
        read_tournament(path)
