"""What makes a state well formed beyond its form, and what follows from its data (rules page section 10)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from arena.games.entries import Entry
from arena.games.yawning_portal.components import COLORS, DIAMONDS, FOOD, GEMS, POTIONS
from arena.games.yawning_portal.rules.heroes import NO_HERO, Collect, Effect, Seat
from arena.games.yawning_portal.rules.holdings import DIAMONDS as ALL_DIAMONDS
from arena.games.yawning_portal.rules.holdings import POTIONS as SEATS_POTIONS
from arena.games.yawning_portal.rules.holdings import SETS, TOTAL, WHITE
from arena.games.yawning_portal.rules.objectives import x_slot
from arena.games.yawning_portal.rules.row import color_at, is_perfect, toggle
from arena.games.yawning_portal.rules.todo import Choice, Item
from arena.games.yawning_portal.rules.tokens import SwapTo
from arena.games.yawning_portal.rules.turns import ChooseTile, EndTurn, FlipTile, Start

if TYPE_CHECKING:
    from arena.games.yawning_portal.state import YawningPortalState


def complete(root: Entry, state: YawningPortalState) -> None:
    """Set what follows from what was read, and refuse through `root` what doesn't fit together."""
    _complete_row(state)
    _complete_objectives(root["objectives"], state)
    for holding in state.holdings:
        _complete_holding(holding)
    _check_cards(root, state)
    _check_sums(root, state)
    _check_course(root, state)
    _check_todo(root["todo"], state)
    for space in range(state.tables.spaces):
        if (state.up & ~state.seating) >> space & 1:
            perfect = is_perfect(state, space)
            root["spaces"][space].require(not perfect, "has a complete order, so it must be face down")


def _complete_row(state: YawningPortalState) -> None:
    """Set the other forms of the row: see `rules.row`."""
    colors, state.row = state.row, [0] * len(COLORS)
    for color, slots in enumerate(colors):
        for slot in range(slots.bit_length()):
            if slots >> slot & 1:
                toggle(state, color, slot)


def _complete_objectives(entries: Entry, state: YawningPortalState) -> None:
    """Set who owns the objectives in play, and which are open."""
    solo = state.players == 1
    state.set_objectives(state.objectives)
    closed = set()
    for place, entry in enumerate(entries.items()):
        entry.has_only("id", "owner", "x", "gone")
        owner = entry["owner"].optional(lambda owner: owner.seat(state.players))
        entry["x"].exactly(x_slot(state, place) if solo else None)
        gone = entry["gone"].boolean()
        entry["gone"].require(solo or not gone, "must be false in a game of several")
        entry["gone"].require(owner is None or not gone, "must be false for an objective that was claimed")
        if owner is not None:
            state.owners[place] = owner
        if gone or owner is not None:
            closed.add(place)
    state.open_goals = tuple([goal for goal in state.open_goals if goal[0] not in closed])


def _complete_holding(holding: list[int]) -> None:
    """Set the sums in a holding that has gems and diamonds by color."""
    holding[ALL_DIAMONDS] = sum(holding[WHITE:])
    holding[TOTAL] = sum(holding[: len(COLORS)])
    holding[SETS] = min(holding[: len(COLORS)])


def _check_cards(root: Entry, state: YawningPortalState) -> None:
    """Each card is somewhere, once. In a view those that were filled in can't be wrong."""
    names = state.tables.names
    left = set(range(len(names)))
    for card, entry in _placed(root, state):
        entry.require(card in left, f"{names[card]} is there twice, here and elsewhere")
        left.remove(card)
    missing = [names[card] for card in sorted(left)]
    root["decks"].require(not missing, f"{', '.join(missing[:3])} must be somewhere: here or elsewhere")


def _placed(root: Entry, state: YawningPortalState) -> Iterator[tuple[int, Entry]]:
    """All cards of a state, each with the entry to be refused for it."""
    for space, card in enumerate(state.cards):
        if card != NO_HERO:
            yield card, root["spaces"][space]["card"]
    yield from _each(state.discard, root["discard"])
    for place, item in enumerate(reversed(state.todo)):
        if item.arg_name == "card":
            yield item.arg, root["todo"][place]["card"]
    for seat, hand in enumerate(state.hands):
        yield from _each(hand, root["line"] if state.players == 1 else root["players"][seat]["hand"])
    for name, deck in zip(state.tables.deck_names, state.decks, strict=True):
        yield from _each(deck, root["decks"][name])


def _each(cards: Sequence[int], entry: Entry) -> Iterator[tuple[int, Entry]]:
    """The cards of a list, each with its own entry where the data list them."""
    for place, card in enumerate(cards):
        yield card, entry[place] if type(entry.value) is list else entry


