"""Reads all of its input before it answers."""

import sys

import msgpack
from sound import reply, send

unpacker = msgpack.Unpacker()
unpacker.feed(sys.stdin.buffer.read())
for message in unpacker:
    if answer := reply(message):
        send(answer)
