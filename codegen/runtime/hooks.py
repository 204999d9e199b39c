"""What other libraries look for on the classes of the protocol. None of them is imported before it asks."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any, TypeVar

T = TypeVar("T")


class _PydanticSerializer:
    """`__pydantic_serializer__`: how pydantic writes an object where no type says what it is, as in an `Any` field.

    Only there while pydantic is; else it would be loaded by whoever lists the attributes of an object.
    """

    def __get__(self, instance: object, owner: type) -> object:
        if "pydantic_core" not in sys.modules:
            raise AttributeError("__pydantic_serializer__")
        from .pydantic_fields import serializer

        return serializer(owner)


class Hooks:
    """Base of every object of the protocol: how Rich and IPython print it, how pydantic reads and writes it."""

    __slots__ = ()
    __pydantic_serializer__ = _PydanticSerializer()

    def __rich_repr__(self) -> Iterator[tuple[str, object]]:
        """For Rich: the members that `repr` shows."""
        from .record import shown_members

        return shown_members(self)

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """For IPython: what `repr` shows, on as many lines as it takes."""
        with printer.group(4, f"{type(self).__qualname__}(", ")"):
            separator = ""
            for name, value in self.__rich_repr__():
                printer.text(separator)
                printer.breakable(" " if separator else "")
                printer.text(f"{name}=")
                printer.pretty(value)
                separator = ","

    @classmethod
    def __get_pydantic_core_schema__(cls, source: object, handler: object) -> object:
        """For pydantic: read and written by this package's codec, tag and unknown members included."""
        from .pydantic_fields import schema_of_class

        return schema_of_class(cls)

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: object, handler: object) -> object:
        """For pydantic: the JSON Schema of what stands on the wire."""
        from .pydantic_shapes import json_schema_of_class

        return json_schema_of_class(cls, handler)


def hooked(cls: type[T]) -> type[T]:
    """Give a class the hooks as its own.

    Python looks for some ninety special methods in every base of each class that it makes, so that inheriting them would
    cost more than what they do.
    """
    for name, value in vars(Hooks).items():
        if name not in vars(cls):
            setattr(cls, name, value)
    return cls
