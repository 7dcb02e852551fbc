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


def write(path: Path, rows: Iterable[Mapping[str, Any]]) -> int:
    """Write seats to a file; how many there were. Raises OSError."""
    schema = pyarrow.schema([(field.name, _TYPES[str(field.type)]) for field in fields(Seat)])
    left, count = iter(rows), 0
    with parquet.ParquetWriter(path, schema) as file:
        while batch := list(islice(left, BATCH)):
            file.write_table(pyarrow.Table.from_pylist(batch, schema))
            count += len(batch)
    return count
