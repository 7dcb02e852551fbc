"""Takes what one read gives for one whole message."""

import os

import msgpack
from sound import reply, send

while data := os.read(0, 1 << 20):
    if answer := reply(msgpack.unpackb(data)):
        send(answer)
