"""Dragon Whisperer's course, rulings, voids and events, each at a position made for it."""

from __future__ import annotations

import pytest

from arena.games import BadChance, IllegalAction, State
from dragon_whisperer import naive
from dragon_whisperer.positions import GAME, do, legal, shuffled_deck, start

# Hands of two cards are in a round's last trick but one, hands of one in its last.
FIVES = ["red-5 green-5", "red-6 green-6", "red-7 green-7"]


def field(state: State, name: str) -> object:
    return state.to_data()[name]


# Placing the Dragon


def test_r04_the_dragon_goes_to_any_region_with_a_quest_also_where_it_stands() -> None:
    state = start(FIVES, placed=False, dragon="red", left={"green": 0, "black": 1})
    assert legal(state) == ["at red", "at yellow", "at blue", "at brown", "at white", "at black"]
    assert do(state, "at red") == [{"type": "place_dragon", "seat": 0, "region": "red"}]
    assert state.decision is not None and (state.decision.seat, state.decision.kind) == (0, "play_card")
    with pytest.raises(IllegalAction, match="green has no Quest left"):
        start(FIVES, placed=False, left={"green": 0}).find({"type": "place_dragon", "region": "green"})


def test_one_region_left_is_still_a_decision() -> None:
    empty = dict.fromkeys(["red", "green", "yellow", "blue", "brown", "white"], 0)
    assert legal(start(FIVES, placed=False, left=empty)) == ["at black"]


# What may be played


def test_the_leader_may_play_anything() -> None:
    state = start(["black-2 red-5 rage", "green-1 green-2 green-3", "blue-1 blue-2 blue-3"])
    assert legal(state) == ["red-5", "black-2", "rage"]


def test_r03_dragon_rages_are_one_action() -> None:
    state = start(["rage red-2 rage", "green-1 green-2 green-3", "blue-1 blue-2 blue-3"])
    assert legal(state) == ["red-2", "rage"]
    do(state, "rage")
    assert field(state, "hands") == [
        ["red-2", "rage"],
        ["green-1", "green-2", "green-3"],
        ["blue-1", "blue-2", "blue-3"],
    ]


def test_follow_the_color_led_or_rage() -> None:
    state = start(
        ["blue-5 blue-6 blue-7", "red-3 red-7 white-1 rage", "black-1 black-2 black-3 black-4"], trick="red-1"
    )
    assert legal(state) == ["red-3", "red-7", "rage"]
    with pytest.raises(IllegalAction, match="you must follow red: you hold red-3, red-7"):
        state.find({"type": "play_card", "card": "white-1"})


def test_r12_trump_when_void_without_having_to_go_higher_or_rage() -> None:
    hands = ["green-1 green-2 green-3", "blue-2 rage white-1 white-6", "black-1 black-2 black-3"]
    state = start(hands, trick="red-1 white-5", leader=2)
    assert legal(state) == ["white-1", "white-6", "rage"]
    with pytest.raises(IllegalAction, match="no red, so you must play the trump color white"):
        state.find({"type": "play_card", "card": "blue-2"})


def test_anything_when_neither_the_color_led_nor_a_trump_is_held() -> None:
    state = start(["green-1 green-2", "blue-2 rage brown-3", "black-1 black-2 black-3"], trick="red-1")
    assert legal(state) == ["blue-2", "brown-3", "rage"]


def test_without_a_trump_color_whoever_is_void_plays_anything() -> None:
    state = start(["green-1", "blue-2 white-1", "black-1 black-2"], trick="red-1", trump="rage")
    assert legal(state) == ["blue-2", "white-1"]


def test_r11_a_led_rage_frees_everyone_for_the_whole_trick() -> None:
    state = start(["red-1", "red-2 blue-2", "red-3 blue-3"], trick="rage")
    assert legal(state) == ["red-2", "blue-2"]
    do(state, "blue-2")
    assert legal(state) == ["red-3", "blue-3"]
    assert field(state, "voids") == [[], [], []]


