"""The table drawn as SVG, from a view or a whole state: what its reader may know, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from arena.games import svg
from arena.games.svg import Page
from arena.games.yawning_portal.components import Components
from arena.games.yawning_portal.picture import panels, said
from arena.games.yawning_portal.picture.look import style, symbols
from arena.games.yawning_portal.picture.table import Table


def picture(view: Mapping[str, Any], parts: Components, page: Page) -> str:
    """The table as it is seen; see `Game.picture`. Hands are drawn of whom the view shows them."""
    table = Table(view, parts, page)
    top = [panels.turn_panel(table), panels.row_panel(table)]
    hands = [
        panels.hand_panel(table, owner, hand) for owner, hand in enumerate(table.hands) if hand is not None
    ]
    supply, objectives = panels.supply_panel(table), panels.objective_panel(table)
    legend = panels.legend_panel(table)
    seats = [panels.seat_panel(table, owner) for owner in table.seats]
    if page.columns == 1:
        columns = [[*top, *hands, *seats, supply, objectives, legend]]
    elif page.columns == 2:
        columns = [[*top, *hands, objectives], [*seats, supply, legend]]
    elif table.solo:
        columns = [[*top, legend], [*hands, supply, objectives], seats]
    else:
        columns = [top, [*hands, supply, objectives, legend], seats]
    return svg.document(
        page,
        columns,
        title=f"The Yawning Portal: {'the end' if table.over else said.progress(table).lower()}",
        description=said.description(table),
        style=style(page.pen),
        symbols=symbols(page.pen),
    )
