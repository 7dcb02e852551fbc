"""Match records as the store keeps them: compressed JSON, a map with the form's `version` beside the rest.

Records without a version are of the first that was packed, 3.
"""

from __future__ import annotations

import json
import zlib

from arena import safe_json
from arena.match.record import VERSION, BadRecord, MatchRecord

MOST_BYTES = 64 << 20
"""A record unpacked; the longest matches with the longest notes have a tenth of it."""
FIRST_VERSION = 3
LEVEL = 3
"""Of compression: level 6 would save another sixth of the space, and take more than twice as long."""


def pack_record(record: MatchRecord) -> bytes:
    """The record's bytes."""
    data = {"version": VERSION, **record.to_data()}
    return zlib.compress(json.dumps(data, separators=(",", ":")).encode(), LEVEL)


def unpack_record(packed: bytes) -> MatchRecord:
    """The record that `pack_record` packed. Raises BadRecord if these bytes are none."""
    unpacking = zlib.decompressobj()
    try:
        text = unpacking.decompress(packed, MOST_BYTES)
        if unpacking.unconsumed_tail:
            raise BadRecord(f"the packed record has more than {MOST_BYTES >> 20} MiB")
        if not unpacking.eof:
            raise BadRecord("the packed record is damaged: it is cut short")
        data = safe_json.loads(text)
    except (zlib.error, TypeError, ValueError) as error:
        raise BadRecord(f"the packed record is damaged: {error}") from error
    if not isinstance(data, dict):
        raise BadRecord("the packed record is damaged: it is no map")
    return MatchRecord.from_data(data, data.pop("version", FIRST_VERSION))
