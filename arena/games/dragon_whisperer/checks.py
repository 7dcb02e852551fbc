"""What makes a state well formed beyond its form, and what follows from its data (rules page section 10)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arena.games.dragon_whisperer.rules import HAND_SIZE, color_of, mask_of
from arena.games.entries import Entry

if TYPE_CHECKING:
    from arena.games.dragon_whisperer.state import DragonWhispererState

NOT_ALL_CARDS = "with deck, trump_card, trick and discard are not all cards in play"


def complete(root: Entry, state: DragonWhispererState, seat: int | None) -> None:
    """Set what follows from what was read, and refuse what doesn't fit together.

    `seat` is the one whose view was read, so that other hands are guesses; None: a whole state was read.
    """
    tables = state.tables
    state.trump = color_of(state, state.trump_card)
    state.seen = sum({1 << number for number in _numbers(state) if number < 5})
    state.open_regions = sum(bool(stack) << color for color, stack in enumerate(state.stacks))
    for owner, hand in enumerate(state.hands):
        state.held[owner] = mask_of(tables, [action.arg.id for action in hand])
        barred = state.held[owner] & tables.cards_of[state.voids[owner]]
        if barred and seat in (None, owner):
            name = tables.names[barred.bit_length() - 1]
            root["hands"][owner].refuse(f"has {name}, a color of the seat's voids")
    for color, name in enumerate(tables.colors):
        tokens = sorted((*state.stacks[color], *state.box[color], *taken(state, color)))
        root["regions"][name].require(
            tokens == list(state.quest_values[color]), "with the box and the Quests taken is not quest_values"
        )
    root["hands"].require(not unplaced(root, state), NOT_ALL_CARDS)
    _check_course(root, state)


def taken(state: DragonWhispererState, color: int) -> list[int]:
    """The values of the color's Quests that the seats have."""
    return [value for quests in state.quests for c, value in quests if c == color]


def unplaced(root: Entry, state: DragonWhispererState) -> list[int]:
    """The cards in play that are nowhere yet, in standard order; refused if one is there too often."""
    left = state.tables.cards[:]
    placed = [*state.deck, state.trump_card, *state.discard, *state.trick]
    placed += [action.arg.id for hand in state.hands for action in hand]
    for card in placed:
        if card not in left:
            root["hands"].refuse(f"{state.tables.names[card]} is there too often, here or elsewhere")
        left.remove(card)
    return left


def _check_course(root: Entry, state: DragonWhispererState) -> None:
    """What section 10 says of phase, turn, trick and first_player, and of the hands' sizes."""
    players, phase, trick = state.players, state.phase, state.trick
    sizes = [len(state.hands[(state.leader + i) % players]) + (i < len(trick)) for i in range(players)]
    root["hands"].require(len(set(sizes)) == 1, "must be of one size, the trick's cards put back")
    finished = not state.open_regions
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
