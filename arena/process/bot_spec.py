"""A bot as it is described, and what really runs: plain values that can be handed to another process."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from arena.errors import UserError
from arena.process.limits import Sandbox

MANIFEST = "bot.toml"


class LaunchError(UserError):
    """A bot can't be started as described; one sentence says why, and what would be right."""


@dataclass(frozen=True, slots=True)
class BotSpec:
    """A bot as its author or a tournament describes it.

    `command` is an argv, run in the folder `cwd` (None: it has no folder of its own, and in a sandbox sees no
    more than the files that its command names). What is in `show`, absolute paths, it may read besides. With
    `by_manifest` the command came with the folder, perhaps from a stranger: it may name nothing else. `env`
    is set in addition to the arena's minimal environment. With `restart` a process plays one match only.
    `games` are the ids that it plays (None: not said). `build` is the argv that makes the program. `sandbox`
    and `rest` are those of the match where they are None. With `engine` it may start the rules engines, a
    program (see protocol/ENGINE.md).

    What `builds` is no bot, but makes one: in a sandbox the folder is its to write. With `network` it reaches
    from there whatever the machine reaches.
    """

    name: str
    command: tuple[str, ...]
    cwd: Path | None = None
    env: Mapping[str, str] | None = None
    restart: bool = False
    games: tuple[str, ...] | None = None
    language: str | None = None
    build: tuple[str, ...] | None = None
    sandbox: Sandbox | None = None
    rest: bool | None = None
    show: tuple[Path, ...] = ()
    by_manifest: bool = False
    builds: bool = False
    network: bool = False
    engine: bool = False


@dataclass(frozen=True, slots=True)
class ProgramFile:
    """One file that a command runs, by content."""

    path: Path
    size: int
    sha256: str


@dataclass(frozen=True, slots=True)
class ResolvedCommand:
    """What really runs: an absolute program, its argv, folder and whole environment."""

    spec: BotSpec
    program: Path
    argv: tuple[str, ...]
    cwd: Path
    env: Mapping[str, str]
    files: tuple[ProgramFile, ...] = field(repr=False)
    """The program, and each argument that is a file or a Python module after `-m`."""

    @property
    def fingerprint(self) -> str:
        """Changes when the command, or the content of one of its `files`, does."""
        parts = [*self.argv, *(file.sha256 for file in self.files)]
        return hashlib.sha256("\0".join(parts).encode()).hexdigest()
