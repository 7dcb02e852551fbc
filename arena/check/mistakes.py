"""The mistakes that bots are known to make: how each is told from the others, and its mend.

`diagnose` goes through MISTAKES in order; the first whose sign is seen is the one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

from arena.check.findings import Advice
from arena.check.subject import REFUSED, Silence
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
    guarded: bool = False
    """Whether it was in a sandbox."""


Sign: TypeAlias = Callable[[Case], bool]


class Mistake(NamedTuple):
    """A mistake that ends in a fault, and the sign by which it is told from others."""

    advice: Advice
    sign: Sign


def diagnose(case: Case) -> Advice:
    """The advice on the mistake that a fault most likely comes from."""
    return next(advice for advice, sign in MISTAKES if sign(case))


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
    found = re.search(r"index (\d+) is not legal: the legal list has the places 0 to (\d+)", case.detail)
    return found is not None and int(found[1]) == int(found[2]) + 1


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


def _refused_by_the_sandbox(case: Case) -> bool:
    return case.guarded and case.kind is FaultKind.CRASH and REFUSED.search(case.stderr) is not None


_FLUSH = "flush standard output after each message; what is written stays in the program's buffer else"

SANDBOX = Advice(
    "sandbox",
    "Life cycle",
    "in the sandbox there is no network, nothing of the home folder, nothing to write to but /tmp; keep all"
    " that the bot needs in its own folder, or show it: --show PATH",
)

MISTAKES: tuple[Mistake, ...] = (
    # Bytes that are no message
    Mistake(
        Advice(
            "length-prefix",
            "P-1",
            "send the bare MessagePack bytes: no length goes before a message, and none comes from the arena",
        ),
        _begins_with_a_length,
    ),
    Mistake(
        Advice(
            "text-mode",
            "P-34",
            "switch standard output to binary mode: each byte 0x0A becomes 0x0D 0x0A on its way",
        ),
        _detail(FaultKind.GARBAGE, "text mode"),
    ),
    Mistake(
        Advice(
            "line-ends",
            "P-1",
            "write the message's bytes alone, with write and not with print: no line end follows them",
        ),
        _detail(FaultKind.GARBAGE, r"got the text '(\\r)?\\n'"),
    ),
    Mistake(
        Advice("json", "P-33", "pack messages with a MessagePack library; JSON is not spoken here"),
        _detail(FaultKind.GARBAGE, "JSON"),
    ),
    Mistake(
        Advice(
            "prints",
            "P-32",
            "print to standard error, for debugging too: standard output is for messages alone",
        ),
        _detail(FaultKind.GARBAGE, "got the text"),
    ),
    Mistake(
        Advice(
            "bytes-for-text",
            "P-3",
            "pack text as strings, not as byte strings: with most libraries the value's type decides",
        ),
        _detail(FaultKind.GARBAGE, "a bin value"),
    ),
    Mistake(
        Advice(
            "extension-types",
            "P-3",
            "pack plain values: a date, a symbol or an object became an extension type",
        ),
        _detail(FaultKind.GARBAGE, "an extension type"),
    ),
    Mistake(
        Advice(
            "keys-not-strings",
            "P-7",
            "give maps string keys: numbers, symbols and enum values must be written out",
        ),
        _detail(FaultKind.GARBAGE, "key that is not a string"),
    ),
    Mistake(
        Advice(
            "array-for-map",
            "P-2",
            "pack a map with named keys; some libraries pack a struct as an array unless told otherwise"
            " (with Rust's rmp-serde: to_vec_named)",
        ),
        _detail(FaultKind.GARBAGE, "must be a map, got an array"),
    ),
    Mistake(
        Advice("not-utf-8", "P-6", "encode text as UTF-8 before it is packed"),
        _detail(FaultKind.GARBAGE, "UTF-8"),
    ),
    Mistake(
        Advice(
            "no-message",
            "P-2",
            "each message is one MessagePack map, and nothing else may be on standard output",
        ),
        _kind(FaultKind.GARBAGE),
    ),
    # Silence
    Mistake(
        Advice("too-slow", "P-48", "keep an eye on the clock in the decision, and answer before it runs out"),
        lambda case: case.kind is FaultKind.TIMEOUT and (case.busy or case.silence is Silence.LATE),
    ),
    Mistake(
        Advice(
            "unfinished-message",
            "P-48",
            "a part of the message never came: write all of it (look at what write returns), flush, and"
            " count the entries that a map's header announces",
        ),
        _detail(FaultKind.TIMEOUT, "only"),
    ),
    Mistake(
        Advice(
            "fixed-chunks",
            "P-11",
            "read what is there (os.read, read1, read(2), a streaming decoder): a read of a fixed number of"
            " bytes waits until so many have come; and have stdin in binary mode, or bytes get lost",
        ),
        _silent_until(Silence.FILLER),
    ),
    Mistake(
        Advice("reads-lines", "P-1", "read bytes, not lines: there are no line ends between messages"),
        _silent_until(Silence.LINE_END),
    ),
    Mistake(Advice("no-flush", "Bytes", _FLUSH), _silent_until(Silence.BYE)),
    Mistake(
        Advice(
            "reads-to-the-end",
            "P-1",
            "answer each message as it comes: standard input stays open until the last match is over"
            f" (if it does read message by message: {_FLUSH})",
        ),
        _silent_until(Silence.END_OF_INPUT),
    ),
    Mistake(
        Advice("no-hello", "P-25", "answer the arena's hello with a hello of your own, and flush it"),
        _kind(FaultKind.TIMEOUT, "hello"),
    ),
    Mistake(
        Advice("no-ready", "P-26", "answer each start with ready, also the second one"),
        _kind(FaultKind.TIMEOUT, "start"),
    ),
    Mistake(
        Advice("no-answer-to-rejected", "P-22", "answer rejected with another act of the same id"),
        _kind(FaultKind.TIMEOUT, "rejected"),
    ),
    Mistake(
        Advice(
            "no-act",
            "P-27",
            "answer each decide with an act; look for what the bot waits for in place of that",
        ),
        _kind(FaultKind.TIMEOUT),
    ),
    # Messages that are wrong
    Mistake(
        Advice("protocol-version", "P-42", "say protocol: 1, as an int"),
        _detail(FaultKind.PROTOCOL, r"hello\.protocol"),
    ),
    Mistake(
        Advice("no-type", "P-13", 'give every message its type: "hello", "ready" or "act"'),
        _detail(FaultKind.PROTOCOL, r"^type|\btype is missing"),
    ),
    Mistake(
        Advice("unknown-part", "P-25", 'send names parts of a decision: any of "view", "legal", "events"'),
        _detail(FaultKind.PROTOCOL, r"hello\.send"),
    ),
    Mistake(
        Advice("hello-fields", "P-25", "look at the fields of hello: protocol and name must be there"),
        _detail(FaultKind.PROTOCOL, r"hello\.\w+"),
    ),
    Mistake(
        Advice("wrong-id", "P-46", "repeat the id of the decide that is answered; don't count yourself"),
        _detail(FaultKind.PROTOCOL, r"act\.id is \d+, but"),
    ),
    Mistake(
        Advice("no-id", "P-27", "an act repeats the decision's id"), _detail(FaultKind.PROTOCOL, r"act\.id")
    ),
    Mistake(
        Advice(
            "float-for-int",
            "P-16",
            "pack a whole number as an int: floor it, or convert it to the integer type",
        ),
        _detail(FaultKind.PROTOCOL, r"an int, got the float"),
    ),
    Mistake(
        Advice(
            "index-not-int",
            "P-16",
            "index is an int, a place in decide.legal; an action goes under the key action",
        ),
        _detail(FaultKind.PROTOCOL, r"act\.index"),
    ),
    Mistake(
        Advice(
            "index-and-action",
            "P-28",
            "answer with the index or with the action, not with both and not with neither",
        ),
        _detail(FaultKind.PROTOCOL, "exactly one of index and action"),
    ),
    Mistake(
        Advice(
            "action-not-a-map",
            "P-27",
            "action is a whole entry of decide.legal, a map, not its type or a part of it",
        ),
        _detail(FaultKind.PROTOCOL, r"act\.action"),
    ),
    Mistake(
        Advice("answers-over", "P-46", "over is not answered: wait for the next start, or bye"),
        _unasked_after("over"),
    ),
    Mistake(
        Advice(
            "answers-twice",
            "P-46",
            "one message for each that asks: hello for hello, ready for start, act for decide, and no more",
        ),
        _detail(FaultKind.PROTOCOL, "nothing had asked for"),
    ),
    Mistake(
        Advice("wrong-answer", "P-46", "hello is answered with hello, start with ready, decide with act"),
        _detail(FaultKind.PROTOCOL, "^answered"),
    ),
    Mistake(
        Advice("wrong-field", "P-17", "compare the message with the tables of SPEC.md"),
        _kind(FaultKind.PROTOCOL),
    ),
    Mistake(
        Advice("long-note", "P-29", "a note has at most 4096 bytes"), _detail(FaultKind.OVERSIZE, r"note")
    ),
    Mistake(Advice("too-long", "P-9", "a message has at most 1 MiB"), _kind(FaultKind.OVERSIZE)),
    # Answers that are not legal
    Mistake(
        Advice(
            "index-from-1",
            "P-27",
            "indexes count from 0: the last one is the number of legal actions less one",
        ),
        _index_is_the_length,
    ),
    Mistake(
        Advice(
            "index-outside",
            "P-27",
            "an index is a place in the decision's own legal list, not in the view or an earlier list",
        ),
        _detail(FaultKind.ILLEGAL, "index"),
    ),
    Mistake(
        Advice(
            "action-not-legal",
            "P-27",
            "send an entry of decide.legal just as it stands there: no key more or less, and the same types",
        ),
        _kind(FaultKind.ILLEGAL),
    ),
    # Ends
    Mistake(
        Advice(
            "reads-text",
            "Bytes",
            "open standard input in binary mode: messages are bytes, not text (in Python: sys.stdin.buffer)",
        ),
        _stderr(
            r"UnicodeDecodeError|surrogates not allowed|can't decode byte|invalid (multi)?byte"
            r"|stream did not contain valid UTF-8"
        ),
    ),
    Mistake(
        Advice(
            "missing-library",
            "Life cycle",
            "install what the bot needs (arena build runs its build), for the interpreter of its command",
        ),
        _stderr(
            r"ModuleNotFoundError|Cannot find (module|package)|Can't locate|cannot load such file"
            r"|ClassNotFoundException|NoClassDefFoundError|error while loading shared|module '.*' not found"
            r"|Failed opening required|Cannot open assembly|Could not find or load main class"
        ),
    ),
    Mistake(SANDBOX, _refused_by_the_sandbox),
    Mistake(
        Advice(
            "part-not-asked",
            "P-31",
            f"it uses a part of the decision that the {SENDS} does not list: add it there",
        ),
        _misses_a_part,
    ),
    Mistake(
        Advice(
            "keys-as-bytes",
            "P-7",
            "decode the keys of maps to text: this library gives them as byte strings (in Python: raw=False)",
        ),
        _stderr(r"KeyError: '(type|id|legal|game)'|TypeError: .*bytes"),
    ),
    Mistake(
        Advice(
            "one-read-one-message",
            "P-11",
            "use the library's streaming decoder: one read may give a part of a message, or several",
        ),
        _stderr(
            r"ExtraData|[Ee]xtra data|[Ee]xtra bytes|[Ii]ncomplete|[Ii]nsufficient|premature|EOFException"
        ),
    ),
    Mistake(
        Advice("reads-json", "P-33", "unpack messages with a MessagePack library; JSON is not spoken here"),
        _stderr("JSONDecodeError|JSON"),
    ),
    Mistake(
        Advice(
            "one-match-only",
            "P-24",
            "go on after over: the next start follows, or bye (or say restart = true in bot.toml)",
        ),
        lambda case: case.kind is FaultKind.CRASH and case.asked == "over",
    ),
    Mistake(
        Advice(
            "ends-early",
            "P-47",
            "the bot ended by itself: read messages in a loop until bye comes or the input ends",
        ),
        lambda case: case.kind is FaultKind.CRASH and not case.stderr.strip(),
    ),
    Mistake(
        Advice("own-error", "P-47", "an error of the bot's own code: see its last words"),
        _kind(FaultKind.CRASH),
    ),
    Mistake(Advice("memory", "P-49", "use less memory, or raise memory_mb"), _kind(FaultKind.MEMORY)),
    Mistake(Advice("processes", "P-49", "start fewer processes and threads"), _kind(FaultKind.PROCESSES)),
    Mistake(
        Advice("does-not-play", "P-25", "the games of hello lists what the bot plays: leave it out for all"),
        lambda case: "does not play" in case.detail,
    ),
    Mistake(
        Advice("does-not-start", "Life cycle", "try the command by hand, in the bot's folder"),
        lambda case: True,
    ),
)

IGNORES_BYE = Advice(
    "ignores-bye", "P-45", "leave the loop when a message of type bye comes, and end the program"
)
IGNORES_END_OF_INPUT = Advice(
    "ignores-end-of-input", "P-45", "end the program when a read gives nothing more"
)
EXIT_STATUS = Advice("exit-status", "P-45", "end with status 0: another one looks like an error")
LEAVES_PROCESSES = Advice(
    "leaves-processes",
    "P-45",
    "end and wait for what the bot started before it exits; the arena kills them else",
)
TALKS_AT_THE_END = Advice("talks-at-the-end", "P-46", "bye is not answered")
PRINTS = Advice("prints", "P-32", "print to standard error: standard output is for messages alone")
UNKNOWN_HELLO_KEYS = Advice(
    "unknown-hello-keys",
    "P-25",
    "look for a misspelt key: a key that nobody knows is a key that nobody reads",
)
UNKNOWN_GAMES = Advice(
    "unknown-games", "P-25", "arena games lists the ids; leave the key games out if it plays all of them"
)
SLOW_START = Advice("slow-start", "Time", "start faster, or load what takes long between start and ready")
SLOW = Advice("slow", "P-48", "leave more of the time unused: a busy machine makes every move slower")
MUCH_MEMORY = Advice("much-memory", "P-49", "use less: beyond the limit the bot is ended")
UNSEEDED = Advice(
    "unseeded",
    "P-20",
    "seed your random generator with start's bot_seed at each start, so that events can be repeated",
)
NO_DECISION = Advice(
    "no-decision", "P-23", "over may follow ready at once, when others or the rules decide everything"
)
REJECTED = Advice(
    "rejected", "P-22", "where a match allows retries, rejected asks for another act with the same id"
)
BEYOND_FAULTS = (
    IGNORES_BYE,
    IGNORES_END_OF_INPUT,
    EXIT_STATUS,
    LEAVES_PROCESSES,
    TALKS_AT_THE_END,
    UNKNOWN_HELLO_KEYS,
    UNKNOWN_GAMES,
    SLOW_START,
    SLOW,
    MUCH_MEMORY,
    UNSEEDED,
    NO_DECISION,
    REJECTED,
)
"""Advice on what is no fault in a match, or shows only when it is looked for."""
