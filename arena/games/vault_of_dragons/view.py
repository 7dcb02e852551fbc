"""What a seat may know, and drawing anew what it can't (rules page, section 13)."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from arena.games.core import Data, shuffled
from arena.games.vault_of_dragons import plain
from arena.games.vault_of_dragons.cards import Draw
from arena.games.vault_of_dragons.goods import DECKS, ITEMS, TREASURES
from arena.games.vault_of_dragons.plain_stack import card_ids, task_data

if TYPE_CHECKING:
    from arena.games.vault_of_dragons.state import VaultState


def view(state: VaultState, seat: int | None) -> Data:
    """What `seat` may know; None: an onlooker."""
    shown = plain.open_part(state)
    shown["secrets"] = list(map(len, state.secrets))
    for deck, name in enumerate(DECKS):
        hands: list[object] = list(map(len, state.hands[deck]))
        if seat is not None:
            hands[seat] = card_ids(state, state.hands[deck][seat])
        shown[name] = hands
        shown[plain.DECK_FIELDS[deck]] = len(state.decks[deck])
    laid = state.dungeon_secret
    shown["dungeon_secret"] = [state.parts.secret_names[laid]] if state.secret_shown else int(laid >= 0)
    shown["secret_pile"] = len(state.secret_pile)
    stack = [task_data(state, task) for task in state.stack]
    for entry in stack:
        if entry["do"] == "draw" and entry["seat"] != seat:
            entry["drawn"] = len(entry["drawn"])
    shown["stack"] = stack
    return shown


def redraw(state: VaultState, seat: int, rng: Random) -> None:
    """Draw anew, in place, what `seat` can't know: decks, others' hands and what they draw, Secrets."""
    for deck in (TREASURES, ITEMS):
        _redraw_cards(state, deck, seat, rng)
    pile = list(state.secret_pile)
    for held in state.secrets:
        pile += held
    hidden = not state.secret_shown and state.dungeon_secret >= 0
    if hidden:
        pile.append(state.dungeon_secret)
    pile.sort()
    unseen = shuffled(pile, rng)
    if hidden:
        state.dungeon_secret = unseen.pop()
    for owner, held in enumerate(state.secrets):
        state.secrets[owner] = tuple([unseen.pop() for _ in held])
    state.secret_pile = tuple(unseen)


def _redraw_cards(state: VaultState, deck: int, seat: int, rng: Random) -> None:
    """Shuffle all cards of one kind that `seat` can't see, and give each place as many as it had."""
    hands = state.hands[deck]
    others = [other for other in range(state.players) if other != seat]
    draws = [
        (place, task)
        for place, task in enumerate(state.stack)
        if type(task) is Draw and task.deck == deck and task.seat != seat and task.drawn
    ]
    unseen = list(state.decks[deck])
    for other in others:
        unseen += hands[other]
    for _, task in draws:
        unseen += task.drawn
    unseen.sort()
    unseen = shuffled(unseen, rng)
    kind = state.parts.decks[deck]
    for other in others:
        size = len(hands[other])
        cards = sorted(unseen[:size])
        del unseen[:size]
        hands[other] = tuple(cards)
        state.held[other] = state.held[other] & ~kind | sum({1 << number for number in cards})
    for place, task in draws:
        size = len(task.drawn)
        drawn = tuple(unseen[:size])
        del unseen[:size]
        state.stack[place] = Draw(task.seat, deck, task.count, task.extra, drawn, task.step)
    state.decks[deck] = tuple(unseen)
