"""Unpacks the old way, where text comes as bytes."""

import os

import msgpack
from sound import reply, send

unpacker = msgpack.Unpacker(raw=True)
while data := os.read(0, 65536):
    unpacker.feed(data)
    for message in unpacker:
        if answer := reply(message):
            send(answer)
