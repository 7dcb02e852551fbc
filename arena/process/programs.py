"""What a bot's command really runs: its program, what interprets that, and the files that it names."""

import hashlib
import os
import shlex
import shutil
from collections.abc import Sequence
from pathlib import Path

from arena.process.bot_spec import BotSpec, LaunchError, ProgramFile
from arena.process.reach import located, package_root

_HEADER = 256  # bytes of a program that tell what it is

INTERPRETERS = ("python", "pypy", "node", "ruby", "perl", "lua", "php")
"""Programs whose first argument, if it is no option, is the file that they run."""


def find_program(spec: BotSpec, cwd: Path, path: str) -> Path:
    """The program's absolute path: from the bot's folder if it holds a slash, else on PATH.

    Raises LaunchError if it is missing or not executable.
    """
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


def check_script(spec: BotSpec, program: Path, cwd: Path) -> None:
    """Raises LaunchError for an interpreter that would find nothing to run."""
    if program.name.rstrip("0123456789.") not in INTERPRETERS or len(spec.command) == 1:
        return
    script = spec.command[1]
    if not script.startswith("-") and not (cwd / script).exists():
        raise LaunchError(
            f"bot {spec.name!r}: {program.name} is to run {script!r}, which is not in {str(cwd)!r}"
        )


def check_runs(spec: BotSpec, program: Path, path: str) -> None:
    """Raises LaunchError for a script whose interpreter is missing, and for text that names none."""
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


def named_files(spec: BotSpec, cwd: Path) -> list[Path]:
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
        source = root.joinpath(*module.split("."))
        if source.with_suffix(".py").is_file():
            return [source.with_suffix(".py")]
        if source.is_dir():
            return sorted(source.rglob("*.py"))
    return []


def program_file(path: Path) -> ProgramFile:
    """The file at a path, by its content. Raises OSError."""
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    return ProgramFile(path, path.stat().st_size, digest)
