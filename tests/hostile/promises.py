"""Every promise of `arena doctor` and of README's Sandbox section, with the bots that try to break it.

A bot is one of the spy's attempts (`tests/process/bots/spy.py`), which are to be refused, or a kind of
besieger (`bots/besieger.py`), with what must hold of it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from arena.process.faults import FaultKind
from arena.process.limits import Limits

MEMORY_MB, SCRATCH_MB, FILE_MB, PROCESSES, THREADS, OPEN_FILES = 100, 64, 8, 20, 60, 50
LIMITS = Limits(
    memory_mb=MEMORY_MB,
    scratch_mb=SCRATCH_MB,
    file_mb=FILE_MB,
    processes=PROCESSES,
    threads=THREADS,
    open_files=OPEN_FILES,
)
AT_REST = 0.1
"""The share of a core that a resting bot may seem to use: what the kernel takes to bring it to a halt."""


class Outcome(NamedTuple):
    """What came of a siege."""

    fault: FaultKind | None
    taken: int
    """What the bot said that it took; 0 if it did not live to say."""
    cpu_ms: float
    """What the arena counted for it."""
    at_rest: float
    """The share of a core that it used between its turns."""
    left: int
    """How many of its processes were there after its end."""


class Siege(NamedTuple):
    """A kind of besieger, and whether the promise held."""

    kind: str
    held: Callable[[Outcome], bool]


def _memory(outcome: Outcome) -> bool:
    return outcome.fault is FaultKind.MEMORY or (outcome.fault is None and outcome.taken <= MEMORY_MB)


def _processes(outcome: Outcome) -> bool:
    return outcome.fault is FaultKind.PROCESSES


def _time(outcome: Outcome) -> bool:
    return outcome.taken > 0 and outcome.cpu_ms >= outcome.taken * 0.95


def _rest(outcome: Outcome) -> bool:
    return outcome.fault is None and outcome.at_rest < AT_REST


def _end(outcome: Outcome) -> bool:
    return outcome.left == 0


def _sieges(held: Callable[[Outcome], bool], *kinds: str) -> tuple[Siege, ...]:
    return tuple(Siege(kind, held) for kind in kinds)


NETWORK = (
    "connect_to_loopback",
    "connect_to_an_abstract_socket",
    "send_to_the_internet",
    "open_a_socket_of_ipv4",
    "open_a_socket_of_ipv6",
    "open_a_socket_of_netlink",
    "open_a_socket_of_packet",
    "open_a_socket_of_alg",
    "open_a_socket_of_vsock",
)
READ_ONLY = (
    "write_into_the_system",
    "write_settings",
    "write_beside_its_program",
    "change_its_program",
    "write_at_the_root",
    "write_among_devices",
    "write_kernel_settings",
    "read_another_bots_folder",
    "read_the_database",
    "read_passwords",
    "list_homes",
    "find_inherited_descriptors",
    "find_secrets_in_the_environment",
)
PRIVATE_TMP = ("fill_the_scratch_folder", "fill_shared_memory")
OTHERS = (
    "signal_the_arena",
    "trace_the_arena",
    "see_other_processes",
    "find_the_arena_in_shared_memory",
    "read_a_process",
    "write_a_process",
    "take_a_descriptor",
)
PRIVILEGES = (
    "become_another_user",
    "mount_something",
    "remount_the_system",
    "make_a_device",
    "change_the_root",
    "raise_its_limits",
    "change_the_clock",
    "name_the_machine",
)
TERMINAL = ("open_the_terminal", "type_into_a_terminal")
WORDS = (
    "use_keyrings",
    "add_a_key",
    "ask_for_a_key",
    "signal_by_locks",
    "take_a_lease",
    "be_told_of_reading",
    "watch_files",
    "watch_all_files",
    "see_the_page_cache",
    "make_a_message_queue",
    "make_a_named_queue",
    "make_semaphores",
    "share_memory",
)
NAMESPACES = ("mount", "cgroup", "name", "ipc", "user", "pid", "network")
CALLS = (
    "set_up_io_uring",
    "count_events",
    "load_bpf",
    "serve_page_faults",
    "keep_memory_in_a_file",
    "keep_secret_memory",
    "clone_by_the_new_call",
    "call_what_is_new",
    "call_as_an_older_machine",
    "make_a_time_namespace",
    *(f"{how}_a_{name}_namespace" for how in ("make", "clone_into") for name in NAMESPACES),
)
MEMORY = _sieges(
    _memory,
    "takes_memory",
    "has_children_that_take_memory",
    "fills_its_folders",
    "keeps_files_in_memory",
    "hides_shared_memory",
    "fills_pipes",
    "fills_sockets",
)
TASKS = _sieges(_processes, "forks", "starts_threads", "bursts")
TIME = _sieges(
    _time, "burns_time", "burns_time_in_threads", "burns_time_in_children", "burns_time_in_orphans"
)
REST = _sieges(
    _rest,
    "goes_on_in_a_thread",
    "goes_on_in_a_child",
    "flees_from_group_to_group",
    "wakes_what_rests",
)
TREE = _sieges(_end, "leaves_a_daemon", "forks_while_it_dies", "forks", "flees_from_group_to_group")
FILES = (
    Siege("writes_a_large_file", lambda outcome: outcome.taken == FILE_MB),
    Siege("opens_many_files", lambda outcome: 0 < outcome.taken < OPEN_FILES),
    Siege("leaves_a_core", lambda outcome: (outcome.fault, outcome.taken) == (None, 0)),
)

LEFT = (Siege("leaves_notes", lambda outcome: (outcome.fault, outcome.taken) == (None, 0)),)

DOCTOR: dict[str, tuple[str | Siege, ...]] = {
    "no network": NETWORK,
    "the system and the bot's own folder read-only, everything else unseen": READ_ONLY,
    "a private /tmp of limited size": PRIVATE_TMP,
    "nothing left behind for other processes, the bot's own among them": LEFT,
    "other processes unseen and out of reach": OTHERS,
    "no new privileges": PRIVILEGES,
    "no terminal": TERMINAL,
    "no words to other bots through keyrings, locks, queues or watched files": WORDS,
    "no system calls for tracing, io_uring, perf, bpf or new namespaces": (*CALLS, "trace_the_arena"),
    "a limit on the memory of the whole tree": MEMORY,
    "a limit on its processes and threads": TASKS,
    "processor time measured and limited": TIME,
    "stopped between its turns": REST,
    "every process of the tree ended with its bot": TREE,
    "limits on files and open files, no core files": FILES,
}
"""By the words of `arena doctor`."""

README = {
    "the system and its own folder read-only and nothing else to be seen": READ_ONLY,
    "a private `/tmp` of limited size": PRIVATE_TMP,
    "no network": NETWORK,
    "no other process": OTHERS,
    "no terminal": TERMINAL,
    "no new privileges": PRIVILEGES,
    "System calls that no bot needs are refused": CALLS,
    "keyrings, queues, leases and watched files carry no word from one bot to another": WORDS,
    "Memory, processes, files, wall and processor time of all that it starts are limited": (
        *MEMORY,
        *TASKS,
        *FILES,
        *TIME,
    ),
    "all of that ends with it, as does what it wrote": (*TREE, *LEFT),
    "bots are stopped between their turns": REST,
}
"""By the words of README's Sandbox section."""
