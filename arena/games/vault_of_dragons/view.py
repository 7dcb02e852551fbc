"""What a seat may know, reading that back, and drawing anew what it can't (rules page section 13)."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import TYPE_CHECKING

from arena.games.core import Data, shuffled
from arena.games.entries import Entry
from arena.games.vault_of_dragons.components import Components
from arena.games.vault_of_dragons.data import (
    DECK_FIELDS,
    DISCARD_FIELDS,
    LAID,
    SEATS_SECRETS,
    SECRETS,
    STACK,
    Hands,
    Pile,
    fresh,
)
from arena.games.vault_of_dragons.data.stack import card_ids, task_data
from arena.games.vault_of_dragons.rules.cards import Draw
from arena.games.vault_of_dragons.tables.goods import DECKS, ITEMS, TREASURES

if TYPE_CHECKING:
    from arena.games.vault_of_dragons.state import VaultState


def secrets(state: VaultState, _: int | None) -> list[int]:
    """How many Secrets each seat has."""
    return list(map(len, state.secrets))


def treasures(state: VaultState, seat: int | None) -> list[object]:
    """The seat's own Treasures, and how many others have."""
    return _hands(state, TREASURES, seat)


def items(state: VaultState, seat: int | None) -> list[object]:
    """The seat's own Magic Items, and how many others have."""
    return _hands(state, ITEMS, seat)


def _hands(state: VaultState, deck: int, seat: int | None) -> list[object]:
    hands: list[object] = list(map(len, state.hands[deck]))
    if seat is not None:
        hands[seat] = card_ids(state, state.hands[deck][seat])
    return hands


def treasure_deck(state: VaultState, _: int | None) -> int:
    """How many cards the deck has."""
    return len(state.decks[TREASURES])


def item_deck(state: VaultState, _: int | None) -> int:
    """How many cards the deck has."""
    return len(state.decks[ITEMS])


def dungeon_secret(state: VaultState, _: int | None) -> list[str] | int:
    """The Secret on the Dungeon if it is shown, else whether there is one."""
    laid = state.dungeon_secret
    return [state.parts.secret_names[laid]] if state.secret_shown else int(laid >= 0)


def secret_pile(state: VaultState, _: int | None) -> int:
    """How many Secrets the pile has."""
    return len(state.secret_pile)


def stack(state: VaultState, seat: int | None) -> list[Data]:
    """All work in progress; what others draw only as a number."""
    entries = [task_data(state, task) for task in state.todo]
    for entry in entries:
        if entry["do"] == "draw" and entry["seat"] != seat:
            entry["drawn"] = len(entry["drawn"])
    return entries


HIDDEN = (*DECKS, *DECK_FIELDS, "secrets", "dungeon_secret", "secret_pile", "stack")
"""The entries that a view shows otherwise than the state's data."""


def fill(root: Entry, state: VaultState, seat: int) -> None:
    """Read what a view shows in place of what it hides; that is filled with what is left over.

    Raises:
        BadState: the view doesn't show, or hides, what a view of the seat would.
    """
    whole = Entry(_whole(root, state, seat), root.error, lenient=True)
    for deck, name in enumerate(DECKS):
        Hands(deck).read(state, whole[name])
        Pile("decks", deck).read(state, whole[DECK_FIELDS[deck]])
    state.secrets = SEATS_SECRETS.read(state, whole["secrets"])
    state.dungeon_secret = LAID.read(state, whole["dungeon_secret"])
    state.secret_pile = SECRETS.read(state, whole["secret_pile"])
    state.todo = STACK.read(state, whole["stack"])


def _whole(root: Entry, state: VaultState, seat: int) -> Data:
    """The hidden entries as the data of a state have them, what the view hides filled somehow."""
    parts, players = state.parts, state.players
    data: Data = {name: fresh(root[name].value) for name in HIDDEN}
    for deck, name in enumerate(DECKS):
        left = _cards_left(root, parts, deck)
        for other, hand in enumerate(root[name].items(players)):
            if other != seat:
                data[name][other] = sorted(_take(left, hand), key=parts.card_names.index)
        for number, task in enumerate(root["stack"].items()):
            if _is_hidden_draw(task, name, seat):
                data["stack"][number]["drawn"] = _take(left, task["drawn"])
        data[DECK_FIELDS[deck]] = _take(left, root[DECK_FIELDS[deck]])
        root[DECK_FIELDS[deck]].require(not left, "is too small: cards are missing")
    secrets = list(parts.secret_names)
    if state.secret_shown:
        for shown in root["dungeon_secret"].items(1):
            secrets.remove(shown.one_of(secrets))
    else:
        data["dungeon_secret"] = _take(secrets, root["dungeon_secret"])
    data["secrets"] = [_take(secrets, held) for held in root["secrets"].items(players)]
    data["secret_pile"] = _take(secrets, root["secret_pile"])
    return data


def _cards_left(root: Entry, parts: Components, deck: int) -> list[str]:
    """The cards of one kind that a view doesn't show."""
    left = Counter(parts.card_names[number] for number in parts.deck_cards[deck])
    market = root["market"]
    shown = [root[DISCARD_FIELDS[deck]], root["removed"], market[DECKS[deck]]]
    shown += [hand for hand in root[DECKS[deck]].items() if type(hand.value) is list]
    if deck == ITEMS:
        shown += root["played"].items()
    for task in root["stack"].items():
        if task["do"].value == "draw" and type(task["drawn"].value) is list:
            shown.append(task["drawn"])
    for place in shown:
        for card in place.items():
            name = card.one_of(parts.card_of)
            if parts.decks[deck] & parts.card_of[name].bit:
                left[name] -= 1
                card.require(left[name] >= 0, f"{name} is there too often")
    return list(left.elements())


def _is_hidden_draw(task: Entry, deck: str, seat: int) -> bool:
    """Whether an entry of a view's stack is another seat's draw from a deck."""
    if task["do"].value != "draw" or task["seat"].value == seat:
        return False
    return bool(task["deck"].value == deck)


def _take(left: list[str], size: Entry) -> list[str]:
    """So many of what is left, which a view gives as a size."""
    number = size.integer(0, len(left))
    taken = left[:number]
    del left[:number]
    return taken


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
        for place, task in enumerate(state.todo)
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
        state.todo[place] = Draw(task.seat, deck, task.count, task.extra, drawn, task.step)
    state.decks[deck] = tuple(unseen)
