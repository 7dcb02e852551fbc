"""`arena play`: one match."""

from __future__ import annotations

import json
import secrets
import sys
from pathlib import Path
from typing import Any

import click

from arena import games
from arena.cli.common import (
    HUMAN,
    bot_from_word,
    check_plays,
    fault_lines,
    format_option,
    options_from_words,
    sandbox_option,
    show_option,
    use_color,
    warn_of_shortfall,
    with_unique_names,
)
from arena.cli.terminal import Terminal
from arena.games.entries import component_entries
from arena.match.human import HumanPlayer
from arena.match.record import MatchRecord, Step
from arena.match.referee import play_match
from arena.match.replay import check_replaceable, describe, write_replay
from arena.match.roster import Roster
from arena.match.seats import Player
from arena.match.spec import MOST_MS, SEED_BITS, Clock, MatchSpec, Settings, second_secret
from arena.match.trace import Tape, traced_table, write_trace
from arena.process.launch import BotSpec, resolve
from arena.process.limits import Sandbox
from arena.process.sandbox import best_sandbox
from arena.report.tables import render

_PERSON = BotSpec(name=HUMAN, command=(), cwd=Path())


@click.command()
@click.argument("game")
@click.argument("bots", metavar="BOT...", nargs=-1, required=True)
@click.option("--seed", type=int, help="Fixes everything random; drawn and printed if not given.")
@click.option(
    "--set", "settings", metavar="OPTION=VALUE", multiple=True, help="An option of the game; may be repeated."
)
@click.option(
    "--components", type=click.Path(path_type=Path), help="A component file instead of the game's own."
)
@click.option(
    "--move-ms",
    type=click.IntRange(1, MOST_MS),
    default=10_000,
    show_default=True,
    help="Time for each decision.",
)
@click.option(
    "--startup-ms",
    type=click.IntRange(1, MOST_MS),
    default=10_000,
    show_default=True,
    help="Time to start up.",
)
@click.option(
    "--retries",
    type=click.IntRange(0, 1000),
    default=0,
    show_default=True,
    help="Illegal answers forgiven a decision.",
)
@sandbox_option
@show_option
@click.option("--rest/--no-rest", default=True, show_default=True, help="Stop bots while others are to move.")
@click.option("--watch", is_flag=True, help="Draw the table at each decision.")
@click.option("--save", metavar="FILE", type=click.Path(path_type=Path), help="Write the replay there.")
@click.option(
    "--trace",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Write what is said to and by the bots there.",
)
@format_option
def command(
    game: str,
    bots: tuple[str, ...],
    seed: int | None,
    settings: tuple[str, ...],
    components: Path | None,
    move_ms: int,
    startup_ms: int,
    retries: int,
    sandbox: str,
    show: tuple[Path, ...],
    rest: bool,
    watch: bool,
    save: Path | None,
    trace: Path | None,
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
    chosen = games.get(game)
    chosen.components(components)
    seed = secrets.randbits(SEED_BITS) if seed is None else seed
    spec = MatchSpec(
        id="play",
        game=chosen.id,
        players=len(bots),
        options=options_from_words(chosen, settings),
        components=None if components is None else dict(component_entries(components).as_map()),
        seed=seed,
        secret=second_secret(seed),
        settings=Settings(
            clock=Clock(move_ms=move_ms),
            startup_ms=startup_ms,
            retries=retries,
            sandbox=best_sandbox(Sandbox(sandbox)),
            rest=rest,
        ),
    )
    chosen.check_players(spec.players)
    chosen.check_options(spec.options, spec.players, spec.components)
    people = [seat for seat, word in enumerate(bots) if word == HUMAN]
    if people and watch:
        raise click.UsageError(
            "--watch shows all secrets; a human is shown what the seat may know without it"
        )
    named = with_unique_names(_PERSON if word == HUMAN else bot_from_word(word, show) for word in bots)
    programs = {seat: resolve(bot) for seat, bot in enumerate(named) if seat not in people}
    for program in programs.values():
        check_plays(program.spec, chosen.id)
    for option, file in (("--save", save), ("--trace", trace)):
        if file is not None and not file.absolute().parent.is_dir():
            raise click.UsageError(f"{option}: the folder {file.parent} does not exist")
    if save is not None:
        check_replaceable(save)
    warn_of_shortfall(Sandbox(sandbox))
    names = [bot.name for bot in named]
    terminal = Terminal(len(people), sys.stdout if format == "text" else sys.stderr)
    if people:
        seating = ", ".join(f"seat {seat} {name}" for seat, name in enumerate(names))
        terminal.show(f"{chosen.id}, seed {spec.seed}: {seating}. The rules: arena games {chosen.id}\n")
    watcher = _Watcher(
        chosen, names, draws=watch, to_stderr=format != "text", terminal=terminal if people else None
    )
    tape = Tape()
    with (
        Roster() as roster,
        traced_table(programs, spec.settings, tape)
        if trace
        else roster.table(list(programs.values()), spec) as seated,
    ):
        players: dict[int, Player] = dict(zip(programs, seated, strict=True))
        players |= {seat: HumanPlayer(terminal, named[seat].name) for seat in people}
        record = play_match(spec, [players[seat] for seat in range(spec.players)], watcher)
    if people and watcher.last is not None:
        terminal.show(f"{chosen.draw(watcher.last.to_data(), components, color=terminal.color)}\n")
    if trace is not None:
        write_trace(tape, record, trace)
    if save is not None:
        write_replay(record, save)
    click.echo(_summary(record, format))
    if format == "text" and watcher.remark is not None:
        click.echo(watcher.remark)


class _Watcher:
    """Draws the table after each decision, with nothing hidden, or tells people who is out of the match.

    Keeps the last state, and what the game says of its end.
    """

    def __init__(
        self,
        game: games.Game[Any, Any],
        names: list[str],
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
        self.last: games.State | None = None
        self.remark: str | None = None
        self._out: set[int] = set()

    def __call__(self, step: Step) -> None:
        self.last = step.state
        self.remark = step.state.remark()
        seat = step.decision.seat
        if self.terminal is not None and step.decision.stand_in and seat not in self._out:
            self._out.add(seat)
            self.terminal.show(
                f"{self.names[seat]}, at seat {seat}, is out: another plays on there, at random."
            )
        if not self.draws:
            return
        head = f"--- {step.number}: {describe(step.decision, self.names[step.decision.seat])}"
        drawing = self.game.draw(step.state.to_data(), color=use_color())
        click.echo(f"{head}\n{drawing}\n", err=self.to_stderr)


def _summary(record: MatchRecord, format: str) -> str:
    names = [bot.name for bot in record.bots]
    faults = [fault.summary() for fault in record.faults]
    if format == "json":
        return json.dumps(
            {
                "match": record.id,
                "game": record.game,
                "players": record.players,
                "seed": record.seed,
                "bots": names,
                "scores": record.scores,
                "ranks": record.ranks,
                "decisions": len(record.decisions),
                "faults": faults,
            },
            indent=2,
        )
    rows = [
        {
            "rank": record.ranks[seat],
            "seat": seat,
            "bot": name,
            "score": record.scores[seat],
            "fault": next((fault["kind"] for fault in faults if fault["seat"] == seat), None),
            "ms a move": timing.ms / timing.answered if timing.answered else None,
        }
        for seat, (name, timing) in enumerate(zip(names, record.timing, strict=True))
    ]
    table = render(sorted(rows, key=lambda row: (row["rank"], row["seat"])), format)
    if format != "text":
        return table
    head = f"{record.game}, {record.players} players, seed {record.seed}, {len(record.decisions)} decisions"
    return "\n".join([head, "", table, *fault_lines(faults, names)])
