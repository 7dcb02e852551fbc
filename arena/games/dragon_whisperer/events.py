"""Events that are told often, ready to be told by a copy: each by the seat that it is about."""

from __future__ import annotations

from functools import partial

from arena.games.core import events_by_seat
from arena.games.dragon_whisperer.components import MOST_SEATS

by_seat = partial(events_by_seat, range(MOST_SEATS))

TREASURE = by_seat("treasure")
MONSTER_BY_TWO = by_seat("monster", reason="two")
MONSTER_BY_REGION = by_seat("monster", reason="region")
FIRST_BY_RAGE = by_seat("first_player", reason="rage")
FIRST_BY_ONE = by_seat("first_player", reason="one")
FIRST_BY_WIN = by_seat("first_player", reason="won")
FIRST_BY_DEAL = by_seat("first_player", reason="dealer")
TRICK_RAGED = by_seat("trick_raged")
TRUMP_CHOICE = {type: by_seat(type) for type in ("draw_trump", "keep_trump")}
