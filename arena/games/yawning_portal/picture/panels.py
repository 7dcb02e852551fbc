"""The panels of a picture: the turn, the row with its heroes, hands, supplies, objectives, icons, seats."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from arena.games.sentences import counted, listed
from arena.games.svg import PANEL, Panel, boxes, circle, cleaned, group, rect, text, width_of
from arena.games.yawning_portal import words
from arena.games.yawning_portal.components import COLORS, SLOTS_PER_SPACE, Hero
from arena.games.yawning_portal.picture import said
from arena.games.yawning_portal.picture.look import LABELS, icon_name
from arena.games.yawning_portal.picture.table import Table, count

_RIGHT = PANEL - 8
_LEFT = 7
_MOST_SPACES = 4
"""Spaces in a part of the table that is drawn in one line."""
_ORDER, _BAND, _CLASS, _BONUS = 24, 16, 16, 18
"""Heights of what is on a hero card, from the row on."""
CARD_HEIGHT = _ORDER + _BAND + _CLASS + _BONUS
_ROW = 40
"""Height of the row: tokens, and the slots' numbers below them."""
_STRIP = 2 * CARD_HEIGHT + _ROW
_CARD_WIDTH = 88
"""Of a card that isn't on the table."""
_LARGE, _LISTED = 8, 18
"""So many cards of a hand are drawn large, so many listed."""
_COLUMNS = tuple([8 + 90 * place for place in range(len(COLORS))])
"""Where in a panel the things of each color stand."""


def turn_panel(table: Table) -> Panel:
    """Where the game is, who is to do what, and the hero that is to be seated."""
    coming = [item["card"] for item in table.todo if item["do"] == "seat"][:1]
    room = 266 if coming else 354
    body = [
        text(10, 19, f"{said.progress(table)}. {said.ends(table)}", room=room, look="faint"),
        text(10, 41, said.headline(table, room), "l"),
        text(10, 60, said.detail(table), room=room),
        text(10, 76, said.later(table), room=room),
    ]
    body += [_loose_card(table, card, _RIGHT - _CARD_WIDTH, 9) for card in coming]
    return Panel("turn", CARD_HEIGHT + 18, "".join(body))


# Heroes


def _loose_card(table: Table, card: str, x: float, y: float) -> str:
    """A card that isn't on the table, its order up."""
    hero = table.heroes[card]
    order = [None if color is None else COLORS[color] for color in hero.order]
    face = _face(table, hero, _CARD_WIDTH, order, far=False)
    return group(face, x, y, hover=said.hero_words(hero), look="edge")


def _face(
    table: Table,
    hero: Hero,
    width: float,
    order: Sequence[str | None],
    *,
    far: bool,
    number: str = "",
    potion: bool = False,
) -> str:
    """A hero's card, its order towards the row: down on the far side. `number` is the space's."""
    pen, color = table.pen, COLORS[hero.color]
    pitch = width / SLOTS_PER_SPACE
    band, line, icons = _tops(far)
    chip = min(pitch - 2, _ORDER - 4)
    top = CARD_HEIGHT - _ORDER + 3 if far else 1
    parts = [
        rect(0, 0, width, CARD_HEIGHT, "well", round=4),
        rect(0.5, band, width - 1, _BAND, color),
        text(
            width / 2, band + 12.5, cleaned(hero.id), "b", anchor="middle", room=width - 6, look=f"on-{color}"
        ),
        text(4, line + 12.5, number, "b"),
    ]
    after = width_of(number, "b") + 8 if number else 4
    parts.append(text(after, line + 12.5, cleaned(hero.hero_class), room=width - after - 2))
    parts += [
        pen.use(f"chip-{symbol}", place * pitch + (pitch - chip) / 2, top, chip)
        for place, symbol in enumerate(order)
        if symbol
    ]
    parts.append(_icon(table, hero.effect, 4, icons + 2, 13))
    if potion:
        parts.append(_icon(table, "take_potion", 19, icons + 2, 13, "accent"))
    left = 35 if potion else 22
    step = min(17, (width - left - 2) / len(hero.bonus))
    size = min(14, step - 0.5)
    parts += [
        _icon(table, icon, width - 2 - step * (len(hero.bonus) - place), icons + 9 - size / 2, size)
        for place, icon in enumerate(hero.bonus)
    ]
    return "".join(parts)


def _tops(far: bool) -> tuple[int, int, int]:
    """Where on a card its band, its class and its icons begin."""
    if far:
        return _BONUS + _CLASS, _BONUS, 0
    return _ORDER, _ORDER + _BAND, _ORDER + _BAND + _CLASS


