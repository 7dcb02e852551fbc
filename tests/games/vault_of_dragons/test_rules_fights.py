"""Vault of Dragons' fights, each rule at a position made for it: dice, modifiers, brawls, casualties."""

from __future__ import annotations

from typing import Any

import pytest

from arena.games import IllegalAction, State
from vault_of_dragons.positions import (
    PORTAL,
    asked,
    choose,
    do,
    enter_dungeon,
    legal,
    stack,
    start,
    told,
    top,
)

P = 4
"""Where the brawls are: in the middle of the second row."""


def data(state: State, field: str) -> Any:
    return state.to_data()[field]


def brawl(*rolls: int, **said: Any) -> State:
    """A brawl at P, rolled; without Rogues."""
    state = start(**said)
    do(state, "fight", *rolls, place=P)
    return state


def fight_of(state: State) -> Any:
    return next(entry for entry in data(state, "stack") if entry["do"] == "fight")


def side(state: State, seat: int) -> Any:
    return next(side for side in fight_of(state)["sides"] if side["seat"] == seat)


def passes(state: State) -> None:
    while (question := asked(state)) is not None and question[1] == "modify":
        do(state, "pass")


def plays(state: State) -> list[str]:
    """The legal plays, briefly."""
    return [" ".join(str(v) for k, v in action.items() if k != "type") for action in legal(state, "play")]


# Who fights


def test_r10_all_followers_there_take_part_and_the_fight_starts_only_with_own_ones() -> None:
    state = start(players=3, followers={0: {P: "FF"}, 1: {P: "RW"}, 2: {P: "F", 3: "F"}}, initiative=2)
    assert legal(state, "fight") == [{"type": "fight", "place": P}]
    events = do(state, "fight", place=P)
    assert told(events, "fight") == [{"seat": 0, "kind": "brawl", "place": P}]
    assert [s["seat"] for s in fight_of(state)["sides"]] == [2, 0, 1]
    assert [s["party"] for s in fight_of(state)["sides"]] == [[1, 0, 0], [2, 0, 0], [0, 1, 1]]
    assert [s["rogue"] for s in fight_of(state)["sides"]] == [False, False, None]
    assert not legal(start(followers={1: {P: "F"}}, active=[P]), "fight")


def test_a_fight_that_has_just_begun() -> None:
    state = start(followers={0: {P: "FRWW"}}, active=[P])
    do(state, "fight", place=P)
    assert top(state) == {
        **{"do": "fight", "kind": "brawl", "attacker": 0, "place": P, "step": "rogue"},
        **{"watch": [], "mover": None, "winner": None, "losers": [], "victims": [], "reached": 0},
        "sides": [
            {
                **{"seat": 0, "place": P, "party": [1, 1, 2], "left": [1, 1, 2], "rogue": None},
                **{"dice": {"d4": None, "d10": None, "d12": None}, "casualties": [], "bonus": 0},
                **{"die_bonus": {"d4": 0, "d10": 0, "d12": 0}, "commit": None, "rerolls": 1, "items": []},
                **{"passed": False, "attack_die": None, "strength": None, "target": None},
            }
        ],
    }


# Patrol


def test_r42_the_nearest_token_that_can_come_nearer_steps_as_the_defender_says() -> None:
    followers = {0: {P: "F"}, 1: {P: "F"}}
    state = start(followers=followers, active=[0, 11], regrouping=[2, 5])
    do(state, "fight", place=P)
    assert (asked(state), top(state)["step"], top(state)["sides"]) == ((1, "patrol"), "patrol", [])
    assert [(a["from"], a["to"]) for a in legal(state)] == [(0, 1), (0, 3)]
    assert told(do(state, "patrol", 5, 6, origin=0, to=3), "watch_moved") == [{"place": 0, "to": 3}]
    assert fight_of(state)["watch"] is None


def test_r42_a_farther_token_goes_if_the_nearest_is_blocked_and_none_if_one_is_there() -> None:
    followers = {0: {8: "F"}, 1: {8: "F"}}
    state = start(followers=followers, active=[0, 10], regrouping=[7, 11])
    do(state, "fight", place=8)
    assert [(a["from"], a["to"]) for a in legal(state)] == [(0, 1), (0, 3)]
    state = start(followers=followers, active=[8, 5])
    do(state, "fight", 5, 6, 1, place=8)
    assert asked(state) == (0, "modify")


