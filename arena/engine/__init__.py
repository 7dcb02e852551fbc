"""The rules engines as a program, for bots and tools in any language: `protocol/ENGINE.md` is the authority.

| for | see |
|---|---|
| answering requests | `arena.engine.engine`: `Engine` |
| what requests there are, and their fields | `arena.engine.forms`: `FORMS` |
| bytes and lines | `arena.engine.wires`: `MessagePack`, `JsonLines` |
| the program | `arena.engine.program`: `serve`; `python -m arena.engine` starts in a few milliseconds |
"""
