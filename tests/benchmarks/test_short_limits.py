"""How short a limit a bot keeps that answers at once, on a machine with more matches than cores."""

from __future__ import annotations

from pathlib import Path

from arena.tournament import Outcome, Store, cores, read_tournament, run_tournament

FILE = """
deals = 5
[limits]
move_ms = 20
[[game]]
id = "dragon-whisperer"
players = [3]
""" + "".join(f'[[bot]]\nname = "{name}"\nbundled = "random"\n' for name in "abcd")


def test_instant_bots_keep_short_limits_on_a_crowded_machine(tmp_path: Path) -> None:
    (tmp_path / "event.toml").write_text(FILE)
    event = read_tournament(tmp_path / "event.toml")
    assert run_tournament(event, tmp_path / "event.db", jobs=2 * cores()) is Outcome.FINISHED
    with Store(tmp_path / "event.db") as store:
        faults = [fault for result in store.results() for fault in result.faults if fault is not None]
    assert faults == []
