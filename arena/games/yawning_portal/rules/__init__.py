"""What may be done and what happens then: a to-do list (`todo`), and the items on it, a module a concern."""

from arena.games.yawning_portal.rules.scoring import ending, ranks, remark, scores
from arena.games.yawning_portal.rules.todo import choose as play
from arena.games.yawning_portal.rules.todo import work_off as decide

__all__ = ["decide", "ending", "play", "ranks", "remark", "scores"]
