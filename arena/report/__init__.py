"""What people see of results: rows of plain data, and tables and a page made of them.

    from arena import report
    from arena.tournament import Store

    with Store(Path("club.db")) as store:
        rows = report.leaderboard_rows(store, report.Selection(game="portals"))
    print(report.render(rows, "markdown", {"bot": "bot", "rating": "rating"}))

A row is a map of JSON's types. What is a command of the arena is a function here: `arena crosstable` prints
`crosstable_rows`.
"""

from typing import TYPE_CHECKING

from arena.lazy import names_of

if TYPE_CHECKING:
    from arena.report.comparisons import comparison, comparison_row
    from arena.report.content import Content, content_of
    from arena.report.crosstables import crosstable_rows
    from arena.report.encounters import HeadToHead, head_to_head
    from arena.report.faults import fault_rows
    from arena.report.leaderboards import leaderboard_rows
    from arena.report.matches import match_rows, seat_rows
    from arena.report.numbers import score_rows, time_rows
    from arena.report.selection import Selection
    from arena.report.standings import standings_rows, winners
    from arena.report.status import status_row
    from arena.report.strengths import joint_verdict
    from arena.report.tables import FORMATS, Part, render, render_parts
else:
    __getattr__ = names_of(
        __name__,
        {
            "comparisons": ["comparison", "comparison_row"],
            "content": ["Content", "content_of"],
            "crosstables": ["crosstable_rows"],
            "encounters": ["HeadToHead", "head_to_head"],
            "faults": ["fault_rows"],
            "leaderboards": ["leaderboard_rows"],
            "matches": ["match_rows", "seat_rows"],
            "numbers": ["score_rows", "time_rows"],
            "selection": ["Selection"],
            "standings": ["standings_rows", "winners"],
            "status": ["status_row"],
            "strengths": ["joint_verdict"],
            "tables": ["FORMATS", "Part", "render", "render_parts"],
        },
    )

__all__ = [
    "FORMATS",
    "Content",
    "HeadToHead",
    "Part",
    "Selection",
    "comparison",
    "comparison_row",
    "content_of",
    "crosstable_rows",
    "fault_rows",
    "head_to_head",
    "joint_verdict",
    "leaderboard_rows",
    "match_rows",
    "render",
    "render_parts",
    "score_rows",
    "seat_rows",
    "standings_rows",
    "status_row",
    "time_rows",
    "winners",
]
