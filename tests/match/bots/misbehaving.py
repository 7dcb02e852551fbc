"""A bot without the helper: `misbehaving.py KIND LOG` plays the first legal action, until it misbehaves.

What KIND names happens at start-up or at the third question. LOG, a file, gets each message as a JSON line.
"""

import json
import os
import signal
import sys
import time
from pathlib import Path
from typing import Any

import msgpack

KIND, LOG = sys.argv[1], sys.argv[2]
WHEN = 3  # the question at which to misbehave
HELLO = {"type": "hello", "protocol": 1, "name": KIND, "version": "\x1b[31m1"}


def send(*messages: object) -> None:
    os.write(1, b"".join(map(msgpack.packb, messages)))


def sleep_for_ever() -> None:
    while True:
        time.sleep(60)


def greet() -> None:
    match KIND:
        case "mute":
            sleep_for_ever()
        case "stillborn":
            sys.exit("no libraries here")
        case "old-hello":
            send({**HELLO, "protocol": 2})
        case "chatty-hello":
            os.write(1, b"Loading...\n")
        case "other-games":
            send({**HELLO, "games": ["chess"]})
        case "no-events":
            send({**HELLO, "send": ["legal"]})
        case _:
            send(HELLO)


def get_ready() -> None:
    match KIND:
        case "never-ready":
            sleep_for_ever()
        case "dies-at-start":
            sys.exit("can't load the book")
        case "acts-at-start":
            send({"type": "act", "id": 1, "index": 0})
        case _:
            send({"type": "ready"})


def answer(question: int, id: int) -> None:
    act = {"type": "act", "id": id, "index": 0}
    kind = KIND if question == WHEN else ""
    if kind in ("exit", "signal", "slow", "hog", "forks"):
        end_or_sleep(kind)
    elif kind == "text":
        os.write(1, b"thinking hard\n")
    else:
        send(*odd_answers(act).get(kind, [act]))
    if kind == "exit-idle":
        sys.exit(3)


def end_or_sleep(kind: str) -> None:
    match kind:
        case "exit":
            print("it was the third question", file=sys.stderr)
            sys.exit(7)
        case "signal":
            os.kill(os.getpid(), signal.SIGKILL)
        case "hog":
            memory: list[bytes] = []
            while len(memory) < 40:
                memory.append(b"x" * 10_000_000)
                time.sleep(0.01)
        case "forks":
            for _ in range(30):
                if os.fork() == 0:
                    sleep_for_ever()
    sleep_for_ever()


def odd_answers(act: dict[str, Any]) -> dict[str, list[Any]]:
    """What is sent instead of `act`, by kind."""
    unknown = {"type": "play_card", "card": "mauve-3"}
    return {
        "index": [{**act, "index": 999}],
        "negative": [{**act, "index": -1}],
        "action": [{"type": "act", "id": act["id"], "action": unknown}],
        "not-a-map": [[1, 2, 3]],
        "wrong-id": [{**act, "id": act["id"] + 1}],
        "wrong-type": [{**act, "index": True}],
        "wrong-message": [{"type": "ready"}],
        "twice": [act, act],
        "long": [{**act, "note": "x" * (1 << 21)}],
        "long-note": [{**act, "note": "x" * 5000}],
        "many-values": [{**act, "unread": [[]] * 16_000}],
        "note": [{**act, "note": {"nodes": [1, 2.5, None]}}],
    }


def finish() -> None:
    match KIND:
        case "exits-at-the-end":
            sys.exit(5)
        case "prints-at-the-end":
            os.write(1, b"good game\n")
        case "closes-at-the-end":
            os.close(1)


def main() -> None:
    unpacker = msgpack.Unpacker()
    questions = 0
    with Path(LOG).open("a", buffering=1) as log:
        while data := os.read(0, 1 << 16):
            unpacker.feed(data)
            for message in unpacker:
                log.write(json.dumps(message) + "\n")
                match message["type"]:
                    case "hello":
                        greet()
                    case "start":
                        get_ready()
                    case "decide":
                        questions += 1
                        answer(questions, message["id"])
                    case "over":
                        finish()
                    case "rejected":
                        send({"type": "act", "id": message["id"], "index": 0})
                    case "bye":
                        return


main()
