"""What makes a state well formed beyond its form, and what follows from its data (rules page section 12)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from arena.games.entries import Entry
from arena.games.vault_of_dragons.checks.stack import check_stack
from arena.games.vault_of_dragons.components import RUMORS, TILES, WATCH_TOKENS
from arena.games.vault_of_dragons.tables.followers import numbers
from arena.games.vault_of_dragons.tables.goods import DECKS, ITEMS

if TYPE_CHECKING:
    from arena.games.vault_of_dragons.state import VaultState


def complete(root: Entry, state: VaultState) -> None:
    """Set what follows from what was read, and refuse through `root` what doesn't fit together."""
    for seat in range(state.players):
        state.held[seat] = sum({1 << number for hands in state.hands for number in hands[seat]})
        places = state.followers[seat]
        state.presence[seat] = sum(1 << place for place, here in enumerate(places) if here)
    _check_seats(root, state)
    _check_pieces(root, state)
    root["winner"].require(state.winner < 0 or state.phase == "over", "must be null before the end")
    _check_counts(root, state)
    check_stack(root["stack"], state)


def _check_seats(root: Entry, state: VaultState) -> None:
    """Factions differ, and each has all its Followers."""
    chosen = [faction for faction in state.faction if faction >= 0]
    root["factions"].require(len(set(chosen)) == len(chosen), "has a faction twice")
    for seat, faction in enumerate(state.faction):
        total = sum(state.followers[seat]) + state.unhired[seat]
        expected = state.parts.factions[faction].followers if faction >= 0 else 0
        entry = root["followers"][seat]
        entry.require(total == expected, f"with unhired must be {numbers(expected)} in all")


def _check_pieces(root: Entry, state: VaultState) -> None:
    """Each tile and each Secret is there once."""
    tiles = sorted(face.tile for face in (*state.faces, *state.unused))
    root["board"].require(tiles == list(range(TILES)), "with unused must have each tile once")
    different = len({dungeon.tile for dungeon in state.dungeons}) == len(state.dungeons)
    root["dungeons"].require(different, "must have each tile once")
    laid = [state.dungeon_secret] if state.dungeon_secret >= 0 else []
    everywhere = sorted([*laid, *state.secret_pile, *[one for held in state.secrets for one in held]])
    root["secrets"].require(
        everywhere == list(range(len(state.parts.secrets))),
        "with secret_pile and dungeon_secret must have each Secret once",
    )


def _check_counts(root: Entry, state: VaultState) -> None:
    """Nothing was added or got lost."""
    parts = state.parts
    for deck, name in enumerate(DECKS):
        missing = Counter(parts.deck_cards[deck])
        missing.subtract(_cards_placed(state, deck))
        for number, count in missing.items():
            card = parts.card_names[number]
            root[name].require(not count, f"{card} is there too {'seldom' if count > 0 else 'often'}")
    rumors = state.rumor_supply + sum(state.new_rumors) + sum(state.old_rumors) + sum(state.spread)
    root["rumors"].require(rumors == RUMORS, f"with the supply and spread must be {RUMORS}, not {rumors}")
    tokens = (state.active | state.regrouping).bit_count()
    expected = WATCH_TOKENS[state.players]
    if state.phase == "setup":
        expected = getattr(state.todo[0], "placed", 0) if state.todo else 0
    else:
        root["factions"].require(min(state.faction) >= 0, "must not be null after the set-up")
    root["board"].require(tokens == expected, f"must have {expected} City Watch tokens, not {tokens}")


def _cards_placed(state: VaultState, deck: int) -> Iterator[int]:
    """All cards of one kind, wherever they are."""
    for cards in (*state.hands[deck], state.decks[deck], state.discards[deck], state.market[deck]):
        yield from cards
    if deck == ITEMS:
        for cards in state.played:
            yield from cards
    elsewhere = [*state.removed]
    for task in state.todo:
        elsewhere += getattr(task, "drawn", ())
    yield from (number for number in elsewhere if (number >= state.parts.first_item) == deck)
