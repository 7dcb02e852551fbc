"""The panel of the city: the Yawning Portal, the Locations, and who stands where."""

from __future__ import annotations

from arena.games.svg import PANEL, Panel, group, rect, text, width_of
from arena.games.vault_of_dragons.picture import said
from arena.games.vault_of_dragons.picture.look import (
    CELL,
    FACE_HEIGHT,
    drawn,
    party_tokens,
    tokens_width,
)
from arena.games.vault_of_dragons.picture.table import Table
from arena.games.vault_of_dragons.tables.city import COLUMNS

_LEFT = (PANEL - COLUMNS * CELL - 4) / 2
_ROW = 18
"""Height of a line of Followers."""
_MARK = 17
_STATUS = 19
Group = tuple[int, list[int]]


def city_panel(table: Table) -> Panel:
    """The tavern above, and the grid of Locations."""
    rows = min(len(table.seats), 3)
    pitch = FACE_HEIGHT + _STATUS + _ROW * rows + 8
    top = 30 + _ROW * (1 if len(table.seats) < 4 else 2)
    body = [_portal(table, top)]
    for place in range(table.portal):
        row, column = divmod(place, COLUMNS)
        x, y = _LEFT + column * (CELL + 2), top + 8 + row * pitch
        body.append(group(_location(table, place, rows, pitch - 4), x, y, hover=_hover(table, place)))
    height = top + 8 + table.portal // COLUMNS * pitch
    return Panel("city", height, "".join(body))


def _hover(table: Table, place: int) -> str:
    return f"{said.place_words(table, place)} {table.explained(table.face(place).id)}"


def _portal(table: Table, height: float) -> str:
    width = PANEL - 2 * _LEFT
    look = "table" if table.portal in table.focus else "slot"
    parts = [
        rect(0, 0, width, height - 4, "well", round=5),
        text(6, 16, f"{table.portal} The Yawning Portal", "b"),
        text(width - 6, 16, "next to 0, 1 and 2", anchor="end", look="faint"),
        rect(0, 0, width, height - 4, look, round=5),
    ]
    for number, here in enumerate(table.groups(table.portal)):
        parts.append(_followers(table, here, 6 + number % 3 * 120, 34 + number // 3 * _ROW, 118))
    return group("".join(parts), _LEFT, 6, hover=said.place_words(table, table.portal))


def _location(table: Table, place: int, rows: int, height: float) -> str:
    tile = table.view["board"][place]
    face = table.face(place)
    parts = [
        rect(0, 0, CELL, height, "well", round=5),
        table.pen.use(f"face-{face.tile}-{face.side}", 0, 0, look="ink past" if tile["used"] else "ink"),
        _status(table, place),
    ]
    parts += _present(table, place, rows)
    owner = table.owner(place)
    if owner is not None:
        parts.append(rect(1.5, 1.5, CELL - 3, height - 3, f"seat-{owner}", round=4))
    elif table.contested(place):
        parts.append(rect(1, 1, CELL - 2, height - 2, "clash", round=4))
    if place in table.focus:
        parts.append(rect(-1, -1, CELL + 2, height + 2, "ring", round=6))
    return "".join(parts)


def _status(table: Table, place: int) -> str:
    """The place's number, a City Watch, gold that lies there, and whether it was used."""
    tile, y = table.view["board"][place], FACE_HEIGHT + 13
    parts = [text(5, y + 1, str(place), "m")]
    if tile["watch"]:
        parts.append(table.pen.use("watch" if tile["watch"] == "active" else "rests", 30, y - 13, 17))
    if tile["gold"]:
        parts.append(drawn(table.pen, [(f"+{tile['gold']}", "gold")], 52, y, 40))
    if tile["used"]:
        parts.append(text(CELL - 5, y, "used", anchor="end", look="faint"))
    return "".join(parts)


def _present(table: Table, place: int, rows: int) -> list[str]:
    """Who is there, in so many lines; by number alone where the classes take too much room."""
    groups = table.groups(place)
    room = CELL - 8
    for detailed in (True, False):
        lines: list[list[tuple[Group, float]]] = [[]]
        x = 0.0
        for here in groups:
            width = _width(here, detailed)
            if lines[-1] and x + width > room:
                lines.append([])
                x = 0
            lines[-1].append((here, x))
            x += width + 6
        if len(lines) <= rows:
            break
    return [
        _followers(table, here, 4 + x, FACE_HEIGHT + _STATUS + 14 + row * _ROW, room - x, detailed=detailed)
        for row, line in enumerate(lines)
        for here, x in line
    ]


def _width(here: Group, detailed: bool) -> float:
    _, numbers = here
    words = tokens_width(party_tokens(numbers), "b") if detailed else width_of(str(sum(numbers)), "b")
    return _MARK + 4 + words


def _followers(table: Table, here: Group, x: float, y: float, room: float, *, detailed: bool = True) -> str:
    """A seat's mark and its Followers, along y."""
    seat, numbers = here
    tokens = party_tokens(numbers) if detailed else [(str(sum(numbers)), "")]
    mark = table.pen.use(f"mark-{seat}", x, y - 13, _MARK)
    return mark + group(drawn(table.pen, tokens, x + _MARK + 4, y, room - _MARK - 4, style="b"), look="ink")
