"""Reads its input as text."""

import sys

import msgpack
from sound import reply, send

while text := sys.stdin.read(1):
    if answer := reply(msgpack.unpackb(text.encode())):
        send(answer)
