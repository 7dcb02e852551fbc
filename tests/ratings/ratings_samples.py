"""Results for the tests of ratings, and hypothesis strategies for them."""

from collections.abc import Sequence

from hypothesis import strategies as st

from arena.tournament.results import MatchResult


def result(
    bots: Sequence[str],
    ranks: Sequence[int],
    *,
    order: int = 0,
    game: str = "portals",
    deal: str | int = 0,
    shuffle: str | int | None = None,
    scores: Sequence[float] | None = None,
    faults: Sequence[str | None] | None = None,
    decisions: Sequence[int] | None = None,
    ms: Sequence[float] | None = None,
) -> MatchResult:
    seats = len(bots)
    return MatchResult(
        match=f"m{order}",
        order=order,
        game=game,
        players=seats,
        table=1,
        deal=str(deal),
        shuffle=str(deal if shuffle is None else shuffle),
        bots=tuple(bots),
        ranks=tuple(ranks),
        scores=tuple(scores or [-float(rank) for rank in ranks]),
        faults=tuple(faults or [None] * seats),
        decisions=tuple(decisions or [1] * seats),
        ms=tuple(ms or [1.0] * seats),
    )


def ranked(places: Sequence[int]) -> tuple[int, ...]:
    """Ranks as an arena gives them: one more than the number of better seats."""
    return tuple(1 + sum(other < place for other in places) for place in places)


def rank_lists(seats: int) -> st.SearchStrategy[tuple[int, ...]]:
    return st.lists(st.integers(0, seats - 1), min_size=seats, max_size=seats).map(ranked)


@st.composite
def results(draw: st.DrawFn, order: int) -> MatchResult:
    bots = draw(st.lists(st.sampled_from("abcdef"), min_size=2, max_size=6))
    return result(
        bots,
        draw(rank_lists(len(bots))),
        order=order,
        game=draw(st.sampled_from(["portals", "vault-of-dragons"])),
        deal=order // 3,
        faults=draw(
            st.lists(
                st.sampled_from([None, None, "crash", "timeout"]), min_size=len(bots), max_size=len(bots)
            )
        ),
    )


@st.composite
def result_lists(draw: st.DrawFn) -> list[MatchResult]:
    return [draw(results(order)) for order in range(draw(st.integers(0, 12)))]
