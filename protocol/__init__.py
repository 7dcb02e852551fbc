"""What both sides of the pipe between the arena and a bot share. `SPEC.md` beside this file is the authority,
`ENGINE.md` that for the rules engines as a program.

| for | see |
|---|---|
| writing a bot in Python | `protocol.bot`: `run`, `Bot`, `Decision`, `Match`, `Result` |
| the messages as types | `protocol.messages`: `parse_bot`, `parse_arena`, `encode`, `encode_decide` |
| the checks of their fields | `protocol.checks` |
| bytes | `protocol.codec`: `Decoder`, `pack`, `WireError`, the limits |
| testing an implementation in another language | the folder `vectors` |

Nothing is imported here, so that a bot starts with no more than it needs.
"""

PROTOCOL_VERSION = 1
"""The version of SPEC.md that this package speaks."""
