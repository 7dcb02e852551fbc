"""The mistakes that end in a fault: each with the sign by which it is told from others, and its mend.

`diagnose` goes through MISTAKES in order; the first whose sign is seen is the one. The last entry of each
kind of fault is for what nothing else explains.
"""

from __future__ import annotations

from typing import NamedTuple

from arena.check.advice import SANDBOX
from arena.check.findings import Advice
from arena.check.signs import (
    Case,
    Sign,
    begins_with_a_length,
    coded,
    last_words,
    misses_a_part,
    of_kind,
    refused_by_the_sandbox,
    silent_until,
    too_slow,
    unasked_after,
    without_words,
    wrong_in,
)
from arena.check.subject import Silence


class Mistake(NamedTuple):
    """A mistake that ends in a fault, and the sign by which it is told from others."""

    advice: Advice
    sign: Sign


def diagnose(case: Case) -> Advice:
    """The advice on the mistake that a fault most likely comes from."""
    return next(advice for advice, sign in MISTAKES if sign(case))


_FLUSH = "flush standard output after each message; what is written stays in the program's buffer else"

MISTAKES: tuple[Mistake, ...] = (
    # Bytes that are no message
    Mistake(
        Advice(
            "length-prefix",
            "P-1",
            "send the bare MessagePack bytes: no length goes before a message, and none comes from the arena",
        ),
        begins_with_a_length,
    ),
    Mistake(
        Advice(
            "text-mode",
            "P-34",
            "switch standard output to binary mode: each byte 0x0A becomes 0x0D 0x0A on its way",
        ),
        coded("text_mode"),
    ),
    Mistake(
        Advice(
            "line-ends",
            "P-1",
            "write the message's bytes alone, with write and not with print: no line end follows them",
        ),
        coded("line_end"),
    ),
    Mistake(
        Advice("json", "P-33", "pack messages with a MessagePack library; JSON is not spoken here"),
        coded("json"),
    ),
    Mistake(
        Advice(
            "prints",
            "P-32",
            "print to standard error, for debugging too: standard output is for messages alone",
        ),
        coded("text"),
    ),
    Mistake(
        Advice(
            "encoded-text",
            "P-61",
            "switch standard output to binary mode: encoded as text, each byte from 0x80 on becomes two",
        ),
        coded("encoded_as_text"),
    ),
    Mistake(
        Advice(
            "bytes-for-text",
            "P-3",
            "pack text as strings, not as byte strings: with most libraries the value's type decides",
        ),
        coded("bin"),
    ),
    Mistake(
        Advice(
            "extension-types",
            "P-3",
            "pack plain values: a date, a symbol or an object became an extension type",
        ),
        coded("extension"),
    ),
    Mistake(
        Advice(
            "keys-not-strings",
            "P-7",
            "give maps string keys: numbers, symbols and enum values must be written out",
        ),
        coded("key_not_string"),
    ),
    Mistake(
        Advice(
            "array-for-map",
            "P-2",
            "pack a map with named keys; some libraries pack a struct as an array unless told otherwise"
            " (with Rust's rmp-serde: to_vec_named)",
        ),
        coded("array_for_map"),
    ),
    Mistake(
        Advice("not-utf-8", "P-6", "encode text as UTF-8 before it is packed"),
        coded("not_utf8"),
    ),
    Mistake(
        Advice(
            "no-message",
            "P-2",
            "each message is one MessagePack map, and nothing else may be on standard output",
        ),
        of_kind("garbage"),
    ),
    # Silence
    Mistake(
        Advice("too-slow", "P-48", "keep an eye on the clock in the decision, and answer before it runs out"),
        too_slow,
    ),
    Mistake(
        Advice(
            "unfinished-message",
            "P-48",
            "a part of the message never came: write all of it (look at what write returns), flush, and"
            " count the entries that a map's header announces",
        ),
        coded("unfinished_answer"),
    ),
    Mistake(
        Advice(
            "fixed-chunks",
            "P-11",
            "read what is there (os.read, read1, read(2), a streaming decoder): a read of a fixed number of"
            " bytes waits until so many have come; and have stdin in binary mode, or bytes get lost",
        ),
        silent_until(Silence.FILLER),
    ),
    Mistake(
        Advice("reads-lines", "P-1", "read bytes, not lines: there are no line ends between messages"),
        silent_until(Silence.LINE_END),
    ),
    Mistake(Advice("no-flush", "Bytes", _FLUSH), silent_until(Silence.BYE)),
    Mistake(
        Advice(
            "reads-to-the-end",
            "P-1",
            "answer each message as it comes: standard input stays open until the last match is over"
            f" (if it does read message by message: {_FLUSH})",
        ),
        silent_until(Silence.END_OF_INPUT),
    ),
    Mistake(
        Advice("no-hello", "P-25", "answer the arena's hello with a hello of your own, and flush it"),
        of_kind("timeout", "hello"),
    ),
    Mistake(
        Advice("no-ready", "P-26", "answer each start with ready, also the second one"),
        of_kind("timeout", "start"),
    ),
    Mistake(
        Advice("no-answer-to-rejected", "P-22", "answer rejected with another act of the same id"),
        of_kind("timeout", "rejected"),
    ),
    Mistake(
        Advice(
            "no-act",
            "P-27",
            "answer each decide with an act; look for what the bot waits for in place of that",
        ),
        of_kind("timeout"),
    ),
    # Messages that are wrong
    Mistake(
        Advice("protocol-version", "P-42", "say protocol: 1, as an int"),
        wrong_in("hello.protocol"),
    ),
    Mistake(
        Advice("no-type", "P-13", 'give every message its type: "hello", "ready" or "act"'),
        coded("type_missing", "type_unknown"),
    ),
    Mistake(
        Advice("unknown-part", "P-25", 'send names parts of a decision: any of "view", "legal", "events"'),
        wrong_in("hello.send"),
    ),
    Mistake(
        Advice("hello-fields", "P-25", "look at the fields of hello: protocol and name must be there"),
        wrong_in("hello"),
    ),
    Mistake(
        Advice("wrong-id", "P-46", "repeat the id of the decide that is answered; don't count yourself"),
        coded("wrong_id"),
    ),
    Mistake(Advice("no-id", "P-27", "an act repeats the decision's id"), wrong_in("act.id")),
    Mistake(
        Advice(
            "float-for-int",
            "P-16",
            "pack a whole number as an int: floor it, or convert it to the integer type",
        ),
        coded("float_for_int"),
    ),
    Mistake(
        Advice(
            "index-not-int",
            "P-16",
            "index is an int, a place in decide.legal; an action goes under the key action",
        ),
        wrong_in("act.index"),
    ),
    Mistake(
        Advice(
            "index-and-action",
            "P-28",
            "answer with the index or with the action, not with both and not with neither",
        ),
        coded("index_and_action"),
    ),
    Mistake(
        Advice(
            "action-not-a-map",
            "P-27",
            "action is a whole entry of decide.legal, a map, not its type or a part of it",
        ),
        wrong_in("act.action"),
    ),
    Mistake(
        Advice("answers-over", "P-46", "over is not answered: wait for the next start, or bye"),
        unasked_after("over"),
    ),
    Mistake(
        Advice(
            "answers-twice",
            "P-46",
            "one message for each that asks: hello for hello, ready for start, act for decide, and no more",
        ),
        coded("unasked"),
    ),
    Mistake(
        Advice("wrong-answer", "P-46", "hello is answered with hello, start with ready, decide with act"),
        coded("wrong_answer"),
    ),
    Mistake(
        Advice("wrong-field", "P-17", "compare the message with the tables of SPEC.md"),
        of_kind("protocol"),
    ),
    Mistake(Advice("long-note", "P-29", "a note has at most 4096 bytes"), coded("long_note")),
    Mistake(Advice("too-long", "P-9", "a message has at most 1 MiB"), of_kind("oversize")),
    # Answers that are not legal
    Mistake(
        Advice(
            "index-from-1",
            "P-27",
            "indexes count from 0: the last one is the number of legal actions less one",
        ),
        coded("index_is_length"),
    ),
    Mistake(
        Advice(
            "index-outside",
            "P-27",
            "an index is a place in the decision's own legal list, not in the view or an earlier list",
        ),
        coded("index_outside"),
    ),
    Mistake(
        Advice(
            "action-not-legal",
            "P-27",
            "send an entry of decide.legal just as it stands there: no key more or less, and the same types",
        ),
        of_kind("illegal"),
    ),
    # Ends
    Mistake(
        Advice(
            "reads-text",
            "Bytes",
            "open standard input in binary mode: messages are bytes, not text (in Python: sys.stdin.buffer)",
        ),
        last_words(
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
        last_words(
            r"ModuleNotFoundError|Cannot find (module|package)|Can't locate|cannot load such file"
            r"|ClassNotFoundException|NoClassDefFoundError|error while loading shared|module '.*' not found"
            r"|Failed opening required|Cannot open assembly|Could not find or load main class"
        ),
    ),
    Mistake(SANDBOX, refused_by_the_sandbox),
    Mistake(
        Advice(
            "part-not-asked",
            "P-31",
            "it uses a part of the decision that the send of hello does not list: add it there",
        ),
        misses_a_part,
    ),
    Mistake(
        Advice(
            "keys-as-bytes",
            "P-7",
            "decode the keys of maps to text: this library gives them as byte strings (in Python: raw=False)",
        ),
        last_words(r"KeyError: '(type|id|legal|game)'|TypeError: .*bytes"),
    ),
    Mistake(
        Advice(
            "one-read-one-message",
            "P-11",
            "use the library's streaming decoder: one read may give a part of a message, or several",
        ),
        last_words(
            r"ExtraData|[Ee]xtra data|[Ee]xtra bytes|[Ii]ncomplete|[Ii]nsufficient|premature|EOFException"
        ),
    ),
    Mistake(
        Advice("reads-json", "P-33", "unpack messages with a MessagePack library; JSON is not spoken here"),
        last_words("JSONDecodeError|JSON"),
    ),
    Mistake(
        Advice(
            "one-match-only",
            "P-24",
            "go on after over: the next start follows, or bye (or say restart = true in bot.toml)",
        ),
        of_kind("crash", "over"),
    ),
    Mistake(
        Advice(
            "ends-early",
            "P-47",
            "the bot ended by itself: read messages in a loop until bye comes or the input ends",
        ),
        without_words,
    ),
    Mistake(
        Advice("own-error", "P-47", "an error of the bot's own code: see its last words"),
        of_kind("crash"),
    ),
    Mistake(Advice("memory", "P-49", "use less memory, or raise memory_mb"), of_kind("memory")),
    Mistake(Advice("processes", "P-49", "start fewer processes and threads"), of_kind("processes")),
    Mistake(
        Advice("does-not-play", "P-25", "the games of hello lists what the bot plays: leave it out for all"),
        coded("does_not_play"),
    ),
    Mistake(
        Advice("does-not-start", "Life cycle", "try the command by hand, in the bot's folder"),
        of_kind("startup"),
    ),
)
