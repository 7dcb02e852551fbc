"""What the acceptance test of a bot finds, for people."""

from __future__ import annotations

from collections.abc import Iterator

import click

from arena.check import Finding, Status
from arena.check.findings import WORDS
from arena.match.trace import in_hex, in_words

COLORS = {Status.PASS: "green", Status.WARN: "yellow", Status.FAIL: "red", Status.SKIP: "cyan"}
INDENT = " " * 10
LAST_WORDS = 10
"""How many lines of a bot's own log are shown."""


def in_lines(finding: Finding) -> Iterator[str]:
    """A finding for people: its step, and where something is wrong what was said and the mend."""
    label = click.style(f"{finding.status:4}", fg=COLORS[finding.status])
    yield f"{finding.number:3} {label}  {finding.step}" + (f": {finding.detail}" if finding.detail else "")
    if finding.status not in (Status.FAIL, Status.WARN):
        return
    for item in finding.said:
        arrow = "sent    " if item.speaker == "arena" else "received"
        yield f"{INDENT}{arrow} {in_words(item.data, WORDS)}"
        yield f"{INDENT}         {in_hex(item.data)}"
    for line in finding.stderr.splitlines()[-LAST_WORDS:]:
        yield f"{INDENT}stderr   {line}"
    if finding.advice is not None:
        yield f"{INDENT}mend     {finding.advice.mend} (SPEC.md, {finding.advice.spec})"
