"""A site of a small tournament between bots with hostile names, made by the command line."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from command_line import arena

ROOT = Path(__file__).parents[1]
HOSTILE = "<script>document.title = 'mine'</script>"
OUTSIDE, ACCENTED, ALIKE, PLAIN = "../../etc/x", "Ölgötz", "ol gotz", "greedy"
NAMES = [HOSTILE, OUTSIDE, ACCENTED, ALIKE, PLAIN]
AUTHOR = "<b>Ada</b> & sons"
LAST_WORDS = "<img src=x> my last words"
SAYS = f"""
from protocol.bot import run
run(lambda decision: 0, name="me", author={AUTHOR!r}, version="1.2")
"""
READY = "document.documentElement.dataset.ready === 'yes'"
"""When the list of matches is there."""


def site(folder: Path, replays: int = 2, games: str = 'id = "portals"\nplayers = [1, 2]') -> Path:
    """The folder of the site, beside `event.toml` and `event.db`."""
    says = [sys.executable, "-c", f"import sys; sys.path.insert(0, {str(ROOT)!r})\n{SAYS}"]
    crashes = ["sh", "-c", f"echo {json.dumps(LAST_WORDS)} >&2; exit 3"]
    bots = {
        HOSTILE: f"command = {json.dumps(crashes)}",
        OUTSIDE: 'bundled = "random"',
        ACCENTED: f"command = {json.dumps(says)}",
        ALIKE: 'bundled = "random"',
        PLAIN: 'bundled = "greedy"',
    }
    (folder / "event.toml").write_text(
        'name = "a <b>bold</b> night & more"\nseed = 8675309\ndeals = 2\n'
        + f"[[game]]\n{games}\n"
        + "".join(f"[[bot]]\nname = {json.dumps(name)}\n{how}\n" for name, how in bots.items()),
        "utf-8",
    )
    run = arena("tournament", "run", folder / "event.toml", "--db", folder / "event.db")
    assert run.returncode == 0, run.stderr
    return build(folder, replays)


def build(folder: Path, replays: int) -> Path:
    """Make the site once more."""
    run = arena("report", "--db", folder / "event.db", "-o", folder / "site", "--replays", replays)
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout == f"written to {folder / 'site' / 'index.html'}\n"
    return folder / "site"
