"""The engine core: what every game is made of, and nothing of any one game.

A `Game` makes `State`s. A state has at most one pending `Decision`; applying one of its legal `Action`s
changes the state in place and tells what happened as events. See `arena.games` for the whole interface in one
example, and README.md there for the rooms of a game.
"""

from arena.games.core.actions import Action, ActionForm, ActionTable, Data, Decision
from arena.games.core.chance import sampled, shuffled
from arena.games.core.events import Event, events_by_seat, visible
from arena.games.core.fields import Written, copied, each_seat, given, nested, shared, slots
from arena.games.core.game import ComponentSource, Game
from arena.games.core.outcome import Outcome, Scoring, rank
from arena.games.core.policy import Policy, Tried, best, playouts, rewards
from arena.games.core.state import State

__all__ = [
    "Action",
    "ActionForm",
    "ActionTable",
    "ComponentSource",
    "Data",
    "Decision",
    "Event",
    "Game",
    "Outcome",
    "Policy",
    "Scoring",
    "State",
    "Tried",
    "Written",
    "best",
    "copied",
    "each_seat",
    "events_by_seat",
    "given",
    "nested",
    "playouts",
    "rank",
    "rewards",
    "sampled",
    "shared",
    "shuffled",
    "slots",
    "visible",
]