def test_r42_no_patrol_in_a_brawl_with_the_watch_alone() -> None:
    state = start(followers={0: {P: "F"}}, active=[P, 3])
    do(state, "fight", 5, 1, place=P)
    assert asked(state) == (0, "modify")


def test_r43_the_first_defender_in_initiative_order_chooses() -> None:
    followers = {0: {P: "F"}, 1: {P: "F"}, 2: {P: "F"}}
    state = start(players=3, followers=followers, active=[0], initiative=2)
    do(state, "fight", place=P)
    assert asked(state) == (2, "patrol")


# Rolling


def test_r28_each_side_with_a_rogue_says_whether_its_die_is_rolled_before_any_roll() -> None:
    state = start(followers={0: {P: "R"}, 1: {P: "RF"}}, initiative=1)
    do(state, "fight", place=P)
    assert asked(state) == (1, "rogue_die")
    assert told(do(state, "rogue_die", roll=False), "rogue_die") == [{"seat": 1, "roll": False}]
    assert asked(state) == (0, "rogue_die")
    events = do(state, "rogue_die", 9, 3, 2, 1, roll=True)
    assert told(events, "rolled") == [
        {"seat": 1, "dice": {"d4": 3, "d10": 9, "d12": None}, "skulls": []},
        {"seat": 0, "dice": {"d4": 2, "d10": None, "d12": None}, "skulls": [1]},
    ]


def test_the_watch_rolls_last() -> None:
    state = start(followers={0: {P: "FRW"}}, active=[P])
    do(state, "fight", place=P)
    events = do(state, "rogue_die", 7, 2, 10, 1, 2, roll=True)
    assert told(events, "rolled") == [
        {"seat": 0, "dice": {"d4": 2, "d10": 7, "d12": 10}, "skulls": [1]},
        {"seat": -1, "dice": {}, "skulls": [2]},
    ]
    assert fight_of(state)["watch"] == [{"skulls": 2, "ignored": False}]


# Modifiers


def test_r24_the_weakest_by_best_die_moves_first() -> None:
    state = brawl(8, 5, 9, followers={0: {P: "F"}, 1: {P: "FW"}})
    assert (asked(state), top(state)["mover"]) == ((0, "modify"), 0)


def test_of_equals_the_last_in_initiative_order_but_never_the_attacker() -> None:
    followers = {seat: {P: "F"} for seat in range(3)}
    assert asked(brawl(7, 7, 7, players=3, followers=followers)) == (2, "modify")
    assert asked(brawl(7, 7, 7, players=3, followers=followers, turn=2)) == (1, "modify")
    assert asked(brawl(7, 7, 7, players=3, followers=followers, initiative=1)) == (2, "modify")


def test_r29_and_r30_moves_go_clockwise_and_a_modifier_cancels_all_passes() -> None:
    followers = {seat: {P: "F"} for seat in range(3)}
    state = brawl(3, 5, 7, players=3, followers=followers, rumors={1: (3, 0)})
    do(state, "pass")
    assert asked(state) == (1, "modify")
    assert told(do(state, "spend_rumors", count=2), "spend_rumors") == [{"seat": 1, "count": 2}]
    assert [s["passed"] for s in fight_of(state)["sides"]] == [False] * 3
    assert side(state, 1)["bonus"] == 2
    for seat in (2, 0, 1):
        assert asked(state) == (seat, "modify")
        do(state, "pass")
    assert asked(state) == (0, "attack_die")
    assert [s["passed"] for s in fight_of(state)["sides"]] == [True] * 3


def test_whoever_has_passed_is_skipped() -> None:
    state = brawl(3, 5, followers={0: {P: "F"}, 1: {P: "F"}}, rumors={0: (3, 0)})
    do(state, "spend_rumors", count=1)
    do(state, "pass")
    do(state, "spend_rumors", count=1)
    do(state, "pass")
    do(state, "pass")
    assert asked(state) == (0, "attack_die")


def test_r44_old_rumors_are_spent_first() -> None:
    state = start(followers={0: {PORTAL: "F"}}, rumors={0: (2, 1)})
    enter_dungeon(state, "F", 5)
    assert [action["count"] for action in legal(state, "spend_rumors")] == [1, 2, 3]
    do(state, "spend_rumors", count=2)
    assert data(state, "rumors")[0] == {"new": 1, "old": 0}


