"""Does a game keep the promises of `arena.games`? `check` tells, for any game, built in or one's own.

It plays random games through the public interface and tries each of the `promises` at many points of them.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from arena.errors import ArenaError
from arena.games.core import Action, ComponentSource, Event, Game, State
from arena.games.testing.promises import MOVE_CHECKS, POSITION_CHECKS, Move, Position
from protocol.codec import pack


@dataclass
class Problem:
    """A promise that was not kept: which, where it first showed, how, and how often in all."""

    check: str
    where: str
    what: str
    times: int = 1

    def __str__(self) -> str:
        often = f" ({self.times} times)" if self.times > 1 else ""
        return f"{self.check}: {self.what} [{self.where}]{often}"


class ConformanceError(ArenaError):
    """The game breaks promises; `problems` has one entry for each check that failed."""

    def __init__(self, game_id: str, problems: list[Problem]) -> None:
        self.problems = problems
        lines = "\n".join(f"- {problem}" for problem in problems)
        super().__init__(f"{game_id} breaks {len(problems)} promises:\n{lines}")


def check(
    game: Game[Any, Any],
    *,
    players: int | None = None,
    options: Mapping[str, Any] | None = None,
    components: ComponentSource = None,
    seeds: Iterable[int] = range(3),
    share: float = 0.1,
    longest: int | None = None,
) -> None:
    """Play a random game per seed (for each number of players, if None is named) and try all promises.

    `share` is the part of the decisions at which they are tried, besides those that are rare: the first
    of each kind of action, those with chance, and the end. A game must end within
    `longest` decisions, as it says itself if none is given.

    Raises:
        ConformanceError: listing every promise that was broken, with the place of the first breach.
    """
    seeds = list(seeds)
    run = _Run(game, options or {}, components, share, longest)
    for number in game.seats if players is None else (players,):
        for seed in seeds:
            try:
                run.play(number, seed)
            except Exception as error:  # whatever a game raises where it should go on is what we look for
                run.note("plays_to_the_end", _raised(error))
    run.judge_tallies()
    if run.problems:
        raise ConformanceError(game.id, list(run.problems.values()))


def fingerprint(
    game: Game[Any, Any],
    *,
    players: int,
    seed: int,
    options: Mapping[str, Any] | None = None,
    components: ComponentSource = None,
) -> str:
    """A digest of all that a random game shows. It must be the same in every process and on every machine."""
    digest = hashlib.sha256()
    rng = Random(seed)
    state = game.new(players, options, seed, components)
    while (decision := state.decision) is not None:
        views = [state.view(seat) for seat in (None, *range(players))]
        shown = [state.to_data(), views, [action.to_data() for action in decision.legal]]
        digest.update(pack([*shown, state.apply(rng.choice(decision.legal))]))
        guess = state.determinize(rng.randrange(players), Random(rng.getrandbits(32)))
        digest.update(pack(guess.to_data()))
    digest.update(pack([state.to_data(), state.scores(), state.ranks()]))
    return digest.hexdigest()


class _Run:
    """Plays the games and collects the problems, one for each check."""

    def __init__(
        self,
        game: Game[Any, Any],
        options: Mapping[str, Any],
        components: ComponentSource,
        share: float,
        longest: int | None,
    ) -> None:
        self.game = game
        self.options = options
        self.components = components
        self.share = share
        self.longest = longest
        self.problems: dict[str, Problem] = {}
        self.seen: dict[bytes, Action] = {}
        self.tally: Counter[str] = Counter()
        self.where = ""

    def play(self, players: int, seed: int) -> None:
        """One random game, its promises tried on the way."""
        self.where = f"{players} players, seed {seed}, set-up"
        rng = Random(seed)
        state = self.game.new(players, self.options, seed, self.components)
        again = self.game.new(players, self.options, seed, self.components)
        if state.to_data() != again.to_data():
            self.note("same_seed_same_start", "two games of one seed start differently")
        replay = self.game.from_data(state.to_data(), self.components, seed + 1)
        kinds: Counter[str] = Counter()
        longest = self._longest(players)
        for number in range(longest):
            self.where = f"{players} players, seed {seed}, decision {number}"
            decision = state.decision
            if decision is None or not decision.legal:
                break
            action = rng.choice(decision.legal)
            kinds[action.type] += 1
            move = self._move(state, action, rng)
            if kinds[action.type] <= 2 or move.chance or rng.random() < self.share:
                self._try(POSITION_CHECKS, move.at, move.at)
                self._try(MOVE_CHECKS, move, move.at)
            self.seen.update((pack(action.to_data()), action) for action in decision.legal)
            events = state.apply(action)
            self._compare("same_seed_same_game", "a clone taken before", move, state, events)
            replay_events = replay.apply(replay.find(action.to_data()), move.chance)
            self._compare("log_replays", "replaying the log", move, replay, replay_events)
        else:
            self.note("termination", f"no end after {longest} decisions")
            return
        self.where = f"{players} players, seed {seed}, the end"
        end = self._position(state, rng)
        self._try(POSITION_CHECKS, end, end)

    def judge_tallies(self) -> None:
        """Problems that only many positions together show."""
        self.where = "all games together"
        tally = self.tally
        if tally["hidden"] and tally["hidden"] == tally["hidden guessed"]:
            self.note("determinize_redraws", "every guess of what a seat can't know is the truth")
        if tally["future"] >= 8 and tally["future"] == tally["future guessed"]:
            self.note("determinize_redraws", "every guess has the true state's chance results before it")

    def _longest(self, players: int) -> int:
        return self.game.longest(players, self.options) if self.longest is None else self.longest

    def _position(self, state: State, rng: Random) -> Position:
        seen = list(self.seen.values())
        longest = self._longest(state.players)
        return Position(self.game, state, state.to_data(), self.components, rng, seen, longest, self.tally)

    def _move(self, state: State, action: Action, rng: Random) -> Move:
        position = self._position(state, rng)
        after = state.clone()
        events = after.apply(action)
        return Move(position, action, after, after.to_data(), events)

    def _try(self, checks: Sequence[Callable[[Any], Iterator[str]]], case: object, at: Position) -> None:
        for promise in checks:
            try:
                found = next(promise(case), None)
            except Exception as error:  # as above
                found = _raised(error)
            if found is None and at.state.to_data() != at.data:
                found = "changes the state that it asks"
            if found is not None:
                self.note(promise.__name__, found)

    def _compare(self, name: str, how: str, move: Move, state: State, events: list[Event]) -> None:
        if state.to_data() != move.after_data:
            self.note(name, f"{how} gives another state after {move.action}")
        elif events != move.events:
            self.note(name, f"{how} gives other events for {move.action}")

    def note(self, name: str, what: str) -> None:
        """A promise was broken here."""
        if name in self.problems:
            self.problems[name].times += 1
        else:
            self.problems[name] = Problem(name, self.where, what)


def _raised(error: Exception) -> str:
    """An exception in words, with the file and line that it came from."""
    trace = error.__traceback__
    while trace and trace.tb_next:
        trace = trace.tb_next
    place = f" ({Path(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno})" if trace else ""
    return f"raised {type(error).__name__}: {error}{place}"
