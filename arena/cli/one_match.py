"""One match, from the words that name its bots to the result that is printed."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Any

import click

from arena import games
from arena.cli.bots import warn_of_shortfall
from arena.cli.names import HUMAN
from arena.cli.seats import Seats
from arena.cli.streams import show_log, tell
from arena.cli.terminal import Terminal
from arena.cli.watch import watching
from arena.games import Game, State
from arena.games.entries import component_entries
from arena.games.options import find_option
from arena.match.faults import Void
from arena.match.human import HumanPlayer, Saving
from arena.match.logs import hearing
from arena.match.narration import Film
from arena.match.player import Player
from arena.match.record import MatchRecord, Step
from arena.match.referee import Listener, play_match
from arena.match.replay import check_replaceable, write_replay
from arena.match.roster import Roster
from arena.match.saved import SavedMatch, read_saved, write_saved
from arena.match.spec import SEED_BITS, MatchSpec, Settings, second_secret
from arena.match.trace import Tape, traced_table, write_trace
from arena.process.launch import bundled_names
from arena.process.sandbox import best_sandbox
from arena.report.match import match_as_json, match_as_table

if TYPE_CHECKING:
    from arena.cli.play import Files, Variant


def play_and_show(
    game: Game[Any, Any],
    seats: Seats,
    variant: Variant,
    settings: Settings,
    files: Files,
    *,
    watch_s: float | None,
    format: str,
) -> None:
    """Look all of it through, play the match, write the files, print the result.

    Raises UserError or click.UsageError for what can't be played or written, before anything is played.
    """
    _check(files)
    spec = match_spec(
        game, len(seats.words), variant, replace(settings, sandbox=best_sandbox(settings.sandbox))
    )
    warn_of_shortfall(settings.sandbox)
    default = Path(f"{game.id}-{spec.seed}.saved")
    _play(spec, seats, files, default, watch_s=watch_s, format=format)


def resume_and_show(file: Path, show: Sequence[Path], files: Files, *, format: str) -> None:
    """Go on with a match that was saved, write the files, print the result.

    Raises UserError or click.UsageError for what can't be gone on with, or written.
    """
    saved = read_saved(file)
    spec, record = saved.spec, saved.record
    elsewhere = Path(saved.folder) != Path.cwd()
    if elsewhere and any(word not in (HUMAN, *bundled_names()) for word in saved.words):
        raise click.UsageError(f"--resume: go on in the folder {saved.folder}, from which its bots are named")
    seats = Seats.of(saved.words, show, games.get(spec.game))
    _check(files)
    for seat, program in seats.programs.items():
        if program.fingerprint != record.bots[seat].fingerprint:
            tell(f"note: the program of {seats.names[seat]} has changed since the match was saved")
    warn_of_shortfall(spec.settings.sandbox)
    _play(spec, seats, files, file, begun=record, format=format)


def _play(
    spec: MatchSpec,
    seats: Seats,
    files: Files,
    saved: Path,
    *,
    begun: MatchRecord | None = None,
    watch_s: float | None = None,
    format: str,
) -> None:
    """Play the match, or go on with it, write the files, print the result; or keep it if a person saves."""
    game = games.get(spec.game)
    terminal = Terminal(len(seats.people), sys.stdout if format == "text" else sys.stderr)
    if seats.people:
        seating = ", ".join(f"seat {seat} {name}" for seat, name in enumerate(seats.names))
        terminal.show(f"{game.id}, seed {spec.seed}: {seating}. The rules: arena games {game.id}\n")
    people: dict[int, Player] = {
        seat: HumanPlayer(terminal, seats.names, seat, saved) for seat in seats.people
    }
    tape = Tape()
    film = Film(game.id, seats.names, None if spec.components is None else dict(spec.components))
    with watching(film, watch_s, on_stderr=format != "text") as watcher:
        spectator = _Spectator(seats.names, terminal if seats.people else None, watcher)
        try:
            record = _played(spec, seats, people, spectator, files, tape, begun)
        except Void as void:
            if not seats.people or not _kept(void, seats.words):
                raise
            return
    if seats.people and spectator.last is not None:
        terminal.show(f"{game.draw(spectator.last.to_data(), spec.components, color=terminal.color)}\n")
    if files.trace is not None:
        write_trace(tape, record, files.trace)
    if files.save is not None:
        write_replay(record, files.save)
    click.echo(match_as_json(record) if format == "json" else match_as_table(record, format))
    if format == "text" and spectator.remark is not None:
        click.echo(spectator.remark)
    if format == "text" and seats.people and files.save is not None:
        click.echo(f"To look at it again: arena replay show {quote(str(files.save))} --step")


def _kept(void: Void, words: Sequence[str]) -> bool:
    """Save what was played, if it ended because a person wanted that; or else say what is lost."""
    wish, so_far = void.__cause__, void.so_far
    if isinstance(wish, Saving) and so_far is not None:
        write_saved(SavedMatch(tuple(words), str(Path.cwd()), so_far), wish.file)
        click.echo(f"Saved. To go on: arena play --resume {quote(str(wish.file))}")
        return True
    if so_far is not None and so_far.decisions:
        tell("The match is left without a result; `save` instead would have kept it.")
    return False


def match_spec(game: Game[Any, Any], players: int, variant: Variant, settings: Settings) -> MatchSpec:
    """The match to play. A seed is drawn where none was given.

    Raises GameError for a component file or options that the game doesn't have, click.UsageError for an
    option without a value.
    """
    file = variant.components
    game.components(file)
    components = None if file is None else dict(component_entries(file).as_map())
    options = _options(game, variant.options)
    game.check_options(options, players, components)
    seed = secrets.randbits(SEED_BITS) if variant.seed is None else variant.seed
    return MatchSpec(
        id="play",
        game=game.id,
        players=players,
        options=options,
        components=components,
        seed=seed,
        secret=second_secret(seed),
        settings=settings,
    )


def _check(files: Files) -> None:
    """Raises click.UsageError or ReplayError where a file can't be written."""
    for option, file in (("--save", files.save), ("--trace", files.trace)):
        if file is not None and not file.absolute().parent.is_dir():
            raise click.UsageError(f"{option}: the folder {file.parent} does not exist")
    if files.save is not None:
        check_replaceable(files.save)


