"""How a view takes updates: which handler is for which class, and entities in the order first seen.

An entity is a cell that updates change, and a frozen object made of it when somebody looks. A look costs what changed
since the last one and a pointer for each entity.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Generic, TypeVar

CellT = TypeVar("CellT", bound="Cell")
E = TypeVar("E")


class Cell:
    """An entity while it changes."""

    __slots__ = ("is_stale", "serial")

    serial: int
    """Its place in the timeline."""
    is_stale: bool
    """Whether it has changed since it was last frozen."""

    @abstractmethod
    def freeze(self) -> Any:
        """What it is now, as an object that does not change."""


class Timeline(Generic[E]):
    """Entities in the order in which they were first seen."""

    __slots__ = ("_entities", "_read", "_stale", "last")

    def __init__(self) -> None:
        self._entities: dict[int, Any] = {}
        self._stale: list[Cell] = []
        self._read: tuple[Any, ...] | None = ()
        self.last: Cell | None = None
        """The entity that was added last."""

    def add(self, cell: CellT) -> CellT:
        """Put a new entity at the end."""
        cell.serial = self.last.serial + 1 if self.last else 0
        cell.is_stale = False
        self._entities[cell.serial] = None
        self.last = cell
        self.touch(cell)
        return cell

    def touch(self, cell: Cell) -> None:
        """An entity has changed."""
        if not cell.is_stale:
            cell.is_stale = True
            self._stale.append(cell)
            self._read = None

    def replace(self, cell: Cell, other: Cell) -> None:
        """Put something else where an entity is."""
        other.serial = cell.serial
        other.is_stale = False
        if self.last is cell:
            self.last = other
        self.touch(other)

    def remove(self, cell: Cell) -> None:
        """Take an entity out."""
        del self._entities[cell.serial]
        self._read = None

    def read(self) -> tuple[E, ...]:
        """All entities as they are now."""
        if self._read is None:
            for cell in self._stale:
                cell.is_stale = False
                if cell.serial in self._entities:
                    self._entities[cell.serial] = cell.freeze()
            self._stale.clear()
            self._read = tuple(self._entities.values())
        return self._read


Handler = Callable[[Any, Any], None]


class Dispatch:
    """Finds the handler of an update by its class; each class is looked at once."""

    __slots__ = ()

    _by_tag: ClassVar[Mapping[str, Handler]]
    """The handlers, by the `sessionUpdate` of the updates they take; under "" the one for all others."""
    _by_class: ClassVar[dict[type, Handler]]

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls._by_class = {}

    def _dispatch(self, update: object) -> None:
        """Apply an update."""
        handler = self._by_class.get(type(update)) or self._handler(type(update))
        handler(self, update)

    def _handler(self, kind: type) -> Handler:
        """The handler for a class that was not met yet."""
        tag = getattr(kind, "session_update", None)
        if tag is None:
            raise TypeError(f"expected a session update, got {kind.__name__}")
        # The class says which update it is. Where only the instance can say, it is one that the surface does not know.
        handler = self._by_tag.get(tag if isinstance(tag, str) else "", self._by_tag[""])
        self._by_class[kind] = handler
        return handler
