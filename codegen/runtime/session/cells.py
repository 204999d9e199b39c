"""Entities while updates change them: what every kind of them needs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from ..json_value import EMPTY, JsonValue
from ..unset import UNSET
from .body import Body, Log
from .patches import merged_meta, merged_unknown
from .timeline import Cell


class PatchedCell(Cell):
    """An entity whose updates are patches: a value replaces, `null` sets back to where a new entity starts.

    Where that is, the frozen class says: its defaults. So only members that are elsewhere are kept here.
    """

    __slots__ = ("id", "members", "meta", "unknown_fields")

    frozen: ClassVar[type[Any]]
    """What it is when somebody looks."""
    id_name: ClassVar[str]
    """The member with the id, the same in all updates and in the frozen class."""
    names: ClassVar[tuple[str, ...]] = ()
    """The members that are patched, the same in the update and in the frozen class."""
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
        """Take an update that says what has changed."""
        self.patch(update)

    def patch(self, update: Any) -> None:
        """Apply what updates of all entities can say: patches, metadata, and members that the schema does not know."""
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
        """The members of the frozen class that are known here and not at its defaults."""
        said = {self.id_name: self.id, **self.members}
        if self.meta:
            said["meta"] = self.meta
        if self.unknown_fields:
            said["unknown_fields"] = self.unknown_fields
        return said


class StreamedCell(PatchedCell):
    """Such an entity with content that chunks are appended to and that a patch replaces."""

    __slots__ = ("log",)

    content: ClassVar[str] = "content"
    """The member of a patch that has all of the content."""

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
    """An entity of which each update says all: the last one is what it is."""

    __slots__ = ("update",)

    def __init__(self, _entity_id: object) -> None:
        self.update: Any = None

    def apply(self, update: Any) -> None:
        """Take an update that says all."""
        self.update = update

    def freeze(self) -> Any:
        return self.update
