"""Reads lines."""

import sys

import msgpack
from sound import reply, send

unpacker = msgpack.Unpacker()
for line in sys.stdin.buffer:
    unpacker.feed(line)
    for message in unpacker:
        if answer := reply(message):
            send(answer)
