"""Dragon Whisperer: a trick-taking game for 3 to 6 players. RULES.md has the rules for bot authors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

from arena.games.core import ActionForm, Data, Event, Game, Scoring
from arena.games.dragon_whisperer import checks, policy, text, view, words
from arena.games.dragon_whisperer.components import Components, read_components
from arena.games.dragon_whisperer.rules import MOST_TRICKS, longest
from arena.games.dragon_whisperer.state import DragonWhispererState, new_state
from arena.games.dragon_whisperer.tables import tables_for
from arena.games.entries import Entry
from arena.games.errors import BadOption
from arena.games.options import Option, flag, integer
from arena.games.sentences import Names
from arena.games.svg import Page


class DragonWhisperer(Game[DragonWhispererState, Components]):
    """The game as the registry knows it."""

    id = "dragon-whisperer"
    title = "Dragon Whisperer"
    summary = (
        "A trick-taking game. The leader of each trick places the Dragon at one of seven regions and so"
        " decides which Quest is at stake; the others follow suit, must trump when they can't follow, and the"
        " highest card wins the Quest. Low cards have effects (the lead, points, a new trump, Treasures), and"
        " a Dragon Rage spoils the whole trick. Most points win."
    )
    seats = range(3, 7)
    options = (
        flag("short_deck", False, "3 or 4 players: five suits only, three Dragon Rages, 25 Quests"),
        Option(
            "removed_suits",
            [],
            "a list of two different colors, or [] to draw them",
            lambda value: type(value) is list and len(value) in (0, 2) and all(type(v) is str for v in value),
            "which two suits short_deck takes out",
        ),
        flag(
            "secret_quests", False, "Quests won are kept face down: the values of others' Quests are hidden"
        ),
        integer("first_dealer", -1, -1, 5, "the seat that deals the first round; -1: drawn at random"),
    )
    actions = {
        "place_dragon": ActionForm({"region": str}),
        "play_card": ActionForm({"card": str}),
        "draw_trump": ActionForm(),
        "keep_trump": ActionForm(),
    }
    hidden_information = True
    # With a component file of one's own: Quests of 9, a Monster for a 2 in each trick and one for each Quest.
    scoring = Scoring(
        0,
        35 * 9 + MOST_TRICKS + 35 + 5,
        "points",
        midgame="the points of what was won so far, the 5 for most Treasures included",
        spread=9,
    )
    endings = {"quests_taken": "The last Quest was taken."}
    policies = {"sensible": policy.sensible}
    folder = Path(__file__).parent
    state_type = DragonWhispererState

    def tell(self, event: Event, names: Names = ()) -> str:
        """See `Game.tell`."""
        return words.tell(event, names)

    def worths(self, state: DragonWhispererState) -> Sequence[float]:
        """See `Game.worths`."""
        return policy.worths(state)

    def value(self, state: DragonWhispererState) -> Sequence[float]:
        """See `Game.value`."""
        return policy.value(state)

    def longest(self, players: int, options: Mapping[str, Any] | None = None) -> int:
        """See `Game.longest`."""
        return longest(players, self.check_options(options, players)["short_deck"])

    def _new(self, players: int, options: Data, parts: Components, rng: Random) -> DragonWhispererState:
        return new_state(players, options, parts, rng)

    def _settle_options(self, options: Data, players: int, parts: Components) -> Data:
        removed = options["removed_suits"]
        if options["short_deck"] and players > 4:
            raise BadOption(f"option short_deck: is for 3 or 4 players, not {players}")
        if removed and not options["short_deck"]:
            raise BadOption("option removed_suits: goes with short_deck only")
        for color in removed:
            if color not in parts.colors:
                raise BadOption(f"option removed_suits: {color!r} is none of {', '.join(parts.colors)}")
        if len(set(removed)) != len(removed):
            raise BadOption(f"option removed_suits: {removed[0]!r} is there twice; name two different colors")
        if options["first_dealer"] >= players:
            raise BadOption(f"option first_dealer: must be below the {players} players, or -1 to draw")
        return options

    def _explain(self, name: str, components: Mapping[str, Any]) -> str:
        return words.explain(name, components)

    def _read_components(self, root: Entry) -> Components:
        return read_components(root)

    def _draw(self, view: Mapping[str, Any], parts: Components, color: bool) -> str:
        return text.draw(view, parts, color=color)

    def _picture(self, view: Mapping[str, Any], parts: Components, seat: int | None, page: Page) -> str:
        from arena.games.dragon_whisperer.picture import picture

        return picture(view, parts, seat, page)

    def _new_state(
        self, root: Entry, players: int, options: Data, parts: Components, seed: int
    ) -> DragonWhispererState:
        entry = root["colors"]
        colors = tuple([color.text() for color in entry.items(5 if options["short_deck"] else 7)])
        entry.require(len(set(colors)) == len(colors), "has a color twice")
        entry.require(not set(colors) & set(options["removed_suits"]), "has one of removed_suits")
        in_order = [color for color in self._colors(root, parts) if color in colors]
        entry.require(list(colors) == in_order, f"must be in standard order: {', '.join(in_order)}")
        tables = tables_for(colors, options["short_deck"])
        return DragonWhispererState(players, seed, options, tables=tables)

    def _read_options(self, root: Entry, players: int, parts: Components) -> Data:
        parts = replace(parts, colors=self._colors(root, parts))
        return super()._read_options(root, players, parts)

    def _colors(self, root: Entry, parts: Components) -> tuple[str, ...]:
        """The colors that a state may have, in standard order.

        A state names all that it needs of a component file, so without one it may have colors of its own.
        """
        if parts is not self.components():
            return parts.colors
        removed = root["options"].as_map().get("removed_suits", [])
        removed = removed if type(removed) is list else []
        return (*root["colors"].list_of(Entry.text), *removed)

    def _complete(self, root: Entry, state: DragonWhispererState, seat: int | None) -> None:
        checks.complete(root, state, seat)

    def _fill(self, root: Entry, state: DragonWhispererState, seat: int, rng: Random) -> None:
        view.fill(root, state, seat, rng)


GAME = DragonWhisperer()
