"""A game's RULES.md, taken apart for tests."""

from __future__ import annotations

import json
import re
from typing import Any

from arena.games import Game


class RulesPage:
    """The RULES.md of one game."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self.text = (game.folder / "RULES.md").read_text()

    def example(self) -> dict[str, Any]:
        """The decide message of the page's example."""
        [block] = re.findall(r"```json\n(.*?)```", self.text, re.DOTALL)
        message: dict[str, Any] = json.loads(block)
        return message

    def section(self, title: str) -> str:
        """What stands under a heading, up to the next one."""
        [text] = re.findall(rf"^##+ {title}\n(.*?)(?=^##|\Z)", self.text, re.DOTALL | re.MULTILINE)
        return str(text)

    def first_column(self, title: str) -> set[str]:
        """The names in backquotes in the first column of a section's tables."""
        return names_in_first_column(self.section(title))


def names_in_first_column(text: str) -> set[str]:
    """The names in backquotes in the first column of a text's tables."""
    cells = re.findall(r"^\| (`[^|]*) \|", text, re.MULTILINE)
    return {name for cell in cells for name in re.findall(r"`(\w+)`", cell)}
