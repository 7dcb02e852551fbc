"""A bot that speaks the protocol by itself, and so stays what it was when the protocol's helpers change.

`sample_bot.py [crash | illegal | garbage | protocol]`: at its fourth decision it fails in that way.
"""

import sys
from typing import Any

import msgpack

FAULT = sys.argv[1] if len(sys.argv) > 1 else None


def say(message: Any) -> None:
    sys.stdout.buffer.write(msgpack.packb(message))
    sys.stdout.buffer.flush()


def answer(message: dict[str, Any]) -> None:
    number = message["id"]
    act = {"type": "act", "id": number, "index": number * 5 % len(message["legal"])}
    if number == 1:
        act["note"] = {"thought": "the first of many", "of": len(message["legal"])}
    if number < 4:
        say(act)
    elif FAULT == "crash":
        sys.exit("no move comes to mind")
    elif FAULT == "illegal":
        say(act | {"index": 1000})
    elif FAULT == "garbage":
        print("hello", flush=True)
    elif FAULT == "protocol":
        say(act | {"id": number + 1})
    else:
        say(act)


unpacker = msgpack.Unpacker(raw=False)
while chunk := sys.stdin.buffer.raw.read(1 << 16):
    unpacker.feed(chunk)
    for message in unpacker:
        match message["type"]:
            case "hello":
                say({"type": "hello", "protocol": 1, "name": "sample", "version": "1", "send": ["legal"]})
            case "start":
                say({"type": "ready"})
            case "decide" | "rejected":
                if message["type"] == "decide":
                    last = message
                answer(last)
