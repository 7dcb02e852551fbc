"""Has room for a quarter of the largest message."""

import os

import msgpack
from sound import reply, send

unpacker = msgpack.Unpacker(max_buffer_size=1 << 18)
while data := os.read(0, 65536):
    unpacker.feed(data)
    for message in unpacker:
        if answer := reply(message):
            send(answer)
