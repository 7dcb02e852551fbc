"""What pages list is all there is."""

from __future__ import annotations

import re

from pages import ROOT, Page

from arena import games, kits
from arena.tournament.schedules import KINDS
from arena.tournament.settings import FILE_KEYS

README = Page(ROOT / "README.md")


def test_the_readme_has_all_games_with_their_numbers_of_players() -> None:
    rows = dict(re.findall(r"^\| `([\w-]+)` \| (\d+-\d+) \|", README.text, re.MULTILINE))
    own = [game for game in games.all() if game.folder.is_relative_to(ROOT / "arena")]
    assert rows == {game.id: f"{game.seats[0]}-{game.seats[-1]}" for game in own}


def test_the_readme_has_all_languages_of_kits() -> None:
    [listed] = re.findall(r"names the languages[^:]*: (.*?)\.", README.text, re.DOTALL)
    assert set(re.split(r",\s+|\s+and\s+", listed)) == {kit.title for kit in kits.kits()}


def test_the_readme_has_all_keys_of_limits() -> None:
    [limits] = (block.text for block in README.blocks if block.text.startswith("[limits]"))
    assert set(FILE_KEYS) <= set(re.findall(r"\w+", limits))


def test_the_page_on_schedules_has_every_kind() -> None:
    assert KINDS.keys() <= Page(ROOT / "arena/tournament/SCHEDULES.md").anchors
