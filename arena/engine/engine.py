"""Answering requests: what each does with the states that the engine keeps."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from random import Random
from time import monotonic
from typing import Any

from arena import __version__, games
from arena.engine.forms import FORMS, MAX_STATES, VERSION
from arena.engine.wires import Wire
from arena.errors import ArenaError, UserError
from arena.games import Data, Decision, Policy, State
from arena.search import Branch, Tree, knowledge_of
from protocol.codec import MAX_MESSAGE, WireError, brief

DRAWN_BITS = 62
"""Of a seed that a request does not give."""

UNKNOWN = 0.5
"""The mean of an action that was never tried."""


class Refused(ArenaError):
    """A request can't be answered: `code` says why to programs, `words` to people."""

    def __init__(self, code: str, words: str) -> None:
        super().__init__(code, words)
        self.code = code
        self.words = words


class Engine:
    """Keeps states by number, and answers requests about them in the words of a wire.

    What is drawn for a request without a seed comes of one generator, which begins the same in each engine.
    """

    def __init__(self, wire: Wire) -> None:
        self._wire = wire
        self._states: dict[int, State] = {}
        self._rng = Random(0)
        self._handlers: dict[str, Callable[..., Data]] = {
            "hello": self._hello,
            "new": self._new,
            "from_view": self._from_view,
            "from_data": self._from_data,
            "clone": self._clone,
            "determinize": self._determinize,
            "drop": self._drop,
            "decision": self._decision,
            "apply": self._apply,
            "view": self._view,
            "data": self._data,
            "result": self._result,
            "playout": self._playout,
            "playouts": self._playouts,
            "search": self._search,
        }

    def reply(self, request: object) -> bytes:
        """The bytes of the answer to a message; every mistake in it is answered in words."""
        if type(request) is dict and request.get("type") == "batch":
            try:
                requests = FORMS["batch"].read("batch", request)["requests"]
            except WireError as error:
                return self._wire.pack(refusal("bad_request", f"{error.path} {error.detail}"))
            return self._batch(requests)
        answer, _ = self._answer(request, MAX_MESSAGE)
        return answer

    def _batch(self, requests: list[Any]) -> bytes:
        """The answers in one message, up to the first refusal."""
        answers: list[bytes] = []
        room = MAX_MESSAGE - self._wire.frame
        for request in requests:
            answer, fine = self._answer(request, room)
            answers.append(answer)
            room -= len(answer) + 1
            if not fine:
                break
        return self._wire.join(answers)

    def _answer(self, request: object, room: int) -> tuple[bytes, bool]:
        """The answer's bytes, and whether it is none of a refusal. `room`: how many bytes it may have."""
        fine = True
        try:
            answer = self._do(request)
        except Refused as error:
            answer, fine = refusal(error.code, error.words), False
        except WireError as error:
            answer, fine = refusal("bad_request", f"{error.path} {error.detail}"), False
        except UserError as error:
            answer, fine = refusal(_code(error), str(error)), False
        except (
            Exception
        ) as error:  # a defect, of the arena's own or of a game from a package: told, not hidden
            words = f"the engine failed, through no fault of the request: {type(error).__name__}: {error}"
            answer, fine = refusal("defect", words), False
        packed = self._wire.pack(answer)
        if len(packed) > room and fine:
            words = f"the answer would have {len(packed)} bytes, and {max(room, 0)} are left of {MAX_MESSAGE}"
            return self._wire.pack(refusal("long_answer", words)), False
        return packed, fine

    def _do(self, request: object) -> Data:
        if type(request) is not dict:
            raise Refused("bad_request", f"a request must be a map, got {brief(request)}")
        name = request.get("type")
        handler = self._handlers.get(name) if isinstance(name, str) else None
        if handler is None or not isinstance(name, str):
            if name == "batch":
                raise Refused("bad_request", "a batch can't be part of a batch")
            raise Refused("bad_request", f"type must be one of {', '.join(FORMS)}, got {brief(name)}")
        return handler(**FORMS[name].read(name, request))

    # States

    def _state(self, number: int) -> State:
        state = self._states.get(number)
        if state is None:
            raise Refused("unknown_state", f"there is no state {number}")
        return state

    def _keep(self, state: State, into: int | None) -> Data:
        """Keep a new state, in the place of the one with its number if there is one."""
        if into is None:
            into = len(self._states)
            if into in self._states or into == MAX_STATES:
                into = next((n for n in range(MAX_STATES) if n not in self._states), None)
            if into is None:
                raise Refused("many_states", f"{MAX_STATES} states are kept, and no more: drop some")
        state.events_on = False
        self._states[into] = state
        return {"type": "answer", "state": into, "decision": _outline(state.decision)}

    def _generator(self, seed: int | None) -> Random:
        return self._rng if seed is None else Random(seed)

    # The requests

    def _hello(self, seed: int | None = None) -> Data:
        if seed is not None:
            self._rng = Random(seed)
        return {"type": "answer", "engine": VERSION, "arena": __version__, "games": games.ids()}

    def _new(
        self,
        game: str,
        players: int,
        options: Mapping[str, Any] | None = None,
        seed: int | None = None,
        components: Mapping[str, Any] | None = None,
        into: int | None = None,
    ) -> Data:
        if seed is None:
            seed = self._rng.getrandbits(DRAWN_BITS)
        return self._keep(games.get(game).new(players, options, seed, components), into)

    def _from_view(
        self,
        view: Mapping[str, Any],
        seat: int,
        seed: int | None = None,
        components: Mapping[str, Any] | None = None,
        into: int | None = None,
    ) -> Data:
        game = games.get(_game_of("view", view))
        return self._keep(game.from_view(view, seat, self._generator(seed), components), into)

    def _from_data(
        self,
        data: Mapping[str, Any],
        seed: int | None = None,
        components: Mapping[str, Any] | None = None,
        into: int | None = None,
    ) -> Data:
        if seed is None:
            seed = self._rng.getrandbits(DRAWN_BITS)
        return self._keep(games.get(_game_of("data", data)).from_data(data, components, seed), into)

    def _clone(self, state: int, into: int | None = None) -> Data:
        return self._keep(self._state(state).clone(), into)

    def _determinize(self, state: int, seat: int, seed: int | None = None, into: int | None = None) -> Data:
        return self._keep(self._state(state).determinize(seat, self._generator(seed)), into)

    def _drop(self, states: list[int] | None = None) -> Data:
        if states is None:
            self._states.clear()
            return {"type": "answer"}
        for number in states:
            self._state(number)
        for number in states:
            self._states.pop(number, None)
        return {"type": "answer"}

    def _decision(self, state: int) -> Data:
        decision = self._state(state).decision
        if decision is None:
            return {"type": "answer", "decision": None, "legal": []}
        legal = [action.to_data() for action in decision.legal]
        return {"type": "answer", "decision": _outline(decision), "legal": legal}

    def _apply(
        self, state: int, actions: list[Any], chance: list[Any] | None = None, events: bool = False
    ) -> Data:
        current = self._state(state)
        if chance is not None and len(chance) != len(actions):
            words = f"chance must have an entry for each of {len(actions)} actions, not {len(chance)}"
            raise Refused("bad_request", words)
        current.events_on = events
        told: list[Data] = []
        for place, named in enumerate(actions):
            try:
                action = _legal(current, named) if type(named) is int else current.find(named)
                told += current.apply(action, None if chance is None else chance[place])
            except Refused as error:
                raise Refused(error.code, f"apply.actions[{place}]: {error.words}") from None
            except UserError as error:
                raise Refused(_code(error), f"apply.actions[{place}]: {error}") from None
        answer: Data = {"type": "answer", "decision": _outline(current.decision)}
        if events:
            answer["events"] = told
        return answer

    def _view(self, state: int, seat: int | None = None) -> Data:
        return {"type": "answer", "view": self._state(state).view(seat)}

    def _data(self, state: int) -> Data:
        return {"type": "answer", "data": self._state(state).to_data()}

    def _result(self, state: int) -> Data:
        current = self._state(state)
        return {"type": "answer", **_result(current)}

    def _playout(
        self, state: int, seed: int | None = None, policy: str | None = None, horizon: int | None = None
    ) -> Data:
        copy = self._state(state).clone()
        taken = copy.play_on(self._generator(seed), _policy(copy, policy), horizon)
        return {"type": "answer", "decisions": taken, **_result(copy)}

    def _playouts(
        self,
        state: int,
        ms: int | None = None,
        count: int | None = None,
        seed: int | None = None,
        policy: str | None = None,
        horizon: int | None = None,
    ) -> Data:
        until = _until("playouts", ms, count)
        current = self._state(state)
        if current.decision is None:
            raise Refused("game_over", f"the game of state {state} is over: there is nothing to try")
        tried = games.playouts(
            current,
            current.decision.seat,
            count,
            self._generator(seed),
            _policy(current, policy),
            horizon,
            until=until,
        )
        best = max(range(len(tried)), key=lambda place: (tried[place].tries > 0, tried[place].mean))
        return {
            "type": "answer",
            "tries": [one.tries for one in tried],
            "means": [one.mean for one in tried],
            "best": best,
            "action": tried[best].action.to_data(),
        }

    def _search(
        self, state: int, ms: int | None = None, count: int | None = None, seed: int | None = None
    ) -> Data:
        until = _until("search", ms, count)
        current = self._state(state).clone()
        if current.decision is None:
            raise Refused("game_over", f"the game of state {state} is over: there is nothing to search")
        current.events_on = False
        tree = Tree(current, self._generator(seed), knowledge_of(current.game.id))
        tree.search(lambda made: made == 0 or (made != count and not (until and until())))
        line = tree.line()
        legal = current.decision.legal
        found = [tree.top.branches.get(action) for action in legal]
        return {
            "type": "answer",
            "tries": [branch.tries if branch else 0 for branch in found],
            "means": [branch.mean if branch else UNKNOWN for branch in found],
            "best": found.index(line[0]),
            "action": line[0].action.to_data(),
            "line": [_told(branch) for branch in line],
        }


