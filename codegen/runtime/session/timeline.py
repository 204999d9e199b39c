"""Entities in the order in which they were first seen.

An entity is a mutable cell and a frozen object that is created when it is read. The frozen objects are kept
in blocks, and reading recreates only blocks with changes. The cost does not depend on the length of the session, except
for for a pointer for every block.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import Any, Final, Generic, TypeGuard, TypeVar, overload

E = TypeVar("E")
F = TypeVar("F")
E_co = TypeVar("E_co", covariant=True)

BLOCK: Final = 64
"""The number of entities in a block."""


class Cell:
    """A mutable entity."""

    __slots__ = ("is_stale", "position")

    position: int
    """Its place in the timeline."""
    is_stale: bool
    """Whether it has changed since it was last frozen."""

    @abstractmethod
    def freeze(self) -> Any:
        """Its current state, as an immutable object."""


CellT = TypeVar("CellT", bound=Cell)


class Block:
    """Some frozen entities, and those of each kind among them."""

    __slots__ = ("_by_kind", "entities")

    def __init__(self, entities: Sequence[Any]) -> None:
        self.entities = tuple(entities)
        self._by_kind: dict[type, tuple[Any, ...]] = {}

    def only(self, kind: type) -> tuple[Any, ...]:
        """The entities of a kind, cached."""
        found = self._by_kind.get(kind)
        if found is None:
            found = self._by_kind[kind] = tuple(entity for entity in self.entities if isinstance(entity, kind))
        return found


class Entities(Sequence[E_co]):
    """Entities at one moment. Immutable; compares equal to a tuple of the same entities."""

    __slots__ = ("_blocks", "_kind")

    def __init__(self, blocks: tuple[Block, ...] = (), kind: type = object) -> None:
        self._blocks = blocks
        self._kind = kind

    def only(self, kind: type[F]) -> Entities[F]:
        """The entities of a kind, found on demand."""
        return Entities(self._blocks, kind)

    def _in(self, block: Block) -> tuple[E_co, ...]:
        return block.entities if self._kind is object else block.only(self._kind)

    def __iter__(self) -> Iterator[E_co]:
        for block in self._blocks:
            yield from self._in(block)

    def __len__(self) -> int:
        return sum(len(self._in(block)) for block in self._blocks)

    def __bool__(self) -> bool:
        return any(map(self._in, self._blocks))

    @overload
    def __getitem__(self, index: int) -> E_co: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[E_co, ...]: ...
    def __getitem__(self, index: int | slice) -> E_co | tuple[E_co, ...]:
        if isinstance(index, slice):
            return tuple(self)[index]
        if index >= 0:
            for block in self._blocks:
                entities = self._in(block)
                if index < len(entities):
                    return entities[index]
                index -= len(entities)
        else:  # the last ones are needed most often
            for block in reversed(self._blocks):
                entities = self._in(block)
                if -index <= len(entities):
                    return entities[index]
                index += len(entities)
        raise IndexError("no such entity")

    def __eq__(self, other: object) -> bool:
        if _is_entities(other):
            same = self._kind is other._kind and self._blocks == other._blocks
            return same or tuple(self) == tuple(other)
        return tuple(self) == other if isinstance(other, tuple) else NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return repr(tuple(self))

    def __reduce__(self) -> tuple[object, ...]:
        return _restored, (tuple(self),)


def _is_entities(value: object) -> TypeGuard[Entities[object]]:
    return isinstance(value, Entities)


def _restored(entities: tuple[Any, ...]) -> Entities[Any]:
    return Entities(tuple(_blocks(entities)))


def _blocks(entities: Sequence[Any]) -> Iterator[Block]:
    return (Block(entities[start : start + BLOCK]) for start in range(0, len(entities), BLOCK))


class Timeline(Generic[E]):
    """Mutable entities in order."""

    __slots__ = ("_blocks", "_cells", "_frozen", "_read", "_stale", "_whole")

    def __init__(self) -> None:
        self._cells: list[Cell] = []
        self._frozen: list[Any] = []
        self._stale: list[Cell] = []
        self._blocks: list[Block] = []
        self._whole = 0
        """How many of the first blocks are complete, except for stale cells."""
        self._read: Entities[Any] | None = Entities()

    def __len__(self) -> int:
        return len(self._cells)

    def add(self, cell: CellT) -> CellT:
        """Add a new entity at the end."""
        cell.position = len(self._cells)
        cell.is_stale = False
        self._cells.append(cell)
        self._frozen.append(None)
        self.touch(cell)
        return cell

    def touch(self, cell: Cell) -> None:
        """Mark an entity as changed. It must not be stale yet."""
        cell.is_stale = True
        self._stale.append(cell)
        self._read = None

    def remove(self, cell: Cell) -> None:
        """Remove an entity. The cost depends on the number of entities after it."""
        position = cell.position
        del self._cells[position], self._frozen[position]
        for later in self._cells[position:]:
            later.position -= 1
        self._whole = min(self._whole, position // BLOCK)
        cell.position = -1
        self._read = None

    def get(self, cell: Cell) -> Any:
        """The current state of one entity."""
        return cell.freeze() if cell.is_stale else self._frozen[cell.position]

    def read(self) -> Entities[E]:
        """The current state of all entities."""
        if self._read is None:
            changed = set(range(self._whole, -(-len(self._frozen) // BLOCK)))
            for cell in self._stale:
                cell.is_stale = False
                if cell.position >= 0:
                    self._frozen[cell.position] = cell.freeze()
                    changed.add(cell.position // BLOCK)
            self._stale.clear()
            del self._blocks[self._whole :]
            for index in sorted(changed):
                block = Block(self._frozen[index * BLOCK : (index + 1) * BLOCK])
                self._blocks[index : index + 1] = [block]
            self._whole = len(self._blocks)
            self._read = Entities(tuple(self._blocks))
        return self._read
