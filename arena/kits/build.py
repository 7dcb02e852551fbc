"""Building a bot: its manifest's build command, watched over and limited as a bot is."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from arena.kits.kit import KitError
from arena.process.launch import BotSpec, load_manifest, resolve
from arena.process.limits import Limits
from arena.process.tapped import Speaker, TappedProcess

PASSED_ON = (
    *("HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "http_proxy", "https_proxy", "no_proxy"),
    *("SSL_CERT_FILE", "SSL_CERT_DIR", "NODE_EXTRA_CA_CERTS", "JAVA_HOME"),
    *("CARGO_HOME", "RUSTUP_HOME", "GOPATH", "GOCACHE", "GOMODCACHE", "GOPROXY", "npm_config_cache"),
)
"""What builds see of the environment beyond what bots see: how to reach packages, and where they are kept."""
LISTEN_MS = 100
_ALL_TO_STDOUT = ("sh", "-c", 'exec "$@" 2>&1', "build")


class Built(NamedTuple):
    """How a build ended."""

    ok: bool
    detail: str
    """How it ended, in words."""
    seconds: float


def build(folder: Path, limits: Limits, seconds: float, listener: Callable[[bytes], None]) -> Built:
    """Run a folder's build; what it prints goes to the listener as it comes.

    Raises:
        LaunchError: the folder has no usable manifest, or its build names no program.
        KitError: the manifest names no build.
        ArenaFault: the system would not start another process.
    """
    spec = load_manifest(folder)
    if spec.build is None:
        raise KitError(f"{folder}: its manifest names no build; there is nothing to do")
    began = time.monotonic()
    with TappedProcess(resolve(_build_bot(spec)), limits, _bots_words(listener)) as process:
        process.hang_up()
        while not process.ends_within(0) and time.monotonic() - began < seconds:
            process.overhear(LISTEN_MS)
        in_time = process.ends_within(0)
        process.overhear(LISTEN_MS)
        report = process.kill()
    took = time.monotonic() - began
    if not in_time:
        return Built(False, f"did not end in {seconds:.0f} s", took)
    if report.overuse is not None:
        return Built(False, report.overuse[1], took)
    return Built(report.code == 0, str(report), took)


def _build_bot(spec: BotSpec) -> BotSpec:
    """The build as something to be run as bots are."""
    assert spec.build is not None
    passed_on = {name: os.environ[name] for name in PASSED_ON if name in os.environ}
    building = replace(spec, command=spec.build, env=passed_on)
    resolve(building)  # a missing program is told before a shell would tell it
    return replace(building, command=(*_ALL_TO_STDOUT, *spec.build))


def _bots_words(listener: Callable[[bytes], None]) -> Callable[[Speaker, bytes], None]:
    def tap(speaker: Speaker, data: bytes) -> None:
        if speaker == "bot":
            listener(data)

    return tap
