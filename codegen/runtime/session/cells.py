"""Entities while updates change them: what every kind of them needs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from ..json_value import EMPTY, JsonValue
from ..unset import UNSET, Patch
from .body import Log
from .timeline import Cell


class PatchedCell(Cell):
    """An entity whose updates are patches: a value replaces, `null` sets back to where a new entity starts.

    Where that is, the frozen class says: its defaults. So only members that are elsewhere are kept here.
    """

    __slots__ = ("members", "meta", "unknown_fields")

    names: ClassVar[tuple[str, ...]]
    """The members that are patched in this way, the same in the update and in the frozen class."""

    def __init__(self) -> None:
        self.members: dict[str, Any] = {}
        self.meta: Mapping[str, JsonValue] = EMPTY
        self.unknown_fields: Mapping[str, JsonValue] = EMPTY

    def patch_members(self, update: Any) -> None:
        """Apply an update's patches."""
        for name in self.names:
            patch = getattr(update, name)
            if patch is None:
                self.members.pop(name, None)
            elif patch is not UNSET:
                self.members[name] = patch

    def rest(self) -> dict[str, Any]:
        """What every frozen class of such an entity takes."""
        rest = {**self.members}
        if self.meta:
            rest["meta"] = self.meta
        if self.unknown_fields:
            rest["unknown_fields"] = self.unknown_fields
        return rest


class ReplacedCell(Cell):
    """An entity of which each update says all: the last one is what it is."""

    __slots__ = ("update",)

    def __init__(self, update: Any = None) -> None:
        self.update = update

    @classmethod
    def new(cls, _key: object) -> ReplacedCell:
        """The entity of an id, before its first update."""
        return cls()

    def freeze(self) -> Any:
        return self.update


def replaced(log: Log[Any], content: Patch[tuple[Any, ...]]) -> Log[Any]:
    """The log after an update: another one where the update has content, which replaces all there was."""
    return log if content is UNSET else Log(content or ())
