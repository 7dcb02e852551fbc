"""Writes the vectors of ENGINE.md: `python tests/engine/make_vectors.py`, when what is asked here changes.

What is answered is the engine's; test_engine.py checks what it says against the rules and ENGINE.md.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import protocol
from arena.engine.engine import Engine
from arena.engine.wires import JsonLines, MessagePack

FOLDER = Path(protocol.__file__).parent / "vectors"
NEW = {"type": "new", "game": "portals", "players": 2, "seed": 7}
TAKE = {"type": "take_stone", "circle": 0, "color": "fire"}
BATCH = {
    "type": "batch",
    "requests": [
        {"type": "clone", "state": 1, "into": 3},
        {"type": "apply", "state": 3, "actions": [0]},
        {"type": "apply", "state": 3, "actions": [99]},
        {"type": "drop"},
    ],
}


def conversation() -> list[tuple[str, dict[str, Any]]]:
    """What is asked, one after the other, of a fresh engine."""
    view = answer_of(Engine(JsonLines()), NEW, {"type": "view", "state": 0, "seat": 0})["view"]
    return [
        ("a new game", NEW),
        ("its decision with the legal list", {"type": "decision", "state": 0}),
        ("a copy, with a number of the client's choice", {"type": "clone", "state": 0, "into": 9}),
        ("two actions, by place and as a map", {"type": "apply", "state": 9, "actions": [0, TAKE]}),
        ("an action with its events", {"type": "apply", "state": 9, "actions": [1], "events": True}),
        ("a place outside the legal list", {"type": "apply", "state": 9, "actions": [99]}),
        ("a map that is no action", {"type": "apply", "state": 9, "actions": [{"type": "fly"}]}),
        ("a state that there is not", {"type": "view", "state": 4, "seat": 0}),
        ("a state from a view", {"type": "from_view", "view": view, "seat": 0, "seed": 1, "into": 1}),
        ("a view that is none", {"type": "from_view", "view": {"game": "portals"}, "seat": 0}),
        ("a world drawn anew", {"type": "determinize", "state": 1, "seat": 0, "seed": 2, "into": 2}),
        ("a playout", {"type": "playout", "state": 2, "seed": 3}),
        ("playouts", {"type": "playouts", "state": 1, "count": 12, "seed": 4}),
        ("a search", {"type": "search", "state": 1, "count": 40, "seed": 5}),
        ("playouts without an end", {"type": "playouts", "state": 1}),
        ("a batch, which ends at the first refusal", BATCH),
        ("states dropped", {"type": "drop", "states": [1, 2]}),
        ("a request that there is not", {"type": "fly"}),
        ("a field of the wrong type", {"type": "clone", "state": "0"}),
        ("a field that is missing", {"type": "clone"}),
        ("all states dropped", {"type": "drop"}),
    ]  # fmt: skip


def answer_of(engine: Engine, *requests: dict[str, Any]) -> Any:
    """The answer to the last of these requests, to an engine that speaks JSON."""
    return json.loads([engine.reply(request) for request in requests][-1])


def main() -> None:
    speaks_json, speaks_msgpack = Engine(JsonLines()), Engine(MessagePack())
    lines, data = [], b""
    for name, request in conversation():
        entry = {"name": name, "request": request, "answer": answer_of(speaks_json, request)}
        lines.append(f" {json.dumps(entry)}")
        data += speaks_msgpack.reply(request)
    (FOLDER / "engine.json").write_text("[\n" + ",\n".join(lines) + "\n]\n", "utf-8")
    (FOLDER / "engine.msgpack").write_bytes(data)


if __name__ == "__main__":
    main()