def test_a_card_that_is_not_held_or_unknown_is_refused_in_words() -> None:
    state = start(FIVES)
    with pytest.raises(IllegalAction, match="you don't hold red-6: your hand is red-5, green-5"):
        state.find({"type": "play_card", "card": "red-6"})
    with pytest.raises(IllegalAction, match="no card in play is 'pink-6'"):
        state.find({"type": "play_card", "card": "pink-6"})
    with pytest.raises(IllegalAction, match="the decision is answered with play_card"):
        state.find({"type": "keep_trump"})


# Effects: 1


def test_a_one_takes_the_token_at_once_and_r24_leads_the_next_trick() -> None:
    state = start(["red-5 green-5", "red-1 green-6", "red-7 green-7"])
    assert do(state, "red-5", "red-1") == [
        {"type": "play_card", "seat": 1, "card": "red-1"},
        {"type": "first_player", "seat": 1, "reason": "one"},
    ]
    assert field(state, "first_player") == 1
    assert do(state, "red-7") == [
        {"type": "play_card", "seat": 2, "card": "red-7"},
        {"type": "trick_won", "seat": 2, "card": "red-7", "region": "red", "value": 2},
        {"type": "quest_shown", "region": "red", "value": 1},
        {"type": "monster", "seat": 2, "reason": "region"},
    ]
    assert (field(state, "first_player"), field(state, "leader"), field(state, "turn")) == (1, 1, 1)


def test_a_second_one_does_nothing() -> None:
    state = start(["red-1 green-5", "blue-1 green-6", "red-7 green-7"])
    assert do(state, "red-1")[1:] == [{"type": "first_player", "seat": 0, "reason": "one"}]
    assert do(state, "blue-1") == [{"type": "play_card", "seat": 1, "card": "blue-1"}]
    do(state, "red-7")
    assert field(state, "leader") == 0


def test_r10_a_one_after_a_rage_does_nothing() -> None:
    state = start(["rage green-5", "red-1 green-6", "red-7 green-7"])
    do(state, "rage")
    assert do(state, "red-1") == [{"type": "play_card", "seat": 1, "card": "red-1"}]
    assert field(state, "first_player") == 0


# Effects: 2 and 4


def test_the_first_two_earns_a_monster_and_r26_does_so_again_in_the_next_trick() -> None:
    state = start(["red-2 green-2", "blue-2 green-6", "red-7 black-2"])
    assert do(state, "red-2") == [
        {"type": "play_card", "seat": 0, "card": "red-2"},
        {"type": "monster", "seat": 0, "reason": "two"},
    ]
    assert do(state, "blue-2") == [{"type": "play_card", "seat": 1, "card": "blue-2"}]
    do(state, "red-7", "at blue")
    assert do(state, "black-2")[1:] == [{"type": "monster", "seat": 2, "reason": "two"}]
    assert field(state, "monsters") == [1, 0, 2]


def test_the_first_four_earns_a_treasure_and_r26_does_so_again_in_the_next_trick() -> None:
    state = start(["red-4 green-4", "blue-4 green-6", "red-7 black-4"])
    assert do(state, "red-4") == [
        {"type": "play_card", "seat": 0, "card": "red-4"},
        {"type": "treasure", "seat": 0},
    ]
    assert do(state, "blue-4") == [{"type": "play_card", "seat": 1, "card": "blue-4"}]
    do(state, "red-7", "at blue")
    assert do(state, "black-4")[1:] == [{"type": "treasure", "seat": 2}]
    assert field(state, "treasures") == [1, 0, 1]


def test_r09_twos_threes_and_fours_count_before_and_after_a_rage() -> None:
    state = start(["red-2 green-5", "rage green-6", "red-4 green-7", "blue-3 blue-5"], deck="black-1")
    do(state, "red-2", "rage", "red-4", "blue-3")
    assert (field(state, "monsters"), field(state, "treasures")) == ([1, 0, 0, 0], [0, 0, 1, 0])
    assert legal(state) == ["draw", "keep"]
    after = start(["rage green-5", "red-2 green-6", "red-3 green-7"], deck="black-1")
    do(after, "rage", "red-2", "red-3")
    assert field(after, "monsters") == [0, 1, 0]
    assert legal(after) == ["draw", "keep"]


