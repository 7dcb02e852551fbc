"""What a decision through the referee costs, against a bare Python msgpack ping-pong of the same messages."""

from __future__ import annotations

from arena.bench.pipe import pipe_speed


def test_a_decision_costs_at_most_twice_a_bare_ping_pong() -> None:
    speed = pipe_speed("dragon-whisperer", 4)
    print(f"\n{speed}, ratio {speed.ratio:.2f}")
    assert speed.ratio <= 2
