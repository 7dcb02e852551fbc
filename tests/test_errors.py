"""Every exception of the product's own has one root, and says whom it is for."""

from __future__ import annotations

import inspect
from importlib import import_module
from pathlib import Path

from arena.errors import ArenaError, ArenaFault, UserError

ROOT = Path(__file__).parents[1]


def raised_classes() -> set[type[BaseException]]:
    """The exception classes that the modules of the product declare."""
    found: set[type[BaseException]] = set()
    for package in ("protocol", "arena", "bots"):
        for path in sorted((ROOT / package).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            is_template = parts[:2] == ("arena", "kits") and len(parts) > 3
            if is_template or parts[-1] == "__main__" or "\nclass " not in path.read_text("utf-8"):
                continue
            name = ".".join(parts).removesuffix(".__init__")
            declared = (kind for kind in vars(import_module(name)).values() if inspect.isclass(kind))
            own = (kind for kind in declared if kind.__module__ == name)
            found |= {kind for kind in own if issubclass(kind, BaseException)}
    return found


def test_every_exception_has_the_one_root() -> None:
    found = raised_classes()
    assert len(found) > 30
    errors = [kind for kind in found if not issubclass(kind, KeyboardInterrupt)]  # a wish is no error
    assert not [kind for kind in errors if not issubclass(kind, ArenaError)]


def test_no_exception_is_both_for_the_user_to_mend_and_the_arenas_own() -> None:
    for kind in raised_classes():
        assert not (issubclass(kind, UserError) and issubclass(kind, ArenaFault)), kind