@pytest.mark.parametrize("card", ["red-5", "red-6", "red-7"])
def test_five_six_and_seven_do_nothing(card: str) -> None:
    state = start([f"{card} green-5", "blue-6 green-6", "blue-7 green-7"])
    assert do(state, card) == [{"type": "play_card", "seat": 0, "card": card}]


# Effects: 3


def test_r06_a_turned_card_replaces_the_trump_card_which_is_discarded() -> None:
    state = start(["red-3 green-5", "red-6 green-6", "red-7 green-7"], deck="blue-2 blue-4")
    assert do(state, "red-3") == [{"type": "play_card", "seat": 0, "card": "red-3"}]
    assert do(state, "draw") == [
        {"type": "draw_trump", "seat": 0},
        {"type": "trump", "card": "blue-2", "color": "blue"},
    ]
    assert (field(state, "trump_card"), field(state, "trump"), field(state, "deck")) == (
        "blue-2",
        "blue",
        ["blue-4"],
    )
    discard = field(state, "discard")
    assert isinstance(discard, list) and discard[-1] == "white-7"
    assert [len(hand) for hand in state.to_data()["hands"]] == [1, 2, 2]


def test_a_turned_rage_means_no_trump_color() -> None:
    state = start(["red-3 green-5", "red-6 green-6", "red-7 green-7"], deck="rage")
    assert do(state, "red-3", "draw")[1] == {"type": "trump", "card": "rage", "color": None}
    assert field(state, "trump") is None


def test_keep_trump_changes_nothing() -> None:
    state = start(["red-3 green-5", "red-6 green-6", "red-7 green-7"], deck="blue-2")
    assert do(state, "red-3", "keep") == [{"type": "keep_trump", "seat": 0}]
    assert (field(state, "trump_card"), field(state, "deck")) == ("white-7", ["blue-2"])


def test_r05_the_next_seat_is_bound_by_the_new_trump_and_the_trick_is_won_by_it() -> None:
    state = start(["red-3 green-5", "white-6 blue-6", "blue-1 green-7"], deck="blue-2")
    do(state, "red-3", "draw")
    assert legal(state) == ["blue-6"]
    early = start(["red-5 green-5", "blue-6 black-6", "red-3 green-7"], deck="blue-2")
    do(early, "red-5", "blue-6", "red-3")
    assert do(early, "draw") == [
        {"type": "draw_trump", "seat": 2},
        {"type": "trump", "card": "blue-2", "color": "blue"},
        {"type": "trick_won", "seat": 1, "card": "blue-6", "region": "red", "value": 2},
        {"type": "quest_shown", "region": "red", "value": 1},
        {"type": "first_player", "seat": 1, "reason": "won"},
    ]


def test_r07_every_three_has_its_choice_the_last_seats_too() -> None:
    state = start(["red-3 green-5", "red-6 green-6", "blue-3 green-7"], deck="blue-2 black-2")
    do(state, "red-3", "draw", "red-6", "blue-3")
    assert state.decision is not None and (state.decision.seat, state.decision.kind) == (2, "draw_trump")
    assert do(state, "draw")[:2] == [
        {"type": "draw_trump", "seat": 2},
        {"type": "trump", "card": "black-2", "color": "black"},
    ]
    assert field(state, "trump") == "black"


def test_r08_with_an_empty_deck_only_keep_is_left() -> None:
    state = start(["red-3 green-5", "red-6 green-6", "red-7 green-7"])
    do(state, "red-3")
    assert legal(state) == ["keep"]
    with pytest.raises(IllegalAction, match="the deck is empty"):
        state.find({"type": "draw_trump"})


# Dragon Rage


