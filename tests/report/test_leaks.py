"""What is made for one seat's eyes holds nothing that this seat can't know: pictures, sentences, whole pages.

Sought is everything at once: wherever the seat is, the hidden part of the state is drawn anew, and all that
is shown must be the same as before. What `explain` says follows from the component file alone, as it is given
nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import product
from random import Random
from typing import Any

import pytest
from films import film, frame, match

from arena import games
from arena.games import Event, State, visible
from arena.match.narration import SPECTATOR, Eye
from arena.match.record import MatchRecord, Step
from arena.match.replay import retrace, starting_state
from arena.report.viewer import WIDTHS, viewer

pytestmark = pytest.mark.slow

OPTIONS: dict[str, list[dict[str, Any]]] = {
    "dragon-whisperer": [{"secret_quests": True}, {}, {"secret_quests": True, "short_deck": True}],
    "portals": [{"secret_signs": True}, {"secret_signs": True, "magic_spells": True}, {}],
    "vault-of-dragons": [
        {"max_rounds": 5},
        {"max_rounds": 5, "rumors_spread": True, "rumor_bidding": True, "action_packed": True},
        {"max_rounds": 5, "factions": "random", "flip_empty_locations": True, "increase_profits": True},
    ],
    "yawning-portal": [{}, {"red_front_play": False}],
}


def tables(game_id: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """Numbers of players and options, without end; those first in which most is hidden."""
    game = games.get(game_id)
    while True:
        for options, players in product(OPTIONS.get(game_id, [{}]), sorted(game.seats, reverse=True)):
            if players > 1 and not (options.get("short_deck") and players > 4):
                yield players, options


@pytest.mark.parametrize("game_id", [game.id for game in games.all()])
def test_a_page_for_one_seat_is_the_same_in_every_world_that_the_seat_may_be_in(
    game_id: str, amount: Callable[[int, int], int]
) -> None:
    for seed, (players, options) in zip(range(amount(1, 50)), tables(game_id), strict=False):
        record = match(game_id, players, seed, **options)
        check_page(record, seed % players, Random(seed))
        if seed % 5 == 0:
            check_page(record, SPECTATOR, Random(seed))


def check_page(record: MatchRecord, eye: Eye, rng: Random) -> None:
    """All that a page made for the eye holds."""
    page = viewer(record, [eye])
    found, game = film(page), games.get(record.game)
    assert [key for key, _ in found["eyes"]] == [str(eye)]
    assert viewer(with_other_secrets(record, eye), [eye]) == page
    seat = eye if isinstance(eye, int) else None
    differed = False
    seen: set[str] = set()
    hidden: set[str] = set()
    for step in retrace(record, starting_state(record)):
        at = step.number + 1
        for other in worlds(step.state, seat, rng):
            differed |= other.to_data() != step.state.to_data()
            view = other.view(seat)
            for number, width in enumerate(WIDTHS):
                picture = game.picture(view, seat, names=found["names"], width=width, prefix="p")
                assert frame(found, number, 0, at) == picture, (at, width)
            assert found["scores"][at] == other.scores()
        shown = [found["sentences"][number] for number in found["says"][0][at]]
        told = [game.tell(event, found["names"]) for event in visible(step.events, seat)]
        assert shown[1:] == told
        assert said_of_a_choice(shown[0], step, seat)
        seen.update(told)
        hidden.update(game.tell(event, found["names"]) for event in unseen(step.events, seat))
    assert differed, "something was hidden, or nothing has been tried"
    assert not (hidden - seen) & set(found["sentences"])


def with_other_secrets(record: MatchRecord, eye: Eye) -> MatchRecord:
    """The same match, in which the other seats have noted something else."""
    noted = [one if one.seat == eye else one._replace(note={"else": one.seat}) for one in record.decisions]
    return replace(record, decisions=tuple(noted))


def worlds(state: State, seat: int | None, rng: Random) -> Iterator[State]:
    """States that look alike to the seat; an onlooker without one sees less than any seat."""
    for one in range(state.players) if seat is None else [seat]:
        yield state.determinize(one, rng)


def unseen(events: list[Event], seat: int | None) -> list[Event]:
    return [event for event in events if "seats" in event and seat not in event["seats"]]


def said_of_a_choice(said: str, step: Step, seat: int | None) -> bool:
    """Whether no more is said of a choice of others than what it was about."""
    kind = step.decision.kind.replace("_", " ")
    return step.decision.seat == seat or said.endswith(f"(seat {step.decision.seat}) decides: {kind}")
