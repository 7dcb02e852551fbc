"""The mistakes that bots are known to make: how each is told from the others, and its mend.

`diagnose` goes through MISTAKES in order; the first whose sign is seen is the one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from arena.check.subject import Silence
from arena.process.faults import FaultKind

SENDS = "send of hello"


@dataclass(frozen=True, slots=True)
class Case:
    """What is known of a fault."""

    kind: FaultKind
    detail: str
    asked: str
    """The type of the arena's last message."""
    stderr: str = ""
    received: bytes = b""
    """The end of what came from the bot."""
    silence: Silence | None = None
    busy: bool = False
    """Whether it computed most of the time that it was waited for."""
    hello: Mapping[str, Any] = field(default_factory=dict)
    """What it said of itself."""
    legal: int = 0
    """How many actions were legal."""


Sign: TypeAlias = Callable[[Case], bool]


@dataclass(frozen=True, slots=True)
class Mistake:
    """A mistake with a name of its own, its place in SPEC.md, its mend in words, and the sign of it."""

    name: str
    spec: str
    mend: str
    sign: Sign


def diagnose(case: Case) -> Mistake:
    """The mistake that a fault most likely comes from."""
    return next(mistake for mistake in MISTAKES if mistake.sign(case))


# ------------------------------------------------------------------------------------------ signs


def _silent_until(silence: Silence) -> Sign:
    return lambda case: case.silence is silence


def _detail(kind: FaultKind, pattern: str) -> Sign:
    find = re.compile(pattern).search
    return lambda case: case.kind is kind and find(case.detail) is not None


def _stderr(pattern: str) -> Sign:
    find = re.compile(pattern).search
    return lambda case: case.kind is FaultKind.CRASH and find(case.stderr) is not None


def _kind(kind: FaultKind, asked: str | None = None) -> Sign:
    return lambda case: case.kind is kind and asked in (None, case.asked)


def _unasked_after(*asked: str) -> Sign:
    unasked = _detail(FaultKind.PROTOCOL, "nothing had asked for")
    return lambda case: unasked(case) and case.asked in asked


def _misses_a_part(case: Case) -> bool:
    """It fell over a part of the decision that its own hello did not ask for."""
    sends = case.hello.get("send")
    if sends is None or case.kind is not FaultKind.CRASH:
        return False
    return any(
        re.search(rf"['\"`.]{part}\b", case.stderr)
        for part in ("view", "legal", "events")
        if part not in sends
    )


def _index_is_the_length(case: Case) -> bool:
    found = re.search(r"index (\d+) is not legal", case.detail)
    return found is not None and int(found[1]) == case.legal


def _begins_with_a_length(case: Case) -> bool:
    """The first bytes are the number of those that follow, in a usual width and byte order."""
    if case.kind not in (FaultKind.GARBAGE, FaultKind.TIMEOUT, FaultKind.PROTOCOL):
        return False
    data = case.received
    return any(
        len(data) > width and int.from_bytes(data[:width], order) == len(data) - width
        for width in (2, 4, 8)
        for order in ("big", "little")
    )


_FLUSH = "flush standard output after each message; what is written stays in the program's buffer else"

