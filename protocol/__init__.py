"""What both sides of the pipe between the arena and a bot share: codec, messages, a helper for Python bots.

`SPEC.md` beside this file is the authority; this package is one implementation of it.
"""

PROTOCOL_VERSION = 1
