"""What this machine has: languages that bots can be made in, and what is enforced against bots."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from arena.kits import survey
from arena.process.capabilities import capabilities


def language_rows() -> list[dict[str, Any]]:
    """A row for each language that bots can be made in, with what this machine lacks for it."""
    return [
        {
            "language": kit.title,
            "ready": not missing,
            "missing": [f"{need.what}: {need.install}" for need in missing],
        }
        for kit, missing in survey()
    ]


def kit_rows() -> list[dict[str, Any]]:
    """A row for each language's kit, with what it needs, and what of that this machine lacks."""
    return [
        {
            "language": kit.language,
            "title": kit.title,
            "messages by": kit.codec,
            "needs": [need.what for need in kit.needs],
            "missing here": [f"{need.what}: {need.install}" for need in missing],
        }
        for kit, missing in survey()
    ]


def capability_rows() -> list[dict[str, Any]]:
    """A row for each thing that bots are kept from: how far that is enforced here, and how."""
    return [asdict(capability) for capability in capabilities()]
