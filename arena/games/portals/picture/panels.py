"""The panels of a picture: whose turn it is, the boards with their Circles, the area, spells, the seats."""

from __future__ import annotations

from collections.abc import Sequence

from arena.games.portals import words
from arena.games.portals.picture import said
from arena.games.portals.picture.look import AREA_SQUARE, KEY_SQUARE, SQUARE
from arena.games.portals.picture.table import TURNS, Table, count
from arena.games.portals.tables.actions import COLORS, SPELLS
from arena.games.portals.tables.cards import KEY_COLORS
from arena.games.portals.tables.grid import SIZE
from arena.games.svg import PANEL, Panel, boxes, circle, cleaned, digits, group, rect, text, width_of

_RIGHT = PANEL - 8
_BOARD = 14 + SIZE * SQUARE
"""Width of a board with the numbers of its rows."""
_MOST_CARDS = 4
_SIGN = (52, 66)


def _stone(table: Table, color: str, x: float, y: float, size: float) -> str:
    return table.pen.use(f"stone-{color}", x, y, size)


def turn_panel(table: Table) -> Panel:
    """Where the game is, who is to do what, the stone in hand, and the bag."""
    view, hand = table.view, table.view["hand"]
    first, second = said.detail(table)
    room = 300 if hand else 352
    body = [
        text(10, 19, said.progress(table), look="faint"),
        text(10, 41, said.headline(table, room), "l"),
        text(10, 60, first, room=room),
        text(10, 76, second, room=room),
    ]
    if hand:
        body += [_stone(table, hand, 324, 9, 40), text(_RIGHT, 63, "in hand", anchor="end", look="faint")]
    body.append(text(10, 104, "Bag", "b"))
    for place, (color, number) in enumerate(view["bag"].items()):
        x = 46 + 65 * place
        body += [
            _stone(table, color, x, 88, 24),
            text(x + 28, 104, str(number), "b"),
            text(x, 126, color, look="faint"),
        ]
    return Panel("turn", 134, group("".join(body), look="edge"))


# Cards, signs


def _grid(
    table: Table,
    cells: Sequence[tuple[int, int]],
    stones: Sequence[str | None],
    size: int,
    look: str = "well",
) -> str:
    """Squares of a card or sign in their grid of three by three; free ones have their number."""
    at = [(col * size, row * size) for row, col in cells]
    free = [place for place, stone in zip(at, stones, strict=True) if stone is None]
    numbers = [
        (x + size / 2, y + size / 2 + 4.5, square)
        for square, ((x, y), stone) in enumerate(zip(at, stones, strict=True))
        if stone is None
    ]
    placed = [
        _stone(table, stone, x + 1, y + 1, size - 2)
        for (x, y), stone in zip(at, stones, strict=True)
        if stone is not None
    ]
    edges = boxes([(x + 1, y + 1) for x, y in free], size - 2, size - 2, look)
    return edges + digits(numbers, "faint") + "".join(placed)


def _key(
    table: Table, number: int, stones: Sequence[str | None], x: float, y: float, size: int, look: str = "well"
) -> str:
    """A Key card with its stones, `size` px a square."""
    key = table.parts.keys[number]
    color = KEY_COLORS[key.color]
    width = 3 * size + 6
    full = None not in stones
    frame = "table" if number == table.pending_card() else "edge"
    parts = [
        table.pen.use(f"key-{color}-{size}", 0, 0, look=frame),
        text(5, 13.5, str(number), "b", look=f"on-{color}"),
        group(_grid(table, key.cells, stones, size, look), 3, 21, look="edge"),
    ]
    if full:
        parts.append(text(width - 5, 13.5, "full", anchor="end", look=f"on-{color}"))
    return group("".join(parts), x, y, hover=_key_words(number, color, stones))


def _key_words(number: int, color: str, stones: Sequence[str | None]) -> str:
    if not any(stones):
        return f"Key card {number}, {color}: {len(stones)} squares"
    return f"Key card {number}, {color}: {said.stones(stones)}"


def _sign(table: Table, id: int, x: float, y: float, *, matched: bool) -> str:
    sign = table.parts.signs[id]
    cells = [(row, col) for row, col, _ in sign.stones]
    stones = [COLORS[color] for _, _, color in sign.stones]
    parts = [
        rect(0, 0, *_SIGN, "well", round=5),
        group(_grid(table, cells, stones, 16), 2, 16, look="edge"),
        text(26, 13, str(id), "b", anchor="middle", look="accent" if matched else ""),
    ]
    if matched:
        parts.append(rect(0, 0, *_SIGN, "table", round=5))
    placed = ", ".join([f"{stone} at {row}, {col}" for stone, (row, col) in zip(stones, cells, strict=True)])
    state = (
        "matched, worth 4" if matched else "4 points when it lies on an own board, 2 lost if it never does"
    )
    return group("".join(parts), x, y, hover=f"Sign {id}: {placed}; {state}")


