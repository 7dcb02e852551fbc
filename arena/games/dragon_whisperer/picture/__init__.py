"""The table drawn as SVG, from a view or a whole state: what its reader may know, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from arena.games import svg
from arena.games.dragon_whisperer.components import Components
from arena.games.dragon_whisperer.picture import panels, said
from arena.games.dragon_whisperer.picture.look import style, symbols
from arena.games.dragon_whisperer.picture.table import Table
from arena.games.svg import Page


def picture(view: Mapping[str, Any], parts: Components, seat: int | None, page: Page) -> str:
    """The table as `seat` sees it, whose hand is drawn large; see `Game.picture`."""
    table = Table(view, parts, seat, page)
    trick, land, gone = panels.trick_panel(table), panels.map_panel(table), panels.gone_panel(table)
    hand = [] if seat is None or table.hand is None else [panels.hand_panel(table, seat, table.hand)]
    seats = [panels.seat_panel(table, owner) for owner in table.seats]
    if page.columns == 1:
        columns = [[trick, *hand, land, *seats, gone]]
    elif page.columns == 2:
        columns = [[trick, *hand, land], [*seats, gone]]
    else:
        columns = [[trick, *hand], [land, gone], seats] if hand else [[trick, gone], [land], seats]
    where = "the end" if table.over else f"round {view['round']}, trick {view['trick_no']}"
    return svg.document(
        page,
        columns,
        title=f"Dragon Whisperer: {where}",
        description=said.description(table),
        style=style(page.pen),
        symbols=symbols(page.pen, tuple(table.looks.items())),
    )
