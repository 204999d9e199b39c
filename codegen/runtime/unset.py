"""The third state of a patch field: not sent at all."""

from __future__ import annotations

import enum
from typing import Final, Literal, TypeVar, Union

from .lazy import load

T = TypeVar("T")


class UnsetType(enum.Enum):
    """The type of `UNSET`. An enum with one member, because every type checker narrows that with `is`."""

    UNSET = ...  # not JSON, so that encoders that write enums by value fail

    def __bool__(self) -> Literal[False]:
        return False

    def __repr__(self) -> str:
        return "UNSET"

    __str__ = __repr__

    @classmethod
    def __get_pydantic_core_schema__(cls, source: object, handler: object) -> object:
        """For pydantic: accepts only itself, and never appears in JSON."""
        return load("pydantic_fields").unset_schema()

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: object, handler: object) -> object:
        """For pydantic: not a choice of a JSON Schema."""
        return load("pydantic_shapes").omitted()


UNSET: Final = UnsetType.UNSET
"""The member is absent: a patch leaves the stored value unchanged. A falsy singleton; unpickling gives the same object."""

Patch = Union[T, None, UnsetType]
"""A patch field: a value replaces the stored one, `None` clears it, `UNSET` leaves it unchanged."""
