"""The state as plain data, both ways, and reading a view (rules page sections 10 and 11)."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING

from arena.games.core import Data, shuffled
from arena.games.dragon_whisperer.components import tables_for
from arena.games.dragon_whisperer.rules import HAND_SIZE, color_of, give
from arena.games.entries import Entry

if TYPE_CHECKING:
    from arena.games.dragon_whisperer.state import DragonWhispererState, Quest

PHASES = ("place_dragon", "play_card", "draw_trump", "over")
FIELDS = (
    *(
        "game",
        "players",
        "options",
        "colors",
        "quest_values",
        "regions",
        "box",
        "dragon",
        "round",
        "trick_no",
    ),
    *("phase", "turn", "dealer", "first_player", "leader", "hands", "voids", "deck", "trump_card", "trump"),
    *("trick", "discard", "quests", "monsters", "treasures"),
)
HIDDEN = 0
"""Stands for a Quest value that a view doesn't show."""
NOT_ALL_CARDS = "with deck, trump_card, trick and discard are not all cards in play"


def to_data(state: DragonWhispererState) -> Data:
    """The whole state in the form of the rules page, section 10."""
    data = open_part(state)
    colors = state.tables.colors
    data["regions"] = {
        color: {"top": stack[0] if stack else None, "below": list(stack[1:])}
        for color, stack in zip(colors, state.stacks, strict=True)
    }
    data["box"] = {color: list(box) for color, box in zip(colors, state.box, strict=True)}
    data["hands"] = [hand(state, seat) for seat in range(state.players)]
    data["deck"] = [state.tables.names[card] for card in state.deck]
    data["quests"] = [
        [{"color": colors[color], "value": value} for color, value in quests] for quests in state.quests
    ]
    return data


def open_part(state: DragonWhispererState) -> Data:
    """All fields in their order; those that a view may show otherwise are None."""
    tables = state.tables
    colors, names = tables.colors, tables.names
    players = state.players
    leader = state.leader
    return {
        "game": "dragon-whisperer",
        "players": players,
        "options": {**state.options, "removed_suits": list(state.options["removed_suits"])},
        "colors": list(colors),
        "quest_values": {
            color: list(values) for color, values in zip(colors, state.quest_values, strict=True)
        },
        "regions": None,
        "box": None,
        "dragon": None if state.dragon < 0 else colors[state.dragon],
        "round": state.round,
        "trick_no": state.trick_no,
        "phase": state.phase,
        "turn": None if state.phase == "over" else state.turn,
        "dealer": state.dealer,
        "first_player": state.first_player,
        "leader": leader,
        "hands": None,
        "voids": [
            [color for c, color in enumerate(colors) if voids >> c & 1] if voids else []
            for voids in state.voids
        ],
        "deck": None,
        "trump_card": names[state.trump_card],
        "trump": None if state.trump < 0 else colors[state.trump],
        "trick": [
            {"seat": (leader + place) % players, "card": names[card]}
            for place, card in enumerate(state.trick)
        ],
        "discard": [names[card] for card in state.discard],
        "quests": None,
        "monsters": state.monsters[:],
        "treasures": state.treasures[:],
    }


def hand(state: DragonWhispererState, seat: int) -> list[str]:
    """The ids of the cards in a seat's hand."""
    return [action.arg.name for action in state.hands[seat]]


def from_data(root: Entry, options: Data, state: DragonWhispererState) -> DragonWhispererState:
    """Fill a new `state` with what `to_data` wrote; `options` are those of the data, checked.

    Raises:
        BadState: a field breaks what section 10 calls well formed.
    """
    _read_open_part(root, options, state)
    _check_secrets(root, state, None)
    for seat, entry in enumerate(root["hands"].items(state.players)):
        _read_hand(entry, state, seat)
    card_of = state.tables.card_of
    state.deck = tuple([card_of[card.one_of(card_of)] for card in root["deck"].items()])
    for color, name in enumerate(state.tables.colors):
        region = root["regions"][name]
        below = tuple([value.integer() for value in region["below"].items()])
        _read_stack(region, state, color, below)
        state.box[color] = tuple([value.integer() for value in root["box"][name].items(2)])
        tokens = sorted((*state.stacks[color], *state.box[color], *_taken(state, color)))
        region.require(
            tokens == list(state.quest_values[color]), "with the box and the Quests taken is not quest_values"
        )
    root["hands"].require(not _unplaced(root, state), NOT_ALL_CARDS)
    _check_course(root, state)
    return state


