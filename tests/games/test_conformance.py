"""The conformance suite passes sound games and finds each way in which a game can be broken."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Self

import pytest
from toy_game import Toy, ToyState
from twelve_cards import GAME, view
from twelve_cards.components import Components
from twelve_cards.rules import SHUFFLE
from twelve_cards.state import TwelveCardsState

from arena.games import Action, BadState, Data, Decision, Event, Game, Outcome
from arena.games.entries import Entry
from arena.games.testing import conformance
from arena.games.testing.conformance import ConformanceError


def test_a_sound_game_of_ones_own_conforms() -> None:
    conformance.check(Toy(), share=1)


class OnlyTwo(ToyState):
    def scores(self) -> list[int]:
        return super().scores()[:2]


def test_checks_every_number_of_players_unless_one_is_named() -> None:
    conformance.check(Toy(OnlyTwo), players=2)
    with pytest.raises(ConformanceError, match=r"ranks_agree: .*3 players"):
        conformance.check(Toy(OnlyTwo))


# Broken games: each overrides one thing; the name is the check that must find it.


class LeakyView(ToyState):
    def _view(self, seat: int | None) -> Data:
        return {**super()._view(seat), "next": self.deck[:1]}


class LeakyKeyOrder(ToyState):
    def _view(self, seat: int | None) -> Data:
        view = super()._view(seat)
        return view if sum(self.deck) % 2 else dict(reversed(view.items()))


class LeakyOnlooker(ToyState):
    def _view(self, seat: int | None) -> Data:
        return super()._view(0 if seat is None else seat)


class LeakyLegalList(ToyState):
    def _decide(self) -> Decision | None:
        decision = super()._decide()
        if decision is not None and sum(self.deck) % 2:
            decision.legal = decision.legal[::-1]
        return decision


class HiddenArgument(ToyState):
    def _decide(self) -> Decision | None:
        decision = super()._decide()
        if decision is not None and sum(self.deck) % 2:
            decision.legal = tuple([LOOKALIKES.get(action.arg, action) for action in decision.legal])
        return decision


PLAY = GAME.components().play
LOOKALIKES = {card: Action("play", card, card=card) for card in PLAY}


class LeakyRefusal(ToyState):
    def _why_not(self, data: Data) -> str | None:
        return f"the deck has {self.deck}"


class LeakyEvent(ToyState):
    def tell(self, type: str, **fields: Any) -> None:
        fields.pop("seats", None)
        super().tell(type, **fields)


class LeakyPlay(ToyState):
    def _play(self, action: Action) -> Decision | None:
        self.tell("hint", next=self.deck[:1])
        return super()._play(action)


class TruthInGuess(ToyState):
    def _redraw(self, seat: int, rng: Random) -> None:
        self._chance_seed = rng.getrandbits(64)


class TrueFutureInGuess(ToyState):
    def determinize(self, seat: int, rng: Random) -> Self:
        copy = super().determinize(seat, rng)
        copy._chance_seed = self._chance_seed
        return copy

    def _play(self, action: Action) -> Decision | None:
        self._draw_number("die", range(1, 21))
        return super()._play(action)


class GuessFromTruth(ToyState):
    def _redraw(self, seat: int, rng: Random) -> None:
        hidden = view.unseen(self, seat)
        rng.shuffle(hidden)
        view.deal(self, seat, hidden)


class GuessOfOwnHand(ToyState):
    def _redraw(self, seat: int, rng: Random) -> None:
        super()._redraw(1 - seat if seat < 2 else seat, rng)


class GuessWithoutCards(ToyState):
    def _redraw(self, seat: int, rng: Random) -> None:
        view.deal(self, seat, [0] * len(view.unseen(self, seat)))


class StaleDecisionInGuess(ToyState):
    def determinize(self, seat: int, rng: Random) -> Self:
        copy = super().determinize(seat, rng)
        copy.decision = self.decision
        copy.may_shuffle[seat] = copy.may_shuffle[seat] ^ (copy.turn == seat)
        return copy


class SharedListInClone(ToyState):
    def clone(self) -> Self:
        copy = super().clone()
        copy.played = self.played
        return copy


class CloneWithOtherChance(ToyState):
    def clone(self) -> Self:
        copy = super().clone()
        copy._chance_seed += 1
        return copy


class CloneWithEvents(ToyState):
    def clone(self) -> Self:
        copy = super().clone()
        copy.events_on = True
        return copy


class InnerListsHandedOut(ToyState):
    def to_data(self) -> Data:
        return {**super().to_data(), "deck": self.deck}


class InnerListsInEvents(ToyState):
    def _play(self, action: Action) -> Decision | None:
        super()._play(action)
        self.tell("table", played=self.played)
        return self._decide()


class AnySeat(ToyState):
    def _check_seat(self, seat: int) -> None:
        pass


class PickledWithoutChance(ToyState):
    def __reduce__(self) -> tuple[Any, ...]:
        return type(self).game.from_data, (self.to_data(),)


class ForgetsInData(ToyState):
    def __init__(self, players: int, chance_seed: int, options: Data | None = None, **given: Any) -> None:
        super().__init__(players, chance_seed, options, **given)
        self.played_first = 0

    def clone(self) -> Self:
        copy = super().clone()
        copy.played_first = self.played_first
        return copy

    def _play(self, action: Action) -> Decision | None:
        self.played_first += 1
        return super()._play(action)

    def scores(self) -> list[int]:
        return [score + self.played_first for score in super().scores()]


class ChangesBeforeRefusing(ToyState):
    def apply(self, action: Action, chance: Any = None) -> list[Event]:
        self.may_shuffle[self.turn] = False
        return super().apply(action, chance)


class FindChanges(ToyState):
    def find(self, data: object) -> Action:
        self.turn = (self.turn + 1) % self.players
        return super().find(data)


class FindTakesTrueForOne(ToyState):
    def find(self, data: object) -> Action:
        for action in self.decision.legal if self.decision else ():
            if action.to_data() == data:
                return action
        return super().find(data)


class FindCrashes(ToyState):
    def find(self, data: object) -> Action:
        data["type"]  # type: ignore[index]  # what is broken about it
        return super().find(data)


class AppliesAnything(ToyState):
    def apply(self, action: Action, chance: Any = None) -> list[Event]:
        decision = self.decision
        if decision and action.arg in PLAY and action not in decision.legal:
            action = decision.legal[0]
        return super().apply(action, chance)


class ForcedChanceUnchecked(ToyState):
    def _draw_order(self, what: str, items: Sequence[Any]) -> list[Any]:
        if self._chance is None:
            return super()._draw_order(what, items)
        result = list(self._given(what))
        self._tell_chance(what, result[:], seats=[])
        return result


class ForcedChanceFirst(ToyState):
    def _apply_given(self, action: Action, chance: list[Any]) -> list[Event]:
        if action is not SHUFFLE:
            return super()._apply_given(action, chance)
        self.may_shuffle[self.turn] = False
        return super()._apply_given(action, chance)


class GlobalRandomness(ToyState):
    def _next_bytes(self, count: int) -> bytes:
        return random.randbytes(count)


class UnloggedChance(ToyState):
    def _play(self, action: Action) -> Decision | None:
        super()._play(action)
        Random(self._chance_seed).shuffle(self.deck)
        return self._decide()


class QuietDiffers(ToyState):
    def _play(self, action: Action) -> Decision | None:
        super()._play(action)
        if self._events is None and action is SHUFFLE:
            self.may_shuffle = [False] * self.players
        return self._decide()


class EventWithoutType(ToyState):
    def tell(self, type: str, **fields: Any) -> None:
        if self._events is not None:
            self._events.append(fields if type == "draw" else {"type": type, **fields})


class EventForNobodyHere(ToyState):
    def tell(self, type: str, **fields: Any) -> None:
        super().tell(type, **{**fields, "seats": [9]} if type == "draw" else fields)


class TwoActionsAlike(ToyState):
    def _decide(self) -> Decision | None:
        decision = super()._decide()
        return decision and Decision(
            decision.seat, "play", (*decision.legal, Action("play", 1, card=decision.legal[0].arg))
        )


class NothingLegal(ToyState):
    def _decide(self) -> Decision | None:
        decision = super()._decide()
        return decision if decision is None or len(self.hands[self.turn]) > 1 else Decision(0, "play", ())


class UndeclaredAction(ToyState):
    def _decide(self) -> Decision | None:
        decision = super()._decide()
        return decision and Decision(decision.seat, "play", (*decision.legal, Action("pass")))

    def _play(self, action: Action) -> Decision | None:
        return super()._play(action if action.type != "pass" else PLAY[self.hands[self.turn][0]])


class NeverEnds(ToyState):
    def _decide(self) -> Decision | None:
        return Decision(self.turn, "play", (SHUFFLE,))

    def _play(self, action: Action) -> Decision | None:
        self.turn = (self.turn + 1) % self.players
        return self._decide()


class WrongRanks(ToyState):
    def ranks(self) -> list[int]:
        return [sum(other >= mine for other in self.scores()) for mine in self.scores()]


class RanksUpsideDown(ToyState):
    def ranks(self) -> list[int]:
        return [1 + sum(other < mine for other in self.scores()) for mine in self.scores()]


class EndsInNoWord(ToyState):
    def _ending(self) -> str:
        return "hands_empty"


class OutcomeTooEarly(ToyState):
    def outcome(self) -> Outcome | None:
        return Outcome("hand_empty", None, self.scores(), self.ranks())


class ScoresOutOfRange(ToyState):
    def scores(self) -> list[int]:
        return [score - 100 for score in super().scores()]


class NoViewAtTheEnd(ToyState):
    def _view(self, seat: int | None) -> Data:
        if not all(self.hands):
            raise IndexError("no hand to show")
        return super()._view(seat)


BROKEN: list[tuple[type[ToyState], str]] = [
    (LeakyView, "views_hide"),
    (LeakyKeyOrder, "views_hide"),
    (LeakyOnlooker, "views_hide"),
    (LeakyLegalList, "views_hide"),
    (HiddenArgument, "views_hide"),
    (GuessOfOwnHand, "views_hide"),
    (LeakyRefusal, "wrong_answers_are_refused"),
    (LeakyEvent, "events_hide"),
    (LeakyPlay, "events_hide"),
    (TruthInGuess, "determinize_redraws"),
    (TrueFutureInGuess, "determinize_redraws"),
    (GuessFromTruth, "determinize_forgets"),
    (GuessWithoutCards, "determinized_states_are_whole"),
    (StaleDecisionInGuess, "views_hide"),
    (SharedListInClone, "clones_are_independent"),
    (CloneWithOtherChance, "same_seed_same_game"),
    (CloneWithEvents, "events_off_changes_nothing_else"),
    (InnerListsHandedOut, "data_handed_out_is_fresh"),
    (InnerListsInEvents, "events_handed_out_are_fresh"),
    (ForgetsInData, "data_round_trips"),
    (AnySeat, "wrong_seats_are_refused"),
    (PickledWithoutChance, "pickles_travel"),
    (ChangesBeforeRefusing, "wrong_actions_are_refused"),
    (FindChanges, "wrong_answers_are_refused"),
    (FindTakesTrueForOne, "wrong_answers_are_refused"),
    (FindCrashes, "wrong_answers_are_refused"),
    (AppliesAnything, "wrong_actions_are_refused"),
    (ForcedChanceUnchecked, "wrong_chance_is_refused"),
    (ForcedChanceFirst, "wrong_chance_is_refused"),
    (GlobalRandomness, "same_seed_same_game"),
    (UnloggedChance, "data_play_on_alike"),
    (UnloggedChance, "log_replays"),
    (QuietDiffers, "events_off_changes_nothing_else"),
    (EventWithoutType, "events_are_well_formed"),
    (EventForNobodyHere, "events_are_well_formed"),
    (TwoActionsAlike, "legal_lists_are_sound"),
    (NothingLegal, "legal_lists_are_sound"),
    (UndeclaredAction, "legal_lists_are_sound"),
    (NeverEnds, "termination"),
    (WrongRanks, "ranks_agree"),
    (RanksUpsideDown, "ranks_agree"),
    (EndsInNoWord, "outcomes_agree"),
    (OutcomeTooEarly, "outcomes_agree"),
    (ScoresOutOfRange, "outcomes_agree"),
    (NoViewAtTheEnd, "queries_answer"),
]


@pytest.mark.parametrize(("state_class", "name"), BROKEN, ids=[f"{c.__name__}-{n}" for c, n in BROKEN])
def test_finds(state_class: type[ToyState], name: str) -> None:
    with pytest.raises(ConformanceError) as caught:
        conformance.check(Toy(state_class), players=3, seeds=range(2), share=0.5, longest=200)
    assert name in [problem.check for problem in caught.value.problems], str(caught.value)


class SameStart(Toy):
    def _new(self, players: int, options: Data, parts: Components, rng: Random) -> TwelveCardsState:
        return super()._new(players, options, parts, Random())


class ViewRereadWrongly(Toy):
    def from_view(
        self, view: Mapping[str, Any], seat: int, rng: Random, components: Any = None
    ) -> TwelveCardsState:
        return super().from_view({**view, "turn": 0}, seat, rng)


class DataKeptAsGiven(Toy):
    def from_data(self, data: Mapping[str, Any], components: Any = None, seed: int = 0) -> TwelveCardsState:
        state = super().from_data(data, components, seed)
        state.deck = data["deck"]
        return state


class SaysThatNothingIsHidden(Toy):
    hidden_information = False


class LongerThanItSays(Toy):
    def longest(self, players: int, options: Mapping[str, Any] | None = None) -> int:
        return 3


class KnowsNoOlderData(Toy):
    def from_data(self, data: Mapping[str, Any], components: Any = None, seed: int = 0) -> TwelveCardsState:
        if "hand" not in data["options"]:
            raise BadState("options.hand: is missing")
        return super().from_data(data, components, seed)


class KnowsNoLaterViews(Toy):
    def _fill(self, root: Entry, state: TwelveCardsState, seat: int, rng: Random) -> None:
        root.require(len(root.as_map()) == 8, "has a key too many")
        super()._fill(root, state, seat, rng)


class TextlessDrawing(Toy):
    def draw(self, view: Mapping[str, Any], components: Any = None, *, color: bool = False) -> str:
        return None if color else ""  # type: ignore[return-value]  # what is broken about it


@pytest.mark.parametrize(
    ("game", "name"),
    [
        (SameStart(), "same_seed_same_start"),
        (ViewRereadWrongly(), "views_rebuild"),
        (DataKeptAsGiven(), "data_handed_out_is_fresh"),
        (SaysThatNothingIsHidden(), "information_is_as_declared"),
        (LongerThanItSays(), "termination"),
        (KnowsNoOlderData(), "data_may_lack_options"),
        (KnowsNoLaterViews(), "views_may_say_more"),
        (TextlessDrawing(), "queries_answer"),
    ],
    ids=lambda value: value if isinstance(value, str) else type(value).__name__,
)
def test_finds_in_the_game(game: Game[Any, Any], name: str) -> None:
    with pytest.raises(ConformanceError) as caught:
        conformance.check(game, players=3, seeds=range(2), share=0.5)
    assert name in [problem.check for problem in caught.value.problems], str(caught.value)


def test_the_report_names_check_place_and_number() -> None:
    with pytest.raises(ConformanceError) as caught:
        conformance.check(Toy(RanksUpsideDown), players=2, seeds=[5], share=1)
    first, *rest = str(caught.value).splitlines()
    assert first == "toy breaks 1 promises:"
    assert rest == [
        f"- ranks_agree: {caught.value.problems[0].what}"
        f" [{caught.value.problems[0].where}] ({caught.value.problems[0].times} times)"
    ]
    assert caught.value.problems[0].where.startswith("2 players, seed 5, decision ")
