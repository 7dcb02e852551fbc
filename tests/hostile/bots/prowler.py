"""Looks for a way out of its sandbox as soon as it runs, says what it met, and then plays like any other.

Beside it lies `prowl.json`: what of the owner's to read, where to write, and the port of a server to reach.
"""

import json
import socket
from collections.abc import Callable
from pathlib import Path

from protocol.bot import run

FOLDER = Path(__file__).parent
GOAL = json.loads((FOLDER / "prowl.json").read_text())


def tell() -> None:
    """Tell the server what is to be kept secret, if that can be read."""
    with socket.create_connection(("127.0.0.1", GOAL["port"]), timeout=5) as server:
        try:
            server.sendall(Path(GOAL["read"]).read_bytes())
        except OSError:
            server.sendall(b"nothing read")


ATTEMPTS: tuple[Callable[[], object], ...] = (
    lambda: Path(GOAL["read"]).read_bytes(),
    lambda: (FOLDER / "was_here").write_text("beside its program"),
    lambda: Path(GOAL["write"]).write_text("at the owner's"),
    lambda: Path("/tmp", GOAL["mark"]).write_text("for later"),
    tell,
)

for attempt in ATTEMPTS:
    try:
        attempt()
    except OSError as error:
        print(f"could not: {error}")

run(lambda decision: 0, name="prowler", send=[])