def refusal(code: str, words: str) -> Data:
    """The answer to a request that can't be answered."""
    return {"type": "error", "code": code, "error": " ".join(words.split())[:1000]}


def _code(error: UserError) -> str:
    """An error's name as a code: `BadState` is `bad_state`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", type(error).__name__).lower()


def _until(request: str, ms: int | None, count: int | None) -> Callable[[], bool] | None:
    """Whether the milliseconds have passed, from now on; None where a count alone says when to stop."""
    if ms is None and count is None:
        raise Refused("bad_request", f"{request}.ms or {request}.count must say when to stop")
    begun = monotonic()
    return None if ms is None else lambda: (monotonic() - begun) * 1000 >= ms


def _told(branch: Branch) -> Data:
    return {"action": branch.action.to_data(), "tries": branch.tries, "mean": branch.mean}


def _outline(decision: Decision | None) -> Data | None:
    """A decision without its legal list."""
    if decision is None:
        return None
    return {"seat": decision.seat, "kind": decision.kind, "count": len(decision.legal)}


def _result(state: State) -> Data:
    return {
        "over": state.over,
        "scores": state.scores(),
        "ranks": state.ranks(),
        "rewards": games.rewards(state),
    }


def _game_of(field: str, data: Mapping[str, Any]) -> str:
    game = data.get("game")
    if type(game) is not str:
        raise Refused("bad_request", f"{field}.game must be a game's id, a string, got {brief(game)}")
    return game


def _legal(state: State, place: int) -> games.Action:
    decision = state.decision
    if decision is None:
        raise Refused("game_over", "the game is over: no action is legal")
    if not 0 <= place < len(decision.legal):
        raise Refused(
            "illegal_action", f"the legal list has the places 0 to {len(decision.legal) - 1}, not {place}"
        )
    return decision.legal[place]


def _policy(state: State, name: str | None) -> Policy | None:
    """The policy of that name; None, which is the fastest, for play at random."""
    return None if name is None or name == "random" else state.game.policy(name)
