"""What is printed: reading a component file."""

from __future__ import annotations

from dataclasses import dataclass, field

from arena.games import Action, Data
from arena.games.entries import Entry

CARDS = 12


@dataclass(frozen=True)
class Components:
    """A checked component file."""

    numbers: tuple[int, ...]
    """Rising, all different."""
    play: dict[int, Action] = field(init=False)
    """By card: the action that plays it. An action is made once, and then compares by identity."""

    def contents(self) -> Data:
        """The component file."""
        return {"game": "twelve-cards", "format": 1, "cards": {"numbers": list(self.numbers)}}

    def __post_init__(self) -> None:
        play = {number: Action("play", number, card=number) for number in self.numbers}
        object.__setattr__(self, "play", play)


def read_components(root: Entry) -> Components:
    """Check a component file; each refusal names the entry and what would be right."""
    root.has_only("game", "format", "cards")
    root["game"].exactly("twelve-cards")
    root["format"].exactly(1)
    root["cards"].has_only("numbers")
    entry = root["cards"]["numbers"]
    numbers = [number.integer(1, 99) for number in entry.items(CARDS)]
    entry.require(numbers == sorted(set(numbers)), "must be rising, each number once")
    return Components(tuple(numbers))
