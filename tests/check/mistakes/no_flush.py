"""Writes through a buffer, and never flushes."""

import sys

import msgpack
from sound import messages, reply

for message in messages():
    if message["type"] == "bye":
        break
    if answer := reply(message):
        sys.stdout.buffer.write(msgpack.packb(answer))
