"""Handles the first message that a read gives, and drops others."""

import os

import msgpack
from sound import reply, send

data = b""
while piece := os.read(0, 65536):
    data += piece
    unpacker = msgpack.Unpacker()
    unpacker.feed(data)
    try:
        message = unpacker.unpack()
    except msgpack.OutOfData:
        continue
    data = b""
    if answer := reply(message):
        send(answer)
