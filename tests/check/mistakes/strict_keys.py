"""Refuses keys that it does not know."""

from sound import Map, play


def take_start(
    *, type: str, match: str, game: str, players: int, seat: int, options: Map, clock: Map, bot_seed: int
) -> None:
    """Everything that start holds today."""


def change(message: Map, answer: Map | None) -> Map | None:
    if message["type"] == "start":
        take_start(**message)
    return answer


play(change)
