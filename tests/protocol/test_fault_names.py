"""The names of faults: those of the page, the arena's, the check's and the kits' are the same."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, get_args

import arena.kits
import protocol
from arena.check.mistakes import MISTAKES, diagnose
from arena.check.signs import Case
from arena.process.faults import FaultKind
from protocol.faults import KIND_OF

PROTOCOL = Path(protocol.__file__).parent
KITS = Path(arena.kits.__file__).parent
SPEC = (PROTOCOL / "SPEC.md").read_text("utf-8")
LOOKING = ("mistakes.py", "signs.py")
"""The modules of the check that look at codes."""
INVALID = json.loads((PROTOCOL / "vectors" / "invalid.json").read_text("utf-8"))


def rows(heading: str) -> list[list[str]]:
    """The table of the page that begins with this row, each cell's names in backquotes."""
    table = SPEC[SPEC.index(heading) :].split("\n\n")[0].splitlines()[2:]
    return [[" ".join(re.findall(r"`(\w+)`", cell)) for cell in row.split("|")[1:-1]] for row in table]


def declared(name: str) -> set[str]:
    """The words of a type that `protocol.faults` declares for type checkers alone."""
    source = (PROTOCOL / "faults.py").read_text("utf-8")
    names: dict[str, Any] = {}
    exec(source.replace("TYPE_CHECKING = False", "TYPE_CHECKING = True"), names)
    return set(get_args(names[name]))


def kinds_in(kit: Path) -> set[str]:
    """Which kinds of fault the reader of a kit's own tests names."""
    readers = [path for path in kit.rglob("*") if path.stem.lower() in ("wire", "wire_test")]
    words = [word for path in readers for word in re.findall(r"""["'](\w+)["']""", path.read_text("utf-8"))]
    return {word for word in words if word in set(FaultKind)}


def test_a_fault_is_called_alike_wherever_it_is_named() -> None:
    kinds = {word for cell, *_ in rows("| kind | what it takes |") for word in cell.split()}
    assert kinds == set(FaultKind) == set(KIND_OF.values()) == declared("FaultKind")

    codes = {code: kind for code, kind, *_ in rows("| code | kind | what is wrong |")}
    assert codes == KIND_OF
    assert codes.keys() == declared("FaultCode")

    last = {}
    for code, kind in KIND_OF.items():
        case = Case(code, path="", asked="decide", stderr="its last words")
        assert any(sign(case) for _, sign in MISTAKES), code
        last[kind] = diagnose(case)
    assert len({advice.mistake for advice in last.values()}) == len(FaultKind), "one of its own each"

    on_the_wire = {entry["kind"] for entry in INVALID}
    others = {kit.name: kinds_in(kit) for kit in KITS.iterdir() if (kit / "kit.toml").is_file()}
    assert others.pop("python") == set(), "that kit tests the codec of the arena's own package"
    assert len(others) == 13
    assert {name: kinds for name, kinds in others.items() if kinds != on_the_wire} == {}


def test_every_code_is_one_that_something_raises() -> None:
    naming = [PROTOCOL / "faults.py", *(PROTOCOL.parent / "arena" / "check" / name for name in LOOKING)]
    sources = [path for folder in ("protocol", "arena") for path in (PROTOCOL.parent / folder).rglob("*.py")]
    text = "".join(path.read_text("utf-8") for path in sources if path not in naming)
    assert [code for code in KIND_OF if f'"{code}"' not in text] == []