def _icon(table: Table, icon: str, x: float, y: float, size: float, look: str = "") -> str:
    name = icon_name(icon)
    return table.pen.use(name, x, y, size, look or ("edge" if name.startswith("gem-") else "ink"))


def _back(table: Table, hero: Hero, width: float, number: str, *, far: bool) -> str:
    """A hero that was turned face down: the symbol of his back counts."""
    color = COLORS[hero.color]
    look = f"on-{color}"
    band, line, icons = _tops(far)
    top = CARD_HEIGHT - _ORDER if far else 0
    return "".join(
        [
            rect(0, 0, width, CARD_HEIGHT, color, round=4),
            circle(width / 2, top + 12, 11.5, "well"),
            table.pen.use(f"gem-{color}", width / 2 - 8, top + 4, 16, "edge"),
            text(width / 2, band + 12.5, cleaned(hero.id), "b", anchor="middle", room=width - 6, look=look),
            text(4, line + 12.5, number, "b", look=look),
            text(width - 4, line + 12.5, "+1", "b", anchor="end", look=look),
            text(width / 2, icons + 12.5, "face down", anchor="middle", look=look),
        ]
    )


# The row


def row_panel(table: Table) -> Panel:
    """The row with the heroes on both sides, in parts of equal length, one below the other."""
    # Numbers of three digits need more room.
    parts = ceil(table.side / (_MOST_SPACES if len(table.row) <= 100 else _MOST_SPACES - 1))
    length = ceil(table.side / parts)
    body = [
        text(10, 19, "The table", "m"),
        text(_RIGHT, 19, "framed: may be chosen", anchor="end", look="accent"),
    ]
    if not table.open_slots() and not table.open_spaces():
        body.pop()
    for part in range(parts):
        spaces = range(part * length, min((part + 1) * length, table.side))
        body.append(group(_strip(table, spaces, 360 / length), _LEFT, 28 + part * (_STRIP + 12), look="edge"))
    return Panel("row", 26 + parts * (_STRIP + 12), "".join(body))


def _strip(table: Table, spaces: range, pitch: float) -> str:
    """Some spaces of the near side, those across the row, and the row between them."""
    slot = pitch / SLOTS_PER_SPACE
    size = min(slot - 1, 24)
    open_slots, open_spaces = table.open_slots(), table.open_spaces()
    parts, framed, matched, wells, tokens, numbers = [], [], [], [], [], []
    for place, near in enumerate(spaces):
        left = place * pitch
        for space, top, bar in (
            (near + table.side, 0, CARD_HEIGHT),
            (near, CARD_HEIGHT + _ROW, CARD_HEIGHT + _ROW - 3),
        ):
            parts.append(
                group(_space(table, space, pitch - 2), left + 1, top, hover=said.space_words(table, space))
            )
            if space in open_spaces:
                framed.append(rect(left + 1, top, pitch - 2, CARD_HEIGHT, "table", round=4))
            matched += [(left + slot * cell + 2, bar) for cell in _matches(table, space)]
        for cell, number in enumerate(table.faces(near)):
            x, middle = left + slot * cell, left + slot * (cell + 0.5)
            token = table.row[number]
            if token is None:
                wells.append((x + 1, CARD_HEIGHT + 3))
            else:
                tokens.append(
                    table.pen.use(f"token-{token}", middle - size / 2, CARD_HEIGHT + 14 - size / 2, size)
                )
            if number in open_slots:
                framed.append(rect(x + 1, CARD_HEIGHT + 24, slot - 2, 15, "table", round=7))
            numbers.append(text(middle, CARD_HEIGHT + 36, str(number), anchor="middle", look="faint"))
    return "".join(
        [
            *parts,
            boxes(wells, slot - 2, 22, "slot"),
            boxes(matched, slot - 4, 3, "accent"),
            *tokens,
            *numbers,
            *framed,
        ]
    )


def _space(table: Table, space: int, width: float) -> str:
    seated = table.spaces[space]
    far = space >= table.side
    if seated is None:
        free = text(width / 2, CARD_HEIGHT / 2 + 4, f"space {space}", anchor="middle", look="faint")
        return rect(0, 0, width, CARD_HEIGHT, "slot", round=4) + free
    hero = table.heroes[seated["card"]]
    if not seated["up"]:
        return _back(table, hero, width, str(space), far=far)
    order = table.order(hero, space)
    face = _face(table, hero, width, order, far=far, number=str(space), potion=seated["potion"])
    return face + (rect(1, 1, width - 2, CARD_HEIGHT - 2, "ring", round=4) if seated["seating"] else "")


