"""An engine of somebody's own and ours, led through the same random games and compared step by step."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping, Sequence
from random import Random
from threading import Timer
from types import TracebackType
from typing import Any

from arena.check.setups import Setup
from arena.engine.wires import Unreadable, Wire
from arena.errors import ArenaError, UserError
from arena.games import Decision, GameError
from arena.games.entries import same

ANSWER_S = 60
"""How long an engine may take for one answer."""


class Differs(ArenaError):
    """The engine did not answer as ours does; a sentence says where, and what it should have said."""


class Rival:
    """An engine that runs as a process and speaks ENGINE.md; ended at the end of a `with`."""

    def __init__(self, command: Sequence[str], wire: Wire) -> None:
        """Start it. Raises UserError if that can't be done."""
        try:
            self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        except OSError as error:
            raise UserError(f"{command[0]}: can't be started: {error.strerror}") from None
        assert self._process.stdin is not None and self._process.stdout is not None
        self._wire = wire
        self._requests = self._process.stdin
        self._answers = wire.messages(self._process.stdout.fileno())

    def __enter__(self) -> Rival:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.kill()
        self._process.communicate()

    def ask(self, request: str, **fields: Any) -> Mapping[str, Any]:
        """Its answer to a request. Raises Differs where there is none, or an error."""
        timer = Timer(ANSWER_S, self._process.kill)
        timer.start()
        try:
            self._requests.write(self._wire.pack({"type": request, **fields}))
            self._requests.flush()
            answer = next(self._answers, None)
        except BrokenPipeError:
            answer = None
        finally:
            timer.cancel()
        if answer is None:
            raise Differs(f"{request} was not answered: the engine ended, or took more than {ANSWER_S} s")
        if isinstance(answer, Unreadable):
            raise Differs(f"{request} was answered with what is no message: {answer.words}")
        if not isinstance(answer, dict) or answer.get("type") != "answer":
            raise Differs(f"{request} was answered with {answer!r:.300}")
        return answer


def lead_through(rival: Rival, setup: Setup) -> int:
    """A random game that the other engine begins; what is random later is drawn here, told it as `chance`.

    Compared are the decision, the legal list, the whole state, all views and the result at each decision, and
    the events. Gives the number of decisions. Raises Differs at the first difference.
    """
    game = setup.game
    wanted = {"players": setup.players, "options": dict(setup.options)}
    begun = rival.ask("new", game=game.id, seed=setup.seed, **wanted)
    number = begun.get("state")
    data = rival.ask("data", state=number).get("data")
    if not isinstance(data, dict):
        raise Differs(f"data, after new, was answered without `data`, a map, but with {data!r:.200}")
    try:
        state = game.from_data(data, seed=setup.seed)
    except GameError as error:
        raise Differs(f"data, after new, is no state of {game.id}: {error}") from error
    options = {name: state.options[name] for name in setup.options}
    _expect("data, after new", wanted, {"players": state.players, "options": options})
    _expect("new, decision", _outline(state.decision), begun.get("decision"))
    rng, taken = Random(setup.seed), 0
    while True:
        decision = state.decision
        legal = [] if decision is None else [action.to_data() for action in decision.legal]
        _expect("decision, legal", legal, rival.ask("decision", state=number).get("legal"))
        _expect("data", state.to_data(), rival.ask("data", state=number).get("data"))
        for seat in range(setup.players):
            theirs = rival.ask("view", state=number, seat=seat).get("view")
            _expect(f"view of seat {seat}", state.view(seat), theirs)
        ours = {"over": decision is None, "scores": [*state.scores()], "ranks": [*state.ranks()]}
        result = rival.ask("result", state=number)
        _expect("result", ours, {key: result.get(key) for key in ours})
        if decision is None:
            rival.ask("drop", states=[number])
            return taken
        action = rng.choice(decision.legal)
        events = state.apply(action)
        chance = [event["result"] for event in events if event["type"] == "chance"]
        told = rival.ask(
            "apply", state=number, actions=[action.to_data()], chance=[chance or None], events=True
        )
        taken += 1
        _expect(f"apply of {action.to_data()}, events", [*events], told.get("events"))
        _expect(f"apply of {action.to_data()}, decision", _outline(state.decision), told.get("decision"))


def _outline(decision: Decision | None) -> dict[str, Any] | None:
    if decision is None:
        return None
    return {"seat": decision.seat, "kind": decision.kind, "count": len(decision.legal)}


def _expect(place: str, ours: Any, theirs: Any) -> None:
    """Raises Differs at the innermost place where two values are not the same."""
    if ours == theirs and same(ours, theirs):
        return
    if isinstance(ours, dict) and isinstance(theirs, dict) and ours.keys() == theirs.keys():
        for key, value in ours.items():
            _expect(f"{place}.{key}", value, theirs[key])
    if isinstance(ours, list) and isinstance(theirs, list) and len(ours) == len(theirs):
        for index, (value, other) in enumerate(zip(ours, theirs, strict=True)):
            _expect(f"{place}[{index}]", value, other)
    raise Differs(f"{place}: {theirs!r:.200}, and it should be {ours!r:.200}")
