import random

import pytest
from ratings_samples import result

from arena.ratings.book import book_of
from arena.ratings.results import comparable, compare_solos, deals, in_order
from arena.tournament.results import MatchResult, mean_points, points


def solo(
    bot: str, score: float, order: int, *, deal: int = 0, fault: str | None = None, decisions: int = 9
) -> MatchResult:
    return result([bot], [1], scores=[score], order=order, deal=deal, faults=[fault], decisions=[decisions])


def test_points_compare_two_ranks() -> None:
    assert [points(1, 1), points(1, 3), points(3, 1)] == [0.5, 1.0, 0.0]


@pytest.mark.parametrize("ranks", [(1, 1, 3), (1, 2, 3, 3, 5, 5, 7)])
def test_mean_points_are_those_against_all_other_seats(ranks: tuple[int, ...]) -> None:
    means = mean_points(ranks)
    assert means[0] == (0.75 if ranks[1] == 1 else 1.0)
    assert sum(means) == pytest.approx(len(ranks) / 2), "what one wins another loses"
    assert mean_points((1,)) == [0.0]


def test_results_are_put_in_schedule_order() -> None:
    results = [result(["a", "b"], [1, 2], order=order) for order in range(20)]
    shuffled = random.Random(1).sample(results, 20)
    assert in_order(shuffled) == results


def test_the_solos_of_a_deal_become_one_match_ranked_by_score() -> None:
    match = compare_solos([solo("b", 7, 1), solo("a", 5, 0), solo("c", 7, 4), solo("d", 9, 2)])
    assert match.bots == ("a", "b", "c", "d")
    assert match.ranks == (4, 2, 2, 1)
    assert match.scores == (5, 7, 7, 9)
    assert match.order == 4
    assert match.players == 1


def test_a_solo_with_a_fault_is_last_and_the_later_fault_better() -> None:
    match = compare_solos(
        [
            solo("a", -50, 0),
            solo("b", 99, 1, fault="timeout", decisions=3),
            solo("c", 99, 2, fault="crash", decisions=8),
        ]
    )
    assert match.ranks == (1, 3, 2)
    assert match.faults == (None, "timeout", "crash")


def test_equal_deals_are_compared_and_tables_stay_as_they_are() -> None:
    table = result(["a", "b"], [2, 1], order=2)
    first, second = [solo("a", 1, 0), solo("b", 2, 1)], [solo("a", 4, 3, deal=1), solo("b", 3, 4, deal=1)]
    joined = list(comparable([*first, table, *second]))
    assert [(int(match.deal), match.order, match.ranks) for match in joined] == [
        (0, 1, (2, 1)),
        (0, 2, (2, 1)),
        (1, 4, (1, 2)),
    ]
    assert joined[1] is table


def test_equal_deals_of_different_games_are_different_deals() -> None:
    other = solo("b", 2, 1)._replace(game="vault-of-dragons")
    assert len(list(comparable([solo("a", 1, 0), other]))) == 2


def test_rotations_of_a_deal_stay_together() -> None:
    rotations = [result("ab", [1, 2], order=order, deal=order // 2) for order in range(4)]
    assert list(deals(rotations)) == [rotations[:2], rotations[2:]]


def test_the_better_soloist_is_rated_better() -> None:
    solos = [
        solo(bot, 10 + 5 * (bot == "b"), 2 * deal + seat, deal=deal)
        for deal in range(10)
        for seat, bot in enumerate("ab")
    ]
    ratings = book_of(solos).ratings()
    assert ratings["b"].rating > ratings["a"].rating
