"""The state: its fields, copying it, and the set-up (rules page, sections 3 and 12)."""

from __future__ import annotations

from random import Random
from typing import Any, Self

from arena.games.core import Data, State, shuffled
from arena.games.vault_of_dragons import plain, refusals, rules, scoring, setup
from arena.games.vault_of_dragons import view as views
from arena.games.vault_of_dragons.city import City, city_of
from arena.games.vault_of_dragons.components import (
    FRONT,
    RUMORS,
    START_GOLD,
    TILES,
    DungeonSide,
    Face,
    Parts,
)
from arena.games.vault_of_dragons.goods import ITEMS, TREASURES
from arena.games.vault_of_dragons.tasks import Task

Cards = tuple[int, ...]
NOBODY = -1


class VaultState(State):
    """A game of Vault of Dragons in progress.

    Cards, Secrets, factions and places are the ints of `Parts` and `City`, groups of Followers those of
    `followers`, sets of places bit masks. `presence` and `held` repeat what `followers` and `hands` say.
    """

    __slots__ = (
        "actions",  # by seat: Actions left
        "active",  # mask of places with an active City Watch token
        "city",
        "decks",  # by kind: cards, next one first
        "discards",  # by kind: cards, newest last
        "dungeon_secret",  # index, or -1
        "dungeons",  # sides of the stack, top first
        "entrances",  # by seat: bits of the entrances used this round
        "faces",  # by place
        "faction",  # by seat: index, or -1
        "followers",  # by seat and place: groups
        "free_entrance",
        "fresh",
        "gold",
        "hands",  # by kind and seat: cards in file order
        "held",  # by seat: mask of the cards in both hands
        "hire_discount",
        "initiative",
        "market",  # by kind: cards lying there to be picked
        "new_rumors",
        "old_rumors",
        "options",
        "parts",
        "phase",
        "place_gold",  # by place
        "played",  # by seat: Magic Items on the table, in file order
        "presence",  # by seat: mask of places with Followers
        "quests",  # mask of places with a Quest
        "regrouping",  # mask of places with a regrouping token
        "removed",
        "revisited",
        "round",
        "rumor_supply",
        "secret_pile",  # next one first
        "secret_shown",
        "secrets",  # by seat, oldest first
        "special_used",  # mask of seats
        "spread",  # beside the Dungeon: New, Old; beside the Vault: New, Old
        "stack",
        "taken",  # Actions taken in this turn
        "turn_seat",  # -1 outside the phase of Actions
        "unhired",  # by seat: groups
        "unused",  # faces of the tiles left out
        "used",  # mask of places
        "vault_open",
        "winner",  # -1: nobody
    )

    def __init__(self, players: int, chance_seed: int, options: Data, parts: Parts) -> None:
        super().__init__(players, chance_seed)
        self.options = options
        self.parts = parts
        self.city: City = city_of(options["locations"])
        places = len(self.city.places)
        self.round = 0
        self.phase = "setup"
        self.initiative = 0
        self.winner = NOBODY
        self.faction = [NOBODY] * players
        self.gold = [START_GOLD] * players
        self.actions = [0] * players
        self.new_rumors: list[int] = [0] * players
        self.old_rumors: list[int] = [0] * players
        self.rumor_supply = RUMORS
        self.secrets: list[tuple[int, ...]] = [()] * players
        self.hands: list[list[Cards]] = [[()] * players, [()] * players]
        self.held = [0] * players
        self.played: list[Cards] = [()] * players
        self.unhired = [0] * players
        self.followers = [[0] * places for _ in range(players)]
        self.presence = [0] * players
        self.special_used = 0
        self.entrances = [0] * players
        self.faces: tuple[Face, ...] = ()
        self.quests = 0
        self.used = 0
        self.place_gold: tuple[int, ...] = (0,) * self.city.size
        self.active = 0
        self.regrouping = 0
        self.unused: tuple[Face, ...] = ()
        self.dungeons: tuple[DungeonSide, ...] = ()
        self.revisited = False
        self.dungeon_secret = NOBODY
        self.secret_shown = False
        self.secret_pile: tuple[int, ...] = ()
        self.vault_open = False
        self.spread = (0, 0, 0, 0)
        self.decks: list[Cards] = [(), ()]
        self.discards: list[Cards] = [(), ()]
        self.removed: Cards = ()
        self.market: tuple[Cards, Cards] = ((), ())
        self.turn_seat = NOBODY
        self.fresh = False
        self.taken = 0
        self.hire_discount = 0
        self.free_entrance = False
        self.stack: list[Task] = []

    _decide = rules.decide
    _play = rules.play
    _why_not = refusals.why_not
    scores = scoring.scores
    ranks = scoring.ranks
    _view = views.view
    _redraw = views.redraw
    to_data = plain.to_data

    def tell(self, type: str, **fields: Any) -> None:
        """Tell an event, if anybody listens."""
        if self._events is not None:
            self._events.append({"type": type, **fields})

    def seats_in_order(self) -> list[int]:
        """All seats in Initiative Order."""
        first = self.initiative
        return [*range(first, self.players), *range(first)]

    def set_faces(self, faces: tuple[Face, ...]) -> None:
        """Lay these faces on the places."""
        self.faces = faces
        self.quests = sum([1 << place for place, face in enumerate(faces) if face.quest])

    def controlled(self, seat: int) -> int:
        """The mask of the Locations that a seat Controls."""
        others = self.active
        for other, places in enumerate(self.presence):
            if other != seat:
                others |= places
        return self.presence[seat] & ~others & self.city.locations

    def clone(self) -> Self:  # a line a field, for speed
        """An independent copy, sharing what never changes in place."""
        copy = object.__new__(type(self))
        self._copy_core_to(copy)
        copy.options = self.options
        copy.parts = self.parts
        copy.city = self.city
        copy.round = self.round
        copy.phase = self.phase
        copy.initiative = self.initiative
        copy.winner = self.winner
        copy.faction = self.faction[:]
        copy.gold = self.gold[:]
        copy.actions = self.actions[:]
        copy.new_rumors = self.new_rumors[:]
        copy.old_rumors = self.old_rumors[:]
        copy.rumor_supply = self.rumor_supply
        copy.secrets = self.secrets[:]
        treasures, items = self.hands
        copy.hands = [treasures[:], items[:]]
        copy.held = self.held[:]
        copy.played = self.played[:]
        copy.unhired = self.unhired[:]
        copy.followers = [places[:] for places in self.followers]
        copy.presence = self.presence[:]
        copy.special_used = self.special_used
        copy.entrances = self.entrances[:]
        copy.faces = self.faces
        copy.quests = self.quests
        copy.used = self.used
        copy.place_gold = self.place_gold
        copy.active = self.active
        copy.regrouping = self.regrouping
        copy.unused = self.unused
        copy.dungeons = self.dungeons
        copy.revisited = self.revisited
        copy.dungeon_secret = self.dungeon_secret
        copy.secret_shown = self.secret_shown
        copy.secret_pile = self.secret_pile
        copy.vault_open = self.vault_open
        copy.spread = self.spread
        copy.decks = self.decks[:]
        copy.discards = self.discards[:]
        copy.removed = self.removed
        copy.market = self.market
        copy.turn_seat = self.turn_seat
        copy.fresh = self.fresh
        copy.taken = self.taken
        copy.hire_discount = self.hire_discount
        copy.free_entrance = self.free_entrance
        copy.stack = [task.copy() for task in self.stack]
        return copy


