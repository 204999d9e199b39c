"""What a change report is made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

Subject: TypeAlias = Literal["surface", "type", "member", "variant", "value", "method", "capability"]
Action: TypeAlias = Literal["added", "removed", "renamed", "changed", "documentation"]
Python: TypeAlias = Literal["compatible", "attention", "breaking"]
"""For who uses the package: nothing to do; look at it; code or its types break."""
Wire: TypeAlias = Literal["same", "additive", "looser", "stricter", "different"]
"""For messages: the same ones; new ones that old peers ignore or keep; more is valid; less is valid; other ones."""

SUBJECTS: Final[tuple[Subject, ...]] = ("surface", "method", "capability", "member", "variant", "value", "type")
"""In the order in which people are told: what is called, what decides whether it may be, and what both are made of."""
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
    """One phrase: `required`, `type: string -> ToolKind`."""
    pointer: str
    """Where it stands: in the new schema, or in the old one where it is removed."""
    advice: str = ""
    """What a user does about it."""
    was: str | None = None
    """The old name of what is renamed; of a method, what it was before it became another one of the same name."""
