"""What is said over the pipes of a match: kept, written to a file, and made readable.

A trace file is JSON, a value a line: the format, its version and whose match it was; a line for what went
over a pipe at once; a line for each line of a bot's stderr; a line a fault. Keys and lines that this version
does not know are passed over, and named.
"""

from __future__ import annotations

import json
import time
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from arena import games, safe_json
from arena.entries import Entry
from arena.errors import ArenaError, UserError
from arena.match.logs import LogOf
from arena.match.process_player import ProcessPlayer, close_players
from arena.match.record import FaultRecord, MatchRecord
from arena.match.spec import Settings
from arena.process.faults import shown
from arena.process.launch import ResolvedCommand
from arena.process.tap import Speaker, Tap
from protocol.codec import Decoder, WireError

FORMAT = "bot-arena trace"
VERSION = 1
"""Raised where an older reader would misunderstand what is written."""
HEX_BYTES = 64
"""How many bytes are shown in hexadecimal, unless all are asked for."""


class TraceError(UserError):
    """A trace that can't be written or read; one sentence says which and why."""


class Said(NamedTuple):
    """Bytes that went over a pipe: from the arena a whole message, from a bot whatever came at once."""

    ms: float
    """Since the trace began."""
    seat: int
    speaker: Speaker
    data: bytes


class Logged(NamedTuple):
    """A line that a bot wrote to its stderr."""

    ms: float
    """Since the trace began, when the arena saw it."""
    seat: int
    stderr: str


class Tape:
    """Keeps what is said at a table, or in one bot's company: all of it, or the last `most` pieces."""

    def __init__(self, most: int | None = None) -> None:
        self._began = time.monotonic()
        self.said: deque[Said] = deque(maxlen=most)
        self.logged: list[Logged] = []

    def keep(self, speaker: Speaker, data: bytes, seat: int = 0) -> None:
        """Add what was just said to, or by, the bot at a seat."""
        self.said.append(Said(self._ms(), seat, speaker, data))

    def log(self, seat: int, line: str) -> None:
        """Add a line that the bot at a seat wrote to its stderr."""
        self.logged.append(Logged(self._ms(), seat, line))

    def _ms(self) -> float:
        return (time.monotonic() - self._began) * 1000


class _Recorder(Tap):
    """Keeps the conversation with the bot at a seat on a tape."""

    def __init__(self, tape: Tape, seat: int) -> None:
        self._tape = tape
        self._seat = seat

    def hear(self, speaker: Speaker, data: bytes) -> None:
        self._tape.keep(speaker, data, self._seat)


@contextmanager
def traced_table(
    bots: Mapping[int, ResolvedCommand], settings: Settings, tape: Tape, log_of: LogOf
) -> Iterator[list[ProcessPlayer]]:
    """Players for one match, of the bots by seat, all of whose conversations go onto the tape.

    What they write to their stderr goes to the descriptors that `log_of` gives for their names.
    """
    terms = (settings.limits, settings.sandbox, settings.rest)
    players = [
        ProcessPlayer(bot, *terms, tap=_Recorder(tape, seat), log=log_of(bot.spec.name))
        for seat, bot in bots.items()
    ]
    try:
        yield players
    finally:
        close_players(players, settings.graces)


# ------------------------------------------------------------------------------------------ readable


def messages_in(data: bytes) -> tuple[list[object], str]:
    """The whole messages in bytes from a pipe, and words for what follows them and is none, if anything."""
    decoder = Decoder(most_values=None)
    decoder.feed(data)
    found = []
    try:
        while (message := decoder.next()) is not None:
            found.append(message)
    except WireError:
        return found, f"no message: {shown(repr(data[:HEX_BYTES]))}"
    return found, f"{decoder.pending} bytes of an unfinished message" if decoder.pending else ""


def in_words(data: bytes, most: int | None = None) -> str:
    """Bytes from a pipe as JSON messages, cut to `most` characters; what is no message is quoted."""
    messages, rest = messages_in(data)
    found = [json.dumps(message, ensure_ascii=False) for message in messages]
    return cut(shown(" ".join([*found, rest] if rest else found)), most)


