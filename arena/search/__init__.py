"""Searching ahead in any game: `tree` says how, `knowledge` what is known of each game.

`bots/search` plays by it, and the engine offers it as a service.
"""

from __future__ import annotations

from arena.search.knowledge import knowledge_of
from arena.search.tree import Branch, Point, Tree

__all__ = ["Branch", "Point", "Tree", "knowledge_of"]
