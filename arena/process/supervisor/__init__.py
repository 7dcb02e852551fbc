"""The supervisor: a small process beside each bot process, which ends that with all it started.

The arena starts one with each bot: see `arena.process.supervised`, which is its other end. The bot's pipes
come in as the supervisor's stdin and stdout, the bot's environment as its own, and the control socket as a
descriptor:

    supervisor CONTROL NAME=NUMBER... -- PROGRAM ARGV0 ARGV1...

Options are the kernel's limits by the names of `resource`, `memory_kb`, `processes` and `threads` of the
whole tree, and, if the program is only the sandbox around the bot, `wrapped=1` and `filter`, the descriptor
of the filter for the bot's system calls. `group` is the descriptor of the folder of the bot's control group,
where there are such things; its limits are set already.

Over the control socket come orders of one byte (`TERMINATE`, `KILL`); back go reports, each a dict's `repr`
on a line: `awake`, `started`, `family` (when they change: the bot's processes, their groups, the processor
time of those that have ended), `overuse` (before the bot is ended for it) and `ended`; or `failed` after
`awake`. When the socket closes, the arena is gone, and the bot goes with it.

The supervisor is a child subreaper, so that a daemon which left the bot's session becomes its child and dies
with the rest. Should the supervisor die, the kernel kills the bot (`PR_SET_PDEATHSIG`).

A bot's start waits for its supervisor's: only cheap modules are imported here, hence `_signal` in place of
`signal`.

- `program` watches the bot, and ends it.
- `start` turns a forked process into the bot.
- `usage` compares what the bot and all it started use with what they may.
- `tree` reads of processes in /proc, and signals them.
"""

TERMINATE = b"T"
KILL = b"K"
EXEC_FAILED = 127
"""The exit status of a bot whose program could not be executed."""
REAP_LIMIT_S = 5.0
"""How long what a bot has started may take to be gone once it is killed."""
PIPES = (8, 9)
"""Where the command in a sandbox finds the bot's stdin and stdout; one digit, for every shell's sake."""
FILTER = 7
"""Where the sandbox finds the filter for the bot's system calls."""
