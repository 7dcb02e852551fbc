"""The printed components: reading a component file (rules page section 2)."""

from __future__ import annotations

from dataclasses import dataclass

from arena.games.entries import SOURCES, Entry

RAGE = "rage"
MOST_SEATS = 6
NUMBERS = range(1, 8)


@dataclass(frozen=True)
class Components:
    """A checked component file: colors in standard order."""

    colors: tuple[str, ...]
    regions: tuple[str, ...]
    quests: tuple[tuple[int, ...], ...]


def read_components(root: Entry) -> Components:
    """Check a component file (rules page section 2)."""
    root.has_only("game", "format", "color", "cards", "tokens")
    root["game"].exactly("dragon-whisperer")
    root["format"].exactly(1)
    root["cards"].has_only("numbers", "rage", "source")
    root["cards"]["numbers"].exactly(list(NUMBERS))
    root["cards"]["rage"].exactly(4)
    root["cards"]["source"].one_of(SOURCES)
    _check_tokens(root["tokens"])
    colors: list[str] = []
    regions, quests = [], []
    for color in root["color"].items(7):
        color.has_only("id", "region", "quests", "source")
        colors.append(_color_id(color["id"], colors))
        regions.append(color["region"].text())
        quests.append(tuple(sorted(value.integer(1, 9) for value in color["quests"].items(7))))
        color["source"].one_of(SOURCES)
    return Components(tuple(colors), tuple(regions), tuple(quests))


def _color_id(entry: Entry, taken: list[str]) -> str:
    name = entry.text()
    entry.require(
        len(name) <= 16 and name.isascii() and name.isalpha() and name.islower(),
        "must be 1 to 16 letters a-z",
    )
    entry.require(name != RAGE, f"must not be {RAGE!r}")
    entry.require(name not in taken, f"{name!r} is there twice")
    return name


def _check_tokens(tokens: Entry) -> None:
    counts = {
        "monster": {"ones": 28, "fives": 6},
        "treasure": {"ones": 28, "fives": 6},
        "dragon": {"count": 1},
        "first_player": {"count": 1},
    }
    tokens.has_only(*counts)
    for name, expected in counts.items():
        tokens[name].has_only(*expected, "source")
        for key, value in expected.items():
            tokens[name][key].exactly(value)
        tokens[name]["source"].one_of(SOURCES)
