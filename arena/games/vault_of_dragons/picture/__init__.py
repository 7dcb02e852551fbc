"""The table drawn as SVG, from a view or a whole state: what its reader may know, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from arena.games import svg
from arena.games.svg import Page
from arena.games.vault_of_dragons.components import Components
from arena.games.vault_of_dragons.picture import panels, said
from arena.games.vault_of_dragons.picture.city import city_panel
from arena.games.vault_of_dragons.picture.look import style, symbols
from arena.games.vault_of_dragons.picture.table import Table
from arena.games.vault_of_dragons.picture.work import work_panel


def picture(view: Mapping[str, Any], parts: Components, seat: int | None, page: Page) -> str:
    """The table as `seat` sees it; see `Game.picture`."""
    table = Table(view, parts, seat, page)
    turn, work, below = panels.turn_panel(table), work_panel(table), panels.below_panel(table)
    city = city_panel(table)
    seats = [panels.seat_panel(table, owner) for owner in table.seats]
    if page.columns == 1:
        columns = [[turn, work, city, below, *seats]]
    elif page.columns == 2:
        columns = [[turn, work, city], [below, *seats]]
    else:
        columns = [[turn, work, below], [city], seats]
    return svg.document(
        page,
        columns,
        title=f"Vault of Dragons: {'the end' if table.over else said.progress(table)}",
        description=said.description(table),
        style=style(page.pen),
        symbols=symbols(page.pen, parts),
    )