def new_state(players: int, options: Data, parts: Parts, rng: Random) -> VaultState:
    """The set-up of section 3, up to the first decision."""
    state = VaultState(players, rng.getrandbits(64), options, parts)
    tiles = shuffled(range(TILES), rng)
    random_sides = options["shuffle_locations"]
    faces = [parts.faces[tile][rng.randrange(2) if random_sides else FRONT] for tile in tiles]
    state.set_faces(tuple(faces[: state.city.size]))
    state.unused = tuple(faces[state.city.size :])
    state.dungeons = tuple([sides[FRONT] for sides in parts.dungeons])
    state.dungeon_secret, *pile = shuffled(range(len(parts.secrets)), rng)
    state.secret_pile = tuple(pile)
    state.decks = [tuple(shuffled(parts.deck_cards[deck], rng)) for deck in (TREASURES, ITEMS)]
    # The highest roll of a d12 each, ties rolled again, makes every seat equally likely.
    state.initiative = rng.randrange(players)
    setup.begin(state, _given_factions(options, players, parts, rng))
    return state


def _given_factions(options: Data, players: int, parts: Parts, rng: Random) -> list[int] | None:
    """The seats' factions where the options settle them."""
    if options["factions"] == "choose":
        return None
    if options["factions"] == "random":
        return shuffled(range(len(parts.factions)), rng)[:players]
    return [parts.faction_of[name] for name in options["factions"]]