def in_hex(data: bytes, most: int | None = HEX_BYTES) -> str:
    """Bytes in hexadecimal, the first `most` of them."""
    if most is None or len(data) <= most:
        return data.hex(" ")
    return f"{data[:most].hex(' ')} ... ({len(data)} bytes)"


def cut(text: str, most: int | None) -> str:
    """Text of at most so many characters."""
    return text if most is None or len(text) <= most else f"{text[:most]}... ({len(text)} characters)"


def joined(said: Iterable[Said]) -> list[Said]:
    """The conversation with each bot's pieces of one message put together again."""
    whole: list[Said] = []
    last: dict[int, int] = {}
    """By seat, where in `whole` its last piece is."""
    for item in said:
        before = last.get(item.seat)
        if before is not None and item.speaker == "bot" == whole[before].speaker:
            whole[before] = whole[before]._replace(data=whole[before].data + item.data)
        else:
            last[item.seat] = len(whole)
            whole.append(item)
    return whole


# ------------------------------------------------------------------------------------------ files


class Trace(NamedTuple):
    """What a trace file holds: who played what, what was said, and the faults."""

    game: str
    bots: Sequence[str]
    said: Sequence[Said]
    faults: Sequence[dict[str, Any]]
    """Of each fault its `seat`, `kind`, `decision`, `detail` and `stderr`."""
    logged: Sequence[Logged] = ()
    unknown: Sequence[str] = ()
    """The keys and lines that were passed over, because this version does not know them."""


def write_trace(tape: Tape, record: MatchRecord, path: Path) -> None:
    """Write a match's conversation as JSON lines. Raises TraceError."""
    head = {"format": FORMAT, "version": VERSION, "game": record.game, "bots": [b.name for b in record.bots]}
    said = [
        {"ms": round(item.ms, 3), "seat": item.seat, "from": item.speaker, "hex": item.data.hex()}
        for item in tape.said
    ]
    logged = [{**item._asdict(), "ms": round(item.ms, 3)} for item in tape.logged]
    faults = [{"fault": FaultRecord.summary(fault)} for fault in record.faults]
    lines = [json.dumps(line) + "\n" for line in (head, *said, *logged, *faults)]
    try:
        path.write_text("".join(lines), "utf-8")
    except OSError as error:
        raise TraceError(f"{path}: can't be written: {error.strerror}") from error


def read_trace(path: Path) -> Trace:
    """What a trace file holds. Raises TraceError."""
    try:
        lines = path.read_text("utf-8").splitlines()
    except OSError as error:
        raise TraceError(f"{path}: can't be read: {error.strerror}") from error
    except UnicodeDecodeError:
        raise TraceError(f"{path}: this is no trace, but binary data") from None
    entries = []
    for number, line in enumerate(lines, 1):
        try:
            entries.append(Entry(safe_json.loads(line), TraceError, place=f"{path}: line {number}"))
        except ValueError:
            raise TraceError(f"{path}: line {number}: {_NO_TRACE}") from None
    if not entries or "format" not in entries[0] or entries[0]["format"].value != FORMAT:
        raise TraceError(f"{path}: {_NO_TRACE}")
    return _trace(entries)


_NO_TRACE = "this is no trace, as `arena play --trace` writes it"
_HEAD = {"format", "version", "game", "bots"}
_SAID = {"ms", "seat", "from", "hex"}
_LOGGED = set(Logged._fields)
_FAULT = {"seat", "kind", "code", "decision", "detail", "stderr"}


