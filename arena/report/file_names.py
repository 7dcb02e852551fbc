"""Names of files for what strangers have named: safe in every file system and address, and no two alike."""

from __future__ import annotations

import re
from hashlib import sha256

_PLAIN = re.compile(r"[a-z0-9]+([-_][a-z0-9]+)*")
_MOST = 40
_DIGITS = 12


def file_name(name: str) -> str:
    """A name of letters, digits and hyphens for any text. That of a plain word is the word itself; all others
    end in a part of their hash, as no plain word may, so that no two texts share one."""
    hashed = sha256(name.encode("utf-8", "backslashreplace")).hexdigest()[:_DIGITS]
    looks_hashed = re.fullmatch(rf".*-[0-9a-f]{{{_DIGITS}}}", name) is not None
    if len(name) <= _MOST and _PLAIN.fullmatch(name) and not looks_hashed:
        return name
    words = "-".join(re.findall(r"[a-z0-9]+", name.lower()))[:_MOST].strip("-")
    return f"{words}-{hashed}" if words else f"x-{hashed}"
