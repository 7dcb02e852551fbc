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
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from arena.ratings.pairs import deal_points, points_in
from arena.ratings.results import deals
from arena.tournament.results import MatchResult

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
    """Compare two bots over all results in which both sit, and which come deal by deal: see `deals`.

    `worth` is the difference in mean points that matters, `error` the greatest probability of a wrong claim.
    Raises ValueError where these are not between 0 and 0.5.
    """
    paired = paired_deals(results, first, second)
    test = SequentialTest(worth, error)
    for deal in paired:
        test.add(deal.points)
    matches = sum(deal.matches for deal in paired)
    more_deals = test.more_deals()
    low, high = test.interval()
    return Comparison(
        first=first,
        second=second,
        verdict=test.verdict,
        deals=len(paired),
        matches=matches,
        mean_points=sum(deal.points for deal in paired) / len(paired) if paired else None,
        low=low,
        high=high,
        worth=worth,
        error=error,
        more_matches=None if more_deals is None else math.ceil(more_deals * matches / len(paired)),
    )


@dataclass(frozen=True, slots=True)
class PairedDeal:
    """One deal that two bots have played from the same seats."""

    points: float  # mean, of the first bot against the second
    matches: int


def paired_deals(results: Iterable[MatchResult], first: str, second: str) -> list[PairedDeal]:
    """The complete deals of two bots: those in which each has sat where the other has.

    The results come deal by deal: see `arena.ratings.results.deals`.
    """
    met = (
        [result for result in deal if first in result.bots and second in result.bots]
        for deal in deals(results)
    )
    return [
        PairedDeal(_points(deal, first, second), len(deal))
        for deal in met
        if deal and _balanced(deal, first, second)
    ]


def _points(deal: Sequence[MatchResult], first: str, second: str) -> float:
    """The mean points of the first bot against the second in a deal."""
    of_pair = deal_points(points_in(deal)[min(first, second), max(first, second)])
    return of_pair if first < second else 1.0 - of_pair


def _balanced(deal: Sequence[MatchResult], first: str, second: str) -> bool:
    """Whether both have sat in the same seats, as often. Solos that are compared have no seats."""
    return deal[0].players == 1 or _seats(deal, first) == _seats(deal, second)


def _seats(deal: Sequence[MatchResult], bot: str) -> list[int]:
    return sorted(seat for result in deal for seat, name in enumerate(result.bots) if name == bot)


class SequentialTest:
    """The evidence of deals so far: how many had which points, of which there are but a few."""

    def __init__(self, worth: float = WORTH, error: float = ERROR) -> None:
        for name, value in (("worth", worth), ("error", error)):
            if not 0 < value < 0.5:
                raise ValueError(f"{name} is {value}: it must lie between 0 and 0.5")
        self.worth, self.error = worth, error
        self.points: Counter[float] = Counter()

    def add(self, earned: float) -> None:
        """Count one deal, by the first bot's mean points between 0 and 1."""
        self.points[earned] += 1

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
        return math.ceil((enough - 1) * self.points.total())

    def interval(self) -> tuple[float, float]:
        """Bounds of the mean points that hold, both and at all times, with probability 1 - `error`."""
        return self._lower_bound(self.points), 1 - self._lower_bound(self._opposite)

    @property
    def _opposite(self) -> dict[float, int]:
        """The same deals as the second bot has them."""
        return {1 - earned: count for earned, count in self.points.items()}

    def _verdict(self, repeats: float) -> Verdict:
        """What the deals would show if each were there that many times."""
        first, second = self.points, self._opposite
        either = math.log(2 / self.error)
        if self._evidence(first, EQUAL, repeats) >= either:
            return Verdict.FIRST
        if self._evidence(second, EQUAL, repeats) >= either:
            return Verdict.SECOND
        bound = EQUAL - self.worth
        near = min(self._evidence(deals, bound, repeats) for deals in (first, second))
        return Verdict.NO_DIFFERENCE if near >= math.log(1 / self.error) else Verdict.OPEN

    def _lower_bound(self, points: Mapping[float, int]) -> float:
        """The greatest mean that the deals speak against."""
        low, high = 0.0, 1.0
        for _ in range(30):
            middle = (low + high) / 2
            spoken = self._evidence(points, middle) >= math.log(2 / self.error)
            low, high = (middle, high) if spoken else (low, middle)
        return low

    def _evidence(self, points: Mapping[float, int], bound: float, repeats: float = 1.0) -> float:
        """That the mean exceeds a bound: the logarithm of the mean growth of bets of several sizes on it, had
        each deal come that many times."""
        largest = _LARGEST_STAKE / bound
        smallest = min(self.worth / _GREATEST_VARIANCE, largest)
        ratio = (largest / smallest) ** (1 / (_STAKES - 1))
        growths = [
            repeats
            * math.fsum(
                count * math.log1p(smallest * ratio**step * (earned - bound))
                for earned, count in points.items()
            )
            for step in range(_STAKES)
        ]
        most = max(growths)
        return most + math.log(sum(math.exp(growth - most) for growth in growths) / len(growths))
