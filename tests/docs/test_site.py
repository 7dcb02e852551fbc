"""The site: made without a warning, whole, and with links that lead somewhere."""

from __future__ import annotations

import inspect
import re
import shlex
import subprocess
import sys
from html.parser import HTMLParser
from importlib import import_module
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from pages import ROOT, pages
from patience import HANGS_S

pytestmark = pytest.mark.slow

FACES = ("arena.check", "arena.games", "arena.kits", "arena.report", "arena.tournament")
"""The packages whose `__all__` is their public interface."""


class Html(HTMLParser):
    """The anchors of a page, and where it leads."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for key, value in attrs:
            if key == "id" and value:
                self.anchors.add(value)
            elif key in ("href", "src") and value:
                self.links.add(unquote(value))


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> dict[Path, Html]:
    """The site's pages, made as CONTRIBUTING says."""
    folder = tmp_path_factory.mktemp("site")
    [line] = re.findall(
        r"^\.venv/bin/(sphinx-build .*?) site\b", (ROOT / "CONTRIBUTING.md").read_text(), re.MULTILINE
    )
    program, *options = shlex.split(line)
    run = subprocess.run(
        [Path(sys.executable).parent / program, *options, folder],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=HANGS_S,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    return {path.resolve(): Html(path.read_text("utf-8")) for path in folder.rglob("*.html")}


def test_every_page_of_the_repository_is_there(site: dict[Path, Html]) -> None:
    [root] = (path.parent for path in site if path.name == "index.html")
    for page in pages():
        assert root / Path(page.name).with_suffix(".html") in site


def test_all_links_lead_somewhere(site: dict[Path, Html]) -> None:
    for path, page in site.items():
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                assert parts.scheme == "https", (path, link)
                continue
            target = (path.parent / parts.path).resolve() if parts.path else path
            assert target.is_file(), (path, link)
            if parts.fragment and target in site:
                assert parts.fragment in site[target].anchors, (path, link)


def test_the_reference_has_all_that_is_public(site: dict[Path, Html]) -> None:
    anchors = set().union(*(page.anchors for path, page in site.items() if path.parent.name == "reference"))
    for face in FACES:
        module = import_module(face)
        for name in module.__all__:
            thing = getattr(module, name)
            if inspect.isclass(thing) or inspect.isfunction(thing):
                assert f"{face}.{name}" in anchors
