"""Dragon Whisperer: a trick-taking game for 3 to 6 players. RULES.md has the rules for bot authors."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

from arena.games.core import ActionForm, ComponentSource, Data, Game
from arena.games.dragon_whisperer import data as plain
from arena.games.dragon_whisperer import text, view
from arena.games.dragon_whisperer.components import Components, read_components
from arena.games.dragon_whisperer.state import DragonWhispererState, new_state
from arena.games.entries import Entry
from arena.games.errors import BadOption, BadState
from arena.games.options import Option, flag, integer


class DragonWhisperer(Game[DragonWhispererState]):
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
        "place_dragon": ActionForm(region=str),
        "play_card": ActionForm(card=str),
        "draw_trump": ActionForm(),
        "keep_trump": ActionForm(),
    }
    folder = Path(__file__).parent

    def components(self, source: ComponentSource = None) -> Components:
        """See `Game.components`."""
        return read_components(source)

    def from_data(
        self, data: Mapping[str, Any], components: ComponentSource = None, seed: int = 0
    ) -> DragonWhispererState:
        """See `Game.from_data`."""
        root = Entry(data, BadState)
        players, options = self._read_head(root, self._parts_of(root, components))
        return plain.from_data(root, options, DragonWhispererState(players, seed))

    def from_view(
        self, view_data: Mapping[str, Any], seat: int, rng: Random, components: ComponentSource = None
    ) -> DragonWhispererState:
        """See `Game.from_view`."""
        root = Entry(view_data, BadState)
        players, options = self._read_head(root, self._parts_of(root, components))
        state = plain.from_view(root, options, DragonWhispererState(players, 0), seat)
        view.redraw(state, seat, rng)
        return state

    def draw(self, view: Mapping[str, Any], *, color: bool = False) -> str:
        """See `Game.draw`."""
        return text.draw(view, color=color)

    def _new(self, players: int, options: Data, components: Components, rng: Random) -> DragonWhispererState:
        return new_state(players, options, components, rng)

    def _check_options(self, options: Data, players: int, components: Components) -> None:
        removed = options["removed_suits"]
        if options["short_deck"] and players > 4:
            raise BadOption(f"option short_deck: is for 3 or 4 players, not {players}")
        if removed and not options["short_deck"]:
            raise BadOption("option removed_suits: goes with short_deck only")
        for color in removed:
            if color not in components.colors:
                raise BadOption(f"option removed_suits: {color!r} is none of {', '.join(components.colors)}")
        if len(set(removed)) != len(removed):
            raise BadOption(f"option removed_suits: {removed[0]!r} is there twice; name two different colors")
        if options["first_dealer"] >= players:
            raise BadOption(f"option first_dealer: must be below the {players} players, or -1 to draw")

    def _parts_of(self, root: Entry, components: ComponentSource) -> Components:
        """The components that a state is made of; without any given, a state may bring its own colors."""
        parts = read_components(components)
        colors = [color.text() for color in root["colors"].items_list()]
        if components is None and not set(colors) <= set(parts.colors):
            colors += [color.text() for color in root["options"]["removed_suits"].items_list()]
            return Components(tuple(colors), (), ())
        root["colors"].require(
            colors == [color for color in parts.colors if color in colors],
            "must be in standard order, each once",
        )
        return parts


GAME = DragonWhisperer()
DragonWhispererState.game = GAME