def test_r27_wizards_reroll_any_own_die_casualty_dice_too() -> None:
    state = start(followers={0: {PORTAL: "FRWWW"}})
    do(state, "enter", target="dungeon", entrance="gold")
    choose(state, "party", "FRWWW")
    do(state, "rogue_die", 3, 2, 5, 0, roll=True)
    assert [action["die"] for action in legal(state, "reroll")] == ["d4", "d10", "d12", "c0"]
    events = do(state, "reroll", 2, die="c0")
    assert told(events, "rerolled") == [{"seat": 0, "die": "c0", "value": 2}]
    do(state, "reroll", 9, die="d10")
    assert not legal(state, "reroll")
    assert (side(state, 0)["dice"]["d10"], side(state, 0)["casualties"][0]["skulls"]) == (9, 2)


def test_r23_an_item_for_one_die_commits_to_it() -> None:
    state = start(
        followers={0: {PORTAL: "FW"}}, hands={0: "flametongue flametongue staff_of_storms keen_longsword"}
    )
    enter_dungeon(state, "FW", 4, 9)
    assert plays(state) == ["keen_longsword", "flametongue", "staff_of_storms"]
    do(state, "play", card="flametongue")
    assert (side(state, 0)["commit"], side(state, 0)["die_bonus"]["d10"]) == ("d10", 2)
    assert plays(state) == ["keen_longsword", "flametongue"]
    do(state, "play", card="flametongue")
    assert side(state, 0)["items"] == ["flametongue", "flametongue"]
    do(state, "pass")
    events = do(state, "attack_die", die="d10")
    assert told(events, "attack_die") == [{"seat": 0, "die": "d10", "critical": False, "strength": 8}]


def test_r26_a_rerolled_die_can_be_a_critical_hit() -> None:
    state = start(followers={0: {PORTAL: "F"}}, hands={0: "luckstone"})
    enter_dungeon(state, "F", 4)
    assert plays(state) == ["luckstone d10"]
    do(state, "play", 10, card="luckstone", die="d10")
    do(state, "pass")
    events = do(state, "attack_die", 2, die="d10")
    assert told(events, "attack_die") == [{"seat": 0, "die": "d10", "critical": True, "strength": 12}]


def test_r25_nothing_is_used_between_the_attack_die_and_the_result() -> None:
    state = start(followers={0: {PORTAL: "F"}}, hands={0: "potion_of_heroism"}, rumors={0: (1, 0)})
    enter_dungeon(state, "F", 4)
    do(state, "pass")
    assert {action["type"] for action in legal(state)} == {"attack_die"}


def test_r31_items_are_limited_over_the_whole_fight_with_its_casualties() -> None:
    hands = {0: "giant_slayer_axe sentinel_shield sentinel_shield shadow_cloak healing_potion"}
    state = start(followers={0: {PORTAL: "FF"}}, hands=hands, secrets={0: 2})
    enter_dungeon(state, "FF", 4)
    do(state, "play", card="giant_slayer_axe")
    do(state, "pass")
    do(state, "attack_die", 2, 1, die="d10")
    assert top(state)["items"] == ["giant_slayer_axe"]
    assert plays(state) == ["healing_potion", "sentinel_shield"]
    do(state, "play", card="sentinel_shield")
    assert plays(state) == ["healing_potion"]
    assert (top(state)["reduced"], top(state)["limits"]) == (1, [2, 0, 0])
    with pytest.raises(IllegalAction, match="no more Magic Items than it has Followers"):
        state.find({"type": "play", "card": "sentinel_shield"})


def test_r31_at_dangerous_locations_the_limits_are_of_that_danger_alone() -> None:
    state = start(
        followers={0: {0: "R"}}, locations={0: "old_crypts"}, hands={0: "shadow_cloak shadow_cloak"}
    )
    do(state, "use", 1, place=0, option=0)
    assert plays(state) == ["shadow_cloak c0"]
    do(state, "play", card="shadow_cloak", die="c0")
    assert asked(state) == (0, "extra_draw")


