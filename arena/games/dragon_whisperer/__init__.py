"""Dragon Whisperer: a trick-taking game for 3 to 6 players. RULES.md has the rules for bot authors."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

from arena.games.core import ActionForm, ComponentSource, Data, Game
from arena.games.dragon_whisperer import plain, text
from arena.games.dragon_whisperer.components import Components, read_components
from arena.games.dragon_whisperer.state import DragonWhispererState, new_state
from arena.games.entries import Entry
from arena.games.errors import BadOption
from arena.games.options import Option, flag, integer


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
    folder = Path(__file__).parent
    state_type = DragonWhispererState

    def draw(
        self, view: Mapping[str, Any], components: ComponentSource = None, *, color: bool = False
    ) -> str:
        """See `Game.draw`."""
        return text.draw(view, self.components(components), color=color)

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

    def _read_components(self, root: Entry) -> Components:
        return read_components(root)

    def _from_data(self, root: Entry, components: ComponentSource, seed: int) -> DragonWhispererState:
        players, options = self._read_head(root, components)
        return plain.from_data(root, options, DragonWhispererState(players, seed))

    def _from_view(
        self, root: Entry, seat: int, rng: Random, components: ComponentSource
    ) -> DragonWhispererState:
        players, options = self._read_head(root, components)
        root["players"].require(seat < players, f"has no seat {seat}")
        return plain.from_view(root, options, DragonWhispererState(players, 0), seat, rng)

    def _read_head(self, root: Entry, components: ComponentSource) -> tuple[int, Data]:
        """The number of players and the options, on which the form of the rest depends."""
        players = root["players"].integer(self.seats[0], self.seats[-1])
        colors = root["colors"].list_of(Entry.text)
        removed = root["options"]["removed_suits"].list_of(Entry.text)
        parts = self.components(components)
        if components is None:
            # A state names all that it needs of a component file: one with colors of its own reads as well.
            parts = replace(parts, colors=(*colors, *removed))
        root["colors"].require(not set(colors) & set(removed), "has one of removed_suits")
        in_order = [color for color in parts.colors if color in colors]
        root["colors"].require(colors == in_order, f"must be in standard order: {', '.join(in_order)}")
        return players, self._read_options(root, players, parts)


GAME = DragonWhisperer()
