"""Which action tiles can be used (rules page section 4.1).

A tile can be used if the state before the turn allows each of its icons, or an earlier icon of the same side
provides what is missing. What an icon needs of the state are *facts*, bits of a mask; what earlier icons
provide depends on the side alone. So a side needs a mask of facts, and can be used if all of them hold.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from arena.games.yawning_portal.components import COLORS, PLACE_ICONS
from arena.games.yawning_portal.rules.heroes import enchantable, playable
from arena.games.yawning_portal.rules.holdings import DIAMONDS, POTIONS, TOTAL
from arena.games.yawning_portal.rules.masks import non_empty
from arena.games.yawning_portal.rules.row import open_slots, removable

if TYPE_CHECKING:
    from arena.games.yawning_portal.state import YawningPortalState

TOKENS = tuple([1 << color for color in range(len(COLORS))])
"""By color: a token can be placed."""
TWO_COLORS, TWO_ALIKE, CARD, SPACE, HERO, TARGET, POTION, POTION_LEFT, DIAMOND_LEFT = (
    1 << bit for bit in range(4, 13)
)
TWO_CARDS, GEM, FIRST_GEM = (1 << bit for bit in range(13, 16))

LACKS = {
    **{token: f"no {color} token can be placed" for token, color in zip(TOKENS, COLORS, strict=True)},
    TWO_COLORS: "the row has no two tokens of different colors",
    TWO_ALIKE: "no color has two tokens in the row",
    CARD: "there is no card to play",
    SPACE: "every space is taken",
    HERO: "no hero is on the table",
    TARGET: "there is no faceup hero without a potion",
    POTION: "you have no potion",
    POTION_LEFT: "no potion is left in the supply",
    DIAMOND_LEFT: "no diamond is left in the supply",
    TWO_CARDS: "the decks hold fewer than two cards",
    GEM: "you have no ordinary gem",
    FIRST_GEM: "you have no ordinary gem, and no play would bring one",
}
"""What is wrong where a fact does not hold."""


def needs(icons: tuple[str, ...]) -> int:
    """The facts that a tile's side needs."""
    facts = 0
    for place, icon in enumerate(icons):
        facts |= _needs_of(icon, icons[:place])
    return facts


def _needs_of(icon: str, earlier: tuple[str, ...]) -> int:
    """The facts that an icon needs, beside what earlier icons provide."""
    if icon in PLACE_ICONS:
        return TOKENS[PLACE_ICONS.index(icon)]
    if icon == "play_card":
        return CARD if "remove_card" in earlier else CARD | SPACE
    if icon == "play_potion":
        return POTION if "play_card" in earlier else POTION | TARGET
    if icon == "exchange":
        return FIRST_GEM if "play_card" in earlier else GEM
    return {
        "swap": TWO_COLORS,
        "remove_card": HERO,
        "remove_token": TWO_ALIKE,
        "draw_two": TWO_CARDS,
        "take_potion": POTION_LEFT,
        "diamond": DIAMOND_LEFT,
    }[icon]


def facts(state: YawningPortalState, needed: int) -> int:
    """The facts that hold for the player, before its turn; FIRST_GEM only if it is among those needed."""
    facts = _facts_of_table(state)
    if state.hands[state.turn]:
        facts |= CARD
    holding = state.holdings[state.turn]
    if holding[POTIONS]:
        facts |= POTION
    if holding[TOTAL] > holding[DIAMONDS]:
        facts |= GEM | FIRST_GEM
    elif needed & FIRST_GEM and _play_brings_gem(state):
        facts |= FIRST_GEM
    return facts


def _facts_of_table(state: YawningPortalState) -> int:
    """The facts that hold for all seats alike: of row, table, decks and supply."""
    facts = non_empty(state.food) if open_slots(state) else 0  # the bits of TOKENS
    if state.row.count(0) < len(COLORS) - 1:
        facts |= TWO_COLORS
    if state.filled.bit_count() > len(COLORS) or removable(state.row):  # of five tokens two are alike
        facts |= TWO_ALIKE
    if state.taken:
        facts |= HERO
        if enchantable(state):
            facts |= TARGET
    if state.taken != state.tables.all_spaces:
        facts |= SPACE
    if state.potions:
        facts |= POTION_LEFT
    if state.diamonds:
        facts |= DIAMOND_LEFT
    if sum(map(len, state.decks)) >= 2:
        facts |= TWO_CARDS
    return facts


def _play_brings_gem(state: YawningPortalState) -> bool:
    """Whether some playable card on some free space would have a match in a color that is left."""
    tables = state.tables
    near = far = 0
    for card in playable(state):
        near |= tables.orders[0][card]
        far |= tables.orders[-1][card]
    # As windows have them: four bits a color.
    paying = sum([15 << 4 * color for color, count in enumerate(state.gems) if count])
    for space, window in enumerate(tables.window):
        if not state.taken >> space & 1:
            wanted = near if tables.near[space] else far
            if state.windows[window] & wanted & paying:
                return True
    return False


def usable(state: YawningPortalState) -> int:
    """The mask of the colors of the player's tiles that can be used."""
    blue, green, red, yellow = state.tables.needs[state.backs[state.turn]]
    lacking = ~facts(state, blue | green | red | yellow)
    # A tile is usable if nothing that it needs is lacking; a bit a tile, in the order of COLORS.
    return (
        (blue & lacking == 0)
        | (green & lacking == 0) << 1
        | (red & lacking == 0) << 2
        | (yellow & lacking == 0) << 3
    )


def why_not(state: YawningPortalState, color: int) -> str:
    """The first thing that keeps the player's tile of a color from being used."""
    needed = state.tables.needs[state.backs[state.turn]][color]
    lacking = needed & ~facts(state, needed)
    return next(words for fact, words in LACKS.items() if lacking & fact)
