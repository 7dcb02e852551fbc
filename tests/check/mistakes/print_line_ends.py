"""Ends each message with a line end."""

import os

import msgpack
from sound import messages, reply

for message in messages():
    if message["type"] == "bye":
        break
    if answer := reply(message):
        os.write(1, msgpack.packb(answer) + b"\n")
