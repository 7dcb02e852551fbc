"""Each setting of how matches are played is declared once, for the file and for the command line."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import click
import pytest
from command_line import TOURNAMENT

from arena.cli.root import arena
from arena.match.spec import Clock, Settings
from arena.process.limits import Graces, Limits, Sandbox
from arena.tournament import ConfigError, read_tournament
from arena.tournament.settings import FILE_KEYS, SETTINGS, settings_of


def test_whatever_can_be_set_is_declared() -> None:
    """A new field of these needs a line in `arena.tournament.settings`, and no more, to be in the file."""
    there = {(owner, each.name) for owner in (Clock, Limits, Settings) for each in fields(owner)}
    parts = {(Settings, part) for part in ("clock", "limits", "graces")}
    declared = {(each.owner, each.field or key) for key, each in SETTINGS.items() if each.owner is not Graces}
    assert declared == there - parts


def test_what_is_not_given_has_its_default() -> None:
    assert settings_of({}) == Settings()
    assert settings_of({key: setting.default for key, setting in SETTINGS.items()}) == Settings()


def test_who_sets_a_bank_alone_has_no_limit_on_a_move() -> None:
    assert settings_of({"bank_ms": 1000}).clock == Clock(move_ms=None, bank_ms=1000)
    assert settings_of({"bank_ms": 1000, "move_ms": 10}).clock == Clock(move_ms=10, bank_ms=1000)


@pytest.mark.parametrize("key", FILE_KEYS)
def test_the_file_takes_each_and_refuses_what_it_can_not_be(tmp_path: Path, key: str) -> None:
    setting, file = SETTINGS[key], tmp_path / "event.toml"
    value, wrong = (
        ("false", "1") if setting.is_flag else ('"limits"', '"moat"') if setting.is_choice else ("70", "-1")
    )
    bank = "bank_ms = 1\n" if key == "increment_ms" else ""
    file.write_text(f"{TOURNAMENT}[limits]\n{bank}{key} = {value}\n")
    settings = read_tournament(file).settings
    owner = {Clock: settings.clock, Limits: settings.limits, Settings: settings}[setting.owner]
    assert getattr(owner, key) == {"false": False, '"limits"': Sandbox.LIMITS, "70": 70}[value]
    file.write_text(f"{TOURNAMENT}[limits]\n{bank}{key} = {wrong}\n")
    with pytest.raises(ConfigError, match=rf"event\.toml: \[limits\]: .*{key}"):
        read_tournament(file)


@pytest.mark.parametrize("name", ["play", "check", "build"])
def test_options_have_the_settings_own_words_and_defaults(name: str) -> None:
    command = arena.get_command(click.Context(arena), name)
    assert command is not None
    options = {each.name: each for each in command.params if isinstance(each, click.Option)}
    shared = options.keys() & SETTINGS.keys()
    assert len(shared) >= 2
    for key in shared:
        assert (options[key].default, options[key].help) == (SETTINGS[key].default, SETTINGS[key].help)
