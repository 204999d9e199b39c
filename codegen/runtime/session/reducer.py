"""How a view takes updates: which handler is for which class."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, NoReturn

from .timeline import Cell

Handler = Callable[[Any, Any], "Cell | None"]
"""Applies an update to a view; gives the entity that it is about."""


class Dispatch:
    """Finds the handler of an update by its class; each class is looked at once."""

    __slots__ = ()

    _by_tag: ClassVar[Mapping[str, Handler]]
    """The handlers, by the `sessionUpdate` of the updates they take; under "" the one for all others."""
    _by_class: ClassVar[dict[type, Handler]]

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls._by_class = {}

    def _dispatch(self, update: object) -> Cell | None:
        """Apply an update; gives the entity that it is about."""
        handler = self._by_class.get(type(update)) or self._handler(type(update))
        return handler(self, update)

    def __reduce__(self) -> NoReturn:
        raise TypeError("a view is not copied: snapshot() is what it is now, replay() makes another like it")

    def _handler(self, kind: type) -> Handler:
        """The handler for a class that was not met yet."""
        tag = getattr(kind, "session_update", None)
        if tag is None:
            raise TypeError(f"expected a session update, got {kind.__name__}")
        # The class says which update it is. Where only the instance can say, it is one that the surface does not know.
        handler = self._by_tag.get(tag if isinstance(tag, str) else "", self._by_tag[""])
        self._by_class[kind] = handler
        return handler
