"""What a bot and all it started use, compared with what they may."""

import os
import resource
import time

from arena.process import cgroups
from arena.process.supervisor.tree import (
    children,
    descendants,
    ended_children_ms,
    filled_kb,
    folder_of,
    process_group,
    proportional_kb,
    resident_kb,
    threads,
)

# The tree is looked at as often as it could use up what memory it has left, and more often while it is young.
LOOK_MIN_S = 0.01
LOOK_MAX_S = 0.1
GROWTH_KB_PER_S = 4 << 20
SCRATCH = ("tmp", "dev/shm")
"""Where in a sandbox a bot may write; what lies there is memory."""


class Usage:
    """One bot's usage.

    `bot` is the process that was started for it: the sandbox's outer one if it is `wrapped`. `options` are
    the supervisor's, `group` is the bot's control group, if it is in one. The first `overuse` that is seen is
    kept: the limit's name, and words. `family` is what the bot consisted of when it was looked at last: its
    processes, with those of the sandbox that it can reach; their process groups; the processor time of those
    that have ended.
    """

    def __init__(self, bot: int, options: dict[str, int], group: cgroups.Group | None) -> None:
        self.overuse: tuple[str, str] | None = None
        self.family: tuple[set[int], set[int], int] = (set(), set(), 0)
        self._bot = bot
        self._limits = options
        self._wrapped = "wrapped" in options
        self._group = group
        self._scratch: list[int] | None = None
        self._began = time.monotonic()

    def look(self) -> float:
        """Compare the tree with its limits, and give the seconds in which it can't come to exceed them."""
        tree = descendants(os.getpid())
        # A bot could take over the sandbox's process beside it: what that does is the bot's doing, too.
        within_reach = [pid for pid in tree if pid != self._bot] if self._wrapped else tree
        idle = len(within_reach) - len(self.own(tree))
        self.family = (set(within_reach), set(filter(None, map(process_group, tree))), self._ended_ms(tree))
        self._count("processes", len(within_reach) - idle)
        self._count("threads", sum(map(threads, within_reach)) - idle)
        self.look_back()
        patience = LOOK_MAX_S if self._kernel_holds_memory() else self._weigh(tree)
        return min(patience, max(LOOK_MIN_S, time.monotonic() - self._began))

    def look_back(self) -> None:
        """Note an overuse that the kernel has counted, and put an end to by itself.

        What the kernel refused or killed because all around the bot had too little is not the bot's.
        """
        group = self._group
        if group is None:
            return
        if group.events("memory.events", "oom") and group.events("memory.events", "oom_kill"):
            allowed = self._limits["memory_kb"] >> 10
            self._note("memory", f"took {allowed} MiB of memory and asked for more, of {allowed} allowed")
        elif group.events("pids.events", "max"):
            allowed = self._limits["threads"]
            if int(group.read("pids.peak") or allowed) >= allowed:
                self._note("processes", f"asked for more than {allowed} threads, of {allowed} allowed")

    def own(self, tree: list[int]) -> list[int]:
        """The processes of the tree that are the bot's: not the sandbox's outer process, nor its inner."""
        if not self._wrapped:
            return tree
        sandbox = (self._bot, *children(self._bot))
        return [pid for pid in tree if pid not in sandbox]

    def cpu_ms(self) -> int:
        """The processor time of the bot and all it started, however it ended; once all have ended."""
        used_us = self._group.events(cgroups.PROCESSOR_TIME, "usage_usec") if self._group else 0
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return max(used_us // 1000, round((usage.ru_utime + usage.ru_stime) * 1000))

    def _note(self, what: str, words: str) -> None:
        self.overuse = self.overuse or (what, words)

    def _count(self, what: str, number: int) -> None:
        """Note an overuse if there are more processes or threads than allowed."""
        if number > self._limits.get(what, number):
            self._note("processes", f"ran {number} {what}, of {self._limits[what]} allowed")

    def _ended_ms(self, tree: list[int]) -> int:
        """The processor time of what has ended; 0 where the group tells of all."""
        return 0 if self._group else sum(map(ended_children_ms, (os.getpid(), *tree)))

    def _kernel_holds_memory(self) -> bool:
        return self._group is not None and self._group.has(cgroups.MEMORY_LIMIT)

    def _weigh(self, tree: list[int]) -> float:
        """Note an overuse if the tree takes more memory than allowed; else the seconds until it could."""
        limit_kb = self._limits.get("memory_kb")
        if limit_kb is None:
            return LOOK_MAX_S
        scratch_kb = sum(map(filled_kb, self._find_scratch(tree)))
        used_kb = sum(map(resident_kb, tree)) + scratch_kb
        if used_kb > limit_kb:
            found = list(map(proportional_kb, tree))  # dearer, but counts shared pages once
            # What of the scratch folders is mapped is among the shared: whichever is more, but not both.
            used_kb = sum(own for own, _ in found) + max(scratch_kb, sum(shared for _, shared in found))
        if used_kb > limit_kb:
            self._note("memory", f"took {used_kb >> 10} MiB of memory, of {limit_kb >> 10} allowed")
        return min(max((limit_kb - used_kb) / GROWTH_KB_PER_S, LOOK_MIN_S), LOOK_MAX_S)

    def _find_scratch(self, tree: list[int]) -> list[int]:
        """Descriptors of the folders in the sandbox that hold memory; none before the bot is in it."""
        if self._scratch is None:
            for pid in self.own(tree) if self._wrapped else ():
                found = [descriptor for name in SCRATCH if (descriptor := folder_of(pid, name)) is not None]
                self._scratch = found or None
        return self._scratch or []
