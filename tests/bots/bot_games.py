"""Plays matches of the bundled bots for the tests of this folder."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from random import Random
from typing import Any

from arena import games
from arena.match.in_process_player import InProcessPlayer
from arena.match.process_player import ProcessPlayer, close_players
from arena.match.record import MatchRecord
from arena.match.referee import play_match
from arena.match.spec import MatchSpec
from arena.process.launch import BotSpec, resolve
from bots import policy
from protocol.bot import Bot, Decision, Match

DRAGON = "dragon-whisperer"


def match_of(players: int, seed: int = 1) -> MatchSpec:
    return MatchSpec(f"test {seed}", DRAGON, players, seed=seed)


def play_here(names: Sequence[str], seed: int = 1) -> MatchRecord:
    """One match of bundled bots inside this process."""
    return play_match(match_of(len(names), seed), [InProcessPlayer(policy(name)) for name in names])


def play_as_processes(commands: Sequence[Sequence[str]], seed: int = 1) -> MatchRecord:
    """One match of programs."""
    specs = [BotSpec(f"bot {seat}", tuple(command)) for seat, command in enumerate(commands)]
    with closing_players([ProcessPlayer(resolve(spec)) for spec in specs]) as players:
        return play_match(match_of(len(commands), seed), players)


@contextmanager
def closing_players(players: Sequence[ProcessPlayer]) -> Iterator[Sequence[ProcessPlayer]]:
    try:
        yield players
    finally:
        close_players(players)


def python(script: str, *arguments: str) -> tuple[str, ...]:
    return (sys.executable, script, *arguments)


def actions(record: MatchRecord) -> list[Any]:
    """What was played, decision by decision."""
    return [(decision.seat, decision.action) for decision in record.decisions]


def share_of_wins(
    players: int, deals: int, name: str = "greedy", others: str = "random", **options: Any
) -> float:
    """The share of games a bot wins against copies of another, each deal in all seatings; ties in part."""
    won = 0.0
    for seed in range(deals):
        for seat in range(players):
            ranks = _bare_game(players, seed, {seat: name}, others, options)
            won += (ranks[seat] == 1) / ranks.count(1)
    return won / (deals * players)


def _bare_game(
    players: int, seed: int, names: Mapping[int, str], others: str, options: Mapping[str, Any]
) -> list[int]:
    """The ranks of a game played without a referee, for speed."""
    state: games.State = games.get(DRAGON).new(players, options, seed=seed)
    state.events_on = False
    seats = [policy(names.get(seat, others)) for seat in range(players)]
    matches = [start(bot, players, seat, seed=seed, options=options) for seat, bot in enumerate(seats)]
    while (pending := state.decision) is not None:
        answer: object = 0
        if len(pending.legal) > 1:
            bot = seats[pending.seat]
            answer = bot.choose(decision_for(bot, state, matches[pending.seat]))
        assert isinstance(answer, int)
        state.apply(pending.legal[answer])
    return state.ranks()


def start(
    bot: Bot,
    players: int,
    seat: int,
    *,
    seed: int = 1,
    options: Mapping[str, Any] | None = None,
    game: str = DRAGON,
) -> Match:
    """Have a bot start a match, and give it as the bot knows it."""
    match = Match(
        {
            "match": "test",
            "game": game,
            "players": players,
            "seat": seat,
            "options": dict(options or {}),
            "clock": {"move_ms": 1000, "bank_ms": None, "increment_ms": 0},
            "bot_seed": Random(f"{seed} {seat}").getrandbits(53),
        }
    )
    bot.start(match)
    return match


def decision_for(bot: Bot, state: games.State, match: Match) -> Decision:
    """The pending decision as the referee would send it."""
    pending = state.decision
    assert pending is not None
    message = {
        "id": 1,
        "seat": pending.seat,
        "kind": pending.kind,
        "clock": {"move_ms": 1000, "bank_ms": None},
        "legal": [action.to_data() for action in pending.legal],
    }
    if "view" in (bot.send or ("view",)):
        message["view"] = state.view(pending.seat)
    return Decision(message, match)
