"""Every game has a picture of what may be seen."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from pictures import HOSTILE, Read, played
from toy_game import Toy

from arena import games
from arena.games import BadSeat, Data, State

GAMES = [game.id for game in games.all()]


def views(state: State) -> Iterator[tuple[Data, int | None]]:
    for seat in (*range(state.players), None):
        yield state.view(seat), seat
    yield state.to_data(), None


@pytest.mark.slow
@pytest.mark.parametrize("id", GAMES)
def test_every_game_is_drawn_at_every_size(id: str) -> None:
    game = games.get(id)
    for players in game.seats:
        for state in played(game, players, {}, players, share=0.01):
            for view, seat in views(state):
                for width in (390, 1280):
                    picture = Read(game.picture(view, seat, names=HOSTILE, width=width))
                    assert game.title in picture.title


@pytest.mark.parametrize("id", GAMES)
def test_a_picture_shows_what_its_seat_can_not_tell_apart_alike(id: str) -> None:
    game = games.get(id)
    for state in played(game, game.seats[-1], {}, 5, share=0.02):
        for seat in range(state.players):
            guess = state.determinize(seat, Random(seat))
            assert game.picture(state.view(seat), seat) == game.picture(guess.view(seat), seat)


@pytest.mark.parametrize("id", GAMES)
def test_a_notebook_shows_a_state_as_its_picture(id: str) -> None:
    one, other = games.get(id).new(3, seed=1), games.get(id).new(3, seed=2)
    pictures = [state._repr_svg_() for state in (one, other, one.clone())]
    assert pictures[0] == pictures[2]
    prefixes = [picture.partition('id="')[2].partition('"')[0] for picture in pictures]
    assert prefixes[0] != prefixes[1], "so that both can stand on one page"
    for picture, prefix in zip(pictures, prefixes, strict=True):
        Read(picture, prefix)


def test_a_game_that_draws_nothing_shows_its_text() -> None:
    toy = Toy()
    state = toy.new(2, seed=1)
    view = state.view(0)
    picture = Read(toy.picture(view, 0))
    assert picture.description == toy.draw(view).rstrip("\n")


@pytest.mark.parametrize("seat", [-1, 3, True, "0"])
def test_there_is_no_picture_for_a_seat_that_there_is_not(seat: int) -> None:
    game = games.get("dragon-whisperer")
    with pytest.raises(BadSeat, match="seat: must be from 0 to 2"):
        game.picture(game.new(3).view(0), seat)