# Boards


def board_panels(table: Table) -> list[Panel]:
    """Two boards a panel, each with its Circle; in a solo game the board and the stones to come."""
    if table.solo:
        body = group(_board(table, 0), 6, 4) + group(_to_come(table), 190, 4)
        return [Panel("boards", 222, body)]
    panels = []
    for first in range(0, len(table.boards), 2):
        pair = range(first, min(first + 2, len(table.boards)))
        body = "".join([group(_board(table, board), 6 + 184 * (board - first), 4) for board in pair])
        panels.append(Panel(f"boards-{first // 2}", 308, body))
    return panels


def _board(table: Table, board: int) -> str:
    """A board and its Circle, `_BOARD` wide."""
    view, page = table.view, table.page
    title = f"Board {board}: {cleaned(table.boards[board].name)}"
    seats = " and ".join(map(page.name, table.near(board))) if not table.solo else ""
    stones = [
        _stone(table, stone, 14 + col * SQUARE + 7, 50 + row * SQUARE + 7, 24)
        for row, line in enumerate(view["boards"][board]["stones"])
        for col, stone in enumerate(line)
        if stone is not None
    ]
    numbers: list[tuple[float, float, int]] = [
        (14 + SQUARE * (place + 0.5), 47, place) for place in range(SIZE)
    ]
    numbers += [(6, 50 + SQUARE * (place + 0.5) + 4, place) for place in range(SIZE)]
    parts = [
        text(14, 15, title, "b", room=_BOARD - 14),
        text(14, 31, seats, room=_BOARD - 14),
        digits(numbers, "faint"),
        table.pen.use(f"board-{board}", 14, 50, look="faint"),
        group("".join(stones), look="edge"),
    ]
    if table.may_choose_on(board):
        parts.append(rect(13, 49, SIZE * SQUARE + 2, SIZE * SQUARE + 2, "table", round=4))
    square = table.pending_square()
    if square is not None and square[0] == board:
        _, row, col = square
        parts.append(
            rect(14 + col * SQUARE + 1, 50 + row * SQUARE + 1, SQUARE - 2, SQUARE - 2, "ring", round=4)
        )
    if view["circles"]:
        parts.append(group(_circle(table, board), 14, 216))
    return "".join(parts)


def _circle(table: Table, number: int) -> str:
    """A Circle: its stones, and the markers that its seats have left there."""
    view = table.view
    found = [color for color, held in view["circles"][number].items() for _ in range(held)]
    stones = [_stone(table, color, 8 + 24 * place, 20, 24) for place, color in enumerate(found)]
    parts = [
        text(0, 11, f"Circle {number}", look="faint"),
        rect(0, 16, SIZE * SQUARE, 32, "next" if table.may_take_from(number) else "well", round=16),
        group("".join(stones), look="edge"),
    ]
    if not found:
        parts.append(text(SIZE * SQUARE / 2, 36, "empty", anchor="middle", look="faint"))
    for line, seat in enumerate(table.near(number)):
        left = view["players"][seat]["markers"][number]
        y = 63 + 17 * line
        dots = [circle(110 + 18 * place, y - 4, 6, "ink" if place < left else "well") for place in range(3)]
        name = text(0, y, table.page.label(seat), room=98)
        parts.append(group(name + "".join(dots), hover=f"{table.page.name(seat)} has markers left: {left}"))
    return "".join(parts)


