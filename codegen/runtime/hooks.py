"""Hooks of other libraries on the classes of the protocol. None of these libraries is imported until it uses them.

Their implementations are imported by name, so that type checkers do not load the libraries with this package.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from types import FunctionType
from typing import Any, ClassVar, TypeVar

from .lazy import load

T = TypeVar("T")


class _PydanticSerializer:
    """`__pydantic_serializer__`: how pydantic writes an object without a declared type, as in an `Any` field.

    Present only if pydantic is loaded; otherwise listing the attributes of an object would load it.
    """

    def __get__(self, instance: object, owner: type) -> object:
        if "pydantic_core" not in sys.modules:
            raise AttributeError("__pydantic_serializer__")
        return load("pydantic_fields").serializer(owner)


class Hooks:
    """Base of every object of the protocol: how Rich and IPython print it, how pydantic reads and writes it."""

    __slots__ = ()
    __pydantic_serializer__: ClassVar[_PydanticSerializer] = _PydanticSerializer()

    def __rich_repr__(self) -> Iterator[tuple[str, object]]:
        """For Rich: the members that `repr` shows."""
        from .record import shown_members

        return shown_members(self)

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """For IPython: the same as `repr`, on several lines if needed."""
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
        """For pydantic: reads and writes with this package's codec, including discriminator and unknown members."""
        return load("pydantic_fields").schema_of_class(cls)

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: object, handler: object) -> object:
        """For pydantic: the JSON Schema of the wire format."""
        return load("pydantic_shapes").json_schema_of_class(cls, handler)


def hooked(cls: type[T]) -> type[T]:
    """Copy the hooks into a class.

    When Python creates a class it looks for some ninety special methods in every base class, so inheriting the hooks
    would be too slow.
    """
    for name, value in vars(Hooks).items():
        if isinstance(value, (FunctionType, classmethod, _PydanticSerializer)):
            setattr(cls, name, value)
    return cls