def _trace(lines: Sequence[Entry]) -> Trace:
    """The trace in a file's lines, the first of which has its format. Refuses through them."""
    head, *rest = lines
    version = head["version"].value
    if version != VERSION:
        head.refuse(f"the trace is of version {version!r:.20}, and this arena reads version {VERSION}")
    bots = head["bots"].list_of(_text)
    unknown = dict.fromkeys(key for key in head.as_map() if key not in _HEAD)
    said: list[Said] = []
    logged: list[Logged] = []
    faults: list[dict[str, Any]] = []
    for line in rest:
        if "fault" in line:
            fault = line["fault"]
            unknown |= dict.fromkeys(f"fault.{key}" for key in fault.as_map() if key not in _FAULT)
            faults.append(_fault(fault, len(bots)))
        elif "hex" in line:
            unknown |= dict.fromkeys(key for key in line.as_map() if key not in _SAID)
            said.append(_said(line, len(bots)))
        elif "stderr" in line:
            unknown |= dict.fromkeys(key for key in line.as_map() if key not in _LOGGED)
            seat = line["seat"].seat(len(bots))
            logged.append(Logged(line["ms"].number(), seat, _text(line["stderr"])))
        else:
            unknown["lines of another kind"] = None
    return Trace(_text(head["game"]), bots, said, faults, logged, tuple(map(shown, unknown)))


def _text(entry: Entry) -> str:
    """A text, perhaps empty, made harmless for who looks at it."""
    if type(entry.value) is not str:
        entry.must_be("a text")
    return shown(entry.value)


def _fault(entry: Entry, players: int) -> dict[str, Any]:
    return {
        "seat": entry["seat"].seat(players),
        "kind": _text(entry["kind"]),
        "decision": entry["decision"].optional(lambda decision: decision.integer(0)),
        "detail": _text(entry["detail"]),
        "stderr": _text(entry["stderr"]),
    }


def _said(line: Entry, players: int) -> Said:
    speaker: Speaker = line["from"].one_of(("arena", "bot"))
    seat = line["seat"].seat(players)
    try:
        data = bytes.fromhex(line["hex"].value)
    except (TypeError, ValueError):
        line["hex"].must_be("bytes in hexadecimal")
    return Said(line["ms"].number(), seat, speaker, data)


def _in_sentences(item: Said, trace: Trace) -> tuple[str, list[str]]:
    """What the arena said: the message without its events, which are told in sentences instead.

    A message with events that the game does not tell is left whole: the file may be a stranger's.
    """
    whole = in_words(item.data)
    try:
        message = json.loads(whole)
        events = message["events"]
        game = games.get(trace.game)
        told = [shown(game.tell(event, trace.bots)) for event in events]
        message["events"] = f"{len(told)}, told below"
    except (ArenaError, ValueError, KeyError, TypeError, IndexError, AttributeError):
        return whole, []
    return shown(json.dumps(message, ensure_ascii=False)) if told else whole, told


def in_time(trace: Trace, seat: int | None = None) -> list[Said | Logged]:
    """What was said and logged at all seats, or at one, in the order of time."""
    said = joined(item for item in trace.said if seat in (None, item.seat))
    logged = (item for item in trace.logged if seat in (None, item.seat))
    return sorted([*said, *logged], key=lambda item: item.ms)


def said_as_data(item: Said) -> dict[str, Any]:
    """What was said at once, for other programs: its messages, and words for what of it is none."""
    messages, rest = messages_in(item.data)
    return {
        "ms": item.ms,
        "seat": item.seat,
        "from": item.speaker,
        "messages": messages,
        "rest": rest,
        "hex": item.data.hex(),
    }


def trace_lines(trace: Trace, seat: int | None = None, hexadecimal: bool = False) -> Iterator[str]:
    """A trace for people: a line a message, of all seats or of one."""
    for item in in_time(trace, seat):
        if isinstance(item, Logged):
            yield f"{item.ms:10.1f} ms   | {item.seat} {trace.bots[item.seat]}  {item.stderr}"
            continue
        arrow = "->" if item.speaker == "arena" else "<-"
        head = f"{item.ms:10.1f} ms  {arrow} {item.seat} {trace.bots[item.seat]}  "
        words, told = _in_sentences(item, trace) if item.speaker == "arena" else (in_words(item.data), [])
        yield head + words
        yield from (f"{' ' * len(head)}{sentence}" for sentence in told)
        if hexadecimal:
            yield " " * len(head) + in_hex(item.data, None)
    for fault in trace.faults:
        if seat in (None, fault["seat"]):
            yield f"{fault['kind']}: seat {fault['seat']} {trace.bots[fault['seat']]}: {fault['detail']}"
            yield from (f"    | {line}" for line in fault["stderr"].splitlines())
