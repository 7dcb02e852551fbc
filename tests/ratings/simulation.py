"""Tournaments of bots whose strengths are known, played by drawing from the model of the joint fit."""

import math
import random
from collections.abc import Sequence
from itertools import combinations

from ratings_samples import ranked, result

from arena.tournament.results import MatchResult


def draw_ranks(worth: Sequence[float], tie: float, chance: random.Random) -> tuple[int, ...]:
    """Ranks of seats of these worths; `tie` is the log of the weight of a tie of two."""
    places = [0] * len(worth)
    left = list(range(len(worth)))
    while left:
        groups = [*((seat,) for seat in left), *combinations(left, 2)]
        weights = [
            math.exp(sum(worth[seat] for seat in group) / len(group) + tie * (len(group) == 2))
            for group in groups
        ]
        chosen = chance.choices(groups, weights)[0]
        for seat in chosen:
            places[seat] = len(worth) - len(left)
        left = [seat for seat in left if seat not in chosen]
    return ranked(places)


def tournament(
    strengths: dict[str, float],
    effects: Sequence[float],
    deals: int,
    chance: random.Random,
    *,
    tie: float = -1.0,
    luck: float = 0.0,
    first: int = 0,
    fresh: bool = False,
) -> list[MatchResult]:
    """`deals` deals, each with bots drawn at random and played in all rotations of its seats.

    `luck` is the deviation of what a deal is worth to each of its seats; if `fresh`, a rotation.
    """
    results: list[MatchResult] = []
    seats = len(effects)
    for deal in range(deals):
        bots = chance.sample(sorted(strengths), seats)
        lot = [chance.gauss(0.0, luck) for _ in range(seats)]
        for turn in range(seats):
            seated = bots[turn:] + bots[:turn]
            if fresh:
                lot = [chance.gauss(0.0, luck) for _ in range(seats)]
            worth = [strengths[bot] + effects[seat] + lot[seat] for seat, bot in enumerate(seated)]
            order = first + len(results)
            shuffle = f"{first + deal}/r{turn}" if fresh else None
            ranks = draw_ranks(worth, tie, chance)
            results.append(result(seated, ranks, order=order, deal=first + deal, shuffle=shuffle))
    return results
