"""What of the machine a bot's command opens; paths are compared as they really lead, not as they are written.

The arena's owner may have a bot see whatever he names. A folder's manifest may be a stranger's: what it names
gives the bot nothing but that folder, the system, and the programs that the owner's own PATH finds.
"""

import functools
import os
import stat
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
SETTINGS = (
    "alternatives",
    "fonts",
    "group",
    "java-*",
    "ld.so.cache",
    "ld.so.conf",
    "ld.so.conf.d",
    "localtime",
    "mono",
    "nsswitch.conf",
    "passwd",
)
"""What of /etc is shown: no more than programs need to start, nothing that only root may read."""
BUILD_SETTINGS = ("maven",)
NETWORK_SETTINGS = (
    *("ca-certificates", "ca-certificates.conf", "pki", "ssl/certs", "ssl/openssl.cnf"),
    *("gai.conf", "host.conf", "hosts", "protocols", "resolv.conf", "services"),
    *("npmrc", "pip.conf"),
)
"""What of /etc is shown to builds besides, and to those with the network: of it, what everybody may read."""
INSTALLATION = ("bin", "lib", "lib32", "lib64", "libexec", "conf", "pyvenv.cfg")
"""What belongs to a program installed as `prefix/bin/program` outside the system's folders."""
PACKAGES = ("protocol", "arena", "bots")
SCRATCH = "/tmp"
MOST_LINKS = 40
"""The kernel follows no more."""
PRIVATE = (Path(SCRATCH), Path("/dev"), Path("/proc"))
"""Of these every sandbox has its own."""


def package_root() -> Path:
    """The folder that holds the packages `protocol`, `arena` and `bots`."""
    return Path(__file__).parents[2]


def packages() -> list[Path]:
    """The arena's packages, which every bot may import."""
    return [package_root() / package for package in PACKAGES]


@functools.cache
def settings(names: Sequence[str] = SETTINGS) -> tuple[Path, ...]:
    """What there is of settings with these names or patterns."""
    return tuple(path for pattern in names for path in sorted(Path("/etc").glob(pattern)))


def readable_by_all(path: Path) -> bool:
    """Whether every user of the machine may read it."""
    return bool(path.stat().st_mode & stat.S_IROTH)


def in_system(path: Path) -> bool:
    """Whether every bot is shown what has this path."""
    return lies_in(path, (*map(Path, SYSTEM), *settings()))


def lies_in(path: Path, folders: Iterable[Path]) -> bool:
    """Whether a path is one of these, or below one of them; both as written."""
    return any(path.is_relative_to(folder) for folder in folders)


def real(path: Path) -> Path:
    """Where a path leads, link by link; as far as can be told where links lead in a circle."""
    return Path(os.path.realpath(path))


def in_place(path: Path) -> Path:
    """Where a file or link itself lies."""
    return real(path.parent) / path.name


def located(path: Path) -> Path:
    """The same file without a `..` on the way; what has none stays as written, links and all."""
    return in_place(path) if ".." in path.parts else path


def links(program: Path) -> list[Path]:
    """A program, and link by link what it is a link to."""
    chain = [program]
    while chain[-1].is_symlink() and len(chain) <= MOST_LINKS:
        chain.append(located(chain[-1].parent / chain[-1].readlink()))
    return chain


# ------------------------------------------------------------------------------------------ what is allowed


def leads_out(path: Path, allowed: Sequence[Path]) -> bool:
    """Whether a path leads to what is neither the system's nor below `allowed`, nor the sandbox's own."""
    written = Path(os.path.normpath(path))
    if written == PRIVATE[0] or lies_in(written, PRIVATE[1:]):
        return False
    return _is_outside(real(path), allowed)


def program_leads_out(program: Path, allowed: Sequence[Path], search_path: str) -> Path | None:
    """The first of a program's links that is neither the system's nor below `allowed`; None if there is none.

    What lies in a folder of the owner's `search_path`, or beside the arena's Python, anybody can name: it is
    allowed, wherever it leads.
    """
    found_by_name = {real(Path(folder)) for folder in search_path.split(os.pathsep) if folder}
    found_by_name.add(real(Path(sys.base_prefix, "bin")))
    for place in map(in_place, links(program)):
        if place.parent in found_by_name:
            return None
        if _is_outside(place, allowed):
            return place
    return None


def _is_outside(place: Path, allowed: Sequence[Path]) -> bool:
    return not in_system(place) and not lies_in(place, map(real, (*allowed, *packages())))


# ------------------------------------------------------------------------------------------ what is shown


def installation(program: Path, alone: Sequence[Path] = ()) -> list[Path]:
    """A program, and what is installed with it; the same for whatever it is a link to.

    With a program below one of `alone` nothing is installed, nor with one in the `bin` of the owner's home.
    """
    home = real(Path(os.environ.get("HOME", "/")))
    apart = [*map(real, alone)]
    found: list[Path] = []
    for link in (*links(program), real(program)):
        found.append(link)
        prefix = link.parent.parent
        installed = link.parent.name == "bin" and not home.is_relative_to(real(prefix))
        if installed and not lies_in(in_place(link), apart):
            found += [prefix / entry for entry in INSTALLATION if (prefix / entry).exists()]
    return found


def bindings(paths: Iterable[Path]) -> Iterator[tuple[Path, Path]]:
    """What to show in which place, so that all of these are found: as they are written, and as they lead.

    What is shown with something else, or with the system, is left out.
    """
    sources = {place: path for path in paths for place in (Path(os.path.normpath(path)), real(path))}
    kept: list[Path] = []
    for place in sorted(sources):
        if not in_system(place) and not lies_in(place, kept):
            kept.append(place)
            yield sources[place], place
