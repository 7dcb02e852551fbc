"""Processes as /proc tells of them, and signals to them; each may be gone already."""
# ruff: noqa: PTH110, PTH116, PTH123, PTH208, SIM105 - pathlib and contextlib would make the start a third longer

import os

from arena.process import cgroups

PAGE_KB = os.sysconf("SC_PAGE_SIZE") // 1024
TICK_MS = 1000 // os.sysconf("SC_CLK_TCK")


def signal_process(pid: int, number: int) -> None:
    """Signal one process that may be gone already."""
    try:
        os.kill(pid, number)
    except ProcessLookupError:
        pass


def signal_group(group: int, number: int) -> None:
    """Signal a process group that may be gone already."""
    try:
        os.killpg(group, number)
    except (ProcessLookupError, PermissionError):  # macOS answers EPERM for a group of zombies
        pass


def descendants(pid: int) -> list[int]:
    """Every process below `pid`, parents first."""
    found = children(pid)
    for child in found:  # which grows meanwhile
        found += children(child)
    return found


def children(pid: int) -> list[int]:
    """The direct children of a process; none if it is gone."""
    if not LISTS_CHILDREN:
        return [other for other in processes() if parent(other) == pid]
    found: list[int] = []
    try:
        for thread in os.listdir(f"/proc/{pid}/task"):
            found += map(int, read(f"/proc/{pid}/task/{thread}/children").split())
    except OSError:
        pass  # the process is gone
    return found


def processes() -> list[int]:
    """All processes; none where there is no /proc to list them."""
    try:
        return [int(name) for name in os.listdir("/proc") if name.isdigit()]
    except FileNotFoundError:
        return []


def parent(pid: int) -> int:
    """The parent of a process; 0 if it is gone."""
    fields = read(f"/proc/{pid}/stat").rpartition(b")")[2].split()
    return int(fields[1]) if fields else 0


def process_group(pid: int) -> int:
    """The process group of a process; 0 if it is gone."""
    try:
        return os.getpgid(pid)
    except ProcessLookupError:
        return 0


def threads(pid: int) -> int:
    """How many threads a process has; 0 if it is gone."""
    try:
        return os.stat(f"/proc/{pid}/task").st_nlink - 2
    except OSError:
        return 0


def resident_kb(pid: int) -> int:
    """The memory that a process has in use, pages shared with others included; 0 if it is gone."""
    fields = read(f"/proc/{pid}/statm").split()
    return int(fields[1]) * PAGE_KB if fields else 0


def proportional_kb(pid: int) -> tuple[int, int]:
    """The memory that a process has in use, its share of shared pages only: its own, and shared."""
    text = read(f"/proc/{pid}/smaps_rollup")
    if not text:
        return resident_kb(pid), 0
    shared_kb = cgroups.count(text, "Pss_Shmem:")
    return cgroups.count(text, "Pss:") - shared_kb, shared_kb


def folder_of(pid: int, name: str) -> int | None:
    """A descriptor of a folder as a process in a sandbox sees it; None if that is no folder of its own."""
    try:
        descriptor = os.open(f"/proc/{pid}/root/{name}", os.O_PATH | os.O_DIRECTORY)
    except OSError:
        return None
    if os.fstat(descriptor).st_dev == os.stat(f"/{name}").st_dev:
        os.close(descriptor)
        return None
    return descriptor


def filled_kb(folder: int) -> int:
    """How much lies in the file system that a folder belongs to."""
    found = os.fstatvfs(folder)
    return (found.f_blocks - found.f_bfree) * found.f_frsize // 1024


def ended_children_ms(pid: int) -> int:
    """The processor time of the ended children that a process knows of; 0 if it is gone."""
    fields = read(f"/proc/{pid}/stat").rpartition(b")")[2].split()
    return (int(fields[13]) + int(fields[14])) * TICK_MS if fields else 0


def read(path: str) -> bytes:
    """A small file of /proc; empty if its process is gone."""
    try:
        with open(path, "rb", 0) as file:
            return file.read()
    except OSError:
        return b""


# Some kernels and containers do not list the children of a process; finding them takes longer there.
LISTS_CHILDREN = os.path.exists(f"/proc/self/task/{os.getpid()}/children")