def test_casualty_dice_by_cards() -> None:
    state = start(followers={0: {PORTAL: "FFW"}}, hands={0: "scroll_of_fireball ring_of_fire poisoned_bolts"})
    enter_dungeon(state, "FFW", 4, 3)
    assert plays(state) == ["scroll_of_fireball", "ring_of_fire"]
    do(state, "play", 2, 1, card="scroll_of_fireball")
    do(state, "play", 0, card="ring_of_fire")
    assert [die["skulls"] for die in side(state, 0)["casualties"]] == [2, 1, 0]
    assert (data(state, "treasure_discard"), data(state, "played")[0]) == (
        ["scroll_of_fireball"],
        ["ring_of_fire"],
    )


# Cancelling dice


def test_r32_a_cancelled_die_lowers_a_rivals_strength_and_is_not_rerolled() -> None:
    followers = {0: {P: "FR"}, 1: {P: "RWW"}, 2: {P: "F"}}
    state = start(players=3, followers=followers, hands={2: "scroll_of_warding"}, active=[P])
    do(state, "fight", place=P)
    do(state, "rogue_die", roll=True)
    do(state, "rogue_die", 8, 1, 1, 1, 5, 2, 2, 2, roll=True)
    assert asked(state) == (2, "modify")
    assert plays(state) == [
        "scroll_of_warding 0 c0",
        "scroll_of_warding 1 c0",
        "scroll_of_warding -1 c0",
    ]
    do(state, "play", card="scroll_of_warding", rival=1, die="c0")
    assert side(state, 1)["casualties"] == [{"skulls": 2, "ignored": True}]
    do(state, "pass")
    assert asked(state) == (1, "modify")
    assert "c0" not in {action["die"] for action in legal(state, "reroll")}


def test_r32_the_watchs_die_can_be_cancelled_and_its_strength_falls() -> None:
    state = brawl(6, 2, followers={0: {P: "F"}}, hands={0: "scroll_of_warding"}, active=[P])
    do(state, "play", card="scroll_of_warding", rival=-1, die="c0")
    do(state, "pass")
    events = do(state, "attack_die", die="d10")
    assert told(events, "brawl_result") == [{"winner": 0, "watch": 6, "strengths": [[0, 6]]}]
    do(state, "regroup", to=1)
    assert asked(state) == (0, "opportunity")
    assert data(state, "followers")[0][P] == [1, 0, 0]


def test_in_attempts_only_suffered_dice_are_cancelled() -> None:
    state = start(followers={0: {PORTAL: "FF"}}, hands={0: "scroll_of_warding"}, secrets={0: 2})
    enter_dungeon(state, "FF", 4)
    assert plays(state) == []
    do(state, "pass")
    do(state, "attack_die", 0, 2, die="d10")
    assert plays(state) == ["scroll_of_warding c1"]
    do(state, "play", card="scroll_of_warding", die="c1")
    assert (asked(state), data(state, "followers")[0][PORTAL]) == ((0, "extra_draw"), [2, 0, 0])


def test_ignoring_casualties_counts_one_each() -> None:
    state = start(followers={0: {PORTAL: "FFF"}}, hands={0: "healing_potion"}, secrets={0: 2})
    enter_dungeon(state, "FFF", 4)
    do(state, "pass")
    do(state, "attack_die", 1, 2, die="d10")
    do(state, "play", card="healing_potion")
    assert (asked(state), plays(state)) == ((0, "ignore"), [])
    do(state, "pass")
    assert top(state)["step"] == "kill"
    assert legal(state) == [{"type": "kill", "fighters": 2, "rogues": 0, "wizards": 0}]


# The result of a brawl


def test_r33_ties_the_attacker_else_the_earlier_in_initiative_order() -> None:
    followers = {seat: {P: "F"} for seat in range(3)}
    for rolls, winner in (((7, 7, 7), 0), ((6, 7, 7), 2)):
        state = brawl(*[rolls[seat] for seat in (2, 0, 1)], players=3, followers=followers, initiative=2)
        passes(state)
        events = [do(state, "attack_die", die="d10") for _ in range(3)][-1]
        assert told(events, "brawl_result")[0]["winner"] == winner


def test_r34_the_watch_is_compared_with_the_strongest_side_only() -> None:
    followers = {0: {P: "F"}, 1: {P: "F"}}
    for rolls, winner in (((3, 8, 2), 1), ((3, 7, 2), -1), ((8, 3, 2), 0)):
        state = brawl(*rolls, followers=followers, active=[P])
        passes(state)
        do(state, "attack_die", die="d10")
        events = do(state, "attack_die", die="d10")
        [result] = told(events, "brawl_result")
        assert (result["winner"], result["watch"]) == (winner, 8)


