"""Vault of Dragons: rivals for a hidden hoard, for 2 to 4 players. RULES.md has the rules for bot authors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

from arena.games.core import ActionForm, Data, Event, Game, Scoring
from arena.games.entries import Entry
from arena.games.errors import BadOption
from arena.games.options import Option, choice, flag, integer
from arena.games.sentences import Names
from arena.games.svg import Page
from arena.games.vault_of_dragons import checks, policy, text, view, words
from arena.games.vault_of_dragons.components import Components
from arena.games.vault_of_dragons.rules.scoring import CLAIM, SECRETS
from arena.games.vault_of_dragons.state import VaultState, new_state

FOLLOWERS = {"fighters": int, "rogues": int, "wizards": int}


def _names_factions(value: Any) -> bool:
    if type(value) is list:
        return all(type(name) is str for name in value)
    return type(value) is str and value in ("choose", "random")


class VaultOfDragons(Game[VaultState, Components]):
    """The game as the registry knows it."""

    id = "vault-of-dragons"
    title = "Vault of Dragons"
    summary = (
        "Rival factions hire Fighters, Rogues and Wizards, hold the Locations of a city for their rewards,"
        " brawl with each other and with the City Watch, and send parties down into Dungeons for Secrets."
        " Three Secrets entitle to reveal the Vault of Dragons; whoever first completes it with a survivor"
        " wins."
    )
    seats = range(2, 5)
    options = (
        Option(
            "factions",
            "choose",
            "choose, random, or a list of different factions, one a seat",
            _names_factions,
            "whether the factions are chosen by the seats, drawn, or given",
        ),
        choice("locations", (12, 9, 6), "Fewer Locations: how many; 9 and 6 with 2 or 3 players only"),
        flag("shuffle_locations", False, "every Location starts on a random side"),
        flag("action_packed", False, "a turn has two Actions, the second one a Move or a Hire"),
        choice("secrets_to_open", (3, 4, 5), "More Secrets: how many open the Vault"),
        flag("rumors_spread", False, "a failed attempt leaves a Rumor there, which helps later ones"),
        flag("rumor_bidding", False, "Rumors are bid for the right to pick first"),
        flag("increase_profits", False, "gold gathers on Locations that are not used"),
        flag("flip_empty_locations", False, "Locations without Followers turn over at the end of each round"),
        integer("max_rounds", 20, 1, 200, "the game ends after this round"),
    )
    actions = {
        "faction": ActionForm({"faction": str}),
        "place_watch": ActionForm({"place": int}),
        "reveal": ActionForm(),
        "take_gold": ActionForm(),
        "faction_action": ActionForm(optional={"place": int}),
        "hire": ActionForm({"place": int}),
        "move": ActionForm({"from": int, "to": int}),
        "gather": ActionForm(),
        "fight": ActionForm({"place": int}),
        "use": ActionForm({"place": int, "option": int}),
        "quest": ActionForm({"place": int}),
        "enter": ActionForm({"target": str, "entrance": str}, {"card": str}),
        "move_watch": ActionForm({"from": int, "to": int}),
        "play": ActionForm({"card": str}, {"place": int, "from": int, "to": int, "die": str, "rival": int}),
        "end_turn": ActionForm(),
        "hire_followers": ActionForm(FOLLOWERS),
        "move_followers": ActionForm(FOLLOWERS),
        "gather_from": ActionForm({"place": int, **FOLLOWERS}),
        "done": ActionForm(),
        "party": ActionForm(FOLLOWERS),
        "pay_card": ActionForm({"card": str}),
        "flip": ActionForm({"place": int}),
        "exchange": ActionForm({"a": int, "b": int}),
        "swap": ActionForm({"place": int, "unused": int}),
        "displace": ActionForm({"to": int}),
        "displace_watch": ActionForm({"to": int}),
        "patrol": ActionForm({"from": int, "to": int}),
        "rogue_die": ActionForm({"roll": bool}),
        "pass": ActionForm(),
        "reroll": ActionForm({"die": str}),
        "spend_rumors": ActionForm({"count": int}),
        "attack_die": ActionForm({"die": str}),
        "retreat": ActionForm({"seat": int, "to": int}),
        "regroup": ActionForm({"to": int}),
        "assign": ActionForm({"target": int}),
        "kill": ActionForm(FOLLOWERS),
        "discard": ActionForm({"card": str}),
        "take_card": ActionForm({"card": str}),
        "bid": ActionForm({"new": int, "old": int}),
    }
    hidden_information = True
    scoring = Scoring(
        0,
        CLAIM + SECRETS,
        "Secrets, and 100 for the Vault",
        midgame="the Secrets won so far",
        spread=2,
    )
    endings = {
        "vault_claimed": "A seat completed the Vault of Dragons with a survivor.",
        "last_round": "The last round that max_rounds allows is over.",
    }
    policies = {"sensible": policy.sensible}
    folder = Path(__file__).parent
    state_type = VaultState

    def tell(self, event: Event, names: Names = ()) -> str:
        """See `Game.tell`."""
        return words.tell(event, names)

    def worths(self, state: VaultState) -> Sequence[float]:
        """See `Game.worths`."""
        return policy.worths(state)

    def value(self, state: VaultState) -> Sequence[float]:
        """See `Game.value`."""
        return policy.value(state)

    def longest(self, players: int, options: Mapping[str, Any] | None = None) -> int:
        """See `Game.longest`."""
        # Of a round, counted twice to be sure: 20 Actions of some 20 decisions, and four for each of the 30
        # Rumors, 100 cards and 60 dice rolled again that may be used in fights.
        rounds: int = self.check_options(options, players)["max_rounds"]
        return rounds * 2_400 + 20

    def _new(self, players: int, options: Data, parts: Components, rng: Random) -> VaultState:
        return new_state(players, options, parts, rng)

    def _settle_options(self, options: Data, players: int, parts: Components) -> Data:
        if options["locations"] < 12 and players > 3:
            raise BadOption(f"option locations: 9 and 6 are for 2 or 3 players, not {players}")
        factions = options["factions"]
        if type(factions) is list:
            if len(factions) != players:
                raise BadOption(f"option factions: must name {players}, one a seat, not {len(factions)}")
            for name in factions:
                if name not in parts.faction_of:
                    raise BadOption(f"option factions: {name!r:.40} is none of {', '.join(parts.faction_of)}")
            if len(set(factions)) < players:
                raise BadOption("option factions: has a faction twice; name different ones")
        return options

    def _explain(self, name: str, components: Mapping[str, Any]) -> str:
        return words.explain(name, components)

    def _read_components(self, root: Entry) -> Components:
        return Components(root)

    def _draw(self, view: Mapping[str, Any], parts: Components, color: bool) -> str:
        return text.draw(view, parts, color=color)

    def _picture(self, view: Mapping[str, Any], parts: Components, seat: int | None, page: Page) -> str:
        from arena.games.vault_of_dragons.picture import picture

        return picture(view, parts, seat, page)

    def _new_state(
        self, root: Entry, players: int, options: Data, parts: Components, seed: int
    ) -> VaultState:
        return VaultState(players, seed, options, parts=parts)

    def _complete(self, root: Entry, state: VaultState, seat: int | None) -> None:
        checks.complete(root, state)

    def _fill(self, root: Entry, state: VaultState, seat: int, rng: Random) -> None:
        view.fill(root, state, seat)


GAME = VaultOfDragons()
