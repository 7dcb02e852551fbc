"""The book of ratings: counted once, in the order of the schedule, and the same as counting all anew."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.ratings.book import ALL_GAMES, Book, book_of, read_book
from arena.ratings.results import comparable, in_order
from arena.ratings.trueskill import Rating, Standing, quality
from arena.report.content import content_of
from arena.report.leaderboards import board, scopes
from arena.report.selection import Selection
from arena.tournament import Store, Tournament, read_tournament
from arena.tournament.ledger import Issued, Ledger
from arena.tournament.play import Played

EVENT = """
deals = {deals}
seed = 1
{schedule}
[[game]]
id = "dragon-whisperer"
players = [3]
[[game]]
id = "portals"
players = [1, 2]
[[bot]]
bundled = "random"
name = "a"
{anchor}
[[bot]]
bundled = "random"
name = "b"
[[bot]]
bundled = "random"
name = "c"
"""


def write(folder: Path, deals: int = 2, anchor: str = "", schedule: str = "", more: str = "") -> Tournament:
    file = folder / "event.toml"
    file.write_text(EVENT.format(deals=deals, anchor=anchor, schedule=schedule) + more)
    return read_tournament(file)


def played(issued: Issued, chance: random.Random) -> Played:
    """Some result; the scores have fractions, so that their sum depends on the order of adding."""
    seats = issued.fixture.players
    scores = tuple(round(chance.gauss(10, 5), 1) for _ in range(seats))
    faults = tuple(chance.choice([None, None, None, "crash"]) for _ in range(seats))
    return Played(
        ranks=tuple(1 + sum(other > score for other in scores) for score in scores),
        scores=scores,
        faults=faults,
        decisions=(3,) * seats,
        ms=tuple(chance.random() for _ in range(seats)),
        replay=b"",
    )


def as_is(book: Book) -> object:
    """All that tables are made of."""
    return [book.rows(game) for game in (ALL_GAMES, *book.games)], book.sums


def recomputed(store: Store) -> Book:
    return book_of(store.results(), store.anchors())


@pytest.fixture(scope="module")
def event() -> Iterator[Tournament]:
    with TemporaryDirectory() as folder:
        yield write(Path(folder))


STEPS = st.lists(
    st.tuples(st.sampled_from(["issue", "issue", "fix", "fix", "void", "stop", "die"]), st.integers(0, 99)),
    max_size=80,
)


@given(steps=STEPS, seed=st.integers(0, 9))
def test_whatever_happens_the_book_is_that_of_its_results(
    event: Tournament, steps: list[tuple[str, int]], seed: int
) -> None:
    """Results that come early or late, stopped tables that are played later, runs that die."""
    chance = random.Random(seed)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "event.db"
        ledger = Ledger(path, Book.open)
        ledger.enter(event)
        running: list[Issued] = []
        for verb, number in steps:
            if verb == "die":
                ledger.close()
                ledger, running = Ledger(path, Book.open), []
                ledger.enter(event)
            elif verb == "issue" and (issued := ledger.issue()) is not None:
                running.append(issued)
            elif verb in ("fix", "void", "stop") and running:
                issued = running.pop(number % len(running))
                if verb == "fix":
                    ledger.fix(issued, played(issued, chance))
                else:
                    if verb == "stop":
                        ledger.stop(issued.fixture, "a test")
                    ledger.rollback(issued, "void", "a test")
        assert as_is(read_book(ledger)) == as_is(recomputed(ledger))
        with Store(path) as reader:
            assert as_is(read_book(reader)) == as_is(recomputed(reader))
        ledger.close()


def play_all(ledger: Ledger, chance: random.Random) -> None:
    """In an order in which results can come: each overtakes at most three."""
    running: list[Issued] = []
    while True:
        while len(running) < 4 and (issued := ledger.issue()) is not None:
            running.append(issued)
        if not running:
            return
        issued = running.pop(chance.randrange(len(running)))
        ledger.fix(issued, played(issued, random.Random(issued.fixture.id)))


def test_the_order_of_arrival_does_not_matter(event: Tournament, tmp_path: Path) -> None:
    books = []
    for seed in range(3):
        with Ledger(tmp_path / f"{seed}.db", Book.open) as ledger:
            ledger.enter(event)
            play_all(ledger, random.Random(seed))
            entries = ledger.book_entries()
            books.append((as_is(Book.open(entries, {})), sorted(entries.items())))
    assert books[0] == books[1] == books[2]


def test_the_book_says_what_ratings_and_tables_say(event: Tournament, tmp_path: Path) -> None:
    with Ledger(tmp_path / "event.db", Book.open) as ledger:
        ledger.enter(event)
        play_all(ledger, random.Random(1))
        book, results = read_book(ledger), in_order(comparable(ledger.results(by_deal=True)))
    assert book.games == ["dragon-whisperer", "portals"]
    of_portals = [result for result in results if result.game == "portals"]
    ladder = Standing()
    for result in of_portals:
        ladder.add(result)
    assert book.standing("portals") == ladder
    seats = Counter(bot for result in results for bot in result.bots)
    assert {bot: tally.matches for bot, tally in book.tally().items()} == seats
    met = [result for result in of_portals if result.players == 2 and set(result.bots) == {"a", "b"}]
    assert book.sums["portals", 2].outcomes["a", "b"].count == len(met)
    wins = sum(result.ranks[result.bots.index("a")] < result.ranks[result.bots.index("b")] for result in met)
    assert book.sums["portals", 2].outcomes["a", "b"].wins == wins


def test_results_are_counted_once_and_at_once(event: Tournament, tmp_path: Path) -> None:
    with Ledger(tmp_path / "event.db", Book.open) as ledger:
        ledger.enter(event)
        first, second, third = (ledger.issue() for _ in range(3))
        assert first is not None and second is not None and third is not None
        chance = random.Random(1)
        ledger.fix(second, played(second, chance))
        assert Book.open(ledger.book_entries(), {}).counted_to == 0, "the first is still to come"
        ledger.fix(first, played(first, chance))
        assert Book.open(ledger.book_entries(), {}).counted_to == 2
        ledger.fix(third, played(third, chance))
        assert Book.open(ledger.book_entries(), {}).counted_to == 3


def test_rebuilding_agrees(event: Tournament, tmp_path: Path) -> None:
    with Ledger(tmp_path / "event.db", Book.open) as ledger:
        ledger.enter(event)
        play_all(ledger, random.Random(1))
        before = ledger.book_entries()
        ledger.rebuild()
        assert ledger.book_entries() == before


def test_a_store_whose_run_kept_no_book_is_read_all_the_same(event: Tournament, tmp_path: Path) -> None:
    with Ledger(tmp_path / "event.db") as ledger:
        ledger.enter(event)
        play_all(ledger, random.Random(1))
        assert ledger.book_entries() == {}
        assert as_is(read_book(ledger)) == as_is(recomputed(ledger))
    with Ledger(tmp_path / "event.db", Book.open) as ledger:
        ledger.rebuild()
        assert as_is(Book.open(ledger.book_entries(), {})) == as_is(recomputed(ledger))


@pytest.mark.parametrize("kept", [0, 7, 10**6])
def test_a_page_has_the_ratings_of_all_results(
    event: Tournament, tmp_path: Path, kept: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where a run has kept a book of some results."""
    monkeypatch.setattr("arena.report.content.fault_rows", lambda *_, **__: [])  # there are no replays here
    path = tmp_path / "event.db"
    with Ledger(path, Book.open) as ledger:
        ledger.enter(event)
        for _ in range(kept):
            if (issued := ledger.issue()) is None:
                break
            ledger.fix(issued, played(issued, random.Random(issued.fixture.id)))
    with Ledger(path) as ledger:
        ledger.enter(event)
        play_all(ledger, random.Random(1))
        whole = recomputed(ledger)
        boards = content_of(ledger).boards
        assert boards == {title: board(whole, scope) for title, scope in scopes(whole)}
        for selection in (Selection(), Selection(game="portals"), Selection(players=1)):
            assert as_is(selection.book(ledger)) == as_is(whole.part(selection.game, selection.players))