MISTAKES: tuple[Mistake, ...] = (
    # Bytes that are no message
    Mistake(
        "length-prefix",
        "P-1",
        "send the bare MessagePack bytes: no length goes before a message, and none comes from the arena",
        _begins_with_a_length,
    ),
    Mistake(
        "text-mode",
        "P-34",
        "switch standard output to binary mode: each byte 0x0A becomes 0x0D 0x0A on its way",
        _detail(FaultKind.GARBAGE, "text mode"),
    ),
    Mistake(
        "line-ends",
        "P-1",
        "write the message's bytes alone, with write and not with print or println: no line end follows them",
        _detail(FaultKind.GARBAGE, r"got the text '(\\r)?\\n'"),
    ),
    Mistake(
        "json",
        "P-33",
        "pack messages with a MessagePack library; JSON is not spoken here",
        _detail(FaultKind.GARBAGE, "JSON"),
    ),
    Mistake(
        "prints",
        "P-32",
        "print to standard error, for debugging too: standard output is for messages alone",
        _detail(FaultKind.GARBAGE, "got the text"),
    ),
    Mistake(
        "bytes-for-text",
        "P-3",
        "pack text as strings, not as byte strings: with most libraries the value's type decides",
        _detail(FaultKind.GARBAGE, "a bin value"),
    ),
    Mistake(
        "extension-types",
        "P-3",
        "pack plain values: a date, a symbol or an object became an extension type",
        _detail(FaultKind.GARBAGE, "an extension type"),
    ),
    Mistake(
        "keys-not-strings",
        "P-7",
        "give maps string keys: numbers, symbols and enum values must be written out",
        _detail(FaultKind.GARBAGE, "key that is not a string"),
    ),
    Mistake(
        "array-for-map",
        "P-2",
        "pack a map with named keys; some libraries pack a struct as an array unless told otherwise"
        " (with Rust's rmp-serde: to_vec_named)",
        _detail(FaultKind.GARBAGE, "must be a map, got an array"),
    ),
    Mistake(
        "not-utf-8",
        "P-6",
        "encode text as UTF-8 before it is packed",
        _detail(FaultKind.GARBAGE, "UTF-8"),
    ),
    Mistake(
        "no-message",
        "P-2",
        "each message is one MessagePack map, and nothing else may be on standard output",
        _kind(FaultKind.GARBAGE),
    ),
    # Silence
    Mistake(
        "too-slow",
        "P-48",
        "keep an eye on the clock in the decision, and answer before it runs out",
        lambda case: case.kind is FaultKind.TIMEOUT and (case.busy or case.silence is Silence.LATE),
    ),
    Mistake(
        "unfinished-message",
        "P-48",
        "a part of the message never came: write all of it (look at what write returns), flush, and count the"
        " entries that a map's header announces",
        _detail(FaultKind.TIMEOUT, "only"),
    ),
    Mistake(
        "fixed-chunks",
        "P-11",
        "read what is there (os.read, read1, read(2), a streaming decoder): a read of a fixed number of bytes"
        " waits until so many have come",
        _silent_until(Silence.FILLER),
    ),
    Mistake(
        "reads-lines",
        "P-1",
        "read bytes, not lines: there are no line ends between messages",
        _silent_until(Silence.LINE_END),
    ),
    Mistake("no-flush", "Bytes", _FLUSH, _silent_until(Silence.BYE)),
    Mistake(
        "reads-to-the-end",
        "P-1",
        "answer each message as it comes: standard input stays open until the last match is over"
        f" (if it does read message by message: {_FLUSH})",
        _silent_until(Silence.END_OF_INPUT),
    ),
    Mistake(
        "no-hello",
        "P-25",
        "answer the arena's hello with a hello of your own, and flush it",
        _kind(FaultKind.TIMEOUT, "hello"),
    ),
    Mistake(
        "no-ready",
        "P-26",
        "answer each start with ready, also the second one",
        _kind(FaultKind.TIMEOUT, "start"),
    ),
    Mistake(
        "no-answer-to-rejected",
        "P-22",
        "answer rejected with another act of the same id",
        _kind(FaultKind.TIMEOUT, "rejected"),
    ),
    Mistake(
        "no-act",
        "P-27",
        "answer each decide with an act; look for what the bot waits for in place of that",
        _kind(FaultKind.TIMEOUT),
    ),
    # Messages that are wrong
    Mistake(
        "protocol-version",
        "P-42",
        "say protocol: 1, as an int",
        _detail(FaultKind.PROTOCOL, r"hello\.protocol"),
    ),
    Mistake(
        "no-type",
        "P-13",
        'give every message its type: "hello", "ready" or "act"',
        _detail(FaultKind.PROTOCOL, r"^type|\btype is missing"),
    ),
    Mistake(
        "unknown-part",
        "P-25",
        'send names parts of a decision: any of "view", "legal", "events"',
        _detail(FaultKind.PROTOCOL, r"hello\.send"),
    ),
    Mistake(
        "hello-fields",
        "P-25",
        "look at the fields of hello: protocol and name must be there",
        _detail(FaultKind.PROTOCOL, r"hello\.\w+"),
    ),
    Mistake(
        "wrong-id",
        "P-46",
        "repeat the id of the decide that is answered; don't count yourself",
        _detail(FaultKind.PROTOCOL, r"act\.id is \d+, but"),
    ),
    Mistake("no-id", "P-27", "an act repeats the decision's id", _detail(FaultKind.PROTOCOL, r"act\.id")),
    Mistake(
        "float-for-int",
        "P-16",
        "pack a whole number as an int: floor it, or convert it to the integer type",
        _detail(FaultKind.PROTOCOL, r"an int, got the float"),
    ),
    Mistake(
        "index-not-int",
        "P-16",
        "index is an int, a place in decide.legal; an action goes under the key action",
        _detail(FaultKind.PROTOCOL, r"act\.index"),
    ),
    Mistake(
        "index-and-action",
        "P-28",
        "answer with the index or with the action, not with both and not with neither",
        _detail(FaultKind.PROTOCOL, "exactly one of index and action"),
    ),
    Mistake(
        "action-not-a-map",
        "P-27",
        "action is a whole entry of decide.legal, a map, not its type or a part of it",
        _detail(FaultKind.PROTOCOL, r"act\.action"),
    ),
    Mistake(
        "answers-over",
        "P-46",
        "over is not answered: wait for the next start, or bye",
        _unasked_after("over"),
    ),
    Mistake(
        "answers-twice",
        "P-46",
        "one message for each that asks: hello for hello, ready for start, act for decide, and no more",
        _detail(FaultKind.PROTOCOL, "nothing had asked for"),
    ),
    Mistake(
        "wrong-answer",
        "P-46",
        "hello is answered with hello, start with ready, decide with act",
        _detail(FaultKind.PROTOCOL, "^answered"),
    ),
    Mistake(
        "wrong-field", "P-17", "compare the message with the tables of SPEC.md", _kind(FaultKind.PROTOCOL)
    ),
    Mistake(
        "long-note",
        "P-29",
        "a note has at most 4096 bytes",
        _detail(FaultKind.OVERSIZE, r"note"),
    ),
    Mistake("too-long", "P-9", "a message has at most 1 MiB", _kind(FaultKind.OVERSIZE)),
    # Answers that are not legal
    Mistake(
        "index-from-1",
        "P-27",
        "indexes count from 0: the last one is the number of legal actions less one",
        lambda case: case.kind is FaultKind.ILLEGAL and _index_is_the_length(case),
    ),
    Mistake(
        "index-outside",
        "P-27",
        "an index is a place in the decision's own legal list, not in the hand, the view or an earlier list",
        _detail(FaultKind.ILLEGAL, "index"),
    ),
    Mistake(
        "action-not-legal",
        "P-27",
        "send an entry of decide.legal just as it stands there: no key more or less, and the same types",
        _kind(FaultKind.ILLEGAL),
    ),
    # Ends
    Mistake(
        "reads-text",
        "Bytes",
        "open standard input in binary mode: messages are bytes, not text (in Python: sys.stdin.buffer)",
        _stderr(
            r"UnicodeDecodeError|surrogates not allowed|can't decode byte|invalid (multi)?byte"
            r"|stream did not contain valid UTF-8"
        ),
    ),
    Mistake(
        "missing-library",
        "Life cycle",
        "install what the bot needs (arena build runs its build), for the interpreter that its command names",
        _stderr(
            r"ModuleNotFoundError|Cannot find (module|package)|Can't locate|cannot load such file"
            r"|ClassNotFoundException|NoClassDefFoundError|error while loading shared|module '.*' not found"
            r"|Failed opening required|Cannot open assembly|Could not find or load main class"
        ),
    ),
    Mistake(
        "part-not-asked",
        "P-31",
        f"it uses a part of the decision that the {SENDS} does not list: add it there",
        _misses_a_part,
    ),
    Mistake(
        "keys-as-bytes",
        "P-7",
        "decode the keys of maps to text: with this library they come as byte strings (in Python: raw=False)",
        _stderr(r"KeyError: '(type|id|legal|game)'|TypeError: .*bytes"),
    ),
    Mistake(
        "one-read-one-message",
        "P-11",
        "use the library's streaming decoder: one read may give a part of a message, or several",
        _stderr(
            r"ExtraData|[Ee]xtra data|[Ee]xtra bytes|[Ii]ncomplete|[Ii]nsufficient|premature|EOFException"
        ),
    ),
    Mistake(
        "reads-json",
        "P-33",
        "unpack messages with a MessagePack library; JSON is not spoken here",
        _stderr("JSONDecodeError|JSON"),
    ),
    Mistake(
        "one-match-only",
        "P-24",
        "go on after over: the next start follows, or bye (or say restart = true in bot.toml)",
        lambda case: case.kind is FaultKind.CRASH and case.asked == "over",
    ),
    Mistake(
        "ends-early",
        "P-47",
        "the bot ended by itself: read messages in a loop until bye comes or the input ends",
        lambda case: case.kind is FaultKind.CRASH and not case.stderr.strip(),
    ),
    Mistake(
        "own-error",
        "P-47",
        "an error of the bot's own code: see its last words",
        _kind(FaultKind.CRASH),
    ),
    Mistake("memory", "P-49", "use less memory, or raise memory_mb", _kind(FaultKind.MEMORY)),
    Mistake("processes", "P-49", "start fewer processes and threads", _kind(FaultKind.PROCESSES)),
    Mistake(
        "does-not-play",
        "P-25",
        "the games of hello lists what the bot plays: leave it out for all",
        lambda case: "does not play" in case.detail,
    ),
    Mistake(
        "does-not-start", "Life cycle", "try the command by hand, in the bot's folder", lambda case: True
    ),
)
