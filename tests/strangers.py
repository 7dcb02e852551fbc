"""Running Python as an ordinary user, where these tests run as root."""

import os
import subprocess
import sys
from pathlib import Path

ORDINARY_USER = 12345
ROOT = Path(__file__).parents[1]


def python_for_everyone() -> str | None:
    """A Python of this version that an ordinary user may run: root's own may lie in root's home."""
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    for candidate in (sys.executable, f"/usr/bin/{version}", f"/usr/local/bin/{version}"):
        try:
            subprocess.run(
                [candidate, "-c", "import msgpack"], env=import_paths(), user=ORDINARY_USER, check=True
            )
        except (OSError, subprocess.CalledProcessError):
            continue
        return candidate
    return None


def import_paths() -> dict[str, str]:
    return {"PATH": os.environ["PATH"], "PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path])}