# Retreats


def lost_by(loser: int, parties: tuple[str, str], **said: Any) -> State:
    """A brawl at P that a seat loses, up to the retreat."""
    rolls = [3 if seat == loser else 9 for seat in (0, 1)]
    state = brawl(*rolls, followers={seat: {P: parties[seat]} for seat in (0, 1)}, **said)
    passes(state)
    do(state, "attack_die", die="d10")
    do(state, "attack_die", die="d10")
    return state


def test_r36_a_loser_with_more_followers_chooses_else_the_winner() -> None:
    assert asked(lost_by(1, ("F", "FF"))) == (1, "retreat")
    state = lost_by(1, ("FF", "FF"))
    assert (asked(state), top(state)["losers"], top(state)["winner"]) == ((0, "retreat"), [1], 0)
    assert legal(state) == [{"type": "retreat", "seat": 1, "to": to} for to in (1, 3, 5, 7)]


def test_r35_retreats_go_next_door_whoever_is_there_and_to_the_yawning_portal() -> None:
    state = start(followers={0: {1: "F", 2: "F"}, 1: {1: "F", PORTAL: "F"}}, active=[4, 7])
    do(state, "fight", place=1)
    do(state, "patrol", 9, 3, 1, origin=4, to=1)
    passes(state)
    do(state, "attack_die", die="d10")
    do(state, "attack_die", die="d10")
    assert [action["to"] for action in legal(state)] == [0, 2, 4, PORTAL]
    events = do(state, "retreat", seat=1, to=PORTAL)
    assert told(events, "retreat") == [{"seat": 1, "place": 1, "to": PORTAL}]
    assert data(state, "followers")[1][PORTAL] == [2, 0, 0]


def test_if_the_watch_wins_each_loser_chooses_in_initiative_order() -> None:
    state = brawl(3, 3, 0, followers={0: {P: "FF"}, 1: {P: "F"}}, active=[P], initiative=1)
    passes(state)
    do(state, "attack_die", die="d10")
    do(state, "attack_die", die="d10")
    assert top(state)["losers"] == [1, 0]
    assert asked(state) == (1, "retreat")
    do(state, "retreat", seat=1, to=3)
    assert asked(state) == (0, "retreat")
    do(state, "retreat", seat=0, to=3)
    assert asked(state) == (1, "turn")
    assert data(state, "board")[P]["watch"] == "active"


def test_r37_the_winner_says_where_the_watch_regroups() -> None:
    followers = {0: {P: "FF"}, 1: {P: "FF"}}
    state = brawl(3, 9, 1, followers=followers, active=[P], regrouping=[1, 10, 11])
    passes(state)
    do(state, "attack_die", die="d10")
    do(state, "attack_die", die="d10")
    do(state, "retreat", seat=0, to=3)
    assert (asked(state), top(state)["step"]) == ((1, "regroup"), "regroup")
    assert [action["to"] for action in legal(state)] == [3, 5, 7]
    events = do(state, "regroup", to=7)
    assert told(events, "watch_regroups") == [{"place": P, "to": 7}]
    assert data(state, "board")[7]["watch"] == "regrouping"


# Casualties of a brawl


def test_r38_a_side_chooses_which_rival_suffers_all_its_skulls() -> None:
    followers = {0: {P: "FR"}, 1: {P: "FF"}, 2: {P: "RF"}}
    state = start(players=3, followers=followers)
    do(state, "fight", place=P)
    do(state, "rogue_die", roll=True)
    do(state, "rogue_die", 9, 1, 1, 3, 4, 2, 0, roll=True)
    passes(state)
    for _ in range(3):
        do(state, "attack_die", die="d10")
    do(state, "retreat", seat=1, to=3)
    do(state, "retreat", seat=2, to=5)
    assert (asked(state), top(state)["step"]) == ((0, "assign"), "assign")
    assert [s["target"] for s in top(state)["sides"]] == [None, -1, -1]
    assert legal(state) == [{"type": "assign", "target": 1}, {"type": "assign", "target": 2}]
    assert told(do(state, "assign", target=2), "assign") == [{"seat": 0, "target": 2}]
    assert asked(state) == (2, "ignore")
    assert fight_of(state)["victims"] == []
    assert top(state) == {
        **{"do": "suffer", "seat": 2, "place": 5, "party": [1, 1, 0], "limits": [1, 1, 0]},
        **{"items": [], "dice": [{"skulls": 1, "ignored": False}], "reduced": 0, "step": "ignore"},
    }


