"""The panels of a picture: the trick, the hand, the map, the seats, the cards that are gone."""

from __future__ import annotations

from arena.games.dragon_whisperer import words
from arena.games.dragon_whisperer.components import NUMBERS, RAGE
from arena.games.dragon_whisperer.picture import said
from arena.games.dragon_whisperer.picture.look import (
    CARD_HEIGHT,
    CARD_WIDTH,
    HEX,
    HEX_HALF,
    PILE_HEIGHT,
    pile_pitch,
)
from arena.games.dragon_whisperer.picture.table import Table, count, playable_cards
from arena.games.svg import PANEL, Panel, boxes, circle, digits, group, rect, text, width_of

_RIGHT = PANEL - 8
_ROWS = {7: (2, 3, 2), 5: (2, 3)}
"""Regions in each row of the map, by the number of colors in play."""
_EFFECTS = {
    1: ("crown", "Takes the First Player token"),
    2: ("monster", "Earns a Monster"),
    4: ("treasure", "Earns a Treasure"),
}
_SMALL = 34
"""Width of a card in a hand."""


def trick_panel(table: Table) -> Panel:
    """Where the game is, who is to do what and what for, the trump, and the trick from the leader on."""
    view = table.view
    pitch = (PANEL - 8) / len(table.seats)
    body = [
        text(10, 19, f"Round {view['round']}, trick {view['trick_no']}", look="faint"),
        text(10, 41, said.headline(table, 308), "l"),
        text(10, 60, said.stake(table), room=306),
        text(10, 76, said.outlook(table), room=290),
        text(323, 19, f"Trump: {view['trump'] or 'none'}", "b", anchor="end", room=150),
        _card(table, view["trump_card"], 330, 9, 36),
        text(_RIGHT, 76, f"deck {count(view['deck'])}", anchor="end", look="faint"),
    ]
    body += [
        group(_slot(table, place, pitch), 4 + (place + 0.5) * pitch, 86) for place in range(len(table.seats))
    ]
    return Panel("trick", 214, "".join(body))


def _slot(table: Table, place: int, pitch: float) -> str:
    """A place of the trick, around x = 0: whose it is, the card, and what it did."""
    trick = table.trick
    seat = trick.seat(place)
    left = -CARD_WIDTH / 2
    parts = [] if seat is None else [text(0, 11, table.page.label(seat), anchor="middle", room=pitch - 3)]
    mark, look = ("led" if trick.past else "leads") if place == 0 else "", "faint"
    if place < len(trick.cards):
        face = _card(table, trick.cards[place], left, 17, CARD_WIDTH)
        parts.append(group(face, look="past") if trick.past else face)
        if place == trick.best:
            parts.append(rect(left - 2, 15, CARD_WIDTH + 4, CARD_HEIGHT + 4, "ring", round=8))
            mark, look = ("won" if trick.past else "winning"), "accent"
        elif place == trick.rage:
            mark = "leads next" if pitch > 70 else "next"
        effect = trick.effect(place)
        if effect is not None:
            symbol, hover = _EFFECTS[effect]
            parts.append(group(table.pen.use(symbol, -8, 106, 16, "ink"), hover=hover))
    else:
        plays = seat == table.view["turn"] and table.view["phase"] == "play_card"
        parts.append(rect(left, 17, CARD_WIDTH, CARD_HEIGHT, "next" if plays else "well", round=6))
        if plays:
            mark, look = "to play", "accent"
    if mark:
        parts.append(text(0, 103, mark, "b" if look == "accent" else "s", anchor="middle", look=look))
    return "".join(parts)


def _card(table: Table, card: str, x: float, y: float, width: float) -> str:
    """A card's face, `width` px wide."""
    height = width * CARD_HEIGHT / CARD_WIDTH
    if card == RAGE:
        return group(table.pen.use("card-rage", 0, 0, width, "edge", height=height), x, y, hover=words.RAGE)
    color, _, number = card.partition("-")
    look = table.looks[color]
    face = table.pen.use(f"card-{look}", 0, 0, width, "edge", height=height)
    style = "x" if width == CARD_WIDTH else "l"
    face += text(width / 2, height * 0.42, number, style, anchor="middle", look=f"on-{look}")
    effect = words.EFFECTS.get(int(number))
    return group(face, x, y, hover=f"{color} {number}. {effect}." if effect else f"{color} {number}")