@pytest.mark.parametrize(
    ("key", "value"),
    [
        *(('["rating", "", "b"]', value) for value in ("", "[1", "[1, 2, 3, 4]", "null", '["a", 1]')),
        ('["tally", "portals", 2, "b"]', '["1", 0, 0, 0, 0, 0, 0, {}]'),
        ('["tally", "portals", 2, "b"]', "[1, 0, 0, 0, 0, 0, 0, [1]]"),
        ('["met", "portals", 2, "a", "b"]', '[1, 2, "c"]'),
        ('["place"]', '"7"'),
    ],
)
def test_a_damaged_book_is_begun_anew(event: Tournament, tmp_path: Path, key: str, value: str) -> None:
    with Ledger(tmp_path / "event.db", Book.open) as ledger:
        ledger.enter(event)
        play_all(ledger, random.Random(1))
        entries = ledger.book_entries() | {key: value}
        assert Book.open(entries, {}).counted_to == 0


def test_a_newcomer_is_compared_on_the_deals_that_others_played_alone(tmp_path: Path) -> None:
    path = tmp_path / "event.db"
    with Ledger(path, Book.open) as ledger:
        ledger.enter(write(tmp_path))
        play_all(ledger, random.Random(1))
    grown = write(tmp_path, more='[[bot]]\nbundled = "random"\nname = "d"\n')
    with Ledger(path, Book.open) as ledger:
        ledger.enter(grown, accept_changes=True)
        assert as_is(read_book(ledger)) == as_is(recomputed(ledger))
        play_all(ledger, random.Random(2))
        assert as_is(read_book(ledger)) == as_is(recomputed(ledger))
        before = read_book(ledger)
        ledger.rebuild()
        assert as_is(read_book(ledger)) == as_is(before)


