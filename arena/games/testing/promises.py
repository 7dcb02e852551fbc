"""The promises that `arena.games.testing.conformance` tries, each a check that yields what is wrong.

What a promise is, the docstring of its check says: first those that hold at any position, then those about a
move. One promise binds views and events together: what the events of an action without chance tell a seat,
its view shows before or after it. So a game must not show something for a moment and hide it again.
"""

from __future__ import annotations

import json
import pickle
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from arena.games.core import Action, ComponentSource, Data, Event, Game, State, visible
from arena.games.errors import BadChance, GameError, IllegalAction
from arena.games.testing.wrong_input import lookalike, wrong_answers, wrong_chances
from protocol.codec import pack


@dataclass
class Position:
    """A state to try promises at; every check must leave it as it is."""

    game: Game[Any, Any]
    state: State
    data: Data
    components: ComponentSource
    rng: Random
    seen: Sequence[Action]
    """Actions that were legal somewhere in the games so far."""
    longest: int
    """A bound to the decisions of a game."""
    tally: Counter[str]
    """Counts for what can only be judged after many positions."""

    @property
    def seats(self) -> range:
        """All seats."""
        return range(self.state.players)

    @property
    def observers(self) -> tuple[int | None, ...]:
        """All seats, and an onlooker."""
        return (*self.seats, None)

    def new_seed(self) -> int:
        """A number to seed a generator with."""
        return self.rng.getrandbits(32)

    def twin(self, seat: int) -> State:
        """A state that `seat` can't tell from this one."""
        return self.state.determinize(seat, Random(self.new_seed()))

    def reread(self, data: Data, seed: int) -> State:
        """The state that plain data stand for after a journey as JSON."""
        state: State = self.game.from_data(json.loads(json.dumps(data)), self.components, seed)
        return state


@dataclass
class Move:
    """An action at a position, with what it came to on a clone: events, chance results, state after."""

    at: Position
    action: Action
    after: State
    after_data: Data
    events: list[Event]
    chance: list[Any] = field(init=False)

    def __post_init__(self) -> None:
        self.chance = [event["result"] for event in self.events if event.get("type") == "chance"]


# Promises at any position; each check yields what is wrong


def queries_answer(at: Position) -> Iterator[str]:
    """Every query answers at every point, with plain data of the right shape."""
    state = at.state
    for observer in at.observers:
        view = state.view(observer)
        pack(view)
        for color in (False, True):
            if not isinstance(at.game.draw(view, color=color), str):
                yield f"draw of view({observer}) is no text"
    pack(at.data)
    if not isinstance(at.game.draw(at.data), str):
        yield "draw of the whole state is no text"
    if state.over != (state.decision is None):
        yield "over and decision disagree"
    if state.game is not at.game:
        yield "state.game is another game"
    for seat in at.seats:
        if state.determinize(seat, Random(0)).over != state.over:
            yield f"determinize({seat}) is over and the state isn't, or the other way round"


def ranks_agree(at: Position) -> Iterator[str]:
    """A score and a rank a seat; tied ranks are shared and the next skips; more points never rank worse."""
    scores, ranks = at.state.scores(), at.state.ranks()
    if len(scores) != at.state.players or len(ranks) != at.state.players:
        yield f"scores {scores} and ranks {ranks} are not one a seat"
    if ranks != [1 + sum(other < mine for other in ranks) for mine in ranks]:
        yield f"ranks {ranks} don't count 1, 1, 3"
    for score, rank in zip(scores, ranks, strict=False):
        if any(other > score and place > rank for other, place in zip(scores, ranks, strict=False)):
            yield f"ranks {ranks} put more points behind fewer: {scores}"