def hand_panel(table: Table, seat: int, hand: list[str]) -> Panel:
    """The seat's hand, with marks below what may be played now."""
    view = table.view
    choosing = view["turn"] == seat and view["phase"] == "play_card"
    playable = playable_cards(view, hand) if choosing else []
    body = [text(10, 19, f"Hand of {table.page.name(seat)}", "m", room=218)]
    if choosing:
        body.append(text(_RIGHT, 19, "marked: may be played", anchor="end", look="accent"))
    if not hand:
        body.append(text(10, 50, "no cards", look="faint"))
    body += [_card(table, card, 7 + 36 * place, 29, _SMALL) for place, card in enumerate(hand)]
    marked = [(10 + 36 * place, 80) for place, card in enumerate(hand) if card in playable]
    return Panel("hand", 92, "".join(body) + boxes(marked, 28, 5, "accent"))


def map_panel(table: Table) -> Panel:
    """The regions with their Quests, and the Dragon."""
    dragon = table.view["dragon"]
    rows = _ROWS[len(table.colors)]
    body: list[str] = []
    start = 0
    for row, size in enumerate(rows):
        for place, color in enumerate(table.colors[start : start + size]):
            x = PANEL / 2 + (2 * place - size + 1) * HEX_HALF
            region = group(
                _region(table, color), x, HEX + 6 + row * HEX * 1.5, hover=said.region_words(table, color)
            )
            # The Dragon's region comes last, so that its border lies above the others'.
            body.insert(len(body) if color == dragon else 0, region)
        start += size
    if dragon is None:
        body.append(group(_dragon(table), 30, 30, hover="The Dragon, not placed yet."))
    return Panel("map", 12 + HEX * (2 + 1.5 * (len(rows) - 1)), "".join(body))


def _region(table: Table, color: str) -> str:
    """A region, around (0, 0)."""
    pen, look = table.pen, table.looks[color]
    region = table.view["regions"][color]
    here = table.view["dragon"] == color
    name, x = table.region(color), 22 if here else 0
    if region["top"] is None:
        parts = [
            pen.use("region", 0, 0, look="well here" if here else "well"),
            pen.use(f"suit-{look}", -10, -54, 20, "edge"),
            text(0, -17, name, "b", anchor="middle", look="faint", room=102),
            text(x, 14, "none" if here else "no Quest", anchor="middle", look="faint"),
        ]
    else:
        on, below = f"on-{look}", region["below"]
        parts = [
            pen.use("region", 0, 0, look=f"{look} {'here' if here else 'edge'}"),
            pen.use(f"icon-{look}", -10, -54, 20, on),
            text(0, -17, name, "b", anchor="middle", look=on, room=102),
            pen.use(f"stack-{min(count(below), 4)}", x - 16, -8, look="token edge"),
            text(x, 14, str(region["top"]), "l", anchor="middle", look="mark"),
        ]
        if count(below):
            under = f"+{below}" if isinstance(below, int) else " ".join(map(str, below))
            parts.append(text(0, 46, under, anchor="middle", look=on, room=50))
    if here:
        parts.append(group(_dragon(table), -26, 10))
    return "".join(parts)


def _dragon(table: Table) -> str:
    return circle(0, 0, 19, "token edge") + table.pen.use("dragon", -15, -15, 30, "dragon")


def seat_panel(table: Table, seat: int) -> Panel:
    """A player: name, part in the round, points; hand, Monsters, Treasures, voids; Quests by color."""
    view, pen = table.view, table.pen
    hand = view["hands"][seat]
    turn = view["turn"] == seat
    body = [*_heading(table, seat), *_belongings(table, seat)]
    y = 52.0
    if isinstance(hand, list) and seat != table.seat:
        body += [_card(table, card, 7 + 36 * i, y, _SMALL) for i, card in enumerate(hand)]
        y += 53
    pitch = pile_pitch(len(table.colors))
    piles = [(6 + i * pitch, color, table.values(seat, color)) for i, color in enumerate(table.colors)]
    body.append(boxes([(x, y) for x, _, values in piles if not values], pitch - 4, PILE_HEIGHT, "well"))
    for x, color, values in piles:
        if values:
            look = table.looks[color]
            pile = pen.use(f"pile-{look}", 0, 0, look="edge") + _numbers(values, f"on-{look}")
            body.append(group(pile, x, y, hover=f"{color} Quests: {', '.join(values)}"))
    return Panel(f"seat-{seat}", y + 34, "".join(body), "turn" if turn else "panel")


def _numbers(values: list[str], look: str) -> str:
    """The values of a pile of Quests: three and more in two lines."""
    half = len(values) if len(values) < 3 else (len(values) + 1) // 2
    lines = [line for line in (values[:half], values[half:]) if line]
    first, style = (17.5, "b") if len(lines) == 1 else (12, "s")  # bold, three would not fit
    return "".join(
        [
            text(19, first + 11.5 * row, "\u2009".join(line), style, look=look)
            for row, line in enumerate(lines)
        ]
    )


