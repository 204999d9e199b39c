"""Version numbers of this package: what a change requires, and when a deprecated name is removed. See docs/versioning.md."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final, Literal, TypeAlias

from codegen.compare.changes import Change

Part: TypeAlias = Literal["major", "minor", "patch"]

PARTS: Final[tuple[Part, ...]] = ("patch", "minor", "major")
PROMISED: Final = "v1"
"""The surface whose breaking changes require a major version. The others are drafts."""


def asks_for(changes: Collection[Change]) -> Part:
    """The part of the version number that changes increase, from 1.0 on."""
    asked: Part = "patch"
    for change in changes:
        asked = max(asked, _asked_by(change), key=PARTS.index)
    return asked


def _asked_by(change: Change) -> Part:
    if change.action == "documentation":
        return "patch"
    return "major" if change.python == "breaking" and change.surface == PROMISED else "minor"


def next_version(current: str, changes: Collection[Change]) -> str:
    """The version that changes require. Before 1.0 each change increases the next lower part, as is customary."""
    major, minor, patch = _numbers(current)
    if major == 0:
        smooth = all(change.python == "compatible" for change in changes)
        return f"0.{minor}.{patch + 1}" if smooth else f"0.{minor + 1}.0"
    part = asks_for(changes)
    if part == "major":
        return f"{major + 1}.0.0"
    return f"{major}.{minor + 1}.0" if part == "minor" else f"{major}.{minor}.{patch + 1}"


def minor_after(version: str) -> str:
    """The minor version after the next one, until which a name that is deprecated now is kept."""
    major, minor, _ = _numbers(version)
    return f"{major}.{minor + 2}.0"


def due(until: str, current: str) -> bool:
    """Whether a name that is kept until a version must be removed."""
    return _numbers(current) >= _numbers(until)


def _numbers(version: str) -> tuple[int, int, int]:
    major, minor, patch = (int(part) for part in version.split("."))
    return major, minor, patch