def from_view(
    root: Entry, options: Data, state: DragonWhispererState, seat: int, rng: Random
) -> DragonWhispererState:
    """Fill a new `state` with a view of `seat`; what it hides is filled with what is left over.

    Secret values of Quests taken are drawn with `rng`, as no redrawing touches them.

    Raises:
        BadState: a field is not as a view has it.
    """
    _read_open_part(root, options, state)
    _check_secrets(root, state, seat)
    hands = root["hands"].items(state.players)
    _read_hand(hands[seat], state, seat)
    deck_size = root["deck"].integer(0)
    sizes = [entry.integer(0) if other != seat else 0 for other, entry in enumerate(hands)]
    unplaced = _unplaced(root, state)
    root["hands"].require(len(unplaced) == sum(sizes) + deck_size, NOT_ALL_CARDS)
    for other, size in enumerate(sizes):
        if other != seat:
            give(state, other, unplaced[:size])
            del unplaced[:size]
    state.deck = tuple(unplaced)
    for color, name in enumerate(state.tables.colors):
        region = root["regions"][name]
        below = region["below"].integer(0)
        _read_stack(region, state, color, (HIDDEN,) * below)
        root["box"][name].exactly(2)
        left = list(state.quest_values[color])
        for value in (*state.stacks[color][:1], *_taken(state, color)):
            if value != HIDDEN:
                region.require(value in left, "shows more Quests than quest_values has")
                left.remove(value)
        secret = sum(value == HIDDEN for value in _taken(state, color))
        region.require(
            len(left) == below + 2 + secret,
            "below, the box and the Quests taken are not the rest of quest_values",
        )
        left = shuffled(left, rng)
        state.box[color] = (left.pop(), left.pop())
        state.stacks[color] = (*state.stacks[color][:1], *left[:below])
        del left[:below]
        for owner, quests in enumerate(state.quests):
            state.quests[owner] = tuple(
                [(c, left.pop() if c == color and value == HIDDEN else value) for c, value in quests]
            )
    _check_course(root, state)
    return state


def _read_open_part(root: Entry, options: Data, state: DragonWhispererState) -> None:
    """The fields that are alike in a state and in every view, hidden Quest values as HIDDEN."""
    root.has_only(*FIELDS)
    players = state.players
    state.options = options
    colors = tuple([color.text() for color in root["colors"].items(5 if options["short_deck"] else 7)])
    root["colors"].require(len(set(colors)) == len(colors), "has a color twice")
    state.tables = tables_for(colors, 3 if options["short_deck"] else 4)
    color_index, card_of = state.tables.color_of, state.tables.card_of
    for field in ("quest_values", "regions", "box"):
        root[field].has_only(*colors)
    state.quest_values = tuple([_quest_values(root["quest_values"][color]) for color in colors])
    state.stacks = [()] * len(colors)
    state.box = [()] * len(colors)
    dragon = root["dragon"].one_of((None, *colors))
    state.dragon = -1 if dragon is None else color_index[dragon]
    state.round = root["round"].integer(1)
    state.trick_no = root["trick_no"].integer(1, HAND_SIZE[players])
    state.phase = root["phase"].one_of(PHASES)
    if state.phase == "over":
        root["turn"].exactly(None)
    else:
        state.turn = root["turn"].integer(0, players - 1)
    state.dealer = root["dealer"].integer(0, players - 1)
    state.first_player = root["first_player"].integer(0, players - 1)
    state.leader = root["leader"].integer(0, players - 1)
    for seat, voids in enumerate(root["voids"].items(players)):
        indices = [color_index[color.one_of(colors)] for color in voids.items()]
        voids.require(indices == sorted(set(indices)), "must be in standard order, each color once")
        state.voids[seat] = sum(1 << index for index in indices)
    state.trump_card = card_of[root["trump_card"].one_of(card_of)]
    state.trump = color_of(state, state.trump_card)
    root["trump"].exactly(None if state.trump < 0 else colors[state.trump])
    for place, played in enumerate(root["trick"].items()):
        played.has_only("seat", "card")
        played["seat"].exactly((state.leader + place) % players)
        state.trick += (card_of[played["card"].one_of(card_of)],)
    root["trick"].require(len(state.trick) <= players, "has more cards than there are seats")
    state.seen = sum({1 << number for number in _numbers(state) if number < 5})
    state.discard = tuple([card_of[card.one_of(card_of)] for card in root["discard"].items()])
    for seat, quests in enumerate(root["quests"].items(players)):
        state.quests[seat] = tuple([_quest(quest, color_index) for quest in quests.items()])
    state.monsters = [count.integer(0) for count in root["monsters"].items(players)]
    state.treasures = [count.integer(0) for count in root["treasures"].items(players)]


