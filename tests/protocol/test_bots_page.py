"""The page for bot authors keeps to what is so."""

from __future__ import annotations

import re
from pathlib import Path

import protocol
from arena.check.advice import BEYOND_FAULTS
from arena.check.manners import TRIALS
from arena.check.mistakes import MISTAKES

PAGE = (Path(protocol.__file__).parent / "BOTS.md").read_text("utf-8")
ROOT = Path(__file__).parents[2]


def test_the_ten_lines_are_those_of_the_example() -> None:
    text = (ROOT / "examples" / "ten_lines" / "ten_lines.py").read_text()
    assert f"```python\n{text}```" in PAGE


def test_every_mistake_of_the_page_is_one_that_the_check_names() -> None:
    rows = [line.split("|") for line in PAGE[PAGE.index("## Common mistakes") :].splitlines()]
    named = {name for row in rows if len(row) == 5 for name in re.findall(r"`([a-z0-9-]+)`", row[2])}
    of_the_check = {mistake.advice.mistake for mistake in MISTAKES}
    of_the_check |= {trial.advice.mistake for trial in TRIALS} | {advice.mistake for advice in BEYOND_FAULTS}
    assert len(named) > 40
    assert named <= of_the_check
