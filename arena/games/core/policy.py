"""Playing on from a state: policies, playouts, and what a position is worth to each seat."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import exp
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from arena.games.core.actions import Action
from arena.games.errors import BadSeat

if TYPE_CHECKING:
    from arena.games.core.state import State

Policy: TypeAlias = Callable[[Any, Random], Action]
"""Gives a legal action of a state's pending decision. It goes by what the seat to decide may know."""

RANK_SHARE = 0.5
"""How much of the reward for a game that is over comes of the ranks; the rest comes of the leads."""


def at_random(state: State, rng: Random) -> Action:
    """Any legal action, each being as likely: the policy `random` of every game."""
    decision = state.decision
    assert decision is not None, "a policy is asked while there is a decision"
    legal = decision.legal
    return legal[int(rng.random() * len(legal))]


class Tried(NamedTuple):
    """How a legal action did in playouts."""

    action: Action
    tries: int
    mean: float
    """Of the rewards of the seat that decides; 0.5 without tries."""


def playouts(
    state: State,
    seat: int,
    count: int | None,
    rng: Random,
    policy: Policy | None = None,
    horizon: int | None = None,
    *,
    until: Callable[[], bool] | None = None,
) -> list[Tried]:
    """Try the legal actions of the seat's decision in `count` playouts, and say how each did.

    `until` is asked before each playout whether to stop there, and with `count` None it alone says when.

    Each playout is of a world of its own, drawn from what `seat` knows. The actions take turns, in the order
    of the legal list, so that their tries differ by one at most. The rest as in `State.play_on`: `policy`
    None is random play, `horizon` counts the decisions after the action. What comes out is told by `rewards`.
    The state stays as it was.

    Raises:
        BadSeat: the pending decision is not the seat's, or there is none.
        ValueError: neither `count` nor `until` is given.
    """
    if count is None and until is None:
        raise ValueError("playouts go on until a count or `until` says when: give one of them")
    decision = state.decision
    if decision is None or decision.seat != seat:
        pending = "the game is over" if decision is None else f"the decision is that of seat {decision.seat}"
        raise BadSeat(
            f"seat: playouts try the legal actions of the seat that decides, not of {seat!r}: {pending}"
        )
    legal = decision.legal
    totals = [0.0] * len(legal)
    number = 0
    while number != count and not (until and until()):
        world = state.determinize(seat, rng)
        world.events_on = False
        tried = number % len(legal)
        world.apply(legal[tried])
        world.play_on(rng, policy, horizon)
        totals[tried] += rewards(world)[seat]
        number += 1
    whole, rest = divmod(number, len(legal))
    found = []
    for place, (action, total) in enumerate(zip(legal, totals, strict=True)):
        tries = whole + (place < rest)
        found.append(Tried(action, tries, total / tries if tries else 0.5))
    return found


def rewards(state: State) -> list[float]:
    """How well each seat does, in [0, 1]: 0.5 is as well as its rivals. Alone, 0.5 is a usual score.

    - By leads: a lead of `Scoring.spread` over a rival is 0.73, twice that 0.88 (logistic), the mean over the
      rivals. Before the end they are leads of `Game.value`, at the end of `scores()`.
    - By ranks, only of a game that is over: the share of the rivals that rank behind, a tie counting half.
      This is half of the reward of a game that is over, the other half its leads.
    - Alone: the score, or value, against `Scoring.usual` in place of a rival's.
    """
    scoring = state.game.scoring
    over = state.decision is None
    values: Sequence[float] = state.scores() if over else state.game.value(state)
    spread = scoring.spread or (scoring.most - scoring.least) / 10
    if len(values) == 1:
        return [_share((values[0] - scoring.usual) / spread)]
    by_lead = [_by_lead(values, seat, spread) for seat in range(len(values))]
    if not over:
        return by_lead
    ranks = state.ranks()
    return [RANK_SHARE * _by_rank(ranks, seat) + (1 - RANK_SHARE) * lead for seat, lead in enumerate(by_lead)]


def _by_lead(values: Sequence[float], seat: int, spread: float) -> float:
    own = values[seat]
    # Its own share is a half, which is taken off again.
    return (sum([_share((own - value) / spread) for value in values]) - 0.5) / (len(values) - 1)


def _share(lead: float) -> float:
    return 1 / (1 + exp(-lead)) if lead > -50 else 0.0


def _by_rank(ranks: Sequence[int], seat: int) -> float:
    own = ranks[seat]
    points = sum([(rank > own) + (rank == own) / 2 for rank in ranks]) - 0.5
    return points / (len(ranks) - 1)


def best(legal: Sequence[Action], worths: Sequence[float], rng: Random) -> Action:
    """The action that is worth most, drawn where several are equal: what policies end with."""
    top = max(worths)
    place = worths.index(top)
    if worths.count(top) > 1:
        place = rng.choice([place for place, worth in enumerate(worths) if worth == top])
    return legal[place]
