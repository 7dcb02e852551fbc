"""How matches are played: settings, each a key of [limits] in a tournament file or an option of commands.

What a setting means, its type, bounds and default are declared here and in its field of `Clock`, `Settings`,
`Limits` or `Graces`; the file's keys and checks follow from that, and so do the command line's options.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from arena.entries import Entry
from arena.match.spec import MOST_MS, Clock, Settings
from arena.process.limits import Graces, Limits, Sandbox


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting, kept in a field of its owner. Numbers have a least and, maybe, a greatest value."""

    key: str
    owner: type[Clock | Settings | Limits | Graces]
    help: str
    low: int = 0
    high: int | None = None
    field: str = ""
    """Of its owner; called as the key is, if not given."""
    option_low: int | None = None
    """What the least value is on the command line, where that is more: there nothing is a slip."""

    @property
    def default(self) -> Any:
        """Its value where none is given."""
        return next(each.default for each in fields(self.owner) if each.name == (self.field or self.key))

    @property
    def is_flag(self) -> bool:
        """Whether it is true or false."""
        return isinstance(self.default, bool)

    @property
    def is_choice(self) -> bool:
        """Whether it is a kind of sandbox."""
        return isinstance(self.default, Sandbox)

    def read(self, table: Entry) -> Any:
        """Its value in a table of a tournament file. Raises the table's error for one that it can't have."""
        entry = table[self.key]
        if self.is_choice:
            return Sandbox(entry.known([kind.value for kind in Sandbox], "kind of sandbox"))
        return entry.boolean() if self.is_flag else entry.integer(low=self.low)


_EVERY = (
    Setting("move_ms", Clock, "Time for each decision.", 0, MOST_MS, option_low=1),
    Setting(
        "bank_ms", Clock, "Time for all decisions of a match, used when that for each is over.", 0, MOST_MS
    ),
    Setting("increment_ms", Clock, "What each decision adds to that.", 0, MOST_MS),
    Setting("move_cpu_ms", Clock, "Processor time for each decision, of all processes.", 0, MOST_MS),
    Setting("match_cpu_ms", Clock, "Processor time for all decisions of a match.", 0, MOST_MS),
    Setting("startup_ms", Settings, "Time to start up.", 0, MOST_MS, option_low=1),
    Setting(
        "margin_ms",
        Settings,
        "What a decision may take beyond its time, for the machine's noise.",
        0,
        MOST_MS,
    ),
    Setting("retries", Settings, "Illegal answers forgiven a decision.", 0, 1000),
    Setting("ask_forced", Settings, "Ask for decisions that leave no choice, too."),
    Setting("sandbox", Settings, "How far bots are kept from this machine; see arena doctor."),
    Setting("rest", Settings, "Stop bots while others are to move."),
    Setting("memory_mb", Limits, "Memory it may use.", 1),
    Setting("processes", Limits, "Processes of a bot at once.", 1),
    Setting("threads", Limits, "Threads of a bot at once.", 1),
    Setting("file_mb", Limits, "The size of any file that a bot writes.", 1),
    Setting("open_files", Limits, "Files that one process of a bot has open at once.", 1),
    Setting("scratch_mb", Limits, "The size of a bot's /tmp.", 1),
    Setting("exit_ms", Graces, "Time to go at the end.", 1, MOST_MS, field="closed_ms"),
)
SETTINGS = {setting.key: setting for setting in _EVERY}
"""All settings, by key."""
FILE_KEYS = tuple(key for key, setting in SETTINGS.items() if setting.owner is not Graces)
"""The keys of [limits] in a tournament file."""


def read_settings(table: Entry) -> Settings:
    """The settings of a tournament file's [limits]. Raises the table's error for what can't be used."""
    given = {key: SETTINGS[key].read(table) for key in FILE_KEYS if key in table}
    try:
        return settings_of(given)
    except ValueError as error:
        return table.refuse(str(error))


def settings_of(given: Mapping[str, Any]) -> Settings:
    """These settings, and the default of every other. A bank alone bounds no single move.

    Raises ValueError where the values don't go together.
    """
    clock = _fields(Clock, given)
    if "bank_ms" in clock:
        clock.setdefault("move_ms", None)
    limits, graces = Limits(**_fields(Limits, given)), Graces(**_fields(Graces, given))
    return Settings(clock=Clock(**clock), limits=limits, graces=graces, **_fields(Settings, given))


def _fields(owner: type, given: Mapping[str, Any]) -> dict[str, Any]:
    """The given values of one owner, by field."""
    owned = ((setting, given[setting.key]) for setting in _EVERY if setting.key in given)
    return {setting.field or setting.key: value for setting, value in owned if setting.owner is owner}
