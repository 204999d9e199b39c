"""Applying updates to a session: the common part of views of both versions."""

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
"""Applies an update to a view, and returns the entity concerned."""


class BaseView(Generic[UpdateT, EntityT, FactsT]):
    """A session to which updates are applied."""

    __slots__ = ("_cells", "_now", "_timeline", "_touched")

    _by_tag: ClassVar[Mapping[str, Handler]]
    """The handlers, by the `sessionUpdate` of their updates."""
    _by_class: ClassVar[dict[type, Handler]]
    """The same, by the class of the update, as a cache."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls._by_class = {}

    def __init__(self) -> None:
        self._timeline: Timeline[Any] = Timeline()
        self._cells: defaultdict[Callable[[Any], Cell], dict[Any, Any]] = defaultdict(dict)
        """The entities with ids, by kind: an id is unique only within its kind."""
        self._touched: Cell | None = None
        self._now: FactsT | None = None

    def apply(self, update: UpdateT) -> None:
        """Apply one update.

        Updates are accepted in any order: an unknown id creates an entity. Raises
        `TypeError` for anything but an update of this version.
        """
        handler = self._by_class.get(type(update)) or self._handler(type(update))
        self._touched = handler(self, update)
        self._now = None

    def _handler(self, kind: type) -> Handler:
        """The handler for a class that is not in the cache."""
        tag = getattr(kind, "session_update", None)
        if tag is None or issubclass(kind, Model):
            self._check(kind, is_update=tag is not None)
        # The class determines the update. If only the instance does, the surface does not define it.
        known = self._by_tag.get(tag) if isinstance(tag, str) else None
        handler = known or type(self)._unknown
        self._by_class[kind] = handler
        return handler

    def _check(self, kind: type, *, is_update: bool) -> None:
        """Refuse anything but an update, and updates of another version, which may have the same names."""
        hints = load("hints")
        ours = next(hints.surface_of(cls.__module__) for cls in type(self).__mro__ if BaseView in cls.__bases__)
        theirs = hints.surface_of(record_class(kind).__module__) if issubclass(kind, Model) else ""
        if not is_update or (theirs != ours and not theirs.startswith(f"{ours}.")):
            line = f"expected a session update, got {kind.__name__}"
            raise TypeError(hints.with_hint(line, hints.of_update(kind, ours, theirs)))

    @property
    def touched(self) -> EntityT | None:
        """The entity that the last update changed, in its current state, for a display to redraw.

        `None` if it was about the session as a whole, a notice, or the removal of a plan. Costs the same however
        long the session is.
        """
        cell = self._touched
        return None if cell is None else cast("EntityT", self._timeline.get(cell))

    @abstractmethod
    def _look(self) -> FactsT:
        """The current state that updates describe."""

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
        """The entity of an id, created if new, which is about to change."""
        cells = self._cells[kind]
        cell: CellT | None = cells.get(entity_id)
        if cell is None:
            cell = cells[entity_id] = self._add(kind(entity_id))
        elif not cell.is_stale:
            self._timeline.touch(cell)
        return cell

    def _add(self, cell: CellT) -> CellT:
        """Add a new entity at the end."""
        return self._timeline.add(cell)

    def _replace(self, entity_id: object, update: object) -> Cell:
        """Apply an update that replaces an entity as a whole."""
        cell = self._changing(ReplacedCell, entity_id)
        cell.apply(update)
        return cell

    def _remove(self, entity_id: object) -> int | None:
        """Remove such an entity if there is one, and return its position."""
        cell: ReplacedCell | None = self._cells[ReplacedCell].pop(entity_id, None)
        if cell is None:
            return None
        position = cell.position
        self._timeline.remove(cell)
        return position

    def _unknown(self, update: object) -> Cell:
        """Keep an unknown update in the history, unchanged and separate."""
        cell = self._add(ReplacedCell(None))
        cell.apply(update)
        return cell

    @staticmethod
    def _patches(kind: type[PatchedCell]) -> Handler:
        """The handler of updates that patch an entity."""
        id_name = kind.id_name

        def patch(view: BaseView[Any, Any, Any], update: Any) -> Cell:
            cell = view._changing(kind, getattr(update, id_name))
            cell.apply(update)
            return cell

        return patch

    @staticmethod
    def _chunks(kind: type[StreamedCell]) -> Handler:
        """The handler of updates that add an item to an entity's content."""
        id_name = kind.id_name

        def append(view: BaseView[Any, Any, Any], update: Any) -> Cell:
            cell = view._changing(kind, getattr(update, id_name))
            cell.log.append(update.content, update.meta, update.unknown_fields)
            return cell

        return append


def ignored(_view: object, _update: object) -> None:
    """The handler of notices, which are for display when they arrive and not part of the session's history."""


def _is_view(value: object) -> TypeGuard[BaseView[Any, Any, BaseFacts]]:
    return isinstance(value, BaseView)
