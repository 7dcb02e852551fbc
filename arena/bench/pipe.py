"""What a decision costs on its way to a bot and back: a bare ping-pong of the messages, and the referee's."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import msgpack

from arena import games
from arena.games import State
from arena.match.in_process_player import InProcessPlayer
from arena.match.process_player import ProcessPlayer
from arena.match.referee import play_match
from arena.match.spec import MatchSpec
from arena.process.bot_process import Answer
from arena.process.launch import BotSpec, resolve
from protocol.bot import Bot, Decision
from protocol.codec import pack

PYTHON = (sys.executable, "-P", "-c")
"""-P: a msgpack.py in the user's folder must not come before the real one."""
PONG = """
import os, msgpack
unpacker, packer = msgpack.Unpacker(), msgpack.Packer()
while data := os.read(0, 1 << 20):
    unpacker.feed(data)
    for message in unpacker:
        os.write(1, packer.pack({"type": "act", "id": message["id"], "index": 0}))
"""
"""A bot that does nothing but answer, as bare as Python and msgpack make it; one sits at each seat."""

FIRST = "from protocol.bot import run\nrun(lambda decision: 0, name='first')"
"""The same on the helper."""


@dataclass(frozen=True)
class PipeSpeed:
    """Microseconds a decision: bare, and through the referee with the rules' own time taken off."""

    game: str
    players: int
    bare_us: float
    referee_us: float
    rules_us: float
    message_bytes: float

    @property
    def ratio(self) -> float:
        """How many times the bare ping-pong the referee costs."""
        return self.referee_us / self.bare_us


def pipe_speed(
    game_id: str, players: int, options: Mapping[str, Any] | None = None, rounds: int = 7
) -> PipeSpeed:
    """Measure one game: slices of both kinds in turn, the medians of `rounds`."""
    spec = MatchSpec("bench", game_id, players, options=dict(options or {}), seed=1)
    messages, rules_us = _questions(spec), _rules_us(spec)
    bare: list[float] = []
    referee: list[float] = []
    bots = [ProcessPlayer(resolve(BotSpec("first", (*PYTHON, FIRST)))) for _ in range(players)]
    argv = [*PYTHON, PONG]
    pipe = subprocess.PIPE
    pongs = [subprocess.Popen(argv, stdin=pipe, stdout=pipe, bufsize=0) for _ in range(players)]
    try:
        for _ in range(rounds + 1):  # the first warms up
            bare.append(_ping_pong(pongs, messages))
            referee.append(_through_referee(spec, bots) - rules_us)
    finally:
        for pong in pongs:
            pong.kill()
            pong.communicate()
        for bot in bots:
            bot.kill()
    return PipeSpeed(
        game=game_id,
        players=players,
        bare_us=statistics.median(bare[1:]),
        referee_us=statistics.median(referee[1:]),
        rules_us=rules_us,
        message_bytes=statistics.mean(len(pack(message)) for message in messages),
    )


class _First(Bot):
    """Takes the first action, always."""

    def choose(self, decision: Decision) -> int:
        return 0


class _Listened(InProcessPlayer):
    """A player of which all questions are kept."""

    def __init__(self, questions: list[dict[str, Any]]) -> None:
        super().__init__(_First(), "first")
        self._questions = questions

    def exchange(self, message: bytes, deadline: float) -> Answer:
        self._questions.append(msgpack.unpackb(message))
        return super().exchange(message, deadline)


def _questions(spec: MatchSpec) -> list[dict[str, Any]]:
    """The questions of a match of first choices."""
    questions: list[dict[str, Any]] = []
    play_match(spec, [_Listened(questions) for _ in range(spec.players)])
    return questions


def _rules_us(spec: MatchSpec) -> float:
    """What the rules alone take of such a match, in microseconds a question: the least of three times."""
    return min(_rules_once(spec) for _ in range(3))


def _rules_once(spec: MatchSpec) -> float:
    state: State = games.get(spec.game).new(spec.players, spec.options, spec.seed, spec.components)
    asked = 0
    spent = 0.0
    while True:
        start = time.perf_counter()
        decision = state.decision
        if decision is None:
            return spent / asked * 1e6
        if len(decision.legal) > 1:
            asked += 1
            state.view(decision.seat)
        state.apply(decision.legal[0])
        spent += time.perf_counter() - start


def _ping_pong(pongs: list[subprocess.Popen[bytes]], messages: list[dict[str, Any]]) -> float:
    """Microseconds a message to its seat's process and back, packing and unpacking at both ends."""
    pipes = [(pong.stdin.fileno(), pong.stdout.fileno()) for pong in pongs if pong.stdin and pong.stdout]
    packer, unpacker = msgpack.Packer(), msgpack.Unpacker()
    start = time.perf_counter()
    for message in messages:
        to, back = pipes[message["seat"]]
        os.write(to, packer.pack(message))
        unpacker.feed(os.read(back, 1 << 16))
        unpacker.unpack()
    return (time.perf_counter() - start) / len(messages) * 1e6


def _through_referee(spec: MatchSpec, bots: list[ProcessPlayer]) -> float:
    """Microseconds a decision that was asked, from the first to the last one."""
    times: list[float] = []
    record = play_match(spec, bots, lambda _: times.append(time.perf_counter()))
    asked = sum(not decision.forced for decision in record.decisions[1:])
    return (times[-1] - times[0]) / asked * 1e6
