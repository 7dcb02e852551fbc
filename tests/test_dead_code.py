"""What nothing in the product uses is deleted."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

from vulture import Vulture

ROOT = Path(__file__).parents[1]
PRODUCT = ("arena", "bots", "protocol")

USED = {
    "_copy_core_to": "by the clone that arena/games/core/fields.py writes",
    "_written_components": "by the to_data that it writes",
    "_written_options": "by the to_data that it writes",
    "_repr_svg_": "by notebooks",
    "convert": "by click",
    "format_commands": "by click",
    "get_command": "by click",
    "list_commands": "by click",
    "from_end": "by arena/report/pages/macros.html.jinja",
    "uuid": "by pygal, in names of what it draws",
    "parse_arena": "by bots that take the protocol for a library",
    "playout": "by searchers who keep the state",
    "tie": "by who asks a fit of results how common ties are",
    "tell_again": "by games that tell often, as arena/games/README.md says",
    "BEYOND_FAULTS": "by the test of BOTS.md",
}
"""What is used where vulture doesn't look."""


@cache
def unused() -> frozenset[str]:
    """The names that no code of the product mentions, less the fields of records and the members of enums."""
    vulture = Vulture()
    vulture.scavenge([str(ROOT / package) for package in PRODUCT])
    found = vulture.get_unused_code(min_confidence=60)
    return frozenset(item.name for item in found if item.first_lineno not in fields(Path(item.filename)))


@cache
def fields(file: Path) -> frozenset[int]:
    """The lines of a file's assignments in class bodies: rows of tables, what is stored, words of enums."""
    return frozenset(
        node.lineno
        for owner in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(owner, ast.ClassDef)
        for node in owner.body
        if isinstance(node, ast.Assign | ast.AnnAssign)
    )


def test_all_that_is_there_is_used() -> None:
    assert unused() <= USED.keys()


def test_what_is_said_to_be_used_elsewhere_is_nowhere_in_the_product() -> None:
    assert USED.keys() <= unused()
