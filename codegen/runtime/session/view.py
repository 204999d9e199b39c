"""A session that takes updates: what views of both versions do with them."""

from __future__ import annotations

from abc import abstractmethod
from collections import defaultdict
from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Generic, NoReturn, TypeGuard, cast

from ..lazy import load
from ..model import Model
from ..record import record_class
from .cells import PatchedCell, ReplacedCell, StreamedCell
from .reading import BaseFacts, EntityT, FactsT, UpdateT
from .timeline import Cell, CellT, Timeline

Handler = Callable[[Any, Any], "Cell | None"]
"""Applies an update to a view; gives the entity that it is about."""


class BaseView(Generic[UpdateT, EntityT, FactsT]):
    """A session to which updates are applied."""

    __slots__ = ("_cells", "_now", "_timeline", "_touched")

    _by_tag: ClassVar[Mapping[str, Handler]]
    """The handlers, by the `sessionUpdate` of the updates they take."""
    _by_class: ClassVar[dict[type, Handler]]
    """The same, by the class of the update: each class is looked at once."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls._by_class = {}

    def __init__(self) -> None:
        self._timeline: Timeline[Any] = Timeline()
        self._cells: defaultdict[Callable[[Any], Cell], dict[Any, Any]] = defaultdict(dict)
        """The entities that have ids, of each kind: an id is an entity's own only among those of its kind."""
        self._touched: Cell | None = None
        self._now: FactsT | None = None

    def apply(self, update: UpdateT) -> None:
        """Take one update.

        Anything that is typed as an update is taken, in any order: an id that was not seen before makes an entity. Raises
        `TypeError` for what is no update of this version.
        """
        handler = self._by_class.get(type(update)) or self._handler(type(update))
        self._touched = handler(self, update)
        self._now = None

    def _handler(self, kind: type) -> Handler:
        """The handler for a class that was not met yet."""
        tag = getattr(kind, "session_update", None)
        if tag is None or issubclass(kind, Model):
            self._check(kind, is_update=tag is not None)
        # The class says which update it is. Where only the instance can say, it is one that the surface does not know.
        known = self._by_tag.get(tag) if isinstance(tag, str) else None
        handler = known or type(self)._unknown
        self._by_class[kind] = handler
        return handler

    def _check(self, kind: type, *, is_update: bool) -> None:
        """Refuse what is no update, and what is one of another version, where other things have the same names."""
        hints = load("hints")
        ours = next(hints.surface_of(cls.__module__) for cls in type(self).__mro__ if BaseView in cls.__bases__)
        theirs = hints.surface_of(record_class(kind).__module__) if issubclass(kind, Model) else ""
        if not is_update or (theirs != ours and not theirs.startswith(f"{ours}.")):
            line = f"expected a session update, got {kind.__name__}"
            raise TypeError(hints.with_hint(line, hints.of_update(kind, ours, theirs)))

    @property
    def touched(self) -> EntityT | None:
        """The entity that the last update was about, as it is now: what a display has to draw again.

        Nothing where it was about the session as a whole, a notice, or the removal of a plan. Costs the same however
        long the session is.
        """
        cell = self._touched
        return None if cell is None else cast("EntityT", self._timeline.get(cell))

    @abstractmethod
    def _look(self) -> FactsT:
        """What updates say by now."""

    def _facts(self) -> FactsT:
        if self._now is None:
            self._now = self._look()
        return self._now

    def __eq__(self, other: object) -> bool:
        return self._facts() == other._facts() if _is_view(other) else NotImplemented

    __hash__: ClassVar[None] = None  # type: ignore[assignment]

    def __reduce__(self) -> NoReturn:
        raise TypeError("a view is not copied: snapshot() is what it is now, replay() makes another like it")

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {len(self._facts().timeline)} entities>"

    def _changing(self, kind: Callable[[Any], CellT], entity_id: object) -> CellT:
        """The entity of an id, which may be a new one; it is about to change."""
        cells = self._cells[kind]
        cell: CellT | None = cells.get(entity_id)
        if cell is None:
            cell = cells[entity_id] = self._add(kind(entity_id))
        elif not cell.is_stale:
            self._timeline.touch(cell)
        return cell

    def _add(self, cell: CellT) -> CellT:
        """Put a new entity at the end."""
        return self._timeline.add(cell)

    def _replace(self, entity_id: object, update: object) -> Cell:
        """Take an update that says all of an entity."""
        cell = self._changing(ReplacedCell, entity_id)
        cell.apply(update)
        return cell

    def _remove(self, entity_id: object) -> int | None:
        """Take such an entity out, where there is one; gives its place."""
        cell: ReplacedCell | None = self._cells[ReplacedCell].pop(entity_id, None)
        if cell is None:
            return None
        position = cell.position
        self._timeline.remove(cell)
        return position

    def _unknown(self, update: object) -> Cell:
        """What the surface does not know stands in the history as it came, each for itself."""
        cell = self._add(ReplacedCell(None))
        cell.apply(update)
        return cell

    @staticmethod
    def _patches(kind: type[PatchedCell]) -> Handler:
        """The handler of updates that say what has changed of an entity."""
        id_name = kind.id_name

        def patch(view: BaseView[Any, Any, Any], update: Any) -> Cell:
            cell = view._changing(kind, getattr(update, id_name))
            cell.apply(update)
            return cell

        return patch

    @staticmethod
    def _chunks(kind: type[StreamedCell]) -> Handler:
        """The handler of updates that bring one more item of an entity's content."""
        id_name = kind.id_name

        def append(view: BaseView[Any, Any, Any], update: Any) -> Cell:
            cell = view._changing(kind, getattr(update, id_name))
            cell.log.append(update.content, update.meta, update.unknown_fields)
            return cell

        return append


def ignored(_view: object, _update: object) -> None:
    """The handler of notices: they are for whoever is looking when they come, and no part of the session's history."""


def _is_view(value: object) -> TypeGuard[BaseView[Any, Any, BaseFacts]]:
    return isinstance(value, BaseView)
