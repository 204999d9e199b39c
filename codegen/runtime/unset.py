"""The third state of a patch field: not sent at all."""

from __future__ import annotations

import enum
from typing import Final, Literal, TypeVar, Union

T = TypeVar("T")


class UnsetType(enum.Enum):
    """The type of `UNSET`. An enum of one member, because every checker narrows that with `is`."""

    UNSET = "UNSET"

    def __bool__(self) -> Literal[False]:
        return False

    def __repr__(self) -> str:
        return "UNSET"


UNSET: Final = UnsetType.UNSET
"""The member is absent: a patch leaves the stored value unchanged. Falsy, a singleton, pickles to itself."""

Patch = Union[T, None, UnsetType]
"""A patch field: a value replaces, `None` clears, `UNSET` leaves unchanged."""
