"""Flushes its hello, and nothing after it."""

import sys

import msgpack
from sound import messages, reply

for message in messages():
    if message["type"] == "bye":
        break
    if answer := reply(message):
        sys.stdout.buffer.write(msgpack.packb(answer))
    if message["type"] == "hello":
        sys.stdout.buffer.flush()
