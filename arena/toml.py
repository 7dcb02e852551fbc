"""Files that people write: every refusal says what is wrong, where, and what would be right."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any


def read_toml(path: str | Path, error: type[Exception]) -> dict[str, Any]:
    """What a TOML file holds. Raises `error`, in one sentence that says where it is wrong."""
    try:
        text = Path(path).read_text("utf-8")
        return tomllib.loads(text)
    except OSError as reason:
        raise error(f"{path}: can't be read: {reason.strerror}") from None
    except UnicodeDecodeError as reason:
        raise error(f"{path}: is no TOML: byte {reason.start} is not UTF-8") from None
    except tomllib.TOMLDecodeError as reason:
        raise error(f"{path}: is no TOML: {_with_place(reason, text)}") from None
    except (ValueError, RecursionError) as reason:  # numbers and nesting without end
        raise error(f"{path}: is no TOML: {reason}") from None


def _with_place(error: tomllib.TOMLDecodeError, text: str) -> str:
    """The error's words; where they speak of the end of the document, that becomes a line and a column."""
    line, column = text.count("\n") + 1, len(text.rpartition("\n")[2]) + 1
    return str(error).replace("at end of document", f"at line {line}, column {column}")