def outcomes_agree(at: Position) -> Iterator[str]:
    """A game has an outcome when it is over, not before: one of its endings, with scores in their range."""
    state, game = at.state, at.game
    outcome = state.outcome()
    if (outcome is not None) != state.over:
        yield f"the outcome is {outcome}, and over is {state.over}"
    if outcome is None:
        return
    if outcome.reason not in game.endings:
        yield f"the reason {outcome.reason!r} is none of the endings {', '.join(game.endings)}"
    if (outcome.scores, outcome.ranks, outcome.remark) != (state.scores(), state.ranks(), state.remark()):
        yield "the outcome has other scores, ranks or another remark than the state"
    scoring = game.scoring
    for score in outcome.scores:
        if not scoring.least <= score <= scoring.most:
            yield f"a score of {score} is not from {scoring.least} to {scoring.most}"
    if state.players == 1 and scoring.solo is None:
        yield "scoring doesn't say what the score of a solo game is worth"


def information_is_as_declared(at: Position) -> Iterator[str]:
    """Where no seat may know what another doesn't, all are shown the same."""
    if not at.game.hidden_information:
        views = [at.state.view(observer) for observer in at.observers]
        if any(view != views[0] for view in views):
            yield "views differ, and hidden_information is False"


def legal_lists_are_sound(at: Position) -> Iterator[str]:
    """A legal list is not empty, all its actions are of a declared form, differ, and can be found."""
    decision = at.state.decision
    if decision is None:
        return
    if decision.seat not in at.seats:
        yield f"the decision is of seat {decision.seat}"
    if not decision.legal:
        yield "the legal list is empty"
    forms = [json.dumps(action.to_data(), sort_keys=True) for action in decision.legal]
    if len(set(forms)) < len(forms):
        yield f"two legal actions encode alike: {forms}"
    for action, form in zip(decision.legal, forms, strict=True):
        data = action.to_data()
        known = at.game.actions.get(action.type)
        problem = known.problem(data) if known else "its type is not in game.actions"
        if problem:
            yield f"{action}: {problem}"
        if at.state.find(data) is not action or at.state.find(json.loads(form)) is not action:
            yield f"find gives another action for {form}"


def data_round_trips(at: Position) -> Iterator[str]:
    """to_data, JSON, from_data, to_data comes out equal, with the same decision and views."""
    copy = at.reread(at.data, at.new_seed())
    if copy.to_data() != at.data:
        yield "the state comes back different"
    if _shown_decision(copy) != _shown_decision(at.state):
        yield f"the decision comes back different: {copy.decision}, not {at.state.decision}"
    if (copy.scores(), copy.ranks()) != (at.state.scores(), at.state.ranks()):
        yield "scores or ranks come back different"
    for observer in at.observers:
        if copy.view(observer) != at.state.view(observer):
            yield f"view({observer}) comes back different"


def pickles_travel(at: Position) -> Iterator[str]:
    """A pickled state comes back as it was, with the same game, and has the same future random outcomes."""
    first = at.state.clone()
    copy = pickle.loads(pickle.dumps(first))
    if copy.game is not at.game or at.state.game is not at.game:
        yield "the state comes back with another game"
    if copy.to_data() != at.data:
        yield "the state comes back different"
    for _ in range(50):
        if first.decision is None:
            break
        action = at.rng.choice(first.decision.legal)
        if copy.apply(copy.find(action.to_data())) != first.apply(action):
            yield f"{action} has other events after pickling"


def data_may_lack_options(at: Position) -> Iterator[str]:
    """An option that data don't name is as by default: they were written before there was the option."""
    options = at.data["options"]
    for option in at.game.options:
        if options[option.name] == option.default:
            less = {name: value for name, value in options.items() if name != option.name}
            if at.reread({**at.data, "options": less}, at.new_seed()).to_data() != at.data:
                yield f"a state that doesn't name the option {option.name} comes back different"


