"""A game: what makes its states, anew, from data, and from what a seat was shown."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, ClassVar, Generic, TypeVar

from arena.games.core.actions import ActionForm, Data
from arena.games.core.events import Event
from arena.games.core.fields import Fields
from arena.games.core.outcome import Scoring
from arena.games.core.policy import Policy, at_random
from arena.games.core.state import State
from arena.games.entries import Entry, component_entries, same
from arena.games.errors import (
    BadComponents,
    BadOption,
    BadSeat,
    BadSetup,
    BadState,
    UnknownComponent,
    UnknownPolicy,
)
from arena.games.options import Option, read_options
from arena.games.sentences import Names, tell_by
from arena.games.svg import Page, written

ComponentSource = Mapping[str, Any] | str | Path | None
"""A component file's contents or its path; None: the game's own."""

StateT = TypeVar("StateT", bound=State)
PartsT = TypeVar("PartsT")

KEPT_PARTS = 64
"""How many component files a game keeps in mind."""


class Game(ABC, Generic[StateT, PartsT]):
    """A game's rules: makes states. One stateless instance a game.

    `StateT` is its class of states, `PartsT` what it makes of a component file.
    """

    id: ClassVar[str]
    """The name on the command line and on the wire."""
    title: ClassVar[str]
    """The name for people."""
    summary: ClassVar[str]
    """The rules in a few sentences."""
    seats: ClassVar[range]
    """The numbers of players that it can be played by."""
    options: ClassVar[tuple[Option, ...]]
    actions: ClassVar[Mapping[str, ActionForm]]
    """Each type of action with the form of its fields."""
    hidden_information: ClassVar[bool]
    """Whether a seat may know what another doesn't, with some options at least; chance to come is no such."""
    scoring: ClassVar[Scoring]
    """What scores are, and between which they lie."""
    endings: ClassVar[Mapping[str, str]]
    """The words for how it can end, `Outcome.reason`, each with a sentence."""
    policies: ClassVar[Mapping[str, Policy]] = {}
    """Fast ways to play it, for playouts, by name; `sensible` is the one to begin with. `random` is not among
    them: every game has it."""
    folder: ClassVar[Path]
    """Where its components.toml and RULES.md are."""
    state_type: ClassVar[type[State]]

    def __init__(self) -> None:
        self._own_parts: PartsT | None = None
        self._parts: dict[tuple[str, bool], PartsT] = {}
        """What component files were made into, by their contents: equal contents must give the same parts,
        or equal states would not share their actions."""
        self.state_type.game = self

    # What every caller uses

    def new(
        self,
        players: int,
        options: Mapping[str, Any] | None = None,
        seed: int = 0,
        components: ComponentSource = None,
    ) -> StateT:
        """A game set up for `players` seats, all its randomness fixed by `seed`.

        `components` is a component file's path or its contents; None: the game's own.

        Raises:
            BadSetup, BadOption, BadComponents: saying which entry is wrong and what would be right.
        """
        self.check_players(players)
        if type(seed) is not int:
            raise BadSetup(f"seed: must be an integer, not {seed!r}")
        parts = self.components(components)
        values = self._settle_options(read_options(self.options, options, where=self.id), players, parts)
        state = self._new(players, values, parts, Random(seed))
        state.decision = state._decide()
        return state

    def check_players(self, players: int) -> None:
        """Raises BadSetup if the game can't be played by so many."""
        if type(players) is not int or players not in self.seats:
            raise BadSetup(f"players: {self.id} takes {self.seats[0]} to {self.seats[-1]}, not {players!r}")

    def check_options(
        self, options: Mapping[str, Any] | None, players: int, components: ComponentSource = None
    ) -> Data:
        """All options as the game will have them, defaults filled in.

        Raises:
            BadSetup: it can't be played by so many.
            BadOption: an unknown name, a bad value, or values that don't go together.
        """
        self.check_players(players)
        values = read_options(self.options, options, where=self.id)
        return self._settle_options(values, players, self.components(components))

    def components(self, source: ComponentSource = None) -> PartsT:
        """The checked components of a file, of a file's contents, or (None) the game's own.

        Raises:
            BadComponents: with the entry and the reason.
        """
        if source is None:
            if self._own_parts is None:
                self._own_parts = self._parts_from(self.folder / "components.toml")
            return self._own_parts
        return self._parts_from(source)

    def _parts_from(self, source: Mapping[str, Any] | str | Path, lenient: bool = False) -> PartsT:
        """What a component file is made into, by this call or an earlier one; `lenient`: one of a view."""
        root = component_entries(source)
        try:
            text = json.dumps(root.value, sort_keys=True)
        except (TypeError, ValueError, RecursionError):  # no plain data, which the reading refuses
            return self._read_components(root)
        if (text, lenient) not in self._parts:
            try:
                parts = self._read_components(Entry(json.loads(text), BadComponents, lenient=lenient))
            except BadComponents as error:
                where = "" if isinstance(source, Mapping) else f"{source}: "
                raise BadComponents(f"{where}{error}") from error
            if len(self._parts) == KEPT_PARTS:
                del self._parts[next(iter(self._parts))]
            self._parts[text, lenient] = parts
        return self._parts[text, lenient]

    def from_data(self, data: Mapping[str, Any], components: ComponentSource = None, seed: int = 0) -> StateT:
        """The state that `State.to_data` wrote.

        `seed` feeds the random outcomes still to come: the data don't tell what they would have been, and
        with the same seed they are the same each time. `components` are needed where the state itself
        doesn't name those that it was made with.

        Raises:
            BadState: `data` is not well formed; the message names the field.
        """
        root = Entry(data, BadState)
        root["game"].exactly(self.id)
        state = self._from_data(root, components, seed)
        state.decision = decision = state._decide()
        root.require(decision is None or len(decision.legal) > 0, "leaves the seat to move no legal action")
        return state

    def from_view(
        self, view: Mapping[str, Any], seat: int, rng: Random, components: ComponentSource = None
    ) -> StateT:
        """A state that `seat` could be in, given its `view`: all that it can't know is drawn with `rng`.

        This is how a bot searches ahead from what it was sent.

        Raises:
            BadState: `view` is not as one of `seat` would be.
        """
        root = Entry(view, BadState, lenient=True)
        root["game"].exactly(self.id)
        if type(seat) is not int or seat < 0:
            raise BadSeat(f"seat: must be a seat's number, not {seat!r}")
        state = self._from_view(root, seat, rng, components)
        state._redraw(seat, rng)
        state._chance_seed = rng.getrandbits(64)
        state.decision = state._decide()
        return state

    def draw(
        self, view: Mapping[str, Any], components: ComponentSource = None, *, color: bool = False
    ) -> str:
        """A view or whole state as text that a person can play from; `color` adds terminal colors."""
        parts = self._parts_of(Entry(view, BadState), components)
        return self._draw(self._with_all_options(view, parts), parts, color)

    def picture(
        self,
        view: Mapping[str, Any],
        seat: int | None = None,
        components: ComponentSource = None,
        *,
        names: Names = (),
        width: int = 1280,
        scheme: str | None = None,
        prefix: str = "game",
    ) -> str:
        """A view or whole state as an SVG picture that shows just what is in it.

        `seat`: whose view it is, so that its own things stand out; None: an onlooker's. `width` is that of
        the page in px: a narrow one gets a single column. `scheme` is `"light"` or `"dark"`; None leaves it
        to the reader's settings. All ids begin with `prefix`; two pictures on one page need two.

        Raises:
            BadSeat: there is no such seat.
            ValueError: the scheme or the prefix is none.
        """
        page = Page(names, width, scheme, prefix)
        players = _players(view)
        if seat is not None and (type(seat) is not int or not 0 <= seat < players):
            raise BadSeat(f"seat: must be from 0 to {players - 1}, not {seat!r}")
        parts = self._parts_of(Entry(view, BadState), components)
        return self._picture(self._with_all_options(view, parts), parts, seat, page)

    def tell(self, event: Event, names: Names = ()) -> str:
        """One sentence on what happened, for whoever may see the event; `names` are the players', by seat."""
        return tell_by({}, {}, event, names)

    def explain(self, name: str, components: ComponentSource = None) -> str:
        """What a card, tile, place or the like of a component file is and does, in a sentence or two.

        Raises:
            UnknownComponent: nothing is called so; the message says what may be asked for.
        """
        source = self.folder / "components.toml" if components is None else components
        return self._explain(name, component_entries(source).as_map())

    def policy(self, name: str = "sensible") -> Policy:
        """The policy of that name, for `State.play_on` and `State.playout`.

        Raises:
            UnknownPolicy: the game has none; the message says which it has.
        """
        if name == "random":
            return at_random
        if name not in self.policies:
            known = ", ".join(["random", *self.policies])
            raise UnknownPolicy(f"{self.id} has no policy {name!r:.60}; it has {known}")
        return self.policies[name]

    def worths(self, state: StateT) -> Sequence[float]:
        """What each action of the legal list looks worth at first sight: which a search looks at first.

        Only their order means something; all alike where a game says nothing.
        """
        decision = state.decision
        return [] if decision is None else [0.0] * len(decision.legal)

    def value(self, state: StateT) -> Sequence[float]:
        """By seat what the position is worth, in points of the score: for playouts that stop before the end.

        The scores as they stand, where a game knows nothing better.
        """
        return state.scores()

    @abstractmethod
    def longest(self, players: int, options: Mapping[str, Any] | None = None) -> int:
        """A bound to the decisions of a game, whatever is chosen, drawn, and printed on its components.

        Raises:
            BadSetup, BadOption: it can't be played so.
        """

    # What a game supplies

    def _explain(self, name: str, components: Mapping[str, Any]) -> str:
        """`explain`, with the contents of the component file."""
        raise UnknownComponent(f"{self.title} explains nothing, and so not {name!r:.60}")

    @abstractmethod
    def _new(self, players: int, options: Data, parts: PartsT, rng: Random) -> StateT:
        """Set the game up; all arguments are checked."""

    def _settle_options(self, options: Data, players: int, parts: PartsT) -> Data:
        """The options as the game will have them.

        Raises:
            BadOption: they don't fit the players, the components or each other.
        """
        return options

    @abstractmethod
    def _read_components(self, root: Entry) -> PartsT:
        """Check a component file and make of it what the rules work with. Refuses through `root`."""

    @abstractmethod
    def _draw(self, view: Mapping[str, Any], parts: PartsT, color: bool) -> str:
        """`draw`, with the components that the view is of."""

    def _picture(self, view: Mapping[str, Any], parts: PartsT, seat: int | None, page: Page) -> str:
        """`picture`, with the components that the view is of: the text, where a game draws nothing else."""
        return written(page, self.draw(view), title=self.title)

    @abstractmethod
    def _new_state(self, root: Entry, players: int, options: Data, parts: PartsT, seed: int) -> StateT:
        """An empty state for data to be read into, with what its fields depend on: its tables."""

    def _complete(self, root: Entry, state: StateT, seat: int | None) -> None:
        """Set the fields of a state that follow from others, and refuse through `root` what doesn't fit
        together. `seat`: whose view was read; None: a whole state was."""

    def _fill(self, root: Entry, state: StateT, seat: int, rng: Random) -> None:
        """Read what a view of `seat` shows in place of what it hides, and put something there that fits.

        What is put in place of hidden things that `State._redraw` leaves alone must be drawn with `rng`.
        """

    # What is the same for all games

    def _from_data(self, root: Entry, components: ComponentSource, seed: int) -> StateT:
        """`from_data` for data of this game. Refuses through `root`."""
        state = self._begin(root, components, seed)
        fields = self.state_type.fields
        fields.read(state, root, view=False)
        self._complete(root, state, None)
        fields.check(state, root, view=False)
        return state

    def _from_view(self, root: Entry, seat: int, rng: Random, components: ComponentSource) -> StateT:
        """A state with all that the view shows, and whatever fits in place of what it hides."""
        state = self._begin(root, components, 0)
        root["players"].require(seat < state.players, f"has no seat {seat}")
        fields = self.state_type.fields
        fields.read(state, root, view=True)
        self._fill(root, state, seat, rng)
        self._complete(root, state, seat)
        fields.check(state, root, view=True)
        return state

    def _begin(self, root: Entry, components: ComponentSource, seed: int) -> StateT:
        """An empty state made of what data begin with, on which the form of the rest depends."""
        fields = self.state_type.fields
        players = self._read_players(root, fields)
        parts = self._parts_of(root, components)
        options = self._read_options(root, players, parts)
        state = self._new_state(root, players, options, parts, seed)
        fields.check_keys(state, root)
        return state

    def _read_players(self, root: Entry, fields: Fields) -> int:
        """The number of players: an entry, or that of the seats' maps where data are by seat."""
        least, most = self.seats[0], self.seats[-1]
        entry = root["players"]
        if "players" not in fields.groups:
            return entry.integer(least, most)
        players = len(entry.items())
        entry.require(least <= players <= most, f"must have {least} to {most} entries, not {players}")
        return players

    def _with_all_options(self, view: Mapping[str, Any], parts: PartsT) -> Mapping[str, Any]:
        """A view or whole state, to be drawn, with the default of each option that it is older than."""
        said = view["options"]
        names = [option.name for option in self.options]
        if all(name in said for name in names):
            return view
        known = {name: said[name] for name in names if name in said}
        settled = self._settle_options(read_options(self.options, known, self.id), _players(view), parts)
        return {**view, "options": {**settled, **said}}

    def _parts_of(self, root: Entry, components: ComponentSource) -> PartsT:
        """The components that a state was made with: those that it holds itself, else those given."""
        if root.as_map().get("components") is None:
            return self.components(components)
        try:
            return self._parts_from(root["components"].as_map(), root.lenient)
        except BadComponents as error:
            raise BadState(f"components: {error}") from error

    def _read_options(self, root: Entry, players: int, parts: PartsT) -> Data:
        """The options that a state or view names, which must be as `new` would settle them.

        An option that isn't named is as it is by default: the data are older than the option.
        """
        entry = root["options"]
        names = [option.name for option in self.options]
        entry.has_only(optional=names)
        given = {name: value for name, value in entry.as_map().items() if name in names}
        try:
            settled = self._settle_options(read_options(self.options, given, self.id), players, parts)
        except BadOption as error:
            raise BadState(f"options: {error}") from error
        as_given = {name: settled[name] for name in given}
        entry.require(same(given, as_given), f"must be {settled} for {players} players")
        return settled


def _players(view: Mapping[str, Any]) -> int:
    """The number of players in a view or whole state: an entry, or that of the seats' maps."""
    players: int | list[Data] = view["players"]
    return players if isinstance(players, int) else len(players)
