"""The Markdown pages of the repository, taken apart for tests."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote

from markdown_it import MarkdownIt
from markdown_it.token import Token

ROOT = Path(__file__).parents[2]
FOLDERS = ("arena", "bots", "docs", "examples", "protocol", "tests")
"""Those that hold the repository's own files; others may be somebody's bots and results."""


class Block(NamedTuple):
    """A block of code: its language, or what it begins with where none is named, and the line of its page."""

    language: str
    text: str
    line: int


class Page:
    """One Markdown file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.name = path.relative_to(ROOT).as_posix()
        self.text = path.read_text("utf-8")

    @cached_property
    def tokens(self) -> list[Token]:
        return MarkdownIt("commonmark").enable("table").parse(self.text)

    def _inline(self, kind: str) -> Iterator[Token]:
        for token in self.tokens:
            yield from (child for child in token.children or () if child.type == kind)

    @cached_property
    def links(self) -> list[str]:
        """Where the page's links and pictures lead."""
        found = [*self._inline("link_open"), *self._inline("image")]
        return [unquote(str(token.attrs.get("href") or token.attrs.get("src"))) for token in found]

    @cached_property
    def anchors(self) -> set[str]:
        """What a link into the page may name: its headings, as forges name them."""
        heads = [
            b.content for a, b in zip(self.tokens, self.tokens[1:], strict=False) if a.type == "heading_open"
        ]
        slugs = [
            re.sub(r"[^\w\- ]", "", re.sub(r"[`*]", "", head).lower()).replace(" ", "-") for head in heads
        ]
        seen: Counter[str] = Counter()
        anchors = set()
        for slug in slugs:
            anchors.add(f"{slug}-{seen[slug]}" if seen[slug] else slug)
            seen[slug] += 1
        return anchors

    @cached_property
    def codes(self) -> list[str]:
        """What stands in backquotes within sentences and tables."""
        return [token.content for token in self._inline("code_inline")]

    @cached_property
    def blocks(self) -> list[Block]:
        """The blocks of code."""
        return [
            Block(
                token.info if token.type == "fence" else "indented", token.content, (token.map or [0])[0] + 1
            )
            for token in self.tokens
            if token.type in ("fence", "code_block")
        ]


def pages() -> list[Page]:
    """All pages but the kits' README, which is a template."""
    found = [*ROOT.glob("*.md"), *(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.md"))]
    return [Page(path) for path in sorted(found) if "kits" not in path.parts]
