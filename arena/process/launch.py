"""From a bot's description to the program that really runs, refused before anything starts if it can't."""

import hashlib
import os
import shlex
import shutil
import sys
import sysconfig
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NoReturn

from arena.errors import UserError
from arena.hints import nearest
from arena.process.limits import Sandbox
from arena.process.reach import (
    PRIVATE,
    installation,
    leads_out,
    lies_in,
    located,
    package_root,
    packages,
    program_leads_out,
    real,
)
from arena.toml import Entries, read_toml

MANIFEST = "bot.toml"
PASSED_ON = ("LANG", "LC_ALL", "LC_CTYPE", "TZ")
"""What bots see of the arena's own environment, beside PATH and HOME."""

_KEYS = ("name", "command", "language", "build", "restart", "games")
_HEADER = 256  # bytes of a program that tell what it is


INTERPRETERS = ("python", "pypy", "node", "ruby", "perl", "lua", "php")
"""Programs whose first argument, if it is no option, is the file that they run."""


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
    and `rest` are those of the match where they are None.

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

    @property
    def is_bundled(self) -> bool:
        """Whether it is one of the arena's own bots, under whatever name."""
        return self.command in map(_bundled_command, bundled_names()) and not (self.cwd or self.env)


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


def resolve(spec: BotSpec, base: Path | None = None) -> ResolvedCommand:
    """Find what the bot's command really runs: in its own folder, else in `base`, else in the current one.

    Raises LaunchError for an empty command, a missing folder, a program that is missing or not executable,
    a script whose interpreter is missing, files that can't be read or shown, and a manifest's command that
    leads out of its folder.
    """
    if not spec.command:
        raise LaunchError(f"bot {spec.name!r} has an empty command; give a program and its arguments")
    cwd = (spec.cwd or base or Path.cwd()).absolute()
    if not cwd.is_dir():
        raise LaunchError(f"bot {spec.name!r}: its folder {str(cwd)!r} does not exist")
    cwd = real(cwd)  # a `..` in the command leads out of where the folder really is
    env = environment(spec.env)
    _check_show(spec)
    program = _find_program(spec, cwd, env["PATH"])
    _check_script(spec, program, cwd)
    try:
        _check_runs(spec, program, env["PATH"])
        named = _named_files(spec, cwd)
        if spec.by_manifest:
            _check_reach(spec, program, cwd, named, env["PATH"])
        files = tuple(map(_program_file, (program, *named)))
    except OSError as error:
        raise LaunchError(f"bot {spec.name!r}: {error.filename!r} can't be read: {error.strerror}") from None
    return ResolvedCommand(spec, program, spec.command, cwd, env, files)


def load_manifest(folder: Path) -> BotSpec:
    """The bot that a folder's `bot.toml` describes.

    Raises LaunchError for a folder without one, TOML that can't be read, and wrong or missing keys and types.
    """
    path = folder / MANIFEST
    try:
        path.lstat()
    except FileNotFoundError:
        raise LaunchError(
            f"{str(folder)!r} holds no {MANIFEST}, which would say how to run the bot"
        ) from None
    except OSError as error:
        raise LaunchError(f"{path}: can't be read: {error.strerror}") from None
    entries = Entries(str(path), read_toml(path, LaunchError), _KEYS, LaunchError)
    return BotSpec(
        name=entries.text("name"),
        command=tuple(entries.texts("command")),
        cwd=folder.absolute(),
        restart=entries.flag("restart", False),
        games=tuple(entries.texts("games")) if "games" in entries else None,
        language=entries.text("language") if "language" in entries else None,
        build=tuple(entries.texts("build")) if "build" in entries else None,
        by_manifest=True,
    )


def bundled_names() -> tuple[str, ...]:
    """The names of the bundled bots: the folder `bots` is the one list of them."""
    found = (entry.stem for entry in (package_root() / "bots").iterdir() if _is_bundled_bot(entry))
    return tuple(sorted(found))


def bundled(name: str) -> BotSpec:
    """The bundled bot of that name. Raises LaunchError, saying which exist."""
    names = bundled_names()
    if name not in names:
        raise LaunchError(f"there is no bundled bot {name!r}{nearest(name, names)}")
    return BotSpec(name, _bundled_command(name))