def _heading(table: Table, seat: int) -> list[str]:
    view = table.view
    turn = view["turn"] == seat
    if table.over:
        tags = [f"rank {table.ranks[seat]}"]
    else:
        roles = {"to decide": turn, "leads": view["leader"] == seat, "dealer": view["dealer"] == seat}
        tags = [role for role, has in roles.items() if has]
    tag, score = ", ".join(tags), table.score(seat)
    body, x = [], 10.0
    if view["first_player"] == seat:
        body.append(group(table.pen.use("crown", x, 5, 17, "accent"), hover="First Player token"))
        x += 22
    room = 304 - x - width_of(score, "l") - width_of(tag)
    plate, end = table.page.plate(seat, x, 19, room)
    body.append(plate)
    if tag:
        body.append(text(end + 8, 19, tag, look="accent" if turn else "faint"))
    body.append(text(322, 20, score, "l", anchor="end"))
    body.append(text(_RIGHT, 19, "points", anchor="end", look="faint"))
    return body


def _belongings(table: Table, seat: int) -> list[str]:
    view, pen = table.view, table.pen
    size = count(view["hands"][seat])
    backs = boxes([(10 + 6 * i, 29) for i in range(size)], 11, 16, "back")
    monsters, treasures = view["monsters"][seat], view["treasures"][seat]
    hoard = pen.use("treasure", 148, 29, 17, "ink") + text(169, 42, str(treasures), "b")
    if table.bonus(seat):
        hoard += text(188, 42, "+5", look="accent")
    body = [
        group(backs + text(20 + 6 * size, 42, str(size)), hover=f"Cards in hand: {size}"),
        group(
            pen.use("monster", 102, 29, 17, "ink") + text(123, 42, str(monsters), "b"),
            hover=f"Monsters, worth 1 each: {monsters}",
        ),
        group(hoard, hover=f"Treasures: {treasures}. Who alone has the most gets 5 points."),
    ]
    voids = view["voids"][seat]
    if voids:
        start = _RIGHT - 18 * len(voids)
        shown = [_suit(table, color, start + 18 * i, 29) for i, color in enumerate(voids)]
        label = text(start - 5, 42, "no", anchor="end", look="faint")
        body.append(group(label + "".join(shown), hover=f"Has shown to hold no {', '.join(voids)}"))
    return body


def _suit(table: Table, color: str, x: float, y: float) -> str:
    return table.pen.use(f"suit-{table.looks[color]}", x, y, 16, "edge")


def gone_panel(table: Table) -> Panel:
    """Which cards of the round can be seen: played before, on the table, or in a hand."""
    view = table.view
    where = {card: "held" for hand in view["hands"] if isinstance(hand, list) for card in hand}
    where |= dict.fromkeys(view["discard"], "gone")
    where |= dict.fromkeys([*[play["card"] for play in view["trick"]], view["trump_card"]], "table")
    body = [text(10, 19, "Cards seen this round", "m")]
    places: dict[str, list[tuple[float, float, int]]] = {"table": [], "held": [], "": []}
    for row, color in enumerate(table.colors):
        y, look = 28 + row * 19, table.looks[color]
        gone: list[tuple[float, float, int]] = []
        for number in NUMBERS:
            found = where.get(f"{color}-{number}", "")
            places.get(found, gone).append((87 + 29 * number, y + 13, number))
        body += [_suit(table, color, 10, y), text(33, y + 13, color, room=64)]
        body += [
            boxes([(x - 13, y) for x, _, _ in gone], 26, 16, f"{look} edge"),
            digits(gone, f"b on-{look}"),
        ]
    body += [
        boxes([(x - 13, y - 13) for x, y, _ in places["table"]], 26, 16, "table"),
        boxes([(x - 10, y + 2) for x, y, _ in places["held"]], 20, 3, "accent"),
        digits(places["table"] + places["held"], "b"),
        digits(places[""], "faint"),
    ]
    bottom = 28 + len(table.colors) * 19
    rages = 3 if view["options"]["short_deck"] else 4
    body += [
        text(10, bottom + 15, f"Dragon Rages played before: {view['discard'].count(RAGE)} of {rages}"),
        text(10, bottom + 32, "Filled: played. Boxed: on the table. Underlined: in hand.", look="faint"),
    ]
    return Panel("gone", bottom + 42, "".join(body))
