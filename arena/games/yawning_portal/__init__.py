"""The Yawning Portal: heroes at a long table, for 1 to 4 players. RULES.md has the rules for bot authors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

from arena.games.core import ActionForm, Data, Event, Game, Scoring
from arena.games.entries import Entry
from arena.games.errors import BadOption
from arena.games.options import Option, flag
from arena.games.sentences import Names
from arena.games.svg import Page
from arena.games.yawning_portal import checks, policy, text, view, words
from arena.games.yawning_portal.components import (
    COLORS,
    DIAMONDS,
    GEMS,
    HEROES_PER_COLOR,
    OBJECTIVE_VP,
    OPEN_OBJECTIVES,
    Components,
    read_components,
)
from arena.games.yawning_portal.state import YawningPortalState, new_state
from arena.games.yawning_portal.tables import tables_for


class YawningPortal(Game[YawningPortalState, Components]):
    """The game as the registry knows it."""

    id = "yawning-portal"
    title = "The Yawning Portal"
    summary = (
        "Hungry heroes sit on both sides of a row of food tokens. Each turn uses one of four two-sided"
        " action tiles, icon by icon. Heroes pay gems for the food that matches their orders, and a bonus"
        " when all of it does; then they are turned face down, and their victory symbols make the gems of a"
        " color worth more. When both ends of the row are filled, the others have a last turn."
        " Most points win."
    )
    seats = range(1, 5)
    options = (
        flag("red_front_play", True, "the red tile's front ends with playing a card"),
        Option(
            "best_score",
            None,
            "an integer of at least 0, or null",
            lambda value: value is None or (type(value) is int and value >= 0),
            "one player only: the score to beat",
        ),
    )
    actions = {
        "start": ActionForm({"color": str}),
        "tile": ActionForm({"color": str}),
        "pass": ActionForm(),
        "place": ActionForm({"color": str, "slot": int}),
        "swap_first": ActionForm({"slot": int}),
        "swap_second": ActionForm({"slot": int}),
        "draw": ActionForm({"deck": str}),
        "play": ActionForm({"card": str}),
        "space": ActionForm({"space": int}),
        "remove_hero": ActionForm({"space": int}),
        "remove_token": ActionForm({"slot": int}),
        "potion": ActionForm({"space": int}),
        "turn_down": ActionForm({"space": int}),
        "assign": ActionForm({"color": str}),
        "give": ActionForm({"color": str}),
        "take": ActionForm({"color": str}),
        "steal": ActionForm({"seat": int, "color": str}),
    }
    hidden_information = True
    # Each gem is worth 1, 1 for the deck, and 1 for each hero of its color; then objectives, and sets alone.
    scoring = Scoring(
        0,
        (len(COLORS) * GEMS + DIAMONDS) * (2 + HEROES_PER_COLOR) + OPEN_OBJECTIVES * OBJECTIVE_VP + 3 * GEMS,
        "points",
        solo="the more the better; the bundled greedy bot makes about 140, best_score sets one to beat",
        midgame="the points as if the game ended now",
        spread=25,
        usual=140,
    )
    endings = {
        "row_filled": "Both ends of the row were filled, and all had their last turn.",
        "all_passed": "All seats passed in a row.",
    }
    policies = {"sensible": policy.sensible}
    folder = Path(__file__).parent
    state_type = YawningPortalState

    def tell(self, event: Event, names: Names = ()) -> str:
        """See `Game.tell`."""
        return words.tell(event, names)

    def worths(self, state: YawningPortalState) -> Sequence[float]:
        """See `Game.worths`."""
        return policy.worths(state)

    def value(self, state: YawningPortalState) -> Sequence[float]:
        """See `Game.value`."""
        return policy.value(state)

    def longest(self, players: int, options: Mapping[str, Any] | None = None) -> int:
        """See `Game.longest`."""
        self.check_options(options, players)
        return 6000  # the rules page, section 14, counts it

    def _new(self, players: int, options: Data, parts: Components, rng: Random) -> YawningPortalState:
        return new_state(players, options, parts, rng)

    def _settle_options(self, options: Data, players: int, parts: Components) -> Data:
        if options["best_score"] is not None and players > 1:
            raise BadOption(f"option best_score: is for one player, not {players}")
        return options

    def _explain(self, name: str, components: Mapping[str, Any]) -> str:
        return words.explain(name, components)

    def _read_components(self, root: Entry) -> Components:
        return read_components(root)

    def _draw(self, view: Mapping[str, Any], parts: Components, color: bool) -> str:
        return text.draw(view, parts, color=color)

    def _picture(self, view: Mapping[str, Any], parts: Components, seat: int | None, page: Page) -> str:
        from arena.games.yawning_portal.picture import picture

        return picture(view, parts, page)

    def _new_state(
        self, root: Entry, players: int, options: Data, parts: Components, seed: int
    ) -> YawningPortalState:
        tables = tables_for(parts, players, options["red_front_play"])
        return YawningPortalState(players, seed, options, tables=tables)

    def _complete(self, root: Entry, state: YawningPortalState, seat: int | None) -> None:
        checks.complete(root, state)

    def _fill(self, root: Entry, state: YawningPortalState, seat: int, rng: Random) -> None:
        view.fill(root, state, seat)


GAME = YawningPortal()
