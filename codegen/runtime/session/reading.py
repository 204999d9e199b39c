"""Reading a session: the common parts of views and snapshots of both versions."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, Final, Generic, TypeGuard, TypeVar

from ..model import Model, OtherVariant, dataclass, slotted
from .timeline import Entities

UpdateT = TypeVar("UpdateT")
EntityT = TypeVar("EntityT")
OtherT = TypeVar("OtherT")

NOTHING: Final[Entities[Any]] = Entities()
_UNKNOWN: Final[Any] = OtherVariant


@dataclass(frozen=True, slots=True, kw_only=True)
class BaseFacts(Model, metaclass=slotted):
    """The state that updates describe, at one moment. Each version adds its own parts."""

    timeline: Entities[Any] = NOTHING


FactsT = TypeVar("FactsT", bound=BaseFacts)


class BaseReading(Generic[EntityT, OtherT, FactsT]):
    """The readable properties of a session."""

    __slots__ = ()

    @abstractmethod
    def _facts(self) -> FactsT:
        """The state that updates describe."""

    @property
    def timeline(self) -> Entities[EntityT]:
        """Everything with a place in the history, in the order first seen."""
        return self._facts().timeline

    @property
    def unknown_updates(self) -> Entities[OtherT]:
        """The updates that the surface does not define, unchanged."""
        return self._facts().timeline.only(_UNKNOWN)


class BaseSnapshot(Generic[FactsT]):
    """The state of a session at one moment. Immutable, hashable, picklable."""

    __slots__ = ("_at",)

    _at: FactsT

    def _facts(self) -> FactsT:
        return self._at

    def __eq__(self, other: object) -> bool:
        return self._at == other._at if _is_snapshot(other) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._at)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._at!r})"


def _is_snapshot(value: object) -> TypeGuard[BaseSnapshot[BaseFacts]]:
    return isinstance(value, BaseSnapshot)