def _check_sums(root: Entry, state: YawningPortalState) -> None:
    supply, holdings = root["supply"], state.holdings
    for index, color in enumerate(COLORS):
        gems = state.gems[index] + state.spent[index]
        gems += sum([holding[index] - holding[WHITE + index] for holding in holdings])
        supply["gems"][color].require(gems == GEMS, f"makes {gems} with seats and spent_gems, not {GEMS}")
        food = state.food[index] + state.row[index].bit_count()
        supply["food"][color].require(food == FOOD, f"makes {food} with the row, not {FOOD}")
    diamonds = state.diamonds + sum([holding[ALL_DIAMONDS] for holding in holdings])
    supply["diamonds"].require(diamonds == DIAMONDS, f"makes {diamonds} with the seats, not {DIAMONDS}")
    potions = state.potions + state.enchanted.bit_count()
    potions += sum([holding[SEATS_POTIONS] for holding in holdings])
    supply["potions"].require(potions == POTIONS, f"makes {potions} with seats and heroes, not {POTIONS}")


def _check_course(root: Entry, state: YawningPortalState) -> None:
    """Phase, turn, turn_number, passes, start_food and beaten."""
    players, phase = state.players, state.phase
    root["turn"].exactly((state.turn_number - 1) % players)
    setting_up = phase == "setup"
    root["phase"].require(not setting_up or players > 1, "has no setup in the solo game")
    root["turn_number"].require(
        (state.turn_number == 0) == setting_up, "must be 0 in the set-up, and only there"
    )
    following = (state.turn + 1) % players
    if phase == "over":
        ended = following == state.ender or state.passes == players
        root["phase"].require(ended, "is over only after the last turns, or when every seat has passed")
    else:
        root["passes"].require(state.passes < players, "ends the game when every seat has passed")
    if setting_up:
        _check_start(root, state)
    else:
        root["start_food"].exactly(dict.fromkeys(COLORS, 0))
    best_score = state.options["best_score"]
    if phase == "over" and best_score is not None:
        root["beaten"].exactly(state.scores()[0] > best_score)
    else:
        root["beaten"].exactly(None)


def _check_start(root: Entry, state: YawningPortalState) -> None:
    """In the set-up the starting tokens placed so far fill the middle from the left."""
    start = state.tables.parts.start_food[state.players]
    for index, color in enumerate(COLORS):
        count = start[index] - state.row[index].bit_count()
        root["start_food"][color].exactly(count)
    first = state.tables.start_end - sum(start)
    placed = sum(start) - sum(state.start_food)
    root["row"].require(state.filled == (1 << placed) - 1 << first, f"must be filled from slot {first} on")


def _check_todo(root: Entry, state: YawningPortalState) -> None:
    """The list is one that the engine could have come to wait at."""
    todo = state.todo[::-1]
    kinds = [type(item) for item in todo]
    _check_seating(root, state, todo)
    if state.phase == "over":
        root.require(not todo, "must be empty when the game is over")
        return
    if state.phase == "setup":
        count = sum(state.start_food)
        root.require(count > 0 and kinds == [Start] * count, f"must be {count} of start in the set-up")
    elif kinds != [ChooseTile]:
        ends_well = kinds[-2:] == [FlipTile, EndTurn]
        root.require(ends_well, "must be tile alone, or end with flip_tile and end_turn")
        for entry, kind in zip(root.items()[:-2], kinds, strict=False):
            entry.require(kind not in (Start, ChooseTile, FlipTile, EndTurn), f"can't be {kind.do} here")
        for entry, kind in zip(root.items()[1:], kinds[1:], strict=True):
            entry.require(kind not in (Seat, SwapTo), f"{kind.do} can only come first")
    first = todo[0]
    if isinstance(first, SwapTo):
        root[0]["slot"].require(color_at(state.row, first.arg) >= 0, "must have a token")
    pending = first.decision(state) if isinstance(first, Choice) else None
    root[0].require(pending is not None, "must call for a decision that has a legal action")


def _check_seating(root: Entry, state: YawningPortalState, todo: list[Item]) -> None:
    """Each hero being seated will collect once, after his effect if that is still to come."""
    collecting = [item.arg for item in todo if isinstance(item, Collect)]
    seated = [space for space in range(state.tables.spaces) if state.seating >> space & 1]
    root.require(sorted(collecting) == seated, "must have collect once for each hero being seated")
    for entry, item, following in zip(root.items(), todo, todo[1:], strict=False):
        if isinstance(item, Effect):
            follows = isinstance(following, Collect) and following.arg == item.arg
            entry.require(follows, "must come right before the collect of its space")