def views_may_say_more(at: Position) -> Iterator[str]:
    """Keys of a view that the game doesn't know are passed over, at every level (SPEC P-14).

    A component file in it is as a person wrote it, and is left alone.
    """
    for seat in at.seats:
        view = at.state.view(seat)
        written = {"components": view["components"]} if "components" in view else {}
        later = _with_one_more(view) | written
        copy = at.game.from_view(later, seat, Random(at.new_seed()), at.components)
        if copy.view(seat) != view:
            yield f"view({seat}) with keys more comes back different"


def _with_one_more(data: Any) -> Any:
    """Plain data with one more key in each map."""
    if isinstance(data, dict):
        return {**{key: _with_one_more(value) for key, value in data.items()}, "some later key": [1]}
    return [_with_one_more(value) for value in data] if isinstance(data, list) else data


def wrong_seats_are_refused(at: Position) -> Iterator[str]:
    """What is asked for a seat that isn't there is refused, rather than answered for another."""
    wrong: tuple[Any, ...] = (-1, at.state.players, True, "0")
    for seat in wrong:
        for name, ask in (
            ("view", at.state.view),
            ("determinize", lambda seat: at.state.determinize(seat, at.rng)),
            ("from_view", lambda seat: at.game.from_view(at.state.view(0), seat, at.rng, at.components)),
        ):
            try:
                ask(seat)
            except GameError:
                continue
            yield f"{name} answers for seat {seat!r}"


def data_handed_out_is_fresh(at: Position) -> Iterator[str]:
    """Whoever changes data that came from a state, or went into one, changes no state and no action."""
    for observer in at.observers:
        view = at.state.view(observer)
        _spoil(view)
        if at.state.view(observer) == view or at.state.to_data() != at.data:
            yield f"changing view({observer}) changes the state"
    given = json.loads(json.dumps(at.data))
    copy = at.game.from_data(given, at.components, 0)
    _spoil(given)
    if copy.to_data() != at.data:
        yield "changing the data given to from_data changes the state"
    _spoil(copy.to_data())
    if at.state.to_data() != at.data or copy.to_data() != at.data:
        yield "changing to_data() changes a state"
    decision = at.state.decision
    for action in decision.legal if decision else ():
        form = action.to_data()
        _spoil(form)
        if action.to_data() == form:
            yield f"changing {action}.to_data() changes the action"


def views_hide(at: Position) -> Iterator[str]:
    """Rearranging what a seat can't know leaves its view and legal list as they were, byte for byte."""
    for seat in at.seats:
        twin = at.twin(seat)
        for observer in (seat, None):
            if pack(twin.view(observer)) != pack(at.state.view(observer)):
                difference = _difference(twin, at, observer)
                yield f"view({observer}) depends on what seat {seat} can't know: {difference}"
        if _question(twin) != _question(at.state):
            yield f"who decides on what depends on what seat {seat} can't know"
        decision = at.state.decision
        if decision and decision.seat == seat:
            anew = twin._decide()  # a guess just keeps its own seat's decision
            if anew is None or list(map(id, anew.legal)) != list(map(id, decision.legal)):
                yield f"seat {seat}'s legal list depends on what it can't know"


def determinize_forgets(at: Position) -> Iterator[str]:
    """Guesses with equal random numbers are equal, whichever of the states that a seat can't tell apart."""
    for seat in at.seats:
        seed = at.new_seed()
        first = at.state.determinize(seat, Random(seed))
        second = at.twin(seat).determinize(seat, Random(seed))
        if first.to_data() != second.to_data():
            yield f"determinize({seat}) depends on what the seat can't know"
        if at.state.view(seat) != at.data:
            at.tally["hidden"] += 1
            at.tally["hidden guessed"] += first.to_data() == at.data


def determinized_states_are_whole(at: Position) -> Iterator[str]:
    """A guess is a state like any other: it round-trips, and random play brings it to an end."""
    seat = at.rng.choice(at.seats)
    twin = at.twin(seat)
    if at.reread(twin.to_data(), 0).to_data() != twin.to_data():
        yield f"determinize({seat}) does not round-trip"
    yield from _play_out(twin, at, f"determinize({seat})")


