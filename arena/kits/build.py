"""Building a bot: its manifest's build command, watched over and limited as a bot is."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from arena.kits.kit import KitError, Need, find
from arena.process.launch import BotSpec, LaunchError, load_manifest, resolve
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
    lacking: Sequence[Need] = ()
    """After a failure, what this machine lacks of what the kit for the bot's language needs."""


def build(folder: Path, limits: Limits, seconds: float, listener: Callable[[bytes], None]) -> Built:
    """Run a folder's build; what it prints goes to the listener as it comes.

    Raises:
        LaunchError: the folder has no usable manifest, or its build names no program that is there.
        KitError: the manifest names no build.
        ArenaFault: the system would not start another process.
    """
    spec = load_manifest(folder)
    if spec.build is None:
        raise KitError(f"{folder}: its manifest names no build; there is nothing to do")
    try:
        command = resolve(_build_bot(spec))
    except LaunchError as error:
        raise LaunchError("; ".join([str(error), *map(str, _lacking(spec))])) from None
    began = time.monotonic()
    with TappedProcess(command, limits, _bots_words(listener)) as process:
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
    return Built(False, limit or over or str(report), took, _lacking(spec))


def _lacking(spec: BotSpec) -> list[Need]:
    """What this machine lacks of what the kit for the bot's language needs; nothing without a kit."""
    try:
        return find(spec.language or "").missing
    except KitError:
        return []


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