def _to_come(table: Table) -> str:
    """The Clairvoyance board: the stones still to come, in reading order."""
    left = table.view["clairvoyance"]
    taken = TURNS - len(left)
    places = [(14 + SQUARE * (place % SIZE), 50 + SQUARE * (place // SIZE)) for place in range(TURNS)]
    stones = [
        _stone(table, color, x + 4, y + 4, 24) for color, (x, y) in zip(left, places[taken:], strict=True)
    ]
    parts = [
        text(14, 15, "Stones to come", "b"),
        text(14, 31, f"{len(left)} left, framed the next"),
        boxes([(x + 1, y + 1) for x, y in places], SQUARE - 2, SQUARE - 2, "well"),
        group("".join(stones), look="edge"),
    ]
    if left:
        x, y = places[taken]
        parts.append(rect(x + 1, y + 1, SQUARE - 2, SQUARE - 2, "table", round=4))
    return "".join(parts)


# Area, spells, seats


def area_panel(table: Table) -> Panel:
    """The cards that may be taken, with deck and discard pile of each color."""
    view = table.view
    body = [text(10, 19, "Area", "m")]
    for place, color in enumerate(KEY_COLORS):
        x = 8 + 121 * place
        for number, card in enumerate(view["area"][color]):
            squares = [None] * len(table.parts.keys[card].cells)
            body.append(_key(table, card, squares, x + 59 * number, 28, AREA_SQUARE))
        deck, gone = view["decks"][color], view["discards"][color]
        hover = f"Discarded, newest last: {', '.join(map(str, gone)) or 'none'}"
        if not isinstance(deck, int):
            hover = f"Next: {', '.join(map(str, deck)) or 'none'}. {hover}"
        piles = text(x, 119, color, "b") + text(x, 135, f"deck {count(deck)}, out {len(gone)}")
        body.append(group(piles, hover=hover))
    return Panel("area", 144, "".join(body), "turn" if table.step == "take_card" else "panel")


def spell_panel(table: Table) -> Panel:
    """The Spellboard: each spell with the stones that paid for it."""
    body = [text(10, 19, "Spellboard", "m")]
    for place, (name, section) in enumerate(zip(SPELLS, table.view["spellboard"], strict=True)):
        x = 8 + 90 * place
        parts = [rect(0, 0, 86, 50, "well", round=5), text(43, 16, name, "b", anchor="middle")]
        if section["color"] is None:
            parts.append(text(43, 38, "free", anchor="middle", look="faint"))
        else:
            parts += [_stone(table, section["color"], 20, 22, 24), text(50, 38, f"x {section['count']}")]
        body.append(
            group("".join(parts), x, 28, look="edge", hover=f"The spell {name} {words.SPELLS[name]}.")
        )
    return Panel("spells", 86, "".join(body))


def seat_panel(table: Table, seat: int) -> Panel:
    """A player: name, points, Key cards, signs."""
    view = table.view
    player = view["players"][seat]
    turn = table.active == seat
    look = "next" if turn and table.step in ("place_stone", "recall") else "well"
    body = [_heading(table, seat)]
    cards = [
        _key(table, held["card"], held["stones"], 8 + 90 * i, 30, KEY_SQUARE, look)
        for i, held in enumerate(player["cards"])
    ]
    body += cards
    body.append(boxes([(8 + 90 * i, 30) for i in range(len(cards), _MOST_CARDS)], 84, 102, "slot"))
    height = 140
    if view["options"]["secret_signs"]:
        body.append(group(_signs(table, seat), 8, 138))
        height = 212
    return Panel(f"seat-{seat}", height, "".join(body), "turn" if turn else "panel")


def _heading(table: Table, seat: int) -> str:
    view = table.view
    if table.over:
        tag = "" if table.solo else f"rank {table.ranks[seat]}"
    else:
        roles = {"to decide": table.active == seat, "first": view["first"] == seat and not table.solo}
        tag = ", ".join([role for role, has in roles.items() if has])
    score = str(view["players"][seat]["vp"])
    plate, end = table.page.plate(seat, 10, 19, 304 - 10 - width_of(score, "l") - width_of(tag))
    return "".join(
        [
            plate,
            text(end + 8, 19, tag, look="accent" if table.active == seat else "faint"),
            text(322, 20, score, "l", anchor="end"),
            text(_RIGHT, 19, "points", anchor="end", look="faint"),
        ]
    )


def _signs(table: Table, seat: int) -> str:
    """A seat's signs, as far as they may be seen: unmatched, matched, and how many were returned."""
    player = table.view["players"][seat]
    signs, matched, returned = player["signs"], player["matched"], player["returned"]
    parts = []
    if isinstance(signs, int):
        backs = boxes([(56 * place, 0) for place in range(signs)], *_SIGN, "back")
        parts.append(group(backs, hover=f"Hidden signs: {signs}"))
    else:
        parts += [_sign(table, id, 56 * place, 0, matched=False) for place, id in enumerate(signs)]
    parts += [_sign(table, id, 56 * place, 0, matched=True) for place, id in enumerate(matched, count(signs))]
    lines = [f"{count(signs)} unmatched", f"{len(matched)} matched"]
    if not table.solo:
        lines.append(f"{count(returned)} returned")
    summary = [text(358, 20 + 18 * row, line, anchor="end") for row, line in enumerate(lines)]
    shown = "" if isinstance(returned, int) or not returned else f"Returned: {', '.join(map(str, returned))}"
    return "".join(parts) + group("".join(summary), hover=shown)