def views_rebuild(at: Position) -> Iterator[str]:
    """from_view gives a whole state with the same view and decision, ready to be played to the end."""
    decision = at.state.decision
    chosen = at.rng.choice(at.seats)
    for seat in {chosen, decision.seat if decision else 0}:
        view = json.loads(json.dumps(at.state.view(seat)))
        copy = at.game.from_view(view, seat, Random(at.new_seed()), at.components)
        if copy.view(seat) != at.state.view(seat):
            yield f"from_view of seat {seat} has another view: {_difference(copy, at, seat)}"
        if _question(copy) != _question(at.state):
            yield f"from_view of seat {seat} has another decision: {copy.decision}"
        if decision and decision.seat == seat and _shown_decision(copy) != _shown_decision(at.state):
            yield f"from_view of seat {seat} has another legal list"
        if seat == chosen:
            if at.reread(copy.to_data(), 0).to_data() != copy.to_data():
                yield f"from_view of seat {seat} does not round-trip"
            yield from _play_out(copy, at, f"from_view of seat {seat}")


def wrong_answers_are_refused(at: Position) -> Iterator[str]:
    """find refuses what is not legal, in words that tell no secret, and changes nothing."""
    decision = at.state.decision
    twin = at.twin(decision.seat) if decision else at.state
    for answer in wrong_answers(at.state, at.seen, at.rng):
        messages = []
        for state in (at.state, twin):
            try:
                state.find(answer)
            except IllegalAction as error:
                messages.append(str(error))
            else:
                yield f"find accepts {answer!r}"
                break
        if len(messages) == 2 and len(set(messages)) == 2:
            yield f"the refusal of {answer!r} depends on what the seat can't know: {messages}"
        if messages and " " not in messages[0].strip():
            yield f"{answer!r} is refused without a reason in words: {messages[0]!r}"
        if at.state.to_data() != at.data:
            yield f"find changes the state when it refuses {answer!r}"
            return


def wrong_actions_are_refused(at: Position) -> Iterator[str]:
    """apply refuses every action object that is not in the legal list, and changes nothing."""
    decision = at.state.decision
    legal = decision.legal if decision else ()
    lookalikes = [lookalike(action) for action in legal[:1]]
    strangers = _some([action for action in at.seen if action not in legal], at.rng, 6)
    for action in (*strangers, *lookalikes, Action("no_such_action")):
        state = at.state.clone()
        try:
            state.apply(action)
        except IllegalAction:
            pass
        else:
            yield f"apply accepts {action}, which is not in the legal list"
        if state.to_data() != at.data or _shown_decision(state) != _shown_decision(at.state):
            yield f"apply changes the state when it refuses {action}"


POSITION_CHECKS = (
    queries_answer,
    ranks_agree,
    outcomes_agree,
    information_is_as_declared,
    legal_lists_are_sound,
    data_round_trips,
    data_may_lack_options,
    pickles_travel,
    wrong_seats_are_refused,
    data_handed_out_is_fresh,
    views_hide,
    determinize_forgets,
    determinized_states_are_whole,
    views_rebuild,
    views_may_say_more,
    wrong_answers_are_refused,
    wrong_actions_are_refused,
)


# Promises about a move


def events_are_well_formed(move: Move) -> Iterator[str]:
    """Events are plain maps with a type; chance has what and result; seats lists seats of the table."""
    for event in move.events:
        pack(event)
        if type(event.get("type")) is not str:
            yield f"an event has no type: {event}"
        if event["type"] == "chance" and (
            type(event.get("what")) is not str or not {"result"} <= event.keys() <= {*_CHANCE_KEYS}
        ):
            yield f"a chance event has not just what, result and seats: {event}"
        seats = event.get("seats", [])
        if type(seats) is not list or not all(type(seat) is int and seat in move.at.seats for seat in seats):
            yield f"an event's seats are no list of seats: {event}"


