"""Match records as the store keeps them: compressed JSON."""

from __future__ import annotations

import json
import zlib

from arena.match.record import BadRecord, MatchRecord

LEVEL = 3
"""Of compression: level 6 would save another sixth of the space, and take more than twice as long."""


def pack_record(record: MatchRecord) -> bytes:
    """The record's bytes."""
    return zlib.compress(json.dumps(record.to_data(), separators=(",", ":")).encode(), LEVEL)


def unpack_record(packed: bytes) -> MatchRecord:
    """The record that `pack_record` packed. Raises BadRecord if these bytes are none."""
    try:
        data = json.loads(zlib.decompress(packed))
    except (zlib.error, ValueError) as error:
        raise BadRecord(f"the packed record is damaged: {error}") from error
    return MatchRecord.from_data(data)
