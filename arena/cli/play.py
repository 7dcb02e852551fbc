"""`arena play`: one match."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import click

from arena.cli.bots import HUMAN, bot_from_word, check_plays, warn_of_shortfall, with_unique_names
from arena.cli.names import Bot, GameName, GameOption
from arena.cli.options import PATH, format_option, gathered, settings_options, show_option
from arena.cli.streams import use_color
from arena.cli.terminal import Terminal
from arena.games import Game
from arena.games.entries import component_entries
from arena.games.options import find_option
from arena.match.human import HumanPlayer
from arena.match.player import Player
from arena.match.record import MatchRecord, Step
from arena.match.referee import play_match
from arena.match.replay import check_replaceable, describe, write_replay
from arena.match.roster import Roster
from arena.match.spec import SEED_BITS, MatchSpec, Settings, second_secret
from arena.match.trace import Tape, traced_table, write_trace
from arena.process.launch import BotSpec, ResolvedCommand, resolve
from arena.process.sandbox import best_sandbox
from arena.report.match import match_as_json, match_as_table

_PERSON = BotSpec(name=HUMAN, command=(), cwd=Path())


@dataclass(frozen=True, slots=True)
class Variant:
    """What is played of a game: with which options and components, and on which seed."""

    seed: int | None
    options: tuple[str, ...]
    components: Path | None

    def of(self, game: Game[Any, Any], players: int, settings: Settings) -> MatchSpec:
        """The match. A seed is drawn where none was given.

        Raises GameError for a component file, options or a number of players that the game doesn't have,
        click.UsageError for an option without a value.
        """
        game.components(self.components)
        seed = secrets.randbits(SEED_BITS) if self.seed is None else self.seed
        spec = MatchSpec(
            id="play",
            game=game.id,
            players=players,
            options=_options(game, self.options),
            components=None if self.components is None else dict(component_entries(self.components).as_map()),
            seed=seed,
            secret=second_secret(seed),
            settings=settings,
        )
        game.check_players(players)
        game.check_options(spec.options, players, spec.components)
        return spec


@dataclass(frozen=True, slots=True)
class Files:
    """Where what was played is written, if anywhere."""

    save: Path | None
    trace: Path | None

    def check(self) -> None:
        """Raises click.UsageError or ReplayError where a file can't be written, before a match is played."""
        for option, file in (("--save", self.save), ("--trace", self.trace)):
            if file is not None and not file.absolute().parent.is_dir():
                raise click.UsageError(f"{option}: the folder {file.parent} does not exist")
        if self.save is not None:
            check_replaceable(self.save)

    def write(self, record: MatchRecord, tape: Tape) -> None:
        """Write them."""
        if self.trace is not None:
            write_trace(tape, record, self.trace)
        if self.save is not None:
            write_replay(record, self.save)


