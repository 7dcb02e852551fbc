from dataclasses import replace
from typing import Any

import pytest
from match_tables import First, in_process, play_random, spec

from arena.match.in_process_player import InProcessPlayer
from arena.match.record import DecisionRecord, MatchRecord
from arena.match.referee import play_match
from arena.match.spec import Settings
from arena.match.verify import verify


class Failing(First):
    def choose(self, decision: Any) -> Any:
        return 0 if decision.id < 4 else 99


@pytest.fixture(scope="module")
def record() -> MatchRecord:
    """A match in which seat 0 goes out at its fourth question."""
    return play_match(
        spec(4, seed=3), [InProcessPlayer(Failing()), *in_process("random", "greedy", "random")]
    )


def changed(record: MatchRecord, number: int, **fields: Any) -> MatchRecord:
    """The record with another decision at a place."""
    decisions = list(record.decisions)
    decisions[number] = decisions[number]._replace(**fields)
    return replace(record, decisions=tuple(decisions))


def first(record: MatchRecord, wanted: Any) -> tuple[int, DecisionRecord]:
    """The first decision of a kind, and its place."""
    return next((n, d) for n, d in enumerate(record.decisions) if wanted(d))


@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize("options", [{}, {"secret_quests": True}])
def test_what_was_played_is_proved(players: int, options: dict[str, Any]) -> None:
    assert verify(play_random(spec(players, seed=players, options=options))) == []


def test_a_match_with_a_fault_is_proved(record: MatchRecord) -> None:
    assert len(record.faults) == 1
    assert verify(record) == []


def test_an_illegal_action_is_found(record: MatchRecord) -> None:
    number, _ = first(record, lambda d: d.kind == "play_card" and not d.forced)
    held_by_nobody = {"type": "play_card", "card": "mauve-9"}
    (problem,) = verify(changed(record, number, action=held_by_nobody))
    assert problem.startswith(f"decision {number}: ")
    assert "mauve-9" in problem


def test_another_legal_action_is_found(record: MatchRecord) -> None:
    """The game goes on differently from there, until something recorded no longer fits."""
    number, decision = first(record, lambda d: d.kind == "place_dragon" and not d.forced)
    other = next(
        d.action for d in record.decisions if d.kind == "place_dragon" and d.action != decision.action
    )
    assert verify(changed(record, number, action=other))


def test_tampered_scores_and_ranks_are_found(record: MatchRecord) -> None:
    scores = (record.scores[0] + 1, *record.scores[1:])
    (problem,) = verify(replace(record, scores=scores))
    assert problem == f"the scores should be {list(record.scores)}, not {list(scores)}"
    ranks = tuple(reversed(record.ranks))
    (problem,) = verify(replace(record, ranks=ranks))
    assert problem == f"the ranks should be {list(record.ranks)}, not {list(ranks)}"


def test_tampered_chance_is_found(record: MatchRecord) -> None:
    number, decision = first(record, lambda d: d.chance)
    (chance, *others) = decision.chance

    impossible = chance._replace(result="nonsense")
    (problem,) = verify(changed(record, number, chance=(impossible, *others)))
    assert problem.startswith(f"decision {number}: chance")

    renamed = chance._replace(what="dice")
    (problem,) = verify(changed(record, number, chance=(renamed, *others)))
    assert problem == f"decision {number}: its chance results should be called {chance.what}"

    (problem,) = verify(changed(record, number, chance=()))
    assert problem.startswith(f"decision {number}: chance")


def test_possible_chance_that_the_seed_does_not_give_is_found(record: MatchRecord) -> None:
    number, decision = first(record, lambda d: any(isinstance(c.result, list) for c in d.chance))
    stacked = tuple(
        c._replace(result=c.result[::-1]) if isinstance(c.result, list) else c for c in decision.chance
    )
    problems = verify(changed(record, number, chance=stacked))
    assert any(problem.startswith(f"decision {number}: the seed gives another") for problem in problems)


def test_a_start_that_the_seed_does_not_give_is_found(record: MatchRecord) -> None:
    hands = record.state["hands"]
    swapped = replace(record, state={**record.state, "hands": [hands[1], hands[0], *hands[2:]]})
    assert "the starting state is not the one that the seed gives" in verify(swapped)
    assert "the starting state is not the one that the seed gives" in verify(replace(record, seed=4))


def test_a_malformed_start_is_found(record: MatchRecord) -> None:
    (problem,) = verify(replace(record, state={"game": "dragon-whisperer"}))
    assert problem.startswith("the match can't be set up: the starting state: ")
    (problem,) = verify(replace(record, game="chess"))
    assert "no game is called 'chess'" in problem
    (problem,) = verify(replace(record, options={**record.options, "short_dek": True}))
    assert "short_dek" in problem


def test_wrong_flags_are_found(record: MatchRecord) -> None:
    number, _ = first(record, lambda d: d.forced)
    assert verify(changed(record, number, forced=False)) == [
        f"decision {number}: forced should be true, with 1 legal actions"
    ]
    number, decision = first(record, lambda d: d.stand_in)
    assert verify(changed(record, number, stand_in=False)) == [
        f"decision {number}: stand_in should be true, by the faults of seat {decision.seat}"
    ]


def test_a_fault_that_is_kept_quiet_is_found(record: MatchRecord) -> None:
    problems = verify(replace(record, faults=()))
    assert "stand_in should be false, by the faults of seat 0" in problems[0]
    assert problems[-1].startswith("the ranks should be")


def test_a_stand_in_that_chose_for_itself_is_found() -> None:
    """Only the seed's own stream may choose for a seat that is out."""
    record = play_match(spec(seed=5), [InProcessPlayer(Failing()), *in_process("random", "random")])
    reseeded = replace(record, seed=6)
    assert any("the stand-in would have chosen otherwise" in problem for problem in verify(reseeded))


def test_missing_and_surplus_decisions_are_found(record: MatchRecord) -> None:
    (problem,) = verify(replace(record, decisions=record.decisions[:-1]))
    last = record.decisions[-1]
    assert problem == f"the record ends before the game: seat {last.seat} is to decide ({last.kind})"
    (problem,) = verify(replace(record, decisions=(*record.decisions, last)))
    assert problem == f"decision {len(record.decisions)}: the game is over before it"
    (problem, *_) = verify(replace(record, decisions=record.decisions[1:]))
    assert problem.startswith("decision 0: ")


def test_decisions_of_another_seat_or_kind_are_found(record: MatchRecord) -> None:
    decision = record.decisions[2]
    (problem,) = verify(changed(record, 2, seat=(decision.seat + 1) % 4))
    assert problem.startswith(
        f"decision 2: seat {decision.seat} is to decide ({decision.kind}), and not seat"
    )
    (problem,) = verify(changed(record, 2, kind="rest"))
    assert problem.endswith(f"and not seat {decision.seat} (rest)")


def test_lists_of_the_wrong_length_are_found(record: MatchRecord) -> None:
    assert verify(replace(record, ranks=(1, 2))) == ["ranks should have 4 entries, one a seat"]
    fault = replace(record.faults[0], seat=7)
    assert verify(replace(record, faults=(fault,))) == ["a fault names seat 7, and there are 4"]


def test_forced_decisions_of_a_match_that_asks_them_are_proved() -> None:
    record = play_match(spec(settings=Settings(ask_forced=True)), in_process(*["random"] * 3))
    assert verify(record) == []
    assert verify(replace(record, settings={}))