def _quest_values(entry: Entry) -> tuple[int, ...]:
    values = tuple([value.integer(1, 9) for value in entry.items(7)])
    entry.require(list(values) == sorted(values), "must be ascending")
    return values


def _quest(entry: Entry, color_index: dict[str, int]) -> Quest:
    entry.has_only("color", "value")
    value = entry["value"].optional(lambda value: value.integer(1, 9))
    return color_index[entry["color"].one_of(color_index)], HIDDEN if value is None else value


def _check_secrets(root: Entry, state: DragonWhispererState, seat: int | None) -> None:
    """Quest values must be null exactly where a view of `seat` hides them; None: nothing is hidden."""
    secret = seat is not None and state.options["secret_quests"] and state.phase != "over"
    for owner, quests in enumerate(root["quests"].items()):
        for quest in quests.items():
            if secret and owner != seat:
                quest["value"].exactly(None)
            else:
                quest["value"].integer()


def _read_hand(entry: Entry, state: DragonWhispererState, seat: int) -> None:
    card_of = state.tables.card_of
    cards = [card_of[card.one_of(card_of)] for card in entry.items()]
    entry.require(cards == sorted(cards), "must be in standard order")
    give(state, seat, cards)
    shown = state.held[seat] & state.tables.cards_of[state.voids[seat]]
    entry.require(not shown, f"has {state.tables.names[shown.bit_length() - 1]}, a color of the seat's voids")


def _read_stack(region: Entry, state: DragonWhispererState, color: int, below: tuple[int, ...]) -> None:
    region.has_only("top", "below")
    top = region["top"].optional(lambda value: value.integer(1, 9))
    region.require(top is not None or not below, "a null top goes with an empty below")
    state.stacks[color] = () if top is None else (top, *below)
    state.regions |= bool(state.stacks[color]) << color


def _taken(state: DragonWhispererState, color: int) -> Iterator[int]:
    """The values of the color's Quests that the seats have."""
    return (value for quests in state.quests for taken, value in quests if taken == color)


def _unplaced(root: Entry, state: DragonWhispererState) -> list[int]:
    """The cards in play that are nowhere yet, in standard order; refused if one is there too often."""
    left = state.tables.cards[:]
    placed = [*state.deck, state.trump_card, *state.discard, *state.trick]
    placed += [action.arg.id for hand in state.hands for action in hand]
    for card in placed:
        root["hands"].require(
            card in left, f"{state.tables.names[card]} is there too often, here or elsewhere"
        )
        left.remove(card)
    return left


def _check_course(root: Entry, state: DragonWhispererState) -> None:
    """What section 10 says of phase, turn, trick and first_player, and of the hands' sizes."""
    players, phase, trick = state.players, state.phase, state.trick
    sizes = [len(state.hands[(state.leader + i) % players]) + (i < len(trick)) for i in range(players)]
    root["hands"].require(len(set(sizes)) == 1, "must be of one size, the trick's cards put back")
    finished = not state.regions
    root["phase"].require((phase == "over") == finished, "is over exactly when no region has a Quest")
    if finished:
        root["trick"].require(not trick, "must be empty when the game is over")
        return
    size = HAND_SIZE[players] + 1 - state.trick_no
    root["hands"].require(
        sizes[0] == size, f"must have {size} cards each in trick {state.trick_no}, the trick's put back"
    )
    if phase == "place_dragon":
        root["trick"].require(not trick, "must be empty before the Dragon is placed")
        root["turn"].exactly(state.leader)
        root["first_player"].exactly(state.leader)
        return
    open_stack = state.dragon >= 0 and bool(state.stacks[state.dragon])
    root["dragon"].require(open_stack, "must be at a region with a Quest")
    if phase == "play_card":
        root["trick"].require(len(trick) < players, "is complete: nobody can play")
        root["turn"].exactly((state.leader + len(trick)) % players)
    else:
        root["trick"].require(bool(trick) and _numbers(state)[-1] == 3, "must end with a 3 for draw_trump")
        root["turn"].exactly((state.leader + len(trick) - 1) % players)
    root["first_player"].exactly(_token_holder(state))


def _token_holder(state: DragonWhispererState) -> int:
    """Who has the First Player token in mid-trick: who played the last Rage, else the first 1, else led."""
    numbers = _numbers(state)
    if 0 in numbers:
        place = len(numbers) - 1 - numbers[::-1].index(0)
    else:
        place = numbers.index(1) if 1 in numbers else 0
    return (state.leader + place) % state.players


def _numbers(state: DragonWhispererState) -> list[int]:
    """The numbers of the cards in the trick; 0: a Dragon Rage."""
    return [state.tables.play[card].arg.number for card in state.trick]