@click.command()
@click.argument("game", type=GameName())
@click.argument("bots", metavar="BOT...", nargs=-1, required=True, type=Bot(HUMAN))
@gathered(
    "variant",
    Variant,
    click.option("--seed", type=int, help="Fixes everything random; drawn and printed if not given."),
    click.option(
        "--set",
        "options",
        metavar="OPTION=VALUE",
        type=GameOption(),
        multiple=True,
        help="An option of the game; may be repeated.",
    ),
    click.option("--components", type=PATH, help="A component file instead of the game's own."),
)
@settings_options("move_ms", "startup_ms", "retries", "sandbox", "rest")
@show_option
@click.option("--watch", is_flag=True, help="Draw the table at each decision.")
@gathered(
    "files",
    Files,
    click.option("--save", metavar="FILE", type=PATH, help="Write the replay there."),
    click.option("--trace", metavar="FILE", type=PATH, help="Write what is said to and by the bots there."),
)
@format_option
def command(
    game: Game[Any, Any],
    bots: tuple[str, ...],
    variant: Variant,
    settings: Settings,
    show: tuple[Path, ...],
    watch: bool,
    files: Files,
    format: str,
) -> None:
    """Play one match of GAME, each BOT at one seat.

    A BOT is a bundled bot's name, a folder with a bot.toml, a command line in quotes, or `human`: you, at
    this terminal, with as much time as you like.

    \b
    Examples:
      arena play dragon-whisperer greedy random random --seed 7 --watch
      arena play portals human greedy
      arena play dragon-whisperer mybots/dragon "python3 other.py" random --set secret_quests=true
    """
    spec = variant.of(game, len(bots), replace(settings, sandbox=best_sandbox(settings.sandbox)))
    if watch and HUMAN in bots:
        raise click.UsageError(
            "--watch shows all secrets; a human is shown what the seat may know without it"
        )
    seats = _Seats.of(bots, show, game)
    files.check()
    warn_of_shortfall(settings.sandbox)
    terminal = Terminal(len(seats.people), sys.stdout if format == "text" else sys.stderr)
    if seats.people:
        seating = ", ".join(f"seat {seat} {name}" for seat, name in enumerate(seats.names))
        terminal.show(f"{game.id}, seed {spec.seed}: {seating}. The rules: arena games {game.id}\n")
    spectator = Spectator(
        game,
        seats.names,
        draws=watch,
        to_stderr=format != "text",
        terminal=terminal if seats.people else None,
    )
    tape = Tape()
    record = _played(spec, seats, terminal, spectator, tape if files.trace else None)
    if seats.people and spectator.last is not None:
        terminal.show(f"{game.draw(spectator.last.to_data(), variant.components, color=terminal.color)}\n")
    files.write(record, tape)
    click.echo(match_as_json(record) if format == "json" else match_as_table(record, format))
    if format == "text" and spectator.remark is not None:
        click.echo(spectator.remark)


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


@dataclass(frozen=True, slots=True)
class _Seats:
    """Who sits where: people, and the programs of bots."""

    names: Sequence[str]
    programs: Mapping[int, ResolvedCommand]

    @classmethod
    def of(cls, words: Sequence[str], show: Sequence[Path], game: Game[Any, Any]) -> _Seats:
        """Those that words name. Raises LaunchError for a bot that can't play this game."""
        bots = with_unique_names(_PERSON if word == HUMAN else bot_from_word(word, show) for word in words)
        programs = {seat: resolve(bot) for seat, bot in enumerate(bots) if words[seat] != HUMAN}
        for program in programs.values():
            check_plays(program.spec, game.id)
        return cls([bot.name for bot in bots], programs)

    @property
    def people(self) -> list[int]:
        """The seats at which people sit."""
        return [seat for seat in range(len(self.names)) if seat not in self.programs]


def _played(
    spec: MatchSpec, seats: _Seats, terminal: Terminal, spectator: Spectator, tape: Tape | None
) -> MatchRecord:
    """Play the match; what is said goes onto the tape, if there is one."""
    with (
        Roster() as roster,
        roster.table(list(seats.programs.values()), spec)
        if tape is None
        else traced_table(seats.programs, spec.settings, tape) as seated,
    ):
        players: dict[int, Player] = dict(zip(seats.programs, seated, strict=True))
        players |= {seat: HumanPlayer(terminal, seats.names[seat]) for seat in seats.people}
        return play_match(spec, [players[seat] for seat in range(spec.players)], spectator)


class Spectator:
    """Draws the table after each decision, with nothing hidden, or tells people who is out of the match.

    Keeps the last state, and what the game says of its end.
    """

    def __init__(
        self,
        game: Game[Any, Any],
        names: Sequence[str],
        *,
        draws: bool,
        to_stderr: bool,
        terminal: Terminal | None,
    ) -> None:
        self.game = game
        self.names = names
        self.draws = draws
        self.to_stderr = to_stderr
        self.terminal = terminal
        self.last: Any = None
        self.remark: str | None = None
        self._out: set[int] = set()

    def __call__(self, step: Step) -> None:
        """See what a decision has led to."""
        self.last = step.state
        self.remark = step.state.remark()
        seat = step.decision.seat
        if self.terminal is not None and step.decision.stand_in and seat not in self._out:
            self._out.add(seat)
            self.terminal.show(
                f"{self.names[seat]}, at seat {seat}, is out: another plays on there, at random."
            )
        if self.draws:
            head = f"--- {step.number}: {describe(step.decision, self.names[seat])}"
            drawing = self.game.draw(step.state.to_data(), color=use_color())
            click.echo(f"{head}\n{drawing}\n", err=self.to_stderr)