def test_a_rage_takes_the_token_from_a_one_and_a_later_rage_from_it() -> None:
    state = start(["red-1 green-5", "rage green-6", "rage green-7", "red-6 blue-6"])
    do(state, "red-1")
    assert do(state, "rage") == [
        {"type": "play_card", "seat": 1, "card": "rage"},
        {"type": "first_player", "seat": 1, "reason": "rage"},
    ]
    assert do(state, "rage")[1] == {"type": "first_player", "seat": 2, "reason": "rage"}
    assert do(state, "red-6") == [
        {"type": "play_card", "seat": 3, "card": "red-6"},
        {"type": "trick_raged", "seat": 2},
    ]
    data = state.to_data()
    assert (data["leader"], data["quests"], data["regions"]["red"]["top"]) == (2, [[], [], [], []], 2)


# The winner


def test_the_highest_card_of_the_color_led_wins_and_no_other_color() -> None:
    state = start(["red-5 green-5", "black-7 green-6", "red-6 green-7"], dragon="blue")
    assert do(state, "red-5", "black-7", "red-6")[1:] == [
        {"type": "trick_won", "seat": 2, "card": "red-6", "region": "blue", "value": 2},
        {"type": "quest_shown", "region": "blue", "value": 1},
        {"type": "first_player", "seat": 2, "reason": "won"},
    ]


def test_the_highest_trump_wins_and_r13_earns_the_bonus_by_its_own_color() -> None:
    state = start(["red-5 green-5", "white-2 green-6", "white-6 green-7"], dragon="white")
    assert do(state, "red-5", "white-2", "white-6")[1:] == [
        {"type": "trick_won", "seat": 2, "card": "white-6", "region": "white", "value": 2},
        {"type": "quest_shown", "region": "white", "value": 1},
        {"type": "monster", "seat": 2, "reason": "region"},
        {"type": "first_player", "seat": 2, "reason": "won"},
    ]
    led = start(["red-5 green-5", "white-2 green-6", "white-6 green-7"], dragon="red")
    do(led, "red-5", "white-2", "white-6")
    assert field(led, "monsters") == [0, 1, 0]


def test_the_last_quest_of_a_stack_leaves_it_empty() -> None:
    state = start(FIVES, left={"red": 1})
    assert do(state, "red-5", "red-6", "red-7")[2] == {"type": "quest_shown", "region": "red", "value": None}
    assert state.to_data()["regions"]["red"] == {"top": None, "below": []}
    assert "at red" not in legal(state)


def test_r23_the_trick_is_discarded_in_the_order_of_play_for_all_to_see() -> None:
    state = start(["green-5 red-5", "red-6 green-6", "red-7 green-7"], leader=1)
    do(state, "red-6", "red-7", "red-5")
    discard = state.view(None)["discard"]
    assert discard[-3:] == ["red-6", "red-7", "red-5"]
    assert discard == state.to_data()["discard"]


# A new round


def test_the_events_of_a_new_round_and_r02_the_deal() -> None:
    state = start(["red-5", "red-6", "red-7"], round=2)
    deck = shuffled_deck("black-7 rage red-1 black-6")
    events = do(state, "red-5", "red-6", "red-7", chance=[deck])
    hands, rest = naive.deal(deck, 2, 3)
    data = state.to_data()
    hands = [naive.in_order(data, hand) for hand in hands]
    assert hands[0][-2:] == ["black-6", "black-7"] and hands[1][-1] == "rage" and hands[2][0] == "red-1"
    assert events == [
        {"type": "play_card", "seat": 2, "card": "red-7"},
        {"type": "trick_won", "seat": 2, "card": "red-7", "region": "red", "value": 2},
        {"type": "quest_shown", "region": "red", "value": 1},
        {"type": "monster", "seat": 2, "reason": "region"},
        {"type": "first_player", "seat": 2, "reason": "won"},
        {"type": "round", "round": 3, "dealer": 2},
        {"type": "chance", "what": "shuffle", "result": deck, "seats": []},
        {"type": "hand", "seat": 0, "cards": hands[0], "seats": [0]},
        {"type": "hand", "seat": 1, "cards": hands[1], "seats": [1]},
        {"type": "hand", "seat": 2, "cards": hands[2], "seats": [2]},
        {"type": "trump", "card": rest[0], "color": naive.color_of(rest[0])},
        {"type": "first_player", "seat": 2, "reason": "dealer"},
    ]
    assert data["hands"] == hands
    assert (data["trump_card"], data["deck"], data["discard"]) == (rest[0], rest[1:], [])
    assert (data["round"], data["trick_no"], data["phase"]) == (3, 1, "place_dragon")
    assert data["voids"] == [[], [], []]


