"""The state: its fields, and the set-up (rules page sections 3 and 12)."""

from __future__ import annotations

from random import Random
from typing import Annotated, ClassVar

from arena.games.core import (
    Data,
    State,
    Written,
    copied,
    each_seat,
    given,
    nested,
    shared,
    shuffled,
    slots,
)
from arena.games.core.forms import FLAG, SEAT
from arena.games.vault_of_dragons import data, refusals, rules, view
from arena.games.vault_of_dragons.components import (
    FRONT,
    RUMORS,
    START_GOLD,
    TILES,
    Components,
    DungeonSide,
    Face,
)
from arena.games.vault_of_dragons.rules import scoring, setup
from arena.games.vault_of_dragons.rules.fights import NOBODY
from arena.games.vault_of_dragons.rules.tasks import Task
from arena.games.vault_of_dragons.tables.city import City, city_of
from arena.games.vault_of_dragons.tables.goods import ITEMS, TREASURES

Cards = tuple[int, ...]


def _nothing(players: int) -> list[list[Cards]]:
    """Empty hands of both kinds of card."""
    return [[()] * players, [()] * players]


class VaultState(State):
    """A game of Vault of Dragons in progress.

    Cards, Secrets, factions and places are the ints of `Components` and `City`, groups of Followers those of
    `followers`, sets of places bit masks.
    """

    head = ("game", "players", "options", "components")

    parts: Annotated[Components, given()]
    city: Annotated[City, shared(lambda state: city_of(state.options["locations"]), derived="options")]
    round: Annotated[int, shared(0, data=data.ROUND)]
    phase: Annotated[str, shared("setup", data=data.PHASE)]
    initiative: Annotated[int, shared(0, data=SEAT)]
    winner: Annotated[int, shared(NOBODY, data=data.WINNER)]
    over_entry: ClassVar[Written] = Written(lambda state: state.phase == "over", name="over")
    faction: Annotated[list[int], copied(each_seat(NOBODY), data=data.FACTIONS, name="factions")]
    """By seat: an index, or NOBODY."""
    gold: Annotated[list[int], copied(each_seat(START_GOLD), data=data.GOLD)]
    actions: Annotated[list[int], copied(each_seat(0), data=data.ACTIONS_LEFT)]
    """By seat: Actions left."""
    rumors: ClassVar[Written] = Written(data.write_rumors, data.read_rumors)
    rumor_supply: Annotated[int, shared(RUMORS, data=data.RUMOR_SUPPLY)]
    secrets: Annotated[list[Cards], copied(each_seat(()), data=data.SEATS_SECRETS, shown=view.secrets)]
    """By seat, oldest first."""
    treasures: ClassVar[Written] = Written(
        data.Hands(TREASURES).write, data.Hands(TREASURES).read, shown=view.treasures
    )
    items: ClassVar[Written] = Written(data.Hands(ITEMS).write, data.Hands(ITEMS).read, shown=view.items)
    played: Annotated[list[Cards], copied(each_seat(()), data=data.PLAYED)]
    """By seat: Magic Items on the table, in file order."""
    unhired: Annotated[list[int], copied(each_seat(0), data=data.UNHIRED)]
    """By seat: groups."""
    followers: Annotated[
        list[list[int]],
        nested(lambda state: [[0] * len(state.city.places) for _ in state.gold], data=data.FOLLOWERS),
    ]
    """By seat and place: groups."""
    special_used: Annotated[int, shared(0, data=data.SPECIAL_USED)]
    """The mask of seats."""
    entrances: Annotated[list[int], copied(each_seat(0), data=data.ENTRANCES_USED)]
    """By seat: bits of the entrances used this round."""
    board: ClassVar[Written] = Written(data.write_board, data.read_board)
    unused: Annotated[tuple[Face, ...], shared((), data=data.UNUSED)]
    """Faces of the tiles left out."""
    dungeons: Annotated[tuple[DungeonSide, ...], shared((), data=data.DUNGEONS)]
    """Sides of the stack, top first."""
    revisited: Annotated[bool, shared(False, data=FLAG)]
    dungeon_secret: Annotated[int, shared(NOBODY, data=data.LAID, shown=view.dungeon_secret)]
    """An index, or NOBODY."""
    secret_shown: Annotated[bool, shared(False, data=FLAG)]
    secret_pile: Annotated[Cards, shared((), data=data.SECRETS, shown=view.secret_pile)]
    """The next one first."""
    vault_open: Annotated[bool, shared(False, data=FLAG)]
    spread: Annotated[tuple[int, int, int, int], shared((0, 0, 0, 0), data=data.SPREAD)]
    """Beside the Dungeon: New, Old; beside the Vault: New, Old."""
    treasure_deck: ClassVar[Written] = Written(
        data.Pile("decks", TREASURES).write, data.Pile("decks", TREASURES).read, shown=view.treasure_deck
    )
    item_deck: ClassVar[Written] = Written(
        data.Pile("decks", ITEMS).write, data.Pile("decks", ITEMS).read, shown=view.item_deck
    )
    treasure_discard: ClassVar[Written] = Written(
        data.Pile("discards", TREASURES).write, data.Pile("discards", TREASURES).read
    )
    item_discard: ClassVar[Written] = Written(
        data.Pile("discards", ITEMS).write, data.Pile("discards", ITEMS).read
    )
    removed: Annotated[Cards, shared((), data=data.REMOVED)]
    market: Annotated[tuple[Cards, Cards], shared(((), ()), data=data.MARKET)]
    """By kind: cards lying there to be picked."""
    turn_entry: ClassVar[Written] = Written(data.write_turn, data.read_turn, name="turn")
    todo: Annotated[list[Task], nested(lambda _: [], data=data.STACK, name="stack", shown=view.stack)]
    """The stack of work in progress, the entry at work last."""

    new_rumors: Annotated[list[int], copied(each_seat(0), derived="rumors")]
    old_rumors: Annotated[list[int], copied(each_seat(0), derived="rumors")]
    hands: Annotated[list[list[Cards]], nested(lambda state: _nothing(state.players), derived="treasures")]
    """By kind and seat: cards in file order."""
    held: Annotated[list[int], copied(each_seat(0), derived="treasures")]
    """By seat: the mask of the cards in both hands."""
    presence: Annotated[list[int], copied(each_seat(0), derived="followers")]
    """By seat: the mask of places with Followers."""
    faces: Annotated[tuple[Face, ...], shared((), derived="board")]
    """By place."""
    quests: Annotated[int, shared(0, derived="board")]
    """The mask of places with a Quest."""
    used: Annotated[int, shared(0, derived="board")]
    """The mask of places used this round."""
    place_gold: Annotated[tuple[int, ...], shared(lambda state: (0,) * state.city.size, derived="board")]
    """By place."""
    active: Annotated[int, shared(0, derived="board")]
    """The mask of places with an active City Watch token."""
    regrouping: Annotated[int, shared(0, derived="board")]
    """The mask of places with a regrouping token."""
    decks: Annotated[list[Cards], copied(lambda _: [(), ()], derived="treasure_deck")]
    """By kind: cards, the next one first."""
    discards: Annotated[list[Cards], copied(lambda _: [(), ()], derived="treasure_discard")]
    """By kind: cards, the newest last."""
    turn: Annotated[int, shared(NOBODY, derived="turn")]
    """A seat; NOBODY outside the phase of Actions."""
    fresh: Annotated[bool, shared(False, derived="turn")]
    """Whether nothing has been done in the turn."""
    taken: Annotated[int, shared(0, derived="turn")]
    """Actions taken in the turn."""
    hire_discount: Annotated[int, shared(0, derived="turn")]
    free_entrance: Annotated[bool, shared(False, derived="turn")]
    __slots__ = slots(__annotations__)

    _decide = rules.decide
    _play = rules.play
    _why_not = refusals.why_not
    scores = scoring.scores
    ranks = scoring.ranks
    _ending = scoring.ending
    _redraw = view.redraw
    _written_components = data.components

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


def new_state(players: int, options: Data, parts: Components, rng: Random) -> VaultState:
    """The set-up of section 3, up to the first decision."""
    state = VaultState(players, rng.getrandbits(64), options, parts=parts)
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


def _given_factions(options: Data, players: int, parts: Components, rng: Random) -> list[int] | None:
    """The seats' factions where the options settle them."""
    if options["factions"] == "choose":
        return None
    if options["factions"] == "random":
        return shuffled(range(len(parts.factions)), rng)[:players]
    return [parts.faction_of[name] for name in options["factions"]]