def test_a_bot_that_comes_back_is_compared_on_the_deals_that_it_missed(tmp_path: Path) -> None:
    path = tmp_path / "event.db"
    fourth = '[[bot]]\nbundled = "random"\nname = "d"\n'
    for more, matches in ((fourth, 20), ("", 10**6), (fourth, 10**6)):
        with Ledger(path, Book.open) as ledger:
            ledger.enter(write(tmp_path, more=more), accept_changes=True)
            for _ in range(matches):
                if (issued := ledger.issue()) is None:
                    break
                ledger.fix(issued, played(issued, random.Random(issued.fixture.id)))
            assert as_is(read_book(ledger)) == as_is(recomputed(ledger))
    with Ledger(path, Book.open) as ledger:
        before = as_is(read_book(ledger))
        ledger.rebuild()
        assert as_is(read_book(ledger)) == before


def test_an_anchor_is_held_and_another_one_begins_the_book_anew(tmp_path: Path) -> None:
    path = tmp_path / "event.db"
    with Ledger(path, Book.open) as ledger:
        ledger.enter(write(tmp_path, anchor="anchor = 30"))
        play_all(ledger, random.Random(1))
        book = read_book(ledger)
        assert book.ratings()["a"] == book.standing("portals")["a"] == Rating(30.0, 0.0)
        assert {row.bot: row.mu for row in book.rows()}["a"] == 30.0
    with Ledger(path, Book.open) as ledger:
        ledger.enter(write(tmp_path, anchor="anchor = 10.5"), accept_changes=True)
        book = read_book(ledger)
        assert book.ratings()["a"] == Rating(10.5, 0.0)
        assert as_is(book) == as_is(recomputed(ledger))


def test_an_even_match_is_the_better_one() -> None:
    new = Rating()
    assert quality(new, new) == pytest.approx(0.447, abs=1e-3), "the library's value for two new players"
    assert quality(Rating(25, 0), Rating(25, 0)) == 1.0
    assert quality(Rating(25, 1), Rating(26, 1)) > quality(Rating(25, 1), Rating(30, 1))