def test_r14_the_last_tricks_winner_deals_and_leads_whoever_played_a_one() -> None:
    state = start(["red-1", "red-6", "red-7"])
    events = do(state, "red-1", "red-6", "red-7", chance=[shuffled_deck()])
    assert {"type": "round", "round": 3, "dealer": 2} in events
    assert {"type": "first_player", "seat": 2, "reason": "won"} not in events
    data = state.to_data()
    assert (data["dealer"], data["first_player"], data["leader"], data["turn"]) == (2, 2, 2, 2)


def test_r15_after_a_raged_last_trick_the_last_rages_player_deals() -> None:
    state = start(["rage", "rage", "red-1"])
    events = do(state, "rage", "rage", "red-1", chance=[shuffled_deck()])
    assert events[1:3] == [{"type": "trick_raged", "seat": 1}, {"type": "round", "round": 3, "dealer": 1}]
    assert state.to_data()["leader"] == 1


def test_r25_every_card_in_play_is_shuffled_also_trump_cards_turned() -> None:
    state = start(["red-3", "red-6", "red-7"], deck="rage blue-1")
    do(state, "red-3", "draw", "red-6")
    events = state.apply(state.find({"type": "play_card", "card": "red-7"}))
    result = next(event["result"] for event in events if event["type"] == "chance")
    assert sorted(result) == sorted(shuffled_deck())


def test_r27_the_dragon_stays_where_it_is_until_placed() -> None:
    state = start(["red-5", "red-6", "red-7"], dragon="brown")
    do(state, "red-5", "red-6", "red-7", chance=[shuffled_deck()])
    assert (field(state, "dragon"), field(state, "phase")) == ("brown", "place_dragon")
    assert len(legal(state)) == 7


def test_a_shuffle_that_is_none_is_refused() -> None:
    state = start(["red-5", "red-6", "red-7"])
    do(state, "red-5", "red-6")
    before = state.to_data()
    last = state.find({"type": "play_card", "card": "red-7"})
    deck = shuffled_deck()
    for wrong in ([], [deck, deck], [deck[1:]], [[*deck[1:], "rage"]], [tuple(deck)], [7], [[None] * 53]):
        with pytest.raises(BadChance, match="chance: "):
            state.apply(last, wrong)
        assert state.to_data() == before


# The end


LAST = dict.fromkeys(("green", "yellow", "blue", "brown", "white", "black"), 0) | {"red": 1}


def test_r16_the_last_quest_ends_the_game_with_cards_still_in_hand() -> None:
    state = start(["red-5 green-5", "red-2 green-6", "red-7 green-7"], left=LAST, owner=1)
    events = do(state, "red-5", "red-2", "red-7")
    scores, ranks = [0, 83 + 1, 2], [3, 1, 2]
    assert events == [
        {"type": "play_card", "seat": 2, "card": "red-7"},
        {"type": "trick_won", "seat": 2, "card": "red-7", "region": "red", "value": 1},
        {"type": "quest_shown", "region": "red", "value": None},
        {"type": "monster", "seat": 2, "reason": "region"},
        {"type": "first_player", "seat": 2, "reason": "won"},
        {"type": "game_over", "scores": scores, "ranks": ranks},
    ]
    data = state.to_data()
    assert (data["phase"], data["turn"], data["trick"]) == ("over", None, [])
    assert (data["hands"], data["first_player"], data["leader"], data["dragon"]) == (
        [["green-5"], ["green-6"], ["green-7"]],
        2,
        0,
        "red",
    )
    assert data["discard"][-3:] == ["red-5", "red-2", "red-7"]
    assert state.over and state.decision is None
    with pytest.raises(IllegalAction, match="the game is over"):
        state.find({"type": "keep_trump"})


