"""Is one bot better than another? A sequential test on paired deals, to be looked at as often as one likes.

The unit is a deal: one bot's mean points against the other over all matches of the deal (1 for the better
rank, 0.5 for an equal one), counted once both have sat in the same seats. Luck of the seat cancels
in it, whatever the size of the table, and luck of the cards where all its rotations have the same shuffles.

Each claim is tested by betting against its opposite. Whoever bets that the mean exceeds a bound, when it does
not, is not expected to win: his money grows twentyfold, ever, with a probability of at most 1/20
(Ville's inequality; Waudby-Smith and Ramdas, 2024). That holds for any distribution of points and at
any moment, so one may stop as soon as a verdict is there. Bets are small and large fractions of the
stake side by side, so the evidence depends on the set of deals, not on their order.

With `error` at 5 %: if the bots are equal, one is ever called better in at most 5 % of all comparisons, the
worse bot in at most 2.5 %; if one is better by `worth` points or more, "no difference" is ever said in
at most 5 %.
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum

from arena.ratings.results import deal_key
from arena.tournament.results import MatchResult, points

EQUAL = 0.5
WORTH = 0.05
ERROR = 0.05

_STAKES = 4
_GREATEST_VARIANCE = 0.25  # of a number between 0 and 1; with it, worth / variance is the best stake
_LARGEST_STAKE = 0.9
_FARTHEST_FORECAST = 10_000  # times the deals played so far


class Verdict(Enum):
    """What a comparison has shown."""

    FIRST = "first is better"
    SECOND = "second is better"
    NO_DIFFERENCE = "no difference worth it"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class Comparison:
    """How the first bot fares against the second. Points are a share: 0.5 for equal bots."""

    first: str
    second: str
    verdict: Verdict
    deals: int  # complete ones
    matches: int  # in these deals
    mean_points: float | None  # of the first, None without a deal
    low: float  # the true mean lies between `low` and `high`, with an error that holds at all times
    high: float
    worth: float
    error: float
    more_matches: int | None  # about how many until a verdict, should deals go on like this; None if unknown


def compare(
    results: Iterable[MatchResult], first: str, second: str, *, worth: float = WORTH, error: float = ERROR
) -> Comparison:
    """Compare two bots over all results in which both sit; solos must have been joined (`comparable`).

    `worth` is the difference in mean points that matters, `error` the greatest probability of a wrong claim.
    Raises ValueError where these are not between 0 and 0.5.
    """
    deals = paired_deals(results, first, second)
    test = SequentialTest(worth, error)
    for deal in deals:
        test.add(deal.points)
    matches = sum(deal.matches for deal in deals)
    more_deals = test.more_deals()
    low, high = test.interval()
    return Comparison(
        first=first,
        second=second,
        verdict=test.verdict,
        deals=len(deals),
        matches=matches,
        mean_points=sum(deal.points for deal in deals) / len(deals) if deals else None,
        low=low,
        high=high,
        worth=worth,
        error=error,
        more_matches=None if more_deals is None else math.ceil(more_deals * matches / len(deals)),
    )


@dataclass(frozen=True, slots=True)
class PairedDeal:
    """One deal that two bots have played from the same seats."""

    points: float  # mean, of the first bot against the second
    matches: int


def paired_deals(results: Iterable[MatchResult], first: str, second: str) -> list[PairedDeal]:
    """The complete deals of two bots: those in which each has sat where the other has."""
    by_deal: dict[tuple[str, int, str], list[MatchResult]] = defaultdict(list)
    for result in results:
        if first in result.bots and second in result.bots:
            by_deal[deal_key(result)].append(result)
    return [_paired(deal, first, second) for deal in by_deal.values() if _balanced(deal, first, second)]


def _balanced(deal: Sequence[MatchResult], first: str, second: str) -> bool:
    """Whether both have sat in the same seats, as often. Solos that are compared have no seats."""
    return deal[0].players == 1 or _seats(deal, first) == _seats(deal, second)


def _seats(deal: Sequence[MatchResult], bot: str) -> list[int]:
    return sorted(seat for result in deal for seat, name in enumerate(result.bots) if name == bot)


def _paired(deal: Sequence[MatchResult], first: str, second: str) -> PairedDeal:
    earned = [
        points(result, seat, other)
        for result in deal
        for seat, name in enumerate(result.bots)
        if name == first
        for other, opponent in enumerate(result.bots)
        if opponent == second
    ]
    return PairedDeal(sum(earned) / len(earned), len(deal))


class SequentialTest:
    """The evidence of deals so far; each costs the same to add."""

    def __init__(self, worth: float = WORTH, error: float = ERROR) -> None:
        for name, value in (("worth", worth), ("error", error)):
            if not 0 < value < 0.5:
                raise ValueError(f"{name} is {value}: it must lie between 0 and 0.5")
        self.worth, self.error = worth, error
        self.points: list[float] = []
        self._better = _Bets(EQUAL, worth)
        self._worse = _Bets(EQUAL, worth)
        self._not_much_better = _Bets(EQUAL - worth, worth)
        self._not_much_worse = _Bets(EQUAL - worth, worth)

    def add(self, earned: float) -> None:
        """Count one deal, by the first bot's mean points between 0 and 1."""
        self.points.append(earned)
        self._better.add(earned)
        self._worse.add(1 - earned)
        self._not_much_better.add(1 - earned)
        self._not_much_worse.add(earned)

    @property
    def verdict(self) -> Verdict:
        """What the deals so far show."""
        return self._verdict(1.0)

    def more_deals(self) -> int | None:
        """How many more deals until a verdict, if they go on like those so far; None if unknown."""
        if self.verdict is not Verdict.OPEN:
            return 0
        enough = 1.0
        while self._verdict(enough) is Verdict.OPEN:
            enough *= 2
            if enough > _FARTHEST_FORECAST or not self.points:
                return None
        few = enough / 2
        for _ in range(20):
            middle = (few + enough) / 2
            few, enough = (middle, enough) if self._verdict(middle) is Verdict.OPEN else (few, middle)
        return math.ceil((enough - 1) * len(self.points))

    def interval(self) -> tuple[float, float]:
        """Bounds of the mean points that hold, both and at all times, with probability 1 - `error`."""
        opposite = [1 - earned for earned in self.points]
        return self._lower_bound(self.points), 1 - self._lower_bound(opposite)

    def _verdict(self, repeats: float) -> Verdict:
        """What the deals would show if each were there that many times."""
        either = math.log(2 / self.error)
        if self._better.evidence(repeats) >= either:
            return Verdict.FIRST
        if self._worse.evidence(repeats) >= either:
            return Verdict.SECOND
        near = min(self._not_much_better.evidence(repeats), self._not_much_worse.evidence(repeats))
        return Verdict.NO_DIFFERENCE if near >= math.log(1 / self.error) else Verdict.OPEN

    def _lower_bound(self, sample: Sequence[float]) -> float:
        """The greatest mean that the sample speaks against."""
        low, high = 0.0, 1.0
        for _ in range(30):
            middle = (low + high) / 2
            bets = _Bets(middle, self.worth)
            for earned in sample:
                bets.add(earned)
            low, high = (middle, high) if bets.evidence() >= math.log(2 / self.error) else (low, middle)
        return low


class _Bets:
    """Bets of several sizes that the mean of numbers between 0 and 1 exceeds a bound."""

    def __init__(self, bound: float, worth: float) -> None:
        self.bound = bound
        largest = _LARGEST_STAKE / bound
        smallest = min(worth / _GREATEST_VARIANCE, largest)
        ratio = (largest / smallest) ** (1 / (_STAKES - 1))
        self.stakes = [smallest * ratio**step for step in range(_STAKES)]
        self.wealth = [0.0] * _STAKES  # logarithms

    def add(self, value: float) -> None:
        """Settle the bets on one number."""
        excess = value - self.bound
        self.wealth = [
            wealth + math.log1p(stake * excess)
            for wealth, stake in zip(self.wealth, self.stakes, strict=True)
        ]

    def evidence(self, repeats: float = 1.0) -> float:
        """The logarithm of the mean growth of all bets, had each number come that many times."""
        growths = [repeats * wealth for wealth in self.wealth]
        most = max(growths)
        return most + math.log(sum(math.exp(growth - most) for growth in growths) / len(growths))
