"""What makes a state well formed beyond its form, and what follows from its data (rules page section 10)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from arena.games.entries import Entry
from arena.games.portals.components import STONES
from arena.games.portals.rules import DECIDE
from arena.games.portals.rules.activation import charged_cards
from arena.games.portals.rules.collect import MOST_CARDS, ROW
from arena.games.portals.rules.rounds import MARKERS, SOLO_STONES, SOLO_TURNS, TURNS
from arena.games.portals.rules.signs import SIGNS_DEALT, Check
from arena.games.portals.rules.spells import color_at
from arena.games.portals.tables.actions import COLORS, counts_on
from arena.games.portals.tables.cards import EMPTY, KEY_COLORS

if TYPE_CHECKING:
    from arena.games.portals.state import PortalsState


def complete(root: Entry, state: PortalsState, seat: int | None) -> None:
    """Set what follows from what was read, and refuse through `root` what doesn't fit together.

    `seat` is the one whose view was read, so that signs of others are guesses; None: a whole state was read.
    """
    for owner, cards in enumerate(state.cards):
        state.free[owner] = tuple([place for layout, _ in cards.values() for place in layout.free])
    _check_stones(root, state)
    _check_pending(root["pending"], state)
    state.moved = True  # the signs that lie on the boards may still be unmatched
    if state.phase == "collect" and state.round > 1 and not state.options["magic_spells"]:
        state.checks = (Check(state.stones),)  # nothing has moved since the last check
    root["decks"].require(not unplaced_cards(root, state), "with all other places don't have all cards")
    root["sign_deck"].require(not unplaced_signs(root, state), "with the players' don't have all signs")
    _check_course(root, state, chosen=seat is None)


def _check_pending(entry: Entry, state: PortalsState) -> None:
    """What the step is about is there."""
    pending: Any = state.pending
    if state.step == "activate":
        held = state.cards[state.turn].values()
        entry["card"].one_of([layout.number for layout, _ in held if layout.filled])
    elif state.step == "shift_to":
        entry.require(color_at(state, *pending) != EMPTY, "must be a square with a stone")


def _check_stones(root: Entry, state: PortalsState) -> None:
    """Each color has all its stones (section 10)."""
    wanted = SOLO_STONES if state.solo else STONES
    for color, name in enumerate(COLORS):
        count = state.bag[color] + state.clairvoyance.count(color) + (state.hand == color)
        count += sum(counts_on(circle)[color] for circle in state.circles)
        count += sum(stones.count(color) for cards in state.cards for _, stones in cards.values())
        count += sum(mask.bit_count() for mask in state.stones[color :: len(COLORS)])
        count += sum(
            number
            for other, number in zip(state.section_colors, state.section_counts, strict=True)
            if other == color
        )
        root["bag"].require(
            count == wanted, f"with all other places has {count} stones of {name}, not {wanted}"
        )


def unplaced_cards(root: Entry, state: PortalsState) -> list[int]:
    """The Key cards that are nowhere yet, rising; refused where one is twice or among another color's."""
    left = list(state.parts.keys)
    piles = {"area": state.rows, "decks": state.decks, "discards": state.discards}
    places = [(root["players"], number) for cards in state.cards for number in cards]
    for field, by_color in piles.items():
        for color, name in enumerate(KEY_COLORS):
            for card in by_color[color]:
                entry = root[field][name]
                entry.require(state.parts.keys[card].color == color, f"card {card} is not {name}")
                places.append((entry, card))
    for entry, card in places:
        entry.require(card in left, f"card {card} is there too often, here or elsewhere")
        left.remove(card)
    return left


def unplaced_signs(root: Entry, state: PortalsState) -> list[int]:
    """The signs that are nowhere yet, rising."""
    placed = [*state.sign_deck]
    for seat in range(state.players):
        placed += state.signs[seat] + state.returned[seat] + state.matched[seat]
    if not state.options["secret_signs"]:
        root["players"].require(not placed, "have signs without the option secret_signs")
        return []
    left = list(state.parts.signs)
    for sign in placed:
        root["players"].require(sign in left, f"sign {sign} is there too often, here or in sign_deck")
        left.remove(sign)
    return left


