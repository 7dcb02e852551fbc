"""From a bot's description to what really runs, refused before anything starts if it can't.

A description comes from a manifest, a bundled bot's name, or whoever makes a `BotSpec`.
"""

import os
import shlex
import sys
import sysconfig
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NoReturn

from arena.process.bot_spec import MANIFEST, BotSpec, LaunchError, ProgramFile, ResolvedCommand
from arena.process.bundled import bundled, bundled_names, is_bundled, is_bundled_name
from arena.process.manifest import load_manifest
from arena.process.programs import (
    check_runs,
    check_script,
    find_program,
    interpreter,
    named_files,
    program_file,
)
from arena.process.reach import (
    PRIVATE,
    installation,
    leads_out,
    lies_in,
    package_root,
    packages,
    program_leads_out,
    real,
)

__all__ = [
    "MANIFEST",
    "BotSpec",
    "LaunchError",
    "ProgramFile",
    "ResolvedCommand",
    "bundled",
    "bundled_names",
    "environment",
    "is_bundled",
    "is_bundled_name",
    "load_manifest",
    "opened",
    "resolve",
]

PASSED_ON = ("LANG", "LC_ALL", "LC_CTYPE", "TZ")
"""What bots see of the arena's own environment, beside PATH and HOME."""

ENGINE = "ARENA_ENGINE"
"""Where a bot that asks for it finds the command of the rules engines, in a shell's words."""
ENGINE_COMMAND = (sys.executable, "-P", "-m", "arena.engine")


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
    if spec.engine:
        env.setdefault(ENGINE, shlex.join(ENGINE_COMMAND))
    _check_show(spec)
    program = find_program(spec, cwd, env["PATH"])
    check_script(spec, program, cwd)
    try:
        check_runs(spec, program, env["PATH"])
        named = named_files(spec, cwd)
        if spec.by_manifest:
            _check_reach(spec, program, cwd, named, env["PATH"])
        files = tuple(map(program_file, (program, *named)))
    except OSError as error:
        raise LaunchError(f"bot {spec.name!r}: {error.filename!r} can't be read: {error.strerror}") from None
    return ResolvedCommand(spec, program, spec.command, cwd, env, files)


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
    """What a bot may read beyond the system: its folder, what its owner shows, what its command takes, and
    for the rules engines the arena's Python.

    Of what a manifest's command names, only what it may name; the folder may have changed since.
    """
    spec, search_path = command.spec, command.env["PATH"]
    found = [*packages(), *spec.show]
    if spec.engine:
        found += installation(Path(sys.executable))
    if spec.cwd is not None:
        found.append(command.cwd)
    alone = [command.cwd, *spec.show] if spec.by_manifest else []
    for program in filter(None, (command.program, interpreter(command.program, search_path))):
        if not spec.by_manifest or program_leads_out(program, alone, search_path) is None:
            found += installation(program, alone)
    if not spec.by_manifest:
        found += [file.path for file in command.files]
    return found


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
