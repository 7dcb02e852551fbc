"""The state of a game: what every caller asks it, and what a game supplies."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from inspect import get_annotations
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Self
from zlib import crc32

from arena.games.core.actions import Action, Data, Decision
from arena.games.core.chance import Chance
from arena.games.core.events import Event
from arena.games.core.fields import AtFirstUse, Fields
from arena.games.core.outcome import Outcome
from arena.games.core.policy import Policy
from arena.games.errors import BadChance, BadSeat, IllegalAction, MalformedAction

if TYPE_CHECKING:
    from arena.games.core.game import Game


class State(Chance, ABC):
    """One game in progress; changed in place by `apply`.

    A subclass declares its fields (see `arena.games.core.fields`) and supplies the abstract methods below
    "What a game supplies", building on those below "What a game builds on". Nothing here depends on a clock
    or a global random generator: random outcomes come from the state's own seed, or are given to `apply`.
    """

    __slots__ = ("decision", "events_on", "options", "players")

    game: ClassVar[Game[Any, Any]]
    """The game that this is a state of."""
    head: ClassVar[tuple[str, ...]] = ("game", "players", "options")
    """What the plain data begin with, in the game's order; with `components` where states name theirs."""
    fields: ClassVar[Fields]
    """What a game declares of its states."""
    decision: Decision | None
    """The pending decision; None when the game is over. To be read only: search reads it at every step, so it
    is a plain attribute."""
    options: Data
    """All options, as the game was set up with them; never changed."""

    def __init__(self, players: int, chance_seed: int, options: Data | None = None, **given: Any) -> None:
        super().__init__(chance_seed)
        self.players = players
        self.events_on = True
        """Whether `apply` makes events; search code switches this off for speed. Clones inherit it."""
        self.decision = None
        self.options = {} if options is None else options
        for name, value in given.items():
            setattr(self, name, value)
        self._start()

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if not get_annotations(cls):
            return  # its fields are those of the class above
        cls.fields = fields = Fields(cls, cls.head)
        made = {"_start": fields.start, "clone": fields.clone, "to_data": fields.write, "_view": fields.view}
        for name, make in made.items():
            if name not in cls.__dict__:
                setattr(cls, name, AtFirstUse(cls, name, make))

    def _start(self) -> None:
        """Give a new state's fields what they start as; made of the declarations."""

    # What every caller uses

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.decision is None

    def remark(self) -> str | None:
        """What the game says of its end beside scores and ranks, in words; None: nothing."""
        return None

    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        if self.decision is not None:
            return None
        return Outcome(self._ending(), self.remark(), self.scores(), self.ranks())

    def apply(self, action: Action, chance: Sequence[Any] | None = None) -> list[Event]:
        """Carry out a legal action; return the events it caused (none with `events_on` off).

        `chance` gives the results of the action's random outcomes, in order and in the form of the
        rules page, and then no random generator is used.

        Raises:
            IllegalAction: `action` is not one of `decision.legal`.
            BadChance: `chance` has too few, too many, or impossible results.
            In both cases the state stays as it was.
        """
        decision = self.decision
        if decision is None or action not in decision.legal:
            if not isinstance(action, Action):
                raise MalformedAction(f"apply takes an Action: one of decision.legal, not {action!r:.60}")
            raise self._refusal(action)
        if chance is not None:
            if not isinstance(chance, list | tuple):
                raise BadChance(f"chance: must be a list of results, not {chance!r:.60}")
            return self._apply_given(action, list(chance))
        events: list[Event] = []
        self._events = events if self.events_on else None
        self.decision = self._play(action)
        return events

    def find(self, data: object) -> Action:
        """The legal action that the map `data` names.

        Raises:
            MalformedAction: no decision of this game could be answered so.
            IllegalAction: it is a form of answer that the game knows, but not legal now.
        """
        decision = self.decision
        if decision is not None:
            for action in decision.legal:
                if action.is_named_by(data):
                    return action
        raise self._refusal(data)

    def view(self, seat: int | None) -> Data:
        """What `seat` may know, in the form of the state; None: what an onlooker may know.

        Raises:
            BadSeat: there is no such seat.
        """
        if seat is not None:
            self._check_seat(seat)
        return self._view(seat)

    def determinize(self, seat: int, rng: Random) -> Self:
        """A copy in which all that `seat` can't know, the future's chance included, is drawn anew.

        It is consistent with all that the seat has seen: `view(seat)` is the same.

        Raises:
            BadSeat: there is no such seat.
        """
        self._check_seat(seat)
        copy = self.clone()
        copy._redraw(seat, rng)
        copy._chance_seed = rng.getrandbits(64)
        if copy.decision is not None and copy.decision.seat != seat:  # its own follows from what it knows
            copy.decision = copy._decide()
        return copy

    def play_on(
        self,
        rng: Random,
        policy: Policy | None = None,
        horizon: int | None = None,
        *,
        until: Callable[[Self], bool] | None = None,
    ) -> int:
        """Play this state on, for all seats, to the end or for `horizon` decisions; the number of decisions.

        `policy` chooses (see `Game.policy`); None: any legal action, each as likely. `until` is asked before
        each decision whether to stop there. No events are made.

        Raises:
            IllegalAction: `policy` gave none of `decision.legal`; the state is as before that decision.
        """
        taken = 0
        self._events = None
        random, play = rng.random, self._play
        decision = self.decision
        while decision is not None and taken != horizon and not (until and until(self)):
            legal = decision.legal
            if policy is None:
                action = legal[int(random() * len(legal))]
            else:
                action = policy(self, rng)
                if action not in legal:
                    raise self._refusal(action)
            self.decision = decision = play(action)
            taken += 1
        return taken

    def playout(self, rng: Random, policy: Policy | None = None, horizon: int | None = None) -> list[int]:
        """The scores after `play_on` of a copy. What is hidden and random in it is as in this state: see
        `determinize`."""
        copy = self.clone()
        copy.play_on(rng, policy, horizon)
        return copy.scores()

    @abstractmethod
    def scores(self) -> list[int]:
        """Each seat's score as the state stands; `Scoring.midgame` says what it is before the end."""

    @abstractmethod
    def ranks(self) -> list[int]:
        """Each seat's rank as the state stands: 1 is best, tied seats share one and the next skips."""

    # These, and `_view` below, are made of a subclass's fields when they are first asked for (`AtFirstUse`);
    # they are not abstract, as that would ask for them, and so make them, as soon as the class is there.

    def clone(self) -> Self:
        """An independent copy. It has the same future random outcomes; see `determinize` for search."""
        raise NotImplementedError("made of the fields that a subclass declares")

    def to_data(self) -> Data:
        """The whole state in the form of the rules page: what `Game.from_data` reads."""
        raise NotImplementedError("made of the fields that a subclass declares")

    def _repr_svg_(self) -> str:
        """The whole table as a picture, in a notebook; each state's has ids of its own.

        Nothing is hidden in it, as nothing is from whoever holds the state; `Game.picture` draws a view. A
        game that draws nothing shows its text.
        """
        data = self.to_data()
        return self.game.picture(data, prefix=f"game-{crc32(repr(data).encode()):x}")

    # What a game supplies

    @abstractmethod
    def _decide(self) -> Decision | None:
        """Work out the pending decision. All of it, `arg`s included, must follow from what its seat knows."""

    @abstractmethod
    def _play(self, action: Action) -> Decision | None:
        """Carry out an action known to be legal, telling events and drawing chance on the way.

        Returns the decision that is then pending.
        """

    @abstractmethod
    def _why_not(self, data: Data) -> str | None:
        """Which rule a well-formed but illegal action breaks, in words for a bot's author.

        None says that the pending decision has no such type of action.
        """

    def _view(self, seat: int | None) -> Data:
        """`view` for a seat that there is."""
        raise NotImplementedError("made of the fields that a subclass declares")

    @abstractmethod
    def _redraw(self, seat: int, rng: Random) -> None:
        """Draw anew, in place, what `seat` can't know, other than chance to come.

        What is drawn depends on `rng` and on what the seat knows, never on what was there before.
        """

    def _ending(self) -> str:
        """Of a game that is over: which of its `endings` it came to. Games with only one need not say."""
        [ending] = self.game.endings
        return ending

    # What a game builds on: drawing at random (see `Chance`), and

    def tell(self, type: str, **fields: Any) -> None:
        """Tell an event, if anybody listens."""
        if self._events is not None:
            self._events.append({"type": type, **fields})

    def tell_again(self, event: Event) -> None:
        """Tell a fresh copy of an event that was made before: the fastest way, if anybody listens."""
        if self._events is not None:
            self._events.append(event.copy())

    # What is the same for all games

    def _copy_core_to(self, copy: State) -> None:
        """Give a new clone the fields that the core keeps."""
        copy.players = self.players
        copy.options = self.options
        copy.events_on = self.events_on
        copy._chance_seed = self._chance_seed
        copy._chance_count = self._chance_count
        copy._chance = None
        copy._events = None
        copy.decision = self.decision

    def _written_options(self) -> Data:
        return {name: value[:] if type(value) is list else value for name, value in self.options.items()}

    def _written_components(self) -> Data | None:
        """The component file in use, as states name theirs; None: the game's own."""
        raise NotImplementedError("supplied by a game whose states name their components")

    def _check_seat(self, seat: int) -> None:
        if type(seat) is not int or not 0 <= seat < self.players:
            raise BadSeat(f"seat: must be from 0 to {self.players - 1}, not {seat!r}")

    def _apply_given(self, action: Action, chance: list[Any]) -> list[Event]:
        """Apply with forced chance on a clone first, so that bad results leave the state as it was."""
        trial = self.clone()
        trial._chance = chance
        events: list[Event] = []
        trial._events = events if self.events_on else None
        trial.decision = trial._play(action)
        if chance:
            raise BadChance(f"chance: {len(chance)} more results than random outcomes; first: {chance[0]!r}")
        trial._chance = trial._events = None
        for cls in type(self).__mro__:
            for slot in getattr(cls, "__slots__", ()):
                setattr(self, slot, getattr(trial, slot))
        if hasattr(trial, "__dict__"):  # a subclass without __slots__
            vars(self).update(vars(trial))
        return events

    def _refusal(self, answer: object) -> IllegalAction:
        """The error for an answer that is not legal now."""
        if isinstance(answer, Action):
            answer = answer.to_data()
        if not isinstance(answer, Mapping):
            return MalformedAction(f"an action is a map such as {self._example()}, not {answer!r:.100}")
        data = dict(answer)
        decision = self.decision
        if decision is None:
            return IllegalAction("the game is over: no action is legal")
        name = data.get("type")
        form = self.game.actions.get(name) if isinstance(name, str) else None
        if form is None:
            return MalformedAction(
                f"type {name!r:.60} is no action of {self.game.id}; it has {', '.join(self.game.actions)}"
            )
        if problem := form.problem(data):
            return MalformedAction(f"{data['type']}: {problem}")
        if any(action.is_named_by(data) for action in decision.legal):
            return IllegalAction(
                f"{data['type']} is legal, but must be taken from decision.legal or state.find"
            )
        reason = self._why_not(data)
        if reason is None:
            types = dict.fromkeys(action.type for action in decision.legal)
            reason = f"the decision is answered with {' or '.join(types)}"
        return IllegalAction(
            f"{data['type']} is not legal for seat {decision.seat} ({decision.kind}): {reason}"
        )

    def _example(self) -> str:
        decision = self.decision
        return str(decision.legal[0].to_data() if decision else next(iter(self.game.actions)))

    def __reduce__(self) -> tuple[Any, ...]:
        # Actions are the same objects all through a process, so a pickled state must be made anew from data.
        return _unpickle, (
            type(self),
            self.to_data(),
            self._chance_seed,
            self._chance_count,
            self.events_on,
        )


def _unpickle(state_type: type[State], data: Data, seed: int, count: int, events_on: bool) -> State:
    state: State = state_type.game.from_data(data, seed=seed)
    state._chance_count = count
    state.events_on = events_on
    return state
