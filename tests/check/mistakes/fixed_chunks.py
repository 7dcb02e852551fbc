"""Reads 4096 bytes at a time, and waits for all of them."""

import sys

import msgpack
from sound import reply, send

unpacker = msgpack.Unpacker()
while data := sys.stdin.buffer.read(4096):
    unpacker.feed(data)
    for message in unpacker:
        if answer := reply(message):
            send(answer)
