"""A real browser, told what to do over its own protocol (Chrome DevTools, through two pipes)."""

from __future__ import annotations

import base64
import fcntl
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import pytest

IN_CI = os.environ.get("CI") == "true"
PROGRAM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
FLAGS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--hide-scrollbars"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
)
WIRE = """
import os, sys
reading, writing, *argv = sys.argv[1:]
os.dup2(int(reading), 3)
os.dup2(int(writing), 4)
os.execvp(argv[0], argv)
"""
"""Becomes the browser, which reads what it is told from 3 and answers on 4."""
KEY_CODES = {"ArrowLeft": 37, "ArrowRight": 39, "Home": 36, "End": 35, "Tab": 9, " ": 32, "Enter": 13}


def need_browser() -> str:
    """The browser's program; skips the test where there is none, but for CI, which installs it."""
    if PROGRAM is None and not IN_CI:
        pytest.skip("needs a browser: apt install chromium")
    assert PROGRAM is not None
    return PROGRAM


def _high(descriptor: int) -> int:
    """The same under a number above 4, which others have their meaning at."""
    high = fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, 10)
    os.close(descriptor)
    return high


class Browser:
    """One page in a browser of its own."""

    def __init__(self, width: int = 1280, height: int = 900, dark: bool = False) -> None:
        chromium = need_browser()
        self.width = width
        # Helpers of the browser outlive it for moments, and may write while the folder goes.
        self._profile = tempfile.TemporaryDirectory(prefix="browser-", ignore_cleanup_errors=True)
        theirs_in, ours_out = map(_high, os.pipe())
        ours_in, theirs_out = map(_high, os.pipe())
        argv = [chromium, *FLAGS, f"--user-data-dir={self._profile.name}", "--remote-debugging-pipe"]

        wired = [sys.executable, "-c", WIRE, str(theirs_in), str(theirs_out), *argv]
        self._process = subprocess.Popen(
            wired,
            pass_fds=(theirs_in, theirs_out),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        os.close(theirs_in)
        os.close(theirs_out)
        self._out, self._in = os.fdopen(ours_out, "wb"), os.fdopen(ours_in, "rb")
        self._rest = b""
        self._number = 0
        self._session: str | None = None
        self.complaints: list[str] = []
        """What the page's console said of errors and refused policies."""
        target = self._call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self._call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log"):
            self._call(f"{domain}.enable")
        self._call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=False,
        )
        scheme = [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]
        self._call("Emulation.setEmulatedMedia", features=scheme)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._out.close()
        self._in.close()
        self._profile.cleanup()

    def open(self, page: Path, fragment: str = "") -> None:
        """Show a file, and wait until it is there."""
        self._call("Page.navigate", url="about:blank")
        self._call("Page.navigate", url=page.absolute().as_uri() + (f"#{fragment}" if fragment else ""))
        self.wait("document.readyState === 'complete' && location.protocol === 'file:'")

    def value(self, expression: str) -> Any:
        """What a JavaScript expression comes to in the page."""
        found = self._call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in found, found
        return found["result"].get("value")

    def wait(self, expression: str) -> None:
        """Until it is true in the page."""
        while not self.value(expression):
            self.value("new Promise((done) => setTimeout(done, 20))")

    def press(self, key: str) -> None:
        """A key, as a person presses it."""
        text = {"text": key} if len(key) == 1 else {"text": "\r"} if key == "Enter" else {}
        code = {"windowsVirtualKeyCode": KEY_CODES.get(key, ord(key[0].upper()))}
        self._call("Input.dispatchKeyEvent", type="keyDown", key=key, **code, **text)
        self._call("Input.dispatchKeyEvent", type="keyUp", key=key, **code)

    def screenshot(self, path: Path) -> None:
        """A PNG of the whole page, as long as it is."""
        height = self.value("document.documentElement.scrollHeight")
        clip = {"x": 0, "y": 0, "width": self.width, "height": height, "scale": 1}
        shot = self._call("Page.captureScreenshot", format="png", captureBeyondViewport=True, clip=clip)
        path.write_bytes(base64.b64decode(shot["data"]))

    def _call(self, method: str, **parameters: Any) -> dict[str, Any]:
        self._number += 1
        message: dict[str, Any] = {"id": self._number, "method": method, "params": parameters}
        if self._session is not None:
            message["sessionId"] = self._session
        self._out.write(json.dumps(message).encode() + b"\0")
        self._out.flush()
        while True:
            told = self._next()
            if told.get("id") == self._number:
                assert "error" not in told, told
                result: dict[str, Any] = told["result"]
                return result
            self._note(told)

    def _note(self, told: dict[str, Any]) -> None:
        if told.get("method") == "Log.entryAdded" and told["params"]["entry"]["level"] == "error":
            self.complaints.append(told["params"]["entry"]["text"])
        elif told.get("method") == "Runtime.exceptionThrown":
            self.complaints.append(json.dumps(told["params"]))

    def _next(self) -> dict[str, Any]:
        while b"\0" not in self._rest:
            more = os.read(self._in.fileno(), 1 << 20)
            assert more, "the browser has ended"
            self._rest += more
        line, self._rest = self._rest.split(b"\0", 1)
        told: dict[str, Any] = json.loads(line)
        return told