def _bundled_command(name: str) -> tuple[str, ...]:
    # -P: a random.py, or a folder bots, in the user's folder must not come before ours.
    return (sys.executable, "-P", "-m", f"bots.{name}")


def environment(extra: Mapping[str, str] | None = None) -> dict[str, str]:
    """A bot's whole environment: nothing of the arena's own but what is listed here.

    `PATH` begins with the folder of the arena's Python, so that `python3` is that one; `HOME`, the language
    and the time zone are passed on; `PYTHONHASHSEED` is fixed, so that a run can be repeated; `PYTHONPATH`
    leads to the `protocol` package when the arena runs from a checkout.
    """
    env = {key: os.environ[key] for key in PASSED_ON if key in os.environ}
    env["HOME"] = os.environ.get("HOME", "/")
    env["PATH"] = os.pathsep.join((str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)))
    env["PYTHONHASHSEED"] = "0"
    root = package_root()
    if root not in (Path(sysconfig.get_path("purelib")), Path(sysconfig.get_path("platlib"))):
        env["PYTHONPATH"] = str(root)
    return env | dict(extra or {})


def opened(command: ResolvedCommand) -> list[Path]:
    """What a bot may read beyond the system: its folder, what its owner shows, and what its command takes.

    Of what a manifest's command names, only what it may name; the folder may have changed since.
    """
    spec, search_path = command.spec, command.env["PATH"]
    found = [*packages(), *spec.show]
    if spec.cwd is not None:
        found.append(command.cwd)
    alone = [command.cwd, *spec.show] if spec.by_manifest else []
    for program in filter(None, (command.program, interpreter(command.program, search_path))):
        if not spec.by_manifest or program_leads_out(program, alone, search_path) is None:
            found += installation(program, alone)
    if not spec.by_manifest:
        found += [file.path for file in command.files]
    return found


# ------------------------------------------------------------------------------------------ the program


def _find_program(spec: BotSpec, cwd: Path, path: str) -> Path:
    """The program's absolute path: from the bot's folder if it holds a slash, else on PATH."""
    name = spec.command[0]
    command = shlex.join(spec.command)
    if "/" in name:
        program = located(cwd / name)
        if not program.exists():
            hint = f"; build it first: arena build {cwd}" if spec.build else ""
            raise LaunchError(
                f"bot {spec.name!r}: {command!r} names {str(program)!r}, which does not exist{hint}"
            )
        if not program.is_file() or not os.access(program, os.X_OK):
            raise LaunchError(
                f"bot {spec.name!r}: {str(program)!r} is not an executable file; "
                f"chmod +x it, or name its interpreter first in {command!r}"
            )
        return program
    found = shutil.which(name, path=path)
    if found is None:
        hint = f"; for the file in the bot's folder write './{name}'" if (cwd / name).exists() else ""
        raise LaunchError(f"bot {spec.name!r}: {command!r} needs {name!r}, which is not on PATH{hint}")
    return Path(found).absolute()


def _check_script(spec: BotSpec, program: Path, cwd: Path) -> None:
    """Refuse an interpreter that would find nothing to run."""
    if program.name.rstrip("0123456789.") not in INTERPRETERS or len(spec.command) == 1:
        return
    script = spec.command[1]
    if not script.startswith("-") and not (cwd / script).exists():
        raise LaunchError(
            f"bot {spec.name!r}: {program.name} is to run {script!r}, which is not in {str(cwd)!r}"
        )


def _check_runs(spec: BotSpec, program: Path, path: str) -> None:
    """Refuse a script whose interpreter is missing, and text that names no interpreter."""
    with program.open("rb") as file:
        header = file.read(_HEADER)
    if header.startswith(b"#!"):
        if interpreter(program, path) is None:
            raise LaunchError(
                f"bot {spec.name!r}: the first line of {str(program)!r} asks for {_asked_for(header)!r}, "
                "which is missing or not executable"
            )
    elif b"\0" not in header:
        raise LaunchError(
            f"bot {spec.name!r}: {str(program)!r} is neither a program nor a script with a '#!' line; "
            "add one, or name its interpreter first in the command"
        )


