"""Puts each message's length before it."""

import os
import struct

import msgpack
from sound import messages, reply

for message in messages():
    if answer := reply(message):
        data = msgpack.packb(answer)
        os.write(1, struct.pack(">I", len(data)) + data)