_CHANCE_KEYS = ("type", "what", "result", "seats")


def clones_are_independent(move: Move) -> Iterator[str]:
    """What happens to a clone doesn't show in the original, nor the other way round."""
    first = move.at.state.clone()
    second = first.clone()
    before = (first.to_data(), _shown_decision(first), [first.view(seat) for seat in move.at.observers])
    if before[0] != move.at.data or before[1] != _shown_decision(move.at.state):
        yield "a clone differs from the original"
    _play_on(second, move)
    if (first.to_data(), _shown_decision(first), [first.view(seat) for seat in move.at.observers]) != before:
        yield f"applying {move.action} to a clone changes the original"
    third = first.clone()
    _play_on(first, move)
    if third.to_data() != before[0] or _shown_decision(third) != before[1]:
        yield f"applying {move.action} changes a clone made before"
    if first.to_data() != second.to_data():
        yield "a clone has other random outcomes than the original"


def data_play_on_alike(move: Move) -> Iterator[str]:
    """A state read from JSON, given the chance results and whatever seed, goes on in the same way."""
    copy = move.at.reread(move.at.data, move.at.new_seed())
    events = copy.apply(copy.find(json.loads(json.dumps(move.action.to_data()))), move.chance)
    if copy.to_data() != move.after_data:
        yield f"the state after {move.action} is another"
    if events != move.events:
        yield f"the events of {move.action} are others: {events}, not {move.events}"


def events_off_changes_nothing_else(move: Move) -> Iterator[str]:
    """With events switched off, apply returns none and does the same."""
    quiet = move.at.state.clone()
    quiet.events_on = False
    if not (quiet.clone().events_on is False and move.at.state.clone().events_on is True):
        yield "a clone does not inherit events_on"
    if quiet.apply(move.action) != []:
        yield f"{move.action} tells events though they are off"
    forced = move.at.state.clone()
    forced.events_on = False
    if forced.apply(move.action, move.chance) != [] or forced.events_on:
        yield f"{move.action} with chance given tells events though they are off"
    if quiet.to_data() != move.after_data or forced.to_data() != move.after_data:
        yield f"{move.action} comes to another state without events"


def events_handed_out_are_fresh(move: Move) -> Iterator[str]:
    """Whoever changes an event, or the chance results given, changes no state."""
    state = move.at.state.clone()
    chance = json.loads(json.dumps(move.chance))
    events = state.apply(move.action, chance)
    if chance != move.chance:
        yield "apply changes the list of chance results given to it"
    _spoil(chance)
    for event in events:
        _spoil(event)
    if state.to_data() != move.after_data:
        yield f"changing the events of {move.action} changes the state"


def wrong_chance_is_refused(move: Move) -> Iterator[str]:
    """Too few, too many and impossible chance results raise BadChance and change nothing."""
    for chance in wrong_chances(move.chance):
        state = move.at.state.clone()
        try:
            state.apply(move.action, chance)
        except BadChance:
            pass
        else:
            yield f"{move.action} accepts the chance results {chance!r:.200}"
        if state.to_data() != move.at.data or _shown_decision(state) != _shown_decision(move.at.state):
            yield f"{move.action} changes the state when it refuses the chance results {chance!r:.200}"
        elif state.apply(move.action) != move.events:
            yield f"{move.action} goes on differently after chance results were refused"


def events_hide(move: Move) -> Iterator[str]:
    """Of two courses that look the same to a seat before and after, the events it may see are the same."""
    for seat in move.at.seats:
        if not move.chance:  # else what was shown may be out of sight again, under what was drawn
            twin = move.at.twin(seat)
            try:
                action = twin.find(move.action.to_data())
            except IllegalAction:
                continue  # what another seat did here can't happen in this guess
            yield from _compare_told(move, seat, twin, twin.apply(action, []))
        for chance in _swapped(move, seat):
            other = move.at.state.clone()
            try:
                told = other.apply(move.action, chance)
            except BadChance:
                continue  # not every swap is a possible result
            yield from _compare_told(move, seat, other, told)


