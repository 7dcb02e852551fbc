"""Control groups, version 2: the kernel's own account of a bot and all it started, and a hold on all of it.

Each bot gets a group of its own, made by the arena and removed by its supervisor, or by the arena where that
is gone. What is in it stays in it: what it uses counts even when the process that used it has ended or left
its session. Which of the group's files there are depends on what the machine's owner has handed on: freezing,
killing and processor time come with every group, limits on memory and tasks with the controllers for them.

Imported by the supervisor, whose start a bot waits for: only cheap modules.
"""
# ruff: noqa: PTH102, PTH106, PTH110, PTH115, PTH118, PTH120, PTH123, PTH208, SIM105 - pathlib is slow to import

import fcntl
import os
import time

MEMORY_LIMIT = "memory.max"
TASKS_LIMIT = "pids.max"
PROCESSOR_TIME = "cpu.stat"
FREEZE = "cgroup.freeze"
KILL = "cgroup.kill"
MEMBERS = "cgroup.procs"

CONTROLLERS = {"memory": MEMORY_LIMIT, "pids": TASKS_LIMIT}
FILES = (PROCESSOR_TIME, FREEZE, KILL, *CONTROLLERS.values())
"""What a group can be of use for."""
PREFIX = "bot-arena-"
SIGKILL = 9
ATTEMPTS = 5
PATIENCE_S = 5.0
PAUSE_S = 0.0005


class Group:
    """One bot's group, by a descriptor of its folder.

    Whoever holds a copy of the descriptor holds the lock on the folder: without it, the group is nobody's.
    """

    def __init__(self, descriptor: int) -> None:
        self.descriptor = descriptor

    @classmethod
    def make(cls, home: str) -> "Group | None":
        """A new group in that folder; None if the kernel does not give one."""
        for _ in range(ATTEMPTS):
            path = os.path.join(home, PREFIX + os.urandom(8).hex())
            try:
                os.mkdir(path)
                descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
            except FileNotFoundError:
                continue  # another arena's sweep was faster than the lock below
            except OSError:
                return None
            if _locked(descriptor) and os.path.exists(path):
                return cls(descriptor)
            os.close(descriptor)
        return None

    def has(self, file: str) -> bool:
        """Whether the group has this file."""
        return os.access(file, os.F_OK, dir_fd=self.descriptor)

    def read(self, file: str) -> bytes:
        """A file of the group; empty if there is no such file, or the group is gone."""
        descriptor = self.open(file, os.O_RDONLY)
        if descriptor < 0:
            return b""
        try:
            with open(descriptor, "rb", 0) as opened:
                return opened.read()
        except OSError:
            return b""

    def write(self, file: str, text: str) -> bool:
        """Set what a file of the group says; False if that can't be."""
        descriptor = self.open(file, os.O_WRONLY)
        if descriptor < 0:
            return False
        try:
            with open(descriptor, "wb", 0) as opened:
                opened.write(text.encode())
        except OSError:
            return False
        return True

    def open(self, file: str, flags: int) -> int:
        """A descriptor of a file of the group; -1 if there is none to be had."""
        try:
            return os.open(file, flags, dir_fd=self.descriptor)
        except OSError:
            return -1

    def limit(self, memory_kb: int | None, tasks: int | None) -> None:
        """Have the kernel hold the whole group to this much memory, swapping none, and to this many tasks."""
        if memory_kb is not None and self.write(MEMORY_LIMIT, str(memory_kb * 1024)):
            self.write("memory.swap.max", "0")
            self.write("memory.oom.group", "1")
        if tasks is not None:
            self.write(TASKS_LIMIT, str(tasks))

    def events(self, file: str, name: str) -> int:
        """How often something happened, by a file of counts like `memory.events`; 0 if it is not counted."""
        return count(self.read(file), name)

    def kill(self) -> None:
        """Kill all that is in the group, one by one where the kernel has no file for that."""
        if not self.write(KILL, "1"):
            for pid in map(int, self.read(MEMBERS).split()):
                try:
                    os.kill(pid, SIGKILL)
                except ProcessLookupError:
                    pass

    def remove(self) -> None:
        """Remove the group, and kill what is still in it."""
        give_up = time.monotonic() + PATIENCE_S
        while not self._removed() and time.monotonic() < give_up:
            self.kill()
            time.sleep(PAUSE_S)

    def _removed(self) -> bool:
        try:
            os.rmdir(os.readlink(f"/proc/self/fd/{self.descriptor}"))
        except FileNotFoundError:
            return True
        except OSError:
            return False  # something is in it
        return True

    def close(self) -> None:
        """Close the descriptor, and with it give up the lock on the folder."""
        os.close(self.descriptor)


def count(text: bytes, name: str) -> int:
    """A number by its name, from a file of names and numbers."""
    words = text.split()
    return int(words[words.index(name.encode()) + 1]) if name.encode() in words else 0


# ------------------------------------------------------------------------------------------ where


def find_home() -> tuple[str, frozenset[str]] | None:
    """Where groups can be made, and which of FILES they have there; None if nowhere.

    That is the nearest of the folders around this process's own group in which they have most: its own can't
    give controllers on while this process is in it. Groups that an arena left behind there are removed.
    """
    best: tuple[str, frozenset[str]] | None = None
    for folder in _around():
        files = _tried(folder)
        if files is not None and (best is None or len(files) > len(best[1])):
            best = (folder, files)
    if best is not None:
        sweep(best[0])
    return best


def sweep(home: str) -> None:
    """Remove the groups of arenas and supervisors that are gone, and kill what is in them."""
    for name in os.listdir(home):
        if not name.startswith(PREFIX):
            continue
        try:
            group = Group(os.open(os.path.join(home, name), os.O_RDONLY | os.O_DIRECTORY))
        except OSError:
            continue  # another's, or just removed
        if _locked(group.descriptor):
            group.remove()
        group.close()


def _around() -> list[str]:
    """The folder of this process's own group, and those around it, from the inside out."""
    mount = _mount()
    if mount is None:
        return []
    top, own = mount
    found = [os.path.normpath(top + own)]
    while found[-1] != top:
        found.append(os.path.dirname(found[-1]))
    return found


def _mount() -> tuple[str, str] | None:
    """Where version 2 is mounted, and this process's own path in it; None if that is not to be seen."""
    try:
        with open("/proc/self/cgroup", encoding="utf-8") as file:
            (own,) = (line[3:].rstrip("\n") for line in file if line.startswith("0::"))
        with open("/proc/self/mountinfo", encoding="utf-8") as file:
            mounts = [line.split() for line in file if " - cgroup2 " in line]
    except (OSError, ValueError):
        return None
    for fields in mounts:
        root, top = fields[3].rstrip("/"), fields[4]
        if (own + "/").startswith(root + "/") and "/.." not in own:
            return top, own[len(root) :]
    return None


def _tried(folder: str) -> frozenset[str] | None:
    """Which of FILES a group made there has; None if none can be made, or processes not be put into it."""
    if not (os.access(folder, os.W_OK) and os.access(os.path.join(folder, MEMBERS), os.W_OK)):
        return None
    for controller in CONTROLLERS:
        try:
            with open(os.path.join(folder, "cgroup.subtree_control"), "wb", 0) as file:
                file.write(b"+" + controller.encode())
        except OSError:
            continue  # it is not there to be given on, or processes are in the way
    group = Group.make(folder)
    if group is None:
        return None
    files = frozenset(file for file in FILES if group.has(file))
    group.remove()
    group.close()
    return files


def _locked(descriptor: int) -> bool:
    """Whether the lock on a group's folder is this process's now."""
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
