"""Greedy Yawning Portal: an action is worth the best lead in points that it can bring by the end of the turn.

The rest of the turn is played at random a few times over; what comes after the turn is not looked at.
"""

from __future__ import annotations

from arena import games
from bots.greedy.best import best

TYPE_CHECKING = False  # instead of importing typing: a bot should start fast
if TYPE_CHECKING:
    from random import Random

    from protocol.bot import Decision

GAME = games.get("yawning-portal")
TRIES = 6
"""How often the rest of the turn is played for each action."""


def choose(decision: Decision, rng: Random) -> int:
    """The index of the action worth most."""
    state = GAME.from_view(decision.view, decision.seat, rng)
    state.events_on = False
    pending = state.decision
    assert pending is not None, "a bot is asked only while there is a decision"
    return best([worth(state, action, decision.seat, rng) for action in pending.legal], rng)


def worth(state: games.State, action: games.Action, seat: int, rng: Random) -> int:
    """The seat's best lead at the end of the turn, of a few ways to get there."""
    return max([lead(played_out(state, action, rng), seat) for _ in range(TRIES)])


def played_out(state: games.State, action: games.Action, rng: Random) -> games.State:
    """A copy of the state in which the action was taken and the rest of the turn played at random."""
    copy = state.clone()
    copy.apply(action)
    while (pending := copy.decision) is not None and pending.kind != "choose_tile":
        copy.apply(rng.choice(pending.legal))
    return copy


def lead(state: games.State, seat: int) -> int:
    """The seat's points if the game ended now, less those of its strongest rival."""
    scores = state.scores()
    own = scores.pop(seat)
    return own - max(scores, default=0)
