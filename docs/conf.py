"""How Sphinx makes the site: of the Markdown files, where they lie, and of docstrings.

CONTRIBUTING.md has the command. Warnings are errors there: a page that PAGES lacks, a link that leads
nowhere, a docstring that can't be read.
"""

from __future__ import annotations

import re
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.ext.napoleon.docstring import GoogleDocstring
from sphinx.util.nodes import make_refnode

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

PAGES = {
    "Bots": [
        "protocol/BOTS",
        "protocol/SPEC",
        "protocol/ENGINE",
        "protocol/vectors/README",
        "bots/README",
        "examples/README",
    ],
    "Games": [
        "arena/games/dragon_whisperer/RULES",
        "arena/games/portals/RULES",
        "arena/games/vault_of_dragons/RULES",
        "arena/games/yawning_portal/RULES",
        "examples/a_new_game/README",
        "examples/a_new_game/twelve_cards/RULES",
    ],
    "Tournaments": ["arena/tournament/SCHEDULES", "arena/tournament/CLUSTER", "GLOSSARY"],
    "Project": ["CHANGELOG", "CONTRIBUTING", "arena/games/README"],
    "Reference": [
        "docs/commands",
        "docs/reference/games",
        "docs/reference/bots",
        "docs/reference/matches",
        "docs/reference/tournaments",
        "docs/reference/results",
        "docs/reference/tools",
    ],
}
"""What the side bar lists under which heading; README comes before all."""

project = "bot-arena"
author = "the authors of bot-arena"
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx_click"]
root_doc = "README"
include_patterns = [
    "*.md",
    *(f"{folder}/**.md" for folder in ("arena", "bots", "docs", "examples", "protocol")),
]
exclude_patterns = ["arena/kits"]  # whose README is a template

myst_heading_anchors = 4  # links within pages have the names that forges give to headings
default_role = "py:obj"  # a docstring's `name` is a link where the reference has that name, else just code
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"

man_pages: list[tuple[str, str, str, list[str], int]] = [
    ("docs/commands", "arena", "tournaments of board games between bots", [], 1)
]

html_theme = "alabaster"
html_theme_options = {
    "page_width": "1200px",
    "sidebar_width": "260px",
    "show_powered_by": False,
    "font_size": "16px",
}
html_extra_path = ["index.html"]
html_copy_source = False


def import_faces(app: Sphinx) -> None:
    """Have packages whose names are imported when they are asked for have all of them."""
    for page in (ROOT / "docs/reference").glob("*.md"):
        for name in re.findall(r"automodule:: (\S+)", page.read_text("utf-8")):
            module = import_module(name)
            for public in getattr(module, "__all__", ()):
                getattr(module, public)


def escape(app: Sphinx, context: object, lines: list[str]) -> None:
    """Have stars and addresses in help texts be text."""
    lines[:] = [line.replace("*", r"\*").replace("://", r"\://") for line in lines]


def adapt(app: Sphinx, page: str, source: list[str]) -> None:
    """Have links to folders lead to their READMEs, as on a forge; put the contents below the first page."""
    source[0] = re.sub(r"(\]\([^():]+/)\)", r"\1README.md)", source[0])
    if page == root_doc:
        for caption, names in PAGES.items():
            listed = "\n".join(f"/{name}" for name in names)
            source[0] += f"\n```{{toctree}}\n:hidden:\n:caption: {caption}\n\n{listed}\n```\n"


def sections(app: Sphinx, what: Any, name: str, of: object, options: object, lines: list[str]) -> None:
    """Read a docstring's `Raises:` and take indented lines for code.

    An attribute's docstring has no sections, and may have colons.
    """
    if what not in ("attribute", "data"):
        text = re.sub(r"(?m)^(\S.*[^:\n])\n\n(?= {4})", r"\1\n\n::\n\n", "\n".join(lines))
        lines[:] = GoogleDocstring(text, what=what).lines()


def resolve(
    app: Sphinx, env: BuildEnvironment, node: pending_xref, text: nodes.TextElement
) -> nodes.Node | None:
    """A link from a class's name to the only one so called in the reference, wherever it is defined."""
    name = str(node["reftarget"]).rpartition(".")[2]
    objects = env.domains.python_domain.objects
    found = [full for full in objects if full.rpartition(".")[2] == name] if name[:1].isupper() else []
    if node.get("refdomain") != "py" or len(found) != 1:
        return None
    return make_refnode(app.builder, str(node["refdoc"]), objects[found[0]].docname, found[0], text)


def setup(app: Sphinx) -> None:
    """Have Sphinx call the functions above."""
    app.connect("builder-inited", import_faces)
    app.connect("source-read", adapt)
    app.connect("autodoc-process-docstring", sections)
    app.connect("missing-reference", resolve)
    for part in ("description", "options"):
        app.connect(f"sphinx-click-process-{part}", escape)
