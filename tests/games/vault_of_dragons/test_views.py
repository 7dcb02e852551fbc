"""What a seat sees of Vault of Dragons, and what is drawn anew of what it can't know."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from arena.games import State
from vault_of_dragons import invariants
from vault_of_dragons.positions import GAME, PORTAL, choose, do, position, start

Data = dict[str, Any]


def table() -> State:
    """Both seats hold cards and Secrets."""
    hands = {0: "coin_purse uncut_gems luckstone", 1: "healing_potion lucky_charm helm_of_telepathy"}
    return start(hands=hands, secrets={0: 2, 1: 1}, followers={0: {11: "F"}}, locations={11: "guild_hall"})


def test_what_a_view_hides_and_what_it_shows() -> None:
    state = table()
    whole = state.to_data()
    for seat in (0, 1, None):
        view = state.view(seat)
        hidden = {
            "secrets": [2, 1],
            "treasures": [len(cards) if s != seat else cards for s, cards in enumerate(whole["treasures"])],
            "items": [len(cards) if s != seat else cards for s, cards in enumerate(whole["items"])],
            "treasure_deck": len(whole["treasure_deck"]),
            "item_deck": len(whole["item_deck"]),
            "secret_pile": len(whole["secret_pile"]),
            "dungeon_secret": 1,
        }
        assert view == {**whole, **hidden}
        assert list(view) == list(whole)


def test_a_drawer_alone_sees_what_is_drawn() -> None:
    state = start(
        followers={0: {11: "F"}},
        locations={11: "guild_hall"},
        hands={0: "helm_of_telepathy"},
        deck="coin_purse uncut_gems",
    )
    do(state, "use", place=11, option=0)
    do(state, "play", card="helm_of_telepathy")
    events = do(state, "pass")
    [drawn] = [event for event in events if event["type"] == "drawn_cards"]
    assert (drawn["cards"], drawn["seats"]) == (["coin_purse", "uncut_gems"], [0])
    assert state.view(0)["stack"][-1]["drawn"] == ["coin_purse", "uncut_gems"]
    assert state.view(1)["stack"][-1]["drawn"] == state.view(None)["stack"][-1]["drawn"] == 2
    guesses = {tuple(guess(state, 1, seed)["stack"][-1]["drawn"]) for seed in range(10)}
    assert len(guesses) > 5


def guess(state: State, seat: int, seed: int) -> Data:
    return state.determinize(seat, Random(seed)).to_data()


def test_a_guess_is_a_whole_state_with_the_same_view() -> None:
    state = table()
    for seed in range(20):
        data = guess(state, 0, seed)
        invariants.check(data)
        assert GAME.from_data(data).view(0) == state.view(0)


def test_each_hidden_card_is_as_likely_in_any_hidden_place() -> None:
    state = table()
    holders: Counter[str] = Counter()
    games = 600
    for seed in range(games):
        holders.update(guess(state, 0, seed)["treasures"][1])
    # 48 Treasures are hidden from seat 0, six of them Healing Potions; two are in the other hand.
    assert abs(holders["healing_potion"] / games - 6 * 2 / 48) < 0.07
    assert abs(holders["coin_purse"] / games - 3 * 2 / 48) < 0.06


def test_the_secret_on_the_dungeon_is_drawn_anew_until_it_is_shown() -> None:
    state = start(followers={0: {PORTAL: "F"}}, secrets={0: 1, 1: 3})
    before = {guess(state, 0, seed)["dungeon_secret"][0] for seed in range(200)}
    assert len(before) == 21
    do(state, "enter", target="dungeon", entrance="gold")
    choose(state, "party", "F", 5)
    assert {guess(state, 1, seed)["dungeon_secret"][0] for seed in range(20)} == {"s01"}


def test_a_view_alone_gives_a_state_to_search_ahead_from() -> None:
    state = table()
    copy = GAME.from_view(state.view(1), 1, Random(3))
    assert copy.view(1) == state.view(1)
    invariants.check(copy.to_data())
    assert copy.to_data()["items"][1] == ["helm_of_telepathy"]


def test_the_drawing_shows_the_city_the_hands_as_the_seat_may_see_them_and_the_fight() -> None:
    followers = {0: {4: "FR"}, 1: {4: "FW", PORTAL: "WW"}}
    said = position(followers=followers, active=[4], used=[1], hands={0: "luckstone", 1: "coin_purse"})
    state = GAME.from_data(said)
    do(state, "fight", place=4)
    do(state, "rogue_die", 7, 2, 1, 8, 3, 2, roll=True)
    text = GAME.draw(state.view(0))
    for words in (
        "1 Quill Alley (used)",
        "City Watch, active",
        "seat 1: FW",
        "12 The Yawning Portal (next to 0, 1, 2)   seat 1: WW",
        "use 2 Rumors -> 1 Item",
        "treasures: none   items: luckstone",
        "treasures: 1 card   items: 0 cards",
        "Fight: brawl at 4, by seat 0, step modify",
        "seat 0: FR  d4=2 d10=7 (*)  bonus 0",
        "City Watch: 6 (**)",
    ):
        assert words in text, words
    assert "coin_purse" not in text
    assert "\033[" in GAME.draw(state.view(0), color=True)
    assert "coin_purse" in GAME.draw(state.to_data())
