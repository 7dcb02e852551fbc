"""Typical mistakes of beginners: each is found, and the advice names the right one."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import pytest

from arena import games
from arena.check import Finding, Status, Terms, check_bot
from arena.match.spec import Clock, Settings
from arena.process.launch import BotSpec, resolve
from arena.process.limits import Graces

MISTAKES = Path(__file__).parent / "mistakes"

EXPECTED = {
    "acts_at_start": "wrong-answer P-46",
    "action_as_text": "action-not-a-map P-27",
    "answers_over": "answers-over P-46",
    "answers_twice": "answers-twice P-46",
    "array_message": "array-for-map P-2",
    "bad_status": "exit-status P-45",
    "both_answers": "index-and-action P-28",
    "bytes_for_text": "bytes-for-text P-3",
    "changed_action": "action-not-legal P-27",
    "drops_the_second": "several-at-once P-11",
    "fixed_chunks": "fixed-chunks P-11",
    "float_index": "float-for-int P-16",
    "flushes_hello_only": "no-flush Bytes",
    "future_protocol": "protocol-version P-42",
    "ignores_bye": "ignores-bye P-45",
    "ignores_end_of_input": "ignores-end-of-input P-45",
    "index_as_text": "index-not-int P-16",
    "index_from_1": "index-from-1 P-27",
    "index_outside": "index-outside P-27",
    "json_messages": "json P-33",
    "keys_as_bytes": "keys-as-bytes P-7",
    "leaves_a_child": "leaves-processes P-45",
    "length_prefix": "length-prefix P-1",
    "long_note": "long-note P-29",
    "misspelt_send": "unknown-hello-keys P-25",
    "missing_library": "missing-library Life cycle",
    "neither_answer": "index-and-action P-28",
    "no_flush": "no-flush Bytes",
    "no_id": "no-id P-27",
    "no_name": "hello-fields P-25",
    "no_ready": "no-ready P-26",
    "no_type": "no-type P-13",
    "one_match": "one-match-only P-24",
    "one_read_one_message": "pieces P-11",
    "own_error": "own-error P-47",
    "part_not_asked": "part-not-asked P-31",
    "print_line_ends": "line-ends P-1",
    "prints": "prints P-32",
    "prints_at_end": "prints P-32",
    "prints_at_start": "prints P-32",
    "reads_lines": "reads-lines P-1",
    "reads_text": "reads-text Bytes",
    "reads_to_the_end": "reads-to-the-end P-1",
    "small_buffer": "big-messages P-9",
    "strict_keys": "unknown-keys P-14",
    "text_mode": "text-mode P-34",
    "too_slow": "too-slow P-48",
    "unknown_game": "unknown-games P-25",
    "unknown_part": "unknown-part P-25",
    "unseeded": "unseeded P-20",
    "wrong_id": "wrong-id P-46",
}
"""Each miniature bot with the mistake that must be named first, and its place in SPEC.md."""

AT_ONCE = 5
AHEAD = 10
WARNED = {"bad_status", "misspelt_send", "unknown_game", "unseeded"}
"""Mistakes that the arena bears."""


def examine(program: Path) -> list[Finding]:
    settings = Settings(clock=Clock(move_ms=3000), startup_ms=4000, graces=Graces(closed_ms=2000))
    bot = resolve(BotSpec("mistaken", (sys.executable, str(program)), cwd=MISTAKES))
    return list(check_bot(bot, [games.get("dragon-whisperer")], Terms(settings, matches=2)))


class Examinations:
    """Examines some bots at once, as most of the time is waiting: those that follow the one asked for.

    Not all from the first on, as another of pytest's processes may be asked for the rest.
    """

    def __init__(self, pool: ThreadPoolExecutor) -> None:
        self.pool = pool
        self.begun: dict[str, Future[list[Finding]]] = {}

    def of(self, name: str) -> list[Finding]:
        names = list(EXPECTED)
        for each in names[names.index(name) :][:AHEAD]:
            if each not in self.begun:
                self.begun[each] = self.pool.submit(examine, MISTAKES / f"{each}.py")
        return self.begun[name].result()


@pytest.fixture(scope="module")
def examinations() -> Iterator[Examinations]:
    with ThreadPoolExecutor(AT_ONCE) as pool:
        yield Examinations(pool)


def test_every_miniature_has_its_expectation() -> None:
    assert {path.stem for path in MISTAKES.glob("*.py")} - {"sound"} == set(EXPECTED)


@pytest.mark.slow
@pytest.mark.parametrize("name", EXPECTED)
def test_the_mistake_is_named(name: str, examinations: Examinations) -> None:
    wrong = [f for f in examinations.of(name) if f.status in (Status.FAIL, Status.WARN)]
    assert wrong
    first = wrong[0]
    assert first.advice is not None
    assert f"{first.advice.mistake} {first.advice.spec}" == EXPECTED[name], first
    assert first.status is (Status.WARN if name in WARNED else Status.FAIL)
    assert first.advice.mend
    assert first.said, first
