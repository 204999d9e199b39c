"""The third state of a patch field: not sent at all."""

from __future__ import annotations

import enum
from typing import Final, Literal, TypeVar, Union

from .lazy import load

T = TypeVar("T")


class UnsetType(enum.Enum):
    """The type of `UNSET`. An enum of one member, because every checker narrows that with `is`."""

    UNSET = ...  # no JSON: an encoder that writes an enum by its value must fail

    def __bool__(self) -> Literal[False]:
        return False

    def __repr__(self) -> str:
        return "UNSET"

    __str__ = __repr__

    @classmethod
    def __get_pydantic_core_schema__(cls, source: object, handler: object) -> object:
        """For pydantic: itself only, and never in JSON."""
        return load("pydantic_fields").unset_schema()

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: object, handler: object) -> object:
        """For pydantic: no choice of a JSON Schema."""
        return load("pydantic_shapes").omitted()


UNSET: Final = UnsetType.UNSET
"""The member is absent: a patch leaves the stored value unchanged. Falsy, a singleton, pickles to itself."""

Patch = Union[T, None, UnsetType]
"""A patch field: a value replaces, `None` clears, `UNSET` leaves unchanged."""