def test_r39_the_watchs_die_kills_only_the_attackers_followers() -> None:
    followers = {0: {P: "FF"}, 1: {P: "FF"}}
    state = brawl(3, 9, 1, followers=followers, active=[P])
    passes(state)
    do(state, "attack_die", die="d10")
    do(state, "attack_die", die="d10")
    do(state, "retreat", seat=0, to=3)
    do(state, "regroup", to=1)
    assert asked(state) == (0, "ignore")
    assert (fight_of(state)["victims"], fight_of(state)["step"]) == ([1], "harm")
    do(state, "pass")
    choose(state, "kill", "F")
    assert asked(state) == (1, "turn")


def test_r40_only_the_party_that_fought_can_die_wherever_it_is_now() -> None:
    followers = {0: {P: "FR"}, 1: {P: "F", 3: "WWW"}}
    state = start(followers=followers)
    do(state, "fight", place=P)
    do(state, "rogue_die", 9, 1, 2, 3, roll=True)
    passes(state)
    do(state, "attack_die", die="d10")
    do(state, "attack_die", die="d10")
    do(state, "retreat", seat=1, to=3)
    do(state, "pass")
    assert legal(state) == [{"type": "kill", "fighters": 1, "rogues": 0, "wizards": 0}]
    choose(state, "kill", "F")
    assert data(state, "followers")[1][3] == [0, 0, 3]


def test_r41_the_winning_attacker_may_use_the_location_within_the_same_action() -> None:
    state = lost_by(1, ("FF", "F"), locations={P: "harbor_docks"})
    do(state, "retreat", seat=1, to=3)
    assert (asked(state), stack(state)) == ((0, "opportunity"), ["end_action", "opportunity"])
    assert legal(state) == [{"type": "pass"}, {"type": "use", "place": P, "option": 0}]
    do(state, "use", place=P, option=0)
    assert (data(state, "gold")[0], data(state, "actions")[0], asked(state)) == (13, 4, (1, "turn"))


def test_r41_never_a_defender_nor_on_a_used_location_nor_without_survivors() -> None:
    for loser, said in ((0, {}), (1, {"used": [P]})):
        state = lost_by(loser, ("F", "F"), locations={P: "harbor_docks"}, **said)
        do(state, "retreat", seat=loser, to=3)
        assert asked(state) == (1, "turn")
    state = start(followers={0: {P: "F"}, 1: {P: "R"}}, locations={P: "harbor_docks"})
    do(state, "fight", place=P)
    do(state, "rogue_die", 9, 2, 1, roll=True)
    passes(state)
    do(state, "attack_die", die="d10")
    do(state, "attack_die", die="d4")
    do(state, "retreat", seat=1, to=3)
    do(state, "pass")
    choose(state, "kill", "F")
    assert asked(state) == (1, "turn")


def test_r48_the_victim_may_play_cards_out_of_turn() -> None:
    followers = {0: {P: "FR"}, 1: {P: "F"}}
    state = start(followers=followers, hands={1: "healing_potion"})
    do(state, "fight", place=P)
    do(state, "rogue_die", 9, 1, 1, 3, roll=True)
    passes(state)
    do(state, "attack_die", die="d10")
    do(state, "attack_die", die="d10")
    do(state, "retreat", seat=1, to=3)
    assert (asked(state), plays(state)) == ((1, "ignore"), ["healing_potion"])
    do(state, "play", card="healing_potion")
    assert data(state, "followers")[1][3] == [1, 0, 0]


def test_r49_fight_cards_are_for_fights_and_others_for_ones_turn() -> None:
    state = start(hands={0: "keen_longsword healing_potion helm_of_telepathy coin_purse"})
    assert plays(state) == ["coin_purse"]
    with pytest.raises(IllegalAction, match="other moments than one's own turn"):
        state.find({"type": "play", "card": "keen_longsword"})
    state = start(followers={0: {PORTAL: "F"}}, hands={0: "coin_purse travel_papers"})
    enter_dungeon(state, "F", 4)
    assert plays(state) == []
