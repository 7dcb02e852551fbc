"""What requests to the engine cost beside the same in Python, in one process each."""

from __future__ import annotations

import random
import subprocess
from time import perf_counter
from typing import Any

import msgpack
import pytest

from arena import games
from arena.process.launch import ENGINE_COMMAND, environment

MOVES = 100
TRIES = 40


class Client:
    """Asks an engine of its own."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            ENGINE_COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment()
        )
        self.unpacker = msgpack.Unpacker()

    def ask(self, request: dict[str, Any]) -> Any:
        """The answer, with the seconds that it took."""
        pipes = self.process
        assert pipes.stdin and pipes.stdout
        begun = perf_counter()
        pipes.stdin.write(msgpack.packb(request))
        pipes.stdin.flush()
        while True:
            for answer in self.unpacker:
                assert answer["type"] == "answer", answer
                return answer, perf_counter() - begun
            self.unpacker.feed(pipes.stdout.read1(1 << 16))  # type: ignore[attr-defined]


@pytest.mark.parametrize("id", games.ids())
def test_a_hundred_moves_cost_at_most_twice_what_they_cost_in_python(id: str) -> None:
    game = games.get(id)
    players = max(2, game.seats[0])
    moves = played(game.new(players, seed=5))
    in_python, at_once, one_by_one = [], [], []
    new = {"type": "new", "game": id, "players": players, "seed": 5, "into": 0}
    each = [{"type": "apply", "state": 0, "actions": [place]} for place in moves]
    client = Client()
    for _ in range(TRIES):
        state = game.new(players, seed=5)
        state.events_on = False
        begun = perf_counter()
        for place in moves:
            assert state.decision is not None
            state.apply(state.decision.legal[place])
        in_python.append(perf_counter() - begun)
        client.ask(new)
        at_once.append(client.ask({"type": "apply", "state": 0, "actions": moves})[1])
        client.ask(new)
        one_by_one.append(client.ask({"type": "batch", "requests": each})[1])
    client.process.kill()
    client.process.communicate()
    python, once, batch = min(in_python), min(at_once), min(one_by_one)
    print(f"\n{id}: {MOVES} moves {python * 1e6:.0f} µs in Python; through the engine", end=" ")
    print(f"{once / python:.2f} times that in one apply, {batch / python:.2f} as a batch of requests")
    assert once <= 2 * python


@pytest.mark.parametrize("id", games.ids())
def test_playouts_a_second(id: str) -> None:
    """Printed beside Python's own: no more is asked of them than that they come."""
    game = games.get(id)
    state = game.new(max(2, game.seats[0]), seed=5)
    client = Client()
    client.ask({"type": "new", "game": id, "players": state.players, "seed": 5, "into": 0})
    asked, seconds = client.ask({"type": "playouts", "state": 0, "ms": 1000, "policy": "sensible"})
    client.process.kill()
    client.process.communicate()
    begun = perf_counter()
    assert state.decision is not None
    policy, seat = game.policy(), state.decision.seat
    tried = games.playouts(state, seat, 200, random.Random(0), policy)
    here = sum(one.tries for one in tried) / (perf_counter() - begun)
    print(f"\n{id}: {sum(asked['tries']) / seconds:.0f} playouts/s through the engine, {here:.0f} in Python")
    assert sum(asked["tries"]) > 0


def played(state: games.State) -> list[int]:
    """The places of actions drawn at random, as many as the game has or MOVES."""
    rng = random.Random(1)
    moves: list[int] = []
    while (decision := state.decision) is not None and len(moves) < MOVES:
        moves.append(rng.randrange(len(decision.legal)))
        state.apply(decision.legal[moves[-1]])
    return moves