def _check_course(root: Entry, state: PortalsState, *, chosen: bool) -> None:
    """What section 10 says of phase, step, turn and markers; `chosen`: signs kept earlier are shown."""
    over = state.phase == "over"
    for color, name in enumerate(KEY_COLORS):
        row, entry = state.rows[color], root["area"][name]
        entry.require(len(row) <= ROW, f"has {len(row)} cards, more than {ROW}")
        empty = not state.decks[color] and not state.discards[color]
        entry.require(len(row) == ROW or empty or over, f"must have {ROW} cards while there are more")
    if state.solo:
        _check_solo(root, state)
    else:
        _check_markers(root, state)
    if state.phase == "signs":
        _check_choosing(root, state, chosen)
    elif state.phase == "collect":
        root["active"].exactly((state.first + state.turn_number - 1) % state.players)
    elif state.phase == "activate":
        charged = charged_cards(state)
        lowest = charged[:1] == [(state.pending, state.turn)]
        root["pending"].require(lowest, "must be the lowest-numbered charged card, and active its owner")
        state.waiting = tuple(charged[1:])
    if state.step == "take_card":
        few = len(state.cards[state.turn]) < MOST_CARDS
        root["step"].require(few, f"is take_card, but seat {state.turn} has {MOST_CARDS} cards")
    if state.step is not None:
        root["step"].require(
            bool(DECIDE[state.step](state).legal), f"is {state.step} without any legal action"
        )


def _check_solo(root: Entry, state: PortalsState) -> None:
    wanted = SOLO_TURNS - state.turn_number + (state.step == "take_card")
    root["clairvoyance"].items(wanted)
    charged = any(not layout.free for layout, _ in state.cards[0].values())
    root["step"].require(not charged or state.step == "activate", "must be activate with a charged card")


def _check_markers(root: Entry, state: PortalsState) -> None:
    """Markers go with the turns taken, and with the stones on the Circles."""
    players, phase = state.players, state.phase
    if phase == "signs":
        root["turn"].exactly(1)
    elif phase != "collect":
        root["turn"].exactly(TURNS * players)
    for seat, player in enumerate(root["players"].items()):
        markers = state.markers[seat * players : (seat + 1) * players]
        if phase == "signs":
            player["markers"].exactly(MARKERS[players][seat * players : (seat + 1) * players])
        elif phase == "collect":
            left = TURNS - _turns_taken(state, seat)
            player["markers"].require(sum(markers) == left, f"must be {left} in turn {state.turn_number}")
        else:
            player["markers"].exactly([0] * players)
    for circle, entry in enumerate(root["circles"].items()):
        left = sum(state.markers[circle::players])
        entry.require(sum(counts_on(state.circles[circle])) == left, f"must have a stone a marker: {left}")


def _turns_taken(state: PortalsState, seat: int) -> int:
    """How many stones the seat has taken in this round."""
    done = state.turn_number - (state.step in ("take_card", "take_stone"))
    after_first = (seat - state.first) % state.players
    return (done - after_first + state.players - 1) // state.players


def _check_choosing(root: Entry, state: PortalsState, chosen: bool) -> None:
    root["phase"].require(state.options["secret_signs"], "is signs without the option secret_signs")
    for seat, player in enumerate(root["players"].items()):
        kept, returned = len(state.signs[seat]), len(state.returned[seat])
        if seat < state.turn and chosen:
            ok = kept >= 1 and kept + returned == SIGNS_DEALT
            player["signs"].require(ok, f"must be 1 to {SIGNS_DEALT}, with returned {SIGNS_DEALT}")
        else:
            ok = kept + returned == SIGNS_DEALT and (seat < state.turn or not returned)
            player["signs"].require(ok, f"must be {SIGNS_DEALT}, and none returned")
