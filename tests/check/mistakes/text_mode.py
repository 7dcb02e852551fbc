"""Writes as Windows does in text mode."""

import os

import msgpack
from sound import messages, reply

for message in messages():
    if message["type"] == "bye":
        break
    if answer := reply(message):
        if answer["type"] == "act":
            answer["note"] = "one\ntwo"
        os.write(1, msgpack.packb(answer).replace(b"\n", b"\r\n"))
