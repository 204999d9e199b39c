"""The changes in a change report."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

Subject: TypeAlias = Literal["surface", "type", "member", "variant", "value", "method", "capability"]
Action: TypeAlias = Literal["added", "removed", "renamed", "changed", "documentation"]
Python: TypeAlias = Literal["compatible", "attention", "breaking"]
"""For users of the package: nothing to do; something to check; code or its types break."""
Wire: TypeAlias = Literal["same", "additive", "looser", "stricter", "different"]
"""For messages: the same; new ones that old peers ignore or keep; more is valid; less is valid; changed meaning."""

SUBJECTS: Final[tuple[Subject, ...]] = ("surface", "method", "capability", "member", "variant", "value", "type")
"""The order of reporting."""
PYTHON: Final[tuple[Python, ...]] = ("breaking", "attention", "compatible")


@dataclass(frozen=True)
class Change:
    """One change of one surface."""

    surface: str
    subject: Subject
    action: Action
    name: str
    """What changed, by its newest name: `ToolCallUpdate`, `ToolCallUpdate.title`, `ToolKind "read"`."""
    python: Python
    wire: Wire
    what: str
    """A short description: `required`, `type: string -> ToolKind`."""
    pointer: str
    """The location in the new schema, or in the old one if it is removed."""
    advice: str = ""
    """What a user should do about it."""
    was: str | None = None
    """The old name of a renamed item; for a method, its previous kind or receiver if it kept its name."""
