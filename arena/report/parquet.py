"""Rows as a Parquet file. Needs pyarrow: the extra `parquet`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields
from itertools import islice
from pathlib import Path
from typing import Any

try:
    import pyarrow
    from pyarrow import parquet
except ImportError as error:
    raise ImportError("Parquet is written with pyarrow: pip install 'bot-arena[parquet]'") from error

from arena.errors import UserError
from arena.report.matches import Seat

BATCH = 50_000
"""How many rows are held at once."""
_TYPES = {
    "int": pyarrow.int64(),
    "str": pyarrow.string(),
    "str | None": pyarrow.string(),
    "float": pyarrow.float64(),
    "float | None": pyarrow.float64(),
}


class ParquetError(UserError):
    """A file can't be written; one sentence says why."""


def write(path: Path, rows: Iterable[Mapping[str, Any]]) -> int:
    """Write the rows of seats to a file; how many there were. Raises ParquetError."""
    schema = pyarrow.schema([(field.name, _TYPES[str(field.type)]) for field in fields(Seat)])
    left, count = iter(rows), 0
    try:
        with parquet.ParquetWriter(path, schema) as file:
            while batch := list(islice(left, BATCH)):
                file.write_table(pyarrow.Table.from_pylist(batch, schema))
                count += len(batch)
    except OSError as error:
        raise ParquetError(f"{path} can't be written: {error.strerror or error}") from None
    return count
