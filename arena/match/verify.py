"""Proving a record: every decision is played through the rules again, every result worked out anew."""

from __future__ import annotations

from collections.abc import Iterator

from arena import games
from arena.games import GameError, State
from arena.match.faults import final_ranks
from arena.match.record import MatchRecord, Step
from arena.match.replay import ReplayError, retrace, starting_state
from arena.match.spec import stand_in_random


def verify(record: MatchRecord) -> list[str]:
    """What is wrong with a record, each problem one sentence; none if it is proved.

    The decisions are replayed from the starting state, with the recorded chance results and no random
    generator. Beside that runs the game that the seed gives: it must have the same start and the same chance.
    What is compared is what was read: an option that there was not yet has its default in both.
    """
    return list(_problems(record))


def _problems(record: MatchRecord) -> Iterator[str]:
    try:
        dealt = games.get(record.game).new(record.players, record.options, record.seed, record.components)
        state = starting_state(record)
    except (GameError, ReplayError) as error:
        yield f"the match can't be set up: {error}"
        return
    start, right = state.to_data(), dealt.to_data()
    if problem := _misfit(record):
        yield problem
        return
    if start.get("options") != right.get("options"):
        yield "options are not those of the starting state"
        return
    same_deal = start == right
    if not same_deal:
        yield "the starting state is not the one that the seed gives"
    flags = _Flags(record)
    try:
        for step in retrace(record, state):
            yield from flags.problems(step)
            if same_deal:
                problem = _other_chance(step, dealt)
                same_deal = problem is None
                if problem is not None:
                    yield problem
    except ReplayError as error:
        yield str(error)
        return
    yield from _result_problems(record, state)


def _misfit(record: MatchRecord) -> str | None:
    """Why the record's lists can't be those of so many players, or None."""
    for name in ("bots", "scores", "ranks", "timing"):
        if len(getattr(record, name)) != record.players:
            return f"{name} should have {record.players} entries, one a seat"
    for fault in record.faults:
        if fault.seat >= record.players:
            return f"a fault names seat {fault.seat}, and there are {record.players}"
    return None


class _Flags:
    """Checks who is said to have made each decision: a bot, nobody, or a stand-in."""

    def __init__(self, record: MatchRecord) -> None:
        self._ask_forced = record.settings.get("ask_forced") is True
        self._out_from = {fault.seat: fault.decision or 0 for fault in record.faults}
        self._stand_in = stand_in_random(record.seed)

    def problems(self, step: Step) -> Iterator[str]:
        """What does not fit at a decision."""
        number, decision, legal, *_ = step
        forced = len(legal) == 1 and not self._ask_forced
        out = number >= self._out_from.get(decision.seat, number + 1)
        if decision.forced != forced:
            yield f"decision {number}: forced should be {_word(forced)}, with {len(legal)} legal actions"
        if decision.stand_in != out:
            yield f"decision {number}: stand_in should be {_word(out)}, by the faults of seat {decision.seat}"
        if out and not forced and self._stand_in.choice(legal).to_data() != decision.action:
            yield f"decision {number}: the stand-in would have chosen otherwise"


def _other_chance(step: Step, dealt: State) -> str | None:
    """Carry the action out in the game that the seed gives; what differs, or None."""
    events = dealt.apply(dealt.find(step.decision.action))
    results = [event["result"] for event in events if event["type"] == "chance"]
    for chance, result in zip(step.decision.chance, results, strict=True):
        if chance.result != result:
            return f"decision {step.number}: the seed gives another result of {chance.what!r}"
    return None


def _result_problems(record: MatchRecord, state: State) -> Iterator[str]:
    decision = state.decision
    if decision is not None:
        yield f"the record ends before the game: seat {decision.seat} is to decide ({decision.kind})"
        return
    scores, ranks = state.scores(), final_ranks(state.ranks(), record.faults)
    if list(record.scores) != scores:
        yield f"the scores should be {scores}, not {list(record.scores)}"
    if list(record.ranks) != ranks:
        yield f"the ranks should be {ranks}, not {list(record.ranks)}"


def _word(value: bool) -> str:
    return "true" if value else "false"