def _options(game: Game[Any, Any], words: Sequence[str]) -> dict[str, Any]:
    """The options that words like `short_deck=true` stand for.

    Raises BadOption for an unknown option or a bad value, click.UsageError for a word without `=`.
    """
    values = {}
    for word in words:
        name, equals, text = word.partition("=")
        if not equals:
            raise click.UsageError(f"--set takes option=value, such as --set short_deck=true, not {word!r}")
        values[name] = find_option(game.options, name, game.id).parse(text)
    return values


def _played(
    spec: MatchSpec,
    seats: Seats,
    people: Mapping[int, Player],
    spectator: _Spectator,
    files: Files,
    tape: Tape,
    begun: MatchRecord | None,
) -> MatchRecord:
    """Play the match; what is said, and what bots write to their stderr, goes where it is wanted."""

    def logged(name: str, line: str) -> None:
        tape.log(seats.names.index(name), line)
        if files.log:
            show_log(name, line)

    with (
        hearing(logged) if files.log or files.trace else nullcontext() as log_of,
        Roster(log_of=log_of) as roster,
        roster.table(list(seats.programs.values()), spec)
        if files.trace is None or log_of is None
        else traced_table(seats.programs, spec.settings, tape, log_of) as seated,
    ):
        players = {**people, **dict(zip(seats.programs, seated, strict=True))}
        return play_match(spec, [players[seat] for seat in range(spec.players)], spectator, begun)


class _Spectator:
    """Tells people who is out of the match. Keeps the last state, and what the game says of its end.

    `watch` is called, too.
    """

    def __init__(
        self,
        names: Sequence[str],
        terminal: Terminal | None,
        watch: Listener | None,
    ) -> None:
        self._names = names
        self._terminal = terminal
        """Where there are people to be told."""
        self._watch = watch
        self._out: set[int] = set()
        self.last: State | None = None
        self.remark: str | None = None

    def __call__(self, step: Step) -> None:
        """See what a decision has led to."""
        self.last = step.state
        self.remark = step.state.remark()
        seat = step.decision.seat
        if self._terminal is not None and step.decision.stand_in and seat not in self._out:
            self._out.add(seat)
            self._terminal.show(
                f"{self._names[seat]}, at seat {seat}, is out: another plays on there, at random."
            )
        if self._watch is not None:
            self._watch(step)
