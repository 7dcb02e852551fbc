"""Advice on what is no fault in a match, or shows only when it is looked for."""

from __future__ import annotations

from arena.check.findings import Advice

SANDBOX = Advice(
    "sandbox",
    "Life cycle",
    "in the sandbox there is no network, nothing of the home folder, nothing to write to but /tmp; keep all"
    " that the bot needs in its own folder, or show it: --show PATH",
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