def interpreter(program: Path, path: str) -> Path | None:
    """What runs a script, found on the search path `path`; None if there is no such thing, or no script."""
    try:
        with program.open("rb") as file:
            header = file.read(_HEADER)
    except OSError:
        return None
    found = shutil.which(_asked_for(header), path=path) if header.startswith(b"#!") else None
    return Path(found).absolute() if found else None


def _asked_for(header: bytes) -> str:
    """What a `#!` line runs in the end: `python3` for `#!/usr/bin/env -S python3 -u`."""
    words = os.fsdecode(header[2:].split(b"\n")[0]).split()
    if not words:
        return ""
    if Path(words[0]).name == "env" and Path(words[0]).exists():
        return next((word for word in words[1:] if not word.startswith("-") and "=" not in word), words[0])
    return words[0]


def _named_files(spec: BotSpec, cwd: Path) -> list[Path]:
    """What the arguments name: files, and the sources of the Python module after `-m`."""
    paths: list[Path] = []
    for before, argument in zip(spec.command, spec.command[1:], strict=False):
        if before == "-m":
            paths += _module_files(argument, _module_roots(spec.command, cwd))
        elif _is_file(cwd / argument):
            paths.append(cwd / argument)
    return paths


def _module_roots(command: Sequence[str], cwd: Path) -> tuple[Path, ...]:
    """Where Python finds the module that a command runs: first in the current folder, unless told not to."""
    options = command[1 : command.index("-m")]
    return (package_root(),) if {"-P", "-I"}.intersection(options) else (cwd, package_root())


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # an argument that is no name of a file may be too long for one
        return False


def _module_files(module: str, roots: tuple[Path, ...]) -> list[Path]:
    """The sources of a Python module or package, in the first of the `roots` that has it."""
    for root in roots:
        place = root.joinpath(*module.split("."))
        if place.with_suffix(".py").is_file():
            return [place.with_suffix(".py")]
        if place.is_dir():
            return sorted(place.rglob("*.py"))
    return []


def _program_file(path: Path) -> ProgramFile:
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    return ProgramFile(path, path.stat().st_size, digest)


# ------------------------------------------------------------------------------------------ what it may name


def _check_show(spec: BotSpec) -> None:
    """Refuse to show what is not there, and what every sandbox has of its own."""
    for path in spec.show:
        if not _exists(path):
            raise LaunchError(f"bot {spec.name!r}: what it is to be shown, {str(path)!r}, does not exist")
        if lies_in(real(path), PRIVATE[1:]) or any(own.is_relative_to(real(path)) for own in PRIVATE):
            raise LaunchError(
                f"bot {spec.name!r}: {str(path)!r} can't be shown, as every sandbox has its own"
                f" {', '.join(map(str, PRIVATE))}; name what the bot needs below it"
            )


def _check_reach(spec: BotSpec, program: Path, cwd: Path, files: Sequence[Path], path: str) -> None:
    """Refuse a manifest's command that names what is not the bot's, the system's, nor shown by the owner."""
    allowed = [cwd, *spec.show]
    arguments = [cwd / argument for argument in spec.command[1:]]
    for named in (*filter(_exists, arguments), *files):
        if leads_out(named, allowed):
            _refuse_reach(spec, cwd, real(named))
    for runs in filter(None, (program, interpreter(program, path))):
        link = program_leads_out(runs, allowed, path)
        if link is not None:
            _refuse_reach(spec, cwd, link)


def _refuse_reach(spec: BotSpec, cwd: Path, path: Path) -> NoReturn:
    raise LaunchError(
        f"bot {spec.name!r}: its {MANIFEST} leads to {str(path)!r}, out of its folder {str(cwd)!r}; put what"
        f" it needs into the folder, or show it: --show {shlex.quote(str(path))} on the command line,"
        f' show = ["{path}"] in a tournament file'
    )


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:  # too long for a name
        return False


def _is_bundled_bot(entry: Path) -> bool:
    if entry.name.startswith("_"):
        return False
    return entry.suffix == ".py" or (entry / "__main__.py").is_file()
