"""Mutable entities: the base of every kind."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from ..json_value import EMPTY, JsonValue
from ..unset import UNSET
from .body import Body, Log
from .patches import merged_meta, merged_unknown
from .timeline import Cell


class PatchedCell(Cell):
    """An entity whose updates are patches: a value replaces, `null` resets to the state of a new entity.

    The defaults of the frozen class are the state of a new entity, so only other values are stored.
    """

    __slots__ = ("id", "members", "meta", "unknown_fields")

    frozen: ClassVar[type[Any]]
    """The class of its snapshots."""
    id_name: ClassVar[str]
    """The id member, with the same name in all updates and in the frozen class."""
    names: ClassVar[tuple[str, ...]] = ()
    """The patched members, with the same names in the update and in the frozen class."""
    start: ClassVar[Mapping[str, Any]] = {}
    """Members of a new entity for which the frozen class has no default."""
    merges_meta: ClassVar[bool] = True
    """Whether metadata is patched by top-level key. Otherwise it is replaced as a whole."""

    def __init__(self, entity_id: Any) -> None:
        self.id = entity_id
        self.members = {**self.start}
        self.meta: Mapping[str, JsonValue] = EMPTY
        self.unknown_fields: Mapping[str, JsonValue] = EMPTY

    def apply(self, update: Any) -> None:
        """Apply an update with changes."""
        self.patch(update)

    def patch(self, update: Any) -> None:
        """Apply what all updates can have: patches, metadata, and unknown members."""
        for name in self.names:
            patch = getattr(update, name)
            if patch is None:
                self.members.pop(name, None)
            elif patch is not UNSET:
                self.members[name] = patch
        if update.meta is not UNSET:
            self.meta = merged_meta(self.meta, update.meta) if self.merges_meta else update.meta or EMPTY
        if update.unknown_fields:
            self.unknown_fields = merged_unknown(self.unknown_fields, update.unknown_fields)

    def freeze(self) -> Any:
        return self.frozen(**self.said())

    def said(self) -> dict[str, Any]:
        """The members of the frozen class with values other than its defaults."""
        said = {self.id_name: self.id, **self.members}
        if self.meta:
            said["meta"] = self.meta
        if self.unknown_fields:
            said["unknown_fields"] = self.unknown_fields
        return said


class StreamedCell(PatchedCell):
    """An entity with content that chunks extend and a patch replaces."""

    __slots__ = ("log",)

    content: ClassVar[str] = "content"
    """The member of a patch with the whole content."""

    def __init__(self, entity_id: Any) -> None:
        super().__init__(entity_id)
        self.log: Log[Any] = Log()

    def apply(self, update: Any) -> None:
        content = getattr(update, self.content)
        if content is not UNSET:
            self.log = Log(content or ())
        self.patch(update)

    def freeze(self) -> Any:
        return self.frozen(body=Body(self.log), **self.said())


class ReplacedCell(Cell):
    """An entity whose updates replace it as a whole."""

    __slots__ = ("update",)

    def __init__(self, _entity_id: object) -> None:
        self.update: Any = None

    def apply(self, update: Any) -> None:
        """Replace it by an update."""
        self.update = update

    def freeze(self) -> Any:
        return self.update
