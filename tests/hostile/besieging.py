"""Besieges every promise in the set-up of this process, and prints what came of it, for test_promises.py.

`besieging.py groups` takes the machine as it is, `besieging.py alone` without control groups.
"""

from __future__ import annotations

import secrets
import sys
import time
from contextlib import suppress
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "process"))

from hostile_tables import BOTS, marked
from promises import AT_REST, DOCTOR, LIMITS, Outcome, Siege
from spying import spy

from arena.process import cgroups, supervised
from arena.process.bot_process import BotProcess
from arena.process.capabilities import capabilities
from arena.process.faults import BotFault, StalledError
from arena.process.launch import BotSpec, resolve
from arena.process.limits import Sandbox

QUESTION = b"\x81\xa4type\xa6decide"
PATIENCE_S = 60
REST_S = 0.2
LOOKS = 10
"""How often a bot is looked at until it is seen to rest: a busy machine takes a while to stop it."""


def besieged(kind: str) -> Outcome:
    """What came of a siege; one in which the arena itself stood still is void."""
    while True:
        with suppress(StalledError):
            return besiege(kind)


def besiege(kind: str) -> Outcome:
    """Let one loose, and look at all that promises are about."""
    mark = f"besieger-{secrets.token_hex(6)}"
    command = resolve(BotSpec(kind, (sys.executable, "-I", "-S", str(BOTS / "besieger.py"), kind, mark)))
    fault, taken, cpu_ms, at_rest = None, 0, 0.0, 0.0
    with BotProcess(command, LIMITS, sandbox=Sandbox.AUTO, rests=True) as bot:
        try:
            answer = bot.exchange(QUESTION, time.monotonic() + PATIENCE_S)
            assert isinstance(answer.value, dict)
            taken, cpu_ms = answer.value["taken"], answer.cpu_ns / 1e6
            at_rest = next((share for _ in range(LOOKS) if (share := share_of_a_core(mark)) < AT_REST), 1.0)
            if not bot.alive:
                bot.exchange(QUESTION, time.monotonic() + PATIENCE_S)  # which says what ended it
        except BotFault as found:
            fault = found.kind
    return Outcome(fault, taken, cpu_ms, at_rest, len(marked(mark)))


def share_of_a_core(mark: str) -> float:
    """How much all that bear the mark compute; 1 if there are others after a while than before."""
    before, began = {pid: supervised.cpu_ns(pid) for pid in marked(mark)}, time.monotonic_ns()
    time.sleep(REST_S)
    after = {pid: supervised.cpu_ns(pid) for pid in marked(mark)}
    if before.keys() != after.keys():
        return 1.0
    return (sum(after.values()) - sum(before.values())) / (time.monotonic_ns() - began)


def main() -> None:
    if sys.argv[1] == "alone":
        cgroups.find_home = lambda: None
    spied = spy()
    kinds = {siege.kind for row in DOCTOR.values() for siege in row if isinstance(siege, Siege)}
    besieged("leaves_notes")  # for the next of its kind, below
    outcomes = {kind: besieged(kind) for kind in sorted(kinds)}
    broken = {
        promise: [
            f"{siege.kind}: {outcomes[siege.kind]}"
            if isinstance(siege, Siege)
            else f"{siege}: {spied[siege]}"
            for siege in row
            if not (
                siege.held(outcomes[siege.kind])
                if isinstance(siege, Siege)
                else spied[siege].startswith("refused")
            )
        ]
        for promise, row in DOCTOR.items()
    }
    said = {capability.what: str(capability.enforced) for capability in capabilities()}
    print({"said": said, "broken": broken, "spied": sorted(spied)})


if __name__ == "__main__":
    main()