def _matches(table: Table, space: int) -> list[int]:
    """The cells, from left to right, where a faceup hero's symbol faces a token of its color."""
    seated = table.spaces[space]
    if seated is None or not seated["up"]:
        return []
    order = table.order(table.heroes[seated["card"]], space)
    return [
        cell
        for cell, (symbol, slot) in enumerate(zip(order, table.faces(space), strict=True))
        if symbol and symbol == table.row[slot]
    ]


# Hands


def hand_panel(table: Table, seat: int, hand: list[str]) -> Panel:
    """A hand, or the line of a solo game: large cards, or a list of them if there are many."""
    title = "The line, front first" if table.solo else f"Hand of {table.page.name(seat)}"
    body = [
        text(10, 19, title, "m", room=280),
        text(_RIGHT, 19, counted(len(hand), "card"), anchor="end", look="faint"),
    ]
    if len(hand) <= _LARGE:
        body += [
            _loose_card(table, card, 7 + 90 * (place % 4), 28 + (CARD_HEIGHT + 6) * (place // 4))
            for place, card in enumerate(hand)
        ]
    else:
        body += [
            _listed_card(table, card, 10 + 182 * (place // 9), 28 + 17.5 * (place % 9))
            for place, card in enumerate(hand[:_LISTED])
        ]
        if len(hand) > _LISTED:
            body[1] = text(_RIGHT, 19, f"{len(hand) - _LISTED} more", anchor="end", look="faint")
    choosing = table.active == seat and table.doing == "play"
    if choosing and table.solo and len(hand) <= _LARGE:
        body.append(rect(7, 28, _CARD_WIDTH, CARD_HEIGHT, "table", round=4))
    return Panel(f"hand-{seat}", 2 * CARD_HEIGHT + 42, "".join(body), "turn" if choosing else "panel")


def _listed_card(table: Table, card: str, x: float, y: float) -> str:
    hero = table.heroes[card]
    color = COLORS[hero.color]
    chips = [
        table.pen.use(f"chip-{COLORS[symbol]}", 16 * place, 0, 15)
        for place, symbol in enumerate(hero.order)
        if symbol is not None
    ]
    gem = table.pen.use(f"gem-{color}", 68, 0, 15, "edge")
    words_of = text(87, 12, cleaned(hero.id), room=88)
    return group("".join(chips) + gem + words_of, x, y, hover=said.hero_words(hero), look="edge")


# Supplies, objectives


def supply_panel(table: Table) -> Panel:
    """By color what a gem is worth and what is left; then what has no color."""
    view = table.view
    supply, decks = view["supply"], view["decks"]
    rows = [("a gem is worth", table.values), ("gems left", supply["gems"]), ("tokens left", supply["food"])]
    if not table.solo:
        rows.append(("deck", {color: count(deck) for color, deck in decks.items()}))
    rows.append(("gems given up", view["spent_gems"]))
    body = [text(10, 21, "Supply", "m")]
    for place, color in enumerate(COLORS):
        x = 150 + 60 * place
        body += [
            table.pen.use(f"gem-{color}", x - 20, 6, 18, "edge"),
            table.pen.use(f"token-{color}", x + 2, 6, 18),
        ]
        body += [
            text(x, 43 + 18 * line, str(counts[color]), "b" if line == 0 else "s", anchor="middle")
            for line, (_, counts) in enumerate(rows)
        ]
    body += [
        text(10, 43 + 18 * line, label, "b" if line == 0 else "s") for line, (label, _) in enumerate(rows)
    ]
    y = 43 + 18 * len(rows)
    others = [f"{counted(supply['diamonds'], 'diamond')}, {counted(supply['potions'], 'potion')}"]
    others.append(f"{counted(len(view['discard']), 'hero', 'heroes')} removed")
    if table.solo:
        top = f", {view['deck_top']} on top" if view["deck_top"] else ""
        body.append(text(10, y + 18, f"{counted(count(decks['all']), 'card')} in the deck{top}"))
    gone = ", ".join(map(cleaned, view["discard"])) or "none"
    hover = f"Removed heroes, newest last: {gone}"
    for name, deck in decks.items():
        if isinstance(deck, list):
            hover += f". Deck {name}: {', '.join(map(cleaned, deck)) or 'empty'}"
    body.append(group(text(10, y, ", ".join(others)), hover=hover))
    return Panel("supply", y + (28 if table.solo else 10), "".join(body))


def objective_panel(table: Table) -> Panel:
    """The objectives: what each asks for, and who has it."""
    known = {objective.id: objective for objective in table.parts.objectives}
    shown = table.view["objectives"]
    body = [text(10, 19, "Objectives, 5 points each", "m")]
    for line, entry in enumerate(shown):
        objective = known[entry["id"]]
        y = 41 + 18 * line
        owned = entry["owner"] is not None
        row = [
            text(10, y, cleaned(objective.name), "b", room=120),
            text(134, y, said.condition(objective), room=128),
            text(
                _RIGHT,
                y,
                said.objective_state(table, entry),
                "b" if owned else "s",
                anchor="end",
                room=100,
                look="accent" if owned else "faint",
            ),
        ]
        body.append(group("".join(row)))
    return Panel("objectives", 33 + 18 * len(shown), "".join(body))


def legend_panel(table: Table) -> Panel:
    """What the icons mean."""
    body = [text(10, 19, "Icons", "m")]
    half = ceil(len(LABELS) / 2)
    for place, (icon, label) in enumerate(LABELS.items()):
        x, y = 10 + 182 * (place // half), 28 + 19 * (place % half)
        body += [_icon(table, icon, x, y, 15), text(x + 22, y + 12, label, room=150)]
    return Panel("icons", 34 + 19 * half, "".join(body))


# Seats


def seat_panel(table: Table, seat: int) -> Panel:
    """A player: name, points, tiles, gems and diamonds, cards by their backs, and what else counts."""
    player = table.view["players"][seat]
    active = table.active == seat
    body = [_heading(table, seat)]
    for x, color in zip(_COLUMNS, COLORS, strict=True):
        body.append(_tile(table, seat, color, x, 28))
        body.append(_gems(table, seat, color, x, 78))
        if not table.solo:
            body.append(_backs(player["hand_colors"][color], color, x, 102))
    y = 114 if table.solo else 135
    body += [
        group(
            _icon(table, "take_potion", 10, y - 12, 15) + text(32, y, str(player["potions"]), "b"),
            hover=f"Potions: {player['potions']}",
        ),
        text(_COLUMNS[1] + 3, y, counted(player["bonuses"], "bonus", "bonuses")),
        text(_COLUMNS[2] + 3, y, f"{player['seated']} seated"),
        text(10, y + 18, said.extras(table, seat), look="accent"),
    ]
    return Panel(f"seat-{seat}", y + 27, "".join(body), "turn" if active else "panel")


def _heading(table: Table, seat: int) -> str:
    if table.over:
        tag = "" if table.solo else f"rank {table.ranks[seat]}"
    else:
        tag = "to decide" if table.active == seat else ""
    score = str(table.scores[seat])
    plate, end = table.page.plate(seat, 10, 19, 304 - 10 - width_of(score, "l") - width_of(tag))
    return "".join(
        [
            plate,
            text(end + 8, 19, tag, look="accent" if table.active == seat else "faint"),
            text(322, 20, score, "l", anchor="end"),
            text(_RIGHT, 19, "points", anchor="end", look="faint"),
        ]
    )


def _tile(table: Table, seat: int, color: str, x: float, y: float) -> str:
    """An action tile's visible side."""
    side = table.view["players"][seat]["tiles"][color]
    icons = table.icons(color, side)
    active = table.active == seat
    look = (
        "ring"
        if active and table.tile_in_use() == color
        else "table"
        if active and table.doing == "tile"
        else ""
    )
    parts = [
        rect(0, 0, 86, 44, "well", round=4),
        rect(0.5, 0.5, 85, 16, color, round=4),
        text(43, 13, f"{color} {side}", "s", anchor="middle", look=f"on-{color}"),
        *[_icon(table, icon, 8 + 26 * place, 20, 20) for place, icon in enumerate(icons)],
    ]
    if look:
        parts.append(rect(0, 0, 86, 44, look, round=4))
    hover = f"The {color} tile, {side}: {listed(map(words.icon, icons), 'then')}"
    return group("".join(parts), x, y, hover=hover, look="edge")


def _gems(table: Table, seat: int, color: str, x: float, y: float) -> str:
    """Gems of a color, and diamonds assigned to it."""
    player = table.view["players"][seat]
    gems, diamonds = player["gems"][color], player["diamonds"][color]
    parts = [table.pen.use(f"gem-{color}", 2, 0, 18, "edge"), text(24, 14, str(gems), "m")]
    if diamonds:
        parts += [table.pen.use("gem-white", 46, 0, 18, "edge"), text(67, 14, str(diamonds), "m")]
    return group("".join(parts), x, y, hover=f"{color} gems: {gems}, and diamonds: {diamonds}")


def _backs(held: int, color: str, x: float, y: float) -> str:
    """Cards in hand, by their backs."""
    shown = min(held, 6)
    backs = boxes([(3 + 8 * place, 0) for place in range(shown)], 11, 15, f"{color} edge")
    number = text(18 + 8 * shown, 12, str(held)) if held else text(3, 12, "no card", look="faint")
    return group(backs + number, x, y, hover=f"{color} cards in hand: {held}")