def determinize_redraws_the_future(move: Move) -> Iterator[str]:
    """The chance to come is drawn anew: a guess must not foretell it."""
    decision = move.at.state.decision
    if not move.chance or decision is None:
        return
    for _ in range(4):
        twin = move.at.twin(decision.seat)
        events = twin.apply(twin.find(move.action.to_data()))
        drawn = [event["result"] for event in events if event["type"] == "chance"]
        move.at.tally["future"] += 1
        move.at.tally["future guessed"] += drawn[:1] == move.chance[:1]
    yield from ()


MOVE_CHECKS = (
    events_are_well_formed,
    clones_are_independent,
    data_play_on_alike,
    events_off_changes_nothing_else,
    events_handed_out_are_fresh,
    wrong_chance_is_refused,
    events_hide,
    determinize_redraws_the_future,
)


# What the checks are made of


def _question(state: State) -> tuple[int, str] | None:
    """Who decides, and on what."""
    decision = state.decision
    return (decision.seat, decision.kind) if decision else None


def _shown_decision(state: State) -> tuple[int, str, list[Data]] | None:
    """The decision as its seat is told it."""
    decision = state.decision
    if decision is None:
        return None
    return decision.seat, decision.kind, [action.to_data() for action in decision.legal]


def _difference(state: State, at: Position, observer: int | None) -> str:
    """The first field in which two views differ."""
    left, right = state.view(observer), at.state.view(observer)
    for name in {**left, **right}:
        if left.get(name) != right.get(name):
            return f"{name} is {left.get(name)!r:.80}, not {right.get(name)!r:.80}"
    return "the order of the keys"


def _spoil(data: Any) -> None:
    """Change every list and map inside `data`."""
    for value in list(data.values() if isinstance(data, dict) else data):
        if isinstance(value, dict | list):
            _spoil(value)
    if isinstance(data, dict):
        data["spoilt"] = True
    else:
        data.append("spoilt")


def _play_on(state: State, move: Move) -> None:
    """The move, and then a few more."""
    state.apply(move.action)
    for _ in range(5):
        if (decision := state.decision) is not None:
            state.apply(decision.legal[-1])


def _play_out(state: State, at: Position, name: str) -> Iterator[str]:
    state.events_on = False
    for _ in range(at.longest):
        decision = state.decision
        if decision is None:
            return
        if not decision.legal:
            yield f"{name}: a decision on the way to the end has no legal action"
            return
        state.apply(at.rng.choice(decision.legal))
    yield f"{name} has no end"


def _some(actions: Sequence[Action], rng: Random, number: int) -> list[Action]:
    return rng.sample(actions, min(number, len(actions)))


def _swapped(move: Move, seat: int) -> Iterator[list[Any]]:
    """The move's chance results with two entries of a list that `seat` doesn't see changed about."""
    chances = [event for event in move.events if event.get("type") == "chance"]
    for place, event in enumerate(chances):
        result = event["result"]
        if seat in event.get("seats", [seat]) or type(result) is not list or len(result) < 2:
            continue
        for _ in range(6):
            one, two = move.at.rng.sample(range(len(result)), 2)
            swapped = result[:]
            swapped[one], swapped[two] = result[two], result[one]
            yield [*move.chance[:place], swapped, *move.chance[place + 1 :]]


def _compare_told(move: Move, seat: int, other: State, told: list[Event]) -> Iterator[str]:
    """What `seat` and an onlooker are told, where the state after another course looks the same to them."""
    for observer in (seat, None):
        if other.view(observer) == move.after.view(observer) and visible(told, observer) != visible(
            move.events, observer
        ):
            yield f"the events that {observer} may see of {move.action} tell what it can't know"
