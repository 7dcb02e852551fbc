"""The sandbox around a bot: what it sees of the machine, built from Linux namespaces by bubblewrap.

Inside there is a read-only system, the bot's own folder (read-only too), what `arena.process.reach` allows
besides, the interpreter that runs it, the arena's packages, and a private /tmp of limited size. There is no
network, not even the machine's loopback; no other process; no terminal; no capability, and no way to gain
one. A bot without a folder of its own sees the files that its command names, and nothing beside them.
"""

import functools
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from arena.process.launch import BotSpec, LaunchError, ResolvedCommand, opened, resolve
from arena.process.limits import MEBIBYTE, Limits, Sandbox
from arena.process.reach import (
    BUILD_SETTINGS,
    NETWORK_SETTINGS,
    PRIVATE,
    SCRATCH,
    SYSTEM,
    bindings,
    in_system,
    lies_in,
    readable_by_all,
    settings,
)
from arena.process.seccomp import bot_filter
from arena.process.supervisor import FILTER, PIPES

PROBE_TIMEOUT_S = 10
BUILD_HOME = ".arena-build"
"""What a build has for a home: a folder in the bot's own, which keeps what it has fetched."""
_GIVE_PIPES = ("/bin/sh", "-c", f'exec "$@" {FILTER}<&0 {PIPES[0]}<&0 {PIPES[1]}>&1', "sh")
"""What the supervisor does for a bot, for a probe whose stdin is the filter."""

ISOLATION = (
    *("--unshare-user", "--cap-drop", "ALL"),
    *("--unshare-pid", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try"),
    "--die-with-parent",
)


@dataclass(frozen=True, slots=True)
class Execution:
    """What a supervisor executes: the bot's command, or a sandbox with the command inside (`wrapped`)."""

    program: Path
    argv: tuple[str, ...]
    cwd: Path
    env: Mapping[str, str]
    wrapped: bool = False
    filter: bytes | None = None
    """The filter for the bot's system calls, which a sandbox is to find at the descriptor `FILTER`."""


def best_sandbox(wanted: Sandbox) -> Sandbox:
    """What `wanted` comes to on this machine. Raises LaunchError for bubblewrap where that does not work."""
    if wanted not in (Sandbox.AUTO, Sandbox.BUBBLEWRAP):
        return wanted
    trouble = bubblewrap_trouble()
    if trouble is None:
        return Sandbox.BUBBLEWRAP
    if wanted is Sandbox.BUBBLEWRAP:
        raise LaunchError(f"no sandbox here: {trouble}")
    return Sandbox.LIMITS


@functools.cache
def bubblewrap_trouble() -> str | None:
    """Why bubblewrap can't be used on this machine, and what would help; None if it works. Tried once."""
    if shutil.which("bwrap") is None:
        return "bubblewrap is not installed; install the package 'bubblewrap'"
    try:
        probe = wrap(resolve(BotSpec("probe", ("true",))), Limits())
        tried = subprocess.run(
            (*_GIVE_PIPES, str(probe.program), *probe.argv[1:]),
            input=probe.filter or b"",
            capture_output=True,
            timeout=PROBE_TIMEOUT_S,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired, LaunchError) as error:
        return f"bubblewrap could not be tried: {error}"
    if tried.returncode == 0:
        return None
    words = tried.stderr.decode(errors="replace").strip().splitlines()
    return f"bubblewrap fails ({words[-1] if words else tried.returncode}); user namespaces must be allowed"


def prepare(command: ResolvedCommand, sandbox: Sandbox, limits: Limits) -> Execution:
    """What to execute for a bot. Raises LaunchError for a bubblewrap that does not work here."""
    if best_sandbox(sandbox) is Sandbox.BUBBLEWRAP:
        return wrap(command, limits)
    return Execution(command.program, command.argv, command.cwd, command.env)


def wrap(command: ResolvedCommand, limits: Limits) -> Execution:
    """The bubblewrap command line around a bot's command."""
    bubblewrap = Path(shutil.which("bwrap") or "bwrap")
    scratch = ("--size", str(limits.scratch_mb * MEBIBYTE), "--tmpfs")
    spec = command.spec
    filter = bot_filter(network=spec.network)
    home = str(_home(command)) if spec.builds else SCRATCH
    argv = [
        "bwrap",
        *ISOLATION,
        *(() if spec.network else ("--unshare-net",)),
        *(("--seccomp", str(FILTER)) if filter is not None else ()),
        *_hardening(str(bubblewrap)),
        *_system(spec),
        *("--proc", "/proc", "--remount-ro", "/proc"),  # root's bots could else write kernel settings
        *("--dev", "/dev", "--remount-ro", "/dev"),
        *(*scratch, "/dev/shm"),
        *(*scratch, SCRATCH),
        *(("--bind", str(command.cwd / BUILD_HOME), home) if spec.builds else ()),
        *_shown(command),
        *(("--bind", str(command.cwd), str(command.cwd)) if spec.builds else ()),
        *("--dir", str(command.cwd), "--chdir", str(command.cwd)),
        *("--remount-ro", "/"),
        *("--", *_take_pipes("2>&1" if spec.builds else ""), str(command.program), *command.argv[1:]),
    ]
    env = {**command.env, "HOME": home, "TMPDIR": SCRATCH}
    return Execution(bubblewrap, tuple(argv), Path("/"), env, wrapped=True, filter=filter)


def _take_pipes(more: str) -> tuple[str, ...]:
    """How the command in a sandbox comes by its pipes, in a shell's words; `more` is done to them then.

    Bubblewrap's own processes keep their stdin and stdout: a bot that closed its own would go unnoticed.
    """
    reads, writes = PIPES
    return ("/bin/sh", "-c", f'exec "$@" <&{reads} >&{writes} {more} {reads}<&- {writes}>&-', "sh")


def _home(command: ResolvedCommand) -> Path:
    """Where a build's home is put: in the place of the owner's, where programs look whatever HOME says."""
    home = Path(command.env["HOME"])
    hides = any(path.is_relative_to(home) for path in PRIVATE)
    if hides or in_system(home) or lies_in(home, (*PRIVATE[1:], command.cwd)):
        return command.cwd / BUILD_HOME
    return home


@functools.cache
def _hardening(bubblewrap: str) -> tuple[str, ...]:
    """What newer versions add: no namespaces of the bot's own, in which it would have capabilities."""
    usage = subprocess.run([bubblewrap, "--help"], capture_output=True, timeout=PROBE_TIMEOUT_S, check=False)
    return tuple(option for option in ("--disable-userns",) if option.encode() in usage.stdout + usage.stderr)


# ------------------------------------------------------------------------------------------ what is shown


def _system(spec: BotSpec) -> Iterator[str]:
    """The system's folders and the settings that programs need to start, read-only."""
    for path in map(Path, SYSTEM):
        if path.is_symlink():
            yield from ("--symlink", str(path.readlink()), str(path))
        elif path.is_dir():
            yield from ("--ro-bind", str(path), str(path))
    more = (*(BUILD_SETTINGS if spec.builds else ()), *(NETWORK_SETTINGS if spec.network else ()))
    for path in (*settings(), *filter(readable_by_all, settings(more))):
        yield from ("--ro-bind", str(path), str(path))


def _shown(command: ResolvedCommand) -> Iterator[str]:
    """What this bot needs beyond the system: its folder, its interpreter, its files, the arena's packages."""
    for source, place in bindings(opened(command)):
        yield from ("--ro-bind", str(source), str(place))