def test_a_raged_trick_does_not_end_the_game() -> None:
    state = start(["red-5 green-5", "rage green-6", "red-7 green-7"], left=LAST)
    do(state, "red-5", "rage", "red-7")
    assert legal(state) == ["at red"]


def test_the_last_quest_in_a_rounds_last_trick_ends_the_game_without_a_new_round() -> None:
    state = start(["red-5", "red-6", "red-7"], left=LAST)
    assert [event["type"] for event in do(state, "red-5", "red-6", "red-7")][-1] == "game_over"
    assert field(state, "hands") == [[], [], []]


@pytest.mark.parametrize(
    ("monsters", "treasures", "scores", "ranks"),
    [
        ([0, 0, 0], [0, 0, 0], [83 + 1, 0, 0], [1, 2, 2]),
        ([1, 2, 0], [0, 0, 1], [85, 2, 5], [1, 3, 2]),
        ([0, 0, 0], [0, 3, 3], [84, 0, 0], [1, 2, 2]),
        ([0, 5, 0], [0, 1, 7], [84, 5, 5], [1, 2, 2]),
        ([0, 79, 80], [0, 6, 5], [84, 84, 80], [1, 2, 3]),
    ],
)
def test_scores_and_ranks_r17_treasures_by_value_r19_ties_are_shared(
    monsters: list[int], treasures: list[int], scores: list[int], ranks: list[int]
) -> None:
    everything = dict.fromkeys(LAST, 0)
    state = start(
        ["red-5", "red-6", "red-7"],
        left=everything,
        monsters=monsters,
        treasures=treasures,
        phase="over",
        turn=None,
    )
    assert (state.scores(), state.ranks()) == (scores, ranks)
    assert scores[0] == sum([2, 1, 3, 5, 1]) * 7 + monsters[0]


def test_r18_tokens_never_run_out() -> None:
    state = start(
        ["red-2 green-4", "red-6 green-6", "red-7 green-7"], monsters=[500, 0, 0], treasures=[300, 0, 0]
    )
    do(state, "red-2", "red-6", "red-7", "at red")
    assert (field(state, "monsters"), field(state, "treasures")) == ([501, 0, 1], [300, 0, 0])


# Voids


def test_who_trumps_is_void_in_the_color_led_alone() -> None:
    state = start(["red-5 green-5", "white-2 green-6", "red-7 green-7"])
    do(state, "red-5", "white-2")
    assert field(state, "voids") == [[], ["red"], []]


def test_who_throws_another_card_away_is_void_in_trump_too() -> None:
    state = start(["red-5 green-5", "blue-2 green-6", "red-7 green-7"])
    do(state, "red-5", "blue-2")
    assert field(state, "voids") == [[], ["red", "white"], []]


def test_without_a_trump_color_only_the_color_led_is_shown() -> None:
    state = start(["red-5 green-5", "blue-2 green-6", "red-7 green-7"], trump="rage")
    do(state, "red-5", "blue-2")
    assert field(state, "voids") == [[], ["red"], []]


def test_the_trump_before_the_cards_own_effect_counts() -> None:
    state = start(["red-5 green-5", "blue-3 green-6", "red-7 green-7"], deck="green-1")
    do(state, "red-5", "blue-3", "draw")
    assert (field(state, "trump"), field(state, "voids")) == ("green", [[], ["red", "white"], []])


def test_a_rage_shows_nothing_nor_does_anything_after_one() -> None:
    state = start(["red-5 green-5", "rage green-6", "blue-2 green-7"])
    do(state, "red-5", "rage", "blue-2")
    assert field(state, "voids") == [[], [], []]


def test_following_shows_nothing_and_voids_add_up_in_standard_order() -> None:
    state = start(
        ["blue-5 green-5", "white-2 black-6", "blue-7 green-7"], leader=0, voids=[[], ["brown"], []]
    )
    do(state, "blue-5", "white-2", "blue-7")
    assert field(state, "voids") == [[], ["blue", "brown"], []]


def test_the_game_is_named_in_the_state() -> None:
    assert start(FIVES).game is GAME
