"""Every `yes` of doctor holds, in every set-up that this machine has; and the list of promises is whole."""

from __future__ import annotations

import ast
import os
import re
import secrets
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from promises import DOCTOR, README, Siege
from strangers import ORDINARY_USER, import_paths, python_for_everyone

from arena.process.capabilities import capabilities
from arena.process.sandbox import bubblewrap_trouble
from arena.process.supervised import group_home

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent
SIEGES = {siege for row in DOCTOR.values() for siege in row}


def test_the_list_has_a_row_for_each_promise_of_doctor() -> None:
    assert {capability.what for capability in capabilities()} == set(DOCTOR)


def test_the_list_has_the_promises_of_readme_in_its_words() -> None:
    section = (ROOT / "README.md").read_text().partition("\n## Sandbox")[2].partition("\n## ")[0]
    words = " ".join(section.split())
    assert [promise for promise in README if promise not in words] == []
    assert {siege for row in README.values() for siege in row} <= SIEGES


def test_every_besieger_is_let_loose() -> None:
    kinds = re.findall(r"@kind\ndef (\w+)", (HERE / "bots" / "besieger.py").read_text())
    assert set(kinds) == {siege.kind for siege in SIEGES if isinstance(siege, Siege)}


@pytest.mark.slow
@pytest.mark.skipif(bubblewrap_trouble() is not None, reason=str(bubblewrap_trouble()))
@pytest.mark.parametrize("groups", ["groups", "alone"])
@pytest.mark.parametrize("user", ["this one", "an ordinary one"])
def test_whatever_doctor_affirms_holds(user: str, groups: str) -> None:
    if groups == "groups" and group_home() is None:
        pytest.skip("there are no control groups of version 2 here that this user may make")
    if user == "this one":
        found = besieged(sys.executable, groups)
    elif os.getuid() != 0:
        pytest.skip("only root can try this as someone else")
    elif (python := python_for_everyone()) is None:
        pytest.skip("there is no Python here that everyone may run")
    elif groups == "alone":
        found = besieged(python, groups, user=ORDINARY_USER, cwd="/")
    else:
        with handed_on_group() as members:
            enter = ("sh", "-c", 'echo 0 >"$0" && exec setpriv --reuid "$1" --clear-groups "$2" "$3" "$4"')
            found = besieged(*enter, str(members), str(ORDINARY_USER), python, groups, cwd="/")
    assert set(found["said"]) == set(DOCTOR)
    assert "no" not in found["said"].values()
    affirmed = {promise for promise, how in found["said"].items() if how == "yes"}
    assert {promise: found["broken"][promise] for promise in affirmed if found["broken"][promise]} == {}
    assert set(found["spied"]) == {siege for siege in SIEGES if isinstance(siege, str)}
    assert ("stopped between its turns" in affirmed) == (groups == "groups")


def besieged(*command: str, **settings: Any) -> dict[str, Any]:
    """What came of the sieges, by a process of its own."""
    *before, groups = command
    run = subprocess.run(
        [*before, str(HERE / "besieging.py"), groups], env=import_paths(), stdout=-1, check=True, **settings
    )
    found: dict[str, Any] = ast.literal_eval(run.stdout.decode())
    return found


@contextmanager
def handed_on_group() -> Iterator[Path]:
    """A control group that belongs to the ordinary user: its list of members."""
    home = group_home()
    assert home is not None
    group = Path(home[0]) / f"handed-on-{secrets.token_hex(4)}"
    group.mkdir()
    try:
        for file in (group, group / "cgroup.procs", group / "cgroup.subtree_control"):
            os.chown(file, ORDINARY_USER, -1)
        yield group / "cgroup.procs"
    finally:
        group.rmdir()
