"""Building a bot: its manifest's build command, in a sandbox and limited as a bot is."""

from __future__ import annotations

import os
import shlex
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from arena.kits.kit import KitError, Need, find
from arena.process.bot_process import BotProcess
from arena.process.launch import BotSpec, LaunchError, ResolvedCommand, load_manifest, resolve
from arena.process.limits import Limits, Sandbox
from arena.process.sandbox import BUILD_HOME, best_sandbox
from arena.process.tap import Speaker, Tap

CERTIFICATES = ("SSL_CERT_FILE", "SSL_CERT_DIR", "NODE_EXTRA_CA_CERTS")
TO_PACKAGES = (
    *("HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "http_proxy", "https_proxy", "no_proxy"),
    *("GOPROXY", "GOSUMDB", "GOPRIVATE", "GONOSUMDB", "npm_config_registry", "PIP_INDEX_URL"),
    *CERTIFICATES,
)
"""What of the environment says how to reach packages: for builds with the network."""
TOOLS = ("JAVA_HOME", "RUSTUP_HOME")
"""What of it says where tools are."""
CACHES = ("CARGO_HOME", "GOPATH", "GOCACHE", "GOMODCACHE", "npm_config_cache")
"""What of it says where the owner keeps packages: for builds outside the sandbox."""
SETTINGS = (
    *(".cargo/config.toml", ".config/go/env", ".config/pip/pip.conf", ".m2/settings.xml"),
    *(".netrc", ".npmrc", ".pip/pip.conf"),
)
"""Files of the owner's home that may say where packages come from, and with which password."""
LISTEN_MS = 100
_ALL_TO_STDOUT = ("sh", "-c", 'exec "$@" 2>&1', "build")


class Built(NamedTuple):
    """How a build ended."""

    ok: bool
    detail: str
    """How it ended, in words."""
    seconds: float
    lacking: Sequence[Need] = ()
    """After a failure, what this machine lacks of what the kit for the bot's language needs."""


@dataclass(frozen=True, slots=True)
class Build:
    """A build that is ready to be run: see `prepare`."""

    spec: BotSpec
    building: BotSpec
    """The build as something that is run as bots are."""
    command: ResolvedCommand
    sandbox: Sandbox

    def run(self, limits: Limits, seconds: float, listener: Callable[[bytes], None]) -> Built:
        """Run it; what it prints goes to the listener as it comes.

        Raises ArenaFault where the system would not start another process.
        """
        began = time.monotonic()
        with BotProcess(self.command, limits, sandbox=self.sandbox, tap=_Printed(listener)) as process:
            process.hang_up()
            while not process.ends_within(0) and time.monotonic() - began < seconds:
                process.overhear(LISTEN_MS)
            in_time = process.ends_within(0)
            process.overhear(LISTEN_MS)
            report = process.kill()
        took = time.monotonic() - began
        if in_time and report.overuse is None and report.code == 0:
            return Built(True, str(report), took)
        limit = None if in_time else f"did not end in {seconds:.0f} s"
        over = None if report.overuse is None else report.overuse[1]
        kept_from_it = "".join(_kept_from(self.building)) if self.sandbox is Sandbox.BUBBLEWRAP else ""
        return Built(False, (limit or over or str(report)) + kept_from_it, took, _lacking(self.spec))


def prepare(
    folder: Path, *, sandbox: Sandbox = Sandbox.AUTO, network: bool = False, show: Sequence[Path] = ()
) -> Build:
    """The build of a bot's folder, looked through and ready to be run.

    In the sandbox the folder alone is its to write, and the network out of reach unless `network` says so.

    Raises:
        LaunchError: the folder has no usable manifest, or its build names no program that is there.
        KitError: the manifest names no build, or the folder can't be written.
    """
    spec = load_manifest(folder)
    if spec.build is None:
        raise KitError(f"{folder}: its manifest names no build; there is nothing to do")
    sandbox = best_sandbox(sandbox)
    guarded = sandbox is Sandbox.BUBBLEWRAP
    try:
        building = _building(spec, guarded, network, show)
        command = resolve(building)
    except LaunchError as error:
        raise LaunchError("; ".join([str(error), *map(str, _lacking(spec))])) from None
    if guarded:
        _make_home(folder)
    return Build(spec, building, command, sandbox)


def _lacking(spec: BotSpec) -> list[Need]:
    """What this machine lacks of what the kit for the bot's language needs; nothing without a kit."""
    try:
        return find(spec.language or "").missing
    except KitError:
        return []


def passed_on(names: Sequence[str]) -> Mapping[str, str]:
    """Those variables of the environment that are set."""
    return {name: os.environ[name] for name in names if os.environ.get(name)}


def _building(spec: BotSpec, guarded: bool, network: bool, show: Sequence[Path]) -> BotSpec:
    """The build as something to be run as bots are. Raises LaunchError if its program is missing."""
    assert spec.build is not None
    building = replace(spec, command=spec.build, show=tuple(show), builds=True, network=network)
    if not guarded:
        resolve(building)  # a missing program is told before a shell would tell it
        env = passed_on((*TO_PACKAGES, *TOOLS, *CACHES))
        return replace(building, env=env, command=(*_ALL_TO_STDOUT, *spec.build))
    tools, ways = passed_on(TOOLS), passed_on(TO_PACKAGES) if network else {}
    rustup = Path.home() / ".rustup"
    if rustup.is_dir():
        tools = {"RUSTUP_HOME": str(rustup), **tools}
    named = [*tools.values(), *(ways[name] for name in CERTIFICATES if name in ways)]
    shown = (*show, *(Path(path) for path in named if Path(path).exists()))
    # Go keeps what it has fetched in folders that can't be removed as others are, unless told otherwise.
    return replace(building, env={**tools, **ways, "GOFLAGS": "-modcacherw"}, show=shown)


def _make_home(folder: Path) -> None:
    home = folder / BUILD_HOME
    try:
        home.mkdir()
        (home / ".gitignore").write_text("*\n")
    except FileExistsError:
        pass
    except OSError as error:
        raise KitError(f"{home}: a build's own files can't be kept there: {error.strerror}") from None
    if home.is_symlink() or not home.is_dir():
        raise KitError(f"{home}: a build's own files are kept there, so it must be a folder; remove it")


def _kept_from(building: BotSpec) -> Iterator[str]:
    """What a build that failed may have missed in its sandbox."""
    if not building.network:
        yield "; it had no network: add --network if it fetches packages"
        return
    files = [path for path in (Path.home() / name for name in SETTINGS) if path.exists()]
    if hidden := [shlex.quote(str(path)) for path in files if path not in building.show]:
        yield (
            f"; not shown to it, as passwords may be in there: {', '.join(hidden)};"
            " if it needs one to find packages: --show FILE"
        )


class _Printed(Tap):
    """Passes on what a build prints."""

    def __init__(self, listener: Callable[[bytes], None]) -> None:
        self._listener = listener

    def hear(self, speaker: Speaker, data: bytes) -> None:
        if speaker == "bot":
            self._listener(data)
