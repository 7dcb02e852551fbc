"""Portals: a drafting and placement game for 1 to 4 players. RULES.md has the rules for bot authors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

from arena.games.core import Data, Event, Game, Scoring
from arena.games.entries import Entry
from arena.games.options import choice, flag
from arena.games.portals import checks, policy, text, view, words
from arena.games.portals.components import SIDES, Components, read_components
from arena.games.portals.state import PortalsState, new_state
from arena.games.portals.tables.actions import FORMS
from arena.games.sentences import Names
from arena.games.svg import Page


class Portals(Game[PortalsState, Components]):
    """The game as the registry knows it."""

    id = "portals"
    title = "Portals"
    summary = (
        "A drafting and placement game in four rounds. From Circles shared with its neighbors each seat takes"
        " colored stones and lays them on the squares of its Key cards. At the end of a round the full cards"
        " are activated in the order of their numbers: their stones go, in the card's arrangement, to a board"
        " shared with a neighbor. Stones on squares of their color and next to their like earn points. With"
        " one player it is a solo game of 25 turns."
    )
    seats = range(1, 5)
    options = (
        choice("board_side", SIDES, "the side of all boards: without icons, or the harder one"),
        flag(
            "magic_spells", False, "stones may be spent for one of four abilities; always on with one player"
        ),
        flag("secret_signs", False, "hidden patterns to be built on the boards; always on with one player"),
    )
    actions = FORMS
    hidden_information = True
    # At most 25 stones laid, each with four neighbors, on cards of four that match; and five signs.
    scoring = Scoring(
        0,
        25 * 4 + 25 // 4 * 6 + 6 + 5 * 4,
        "VP",
        solo="`achievement` names what it is worth",
        midgame="the VP won so far; nothing for stones on cards, nothing lost yet for signs",
        spread=10,
        usual=45,
    )
    endings = {
        "last_round": "The fourth round is over.",
        "last_turn": "The last turn of the solo game is over.",
    }
    policies = {"sensible": policy.sensible}
    folder = Path(__file__).parent
    state_type = PortalsState

    def tell(self, event: Event, names: Names = ()) -> str:
        """See `Game.tell`."""
        return words.tell(event, names)

    def worths(self, state: PortalsState) -> Sequence[float]:
        """See `Game.worths`."""
        return policy.worths(state)

    def value(self, state: PortalsState) -> Sequence[float]:
        """See `Game.value`."""
        return policy.value(state)

    def longest(self, players: int, options: Mapping[str, Any] | None = None) -> int:
        """See `Game.longest`."""
        self.check_options(options, players)
        return 125 if players == 1 else 137 * players  # the rules page, section 14, counts it

    def _new(self, players: int, options: Data, parts: Components, rng: Random) -> PortalsState:
        return new_state(players, options, parts, rng)

    def _settle_options(self, options: Data, players: int, parts: Components) -> Data:
        return {**options, "magic_spells": True, "secret_signs": True} if players == 1 else options

    def _explain(self, name: str, components: Mapping[str, Any]) -> str:
        return words.explain(name, components)

    def _read_components(self, root: Entry) -> Components:
        return read_components(root)

    def _draw(self, view: Mapping[str, Any], parts: Components, color: bool) -> str:
        return text.draw(view, parts, color=color)

    def _picture(self, view: Mapping[str, Any], parts: Components, seat: int | None, page: Page) -> str:
        from arena.games.portals.picture import picture

        return picture(view, parts, seat, page)

    def _new_state(
        self, root: Entry, players: int, options: Data, parts: Components, seed: int
    ) -> PortalsState:
        return PortalsState(players, seed, options, parts=parts)

    def _complete(self, root: Entry, state: PortalsState, seat: int | None) -> None:
        checks.complete(root, state, seat)

    def _fill(self, root: Entry, state: PortalsState, seat: int, rng: Random) -> None:
        view.fill(root, state, seat)


GAME = Portals()
