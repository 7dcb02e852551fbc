"""The table drawn as SVG, from a view or a whole state: what its reader may know, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from arena.games import svg
from arena.games.portals.components import Components
from arena.games.portals.picture import panels, said
from arena.games.portals.picture.look import style, symbols
from arena.games.portals.picture.table import Table
from arena.games.svg import Page


def picture(view: Mapping[str, Any], parts: Components, seat: int | None, page: Page) -> str:
    """The table as `seat` sees it; see `Game.picture`."""
    table = Table(view, parts, seat, page)
    turn, area = panels.turn_panel(table), panels.area_panel(table)
    spells = [] if view["spellboard"] is None else [panels.spell_panel(table)]
    boards = panels.board_panels(table)
    seats = [panels.seat_panel(table, owner) for owner in table.seats]
    if page.columns == 1:
        columns = [[turn, area, *boards, *spells, *seats]]
    elif page.columns == 2:
        columns = [[turn, *boards], [area, *spells, *seats]]
    else:
        columns = [[turn, area, *spells], boards, seats]
    return svg.document(
        page,
        columns,
        title=f"Portals: {'the end' if table.over else said.progress(table).lower()}",
        description=said.description(table),
        style=style(page.pen),
        symbols=symbols(page.pen, table.masks),
    )
