"""Work in progress: the entries of the state's stack (rules page, section 12).

The last entry of the stack is the one at work. It waits for a decision, or does what it can and takes
itself off the stack, perhaps putting other entries there.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, ClassVar, Self

from arena.games.core import Action, Decision

if TYPE_CHECKING:
    from arena.games.vault_of_dragons.state import VaultState


class Task(ABC):
    """An entry of the stack. All but fights never change: they are replaced, so clones share them."""

    __slots__ = ()

    do: ClassVar[str]
    """Its name in the state's data."""

    @abstractmethod
    def advance(self, state: VaultState) -> Decision | None:
        """The decision that it waits for, the state left as it is; None once it has changed the stack."""

    def answer(self, state: VaultState, action: Action) -> None:
        """Carry out the action chosen for its decision; an entry that never waits for one has none."""
        raise AssertionError(f"{self.do} waits for no decision")

    def copy(self) -> Self:
        """An independent copy."""
        return self

    def bury(self, seat: int, dead: int) -> None:  # noqa: B027 - of use to few entries, and no duty of the others
        """Take note that Followers of a seat died in the entry above."""
