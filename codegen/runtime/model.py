"""The imports with which generated modules define their types.

A type checker sees the standard `dataclass` and a bare base class. At run time both come from `record`, which creates
the same classes in a fraction of the import time.
"""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, ClassVar

from .hooks import Hooks
from .json_value import EMPTY, JsonValue
from .lazy import load
from .unset import UNSET, Patch, UnsetType

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
    from dataclasses import field as field

    from typing_extensions import Self

    slotted = type

    class Model(Hooks):
        """Base of every object of the protocol."""

        __slots__ = ()

else:
    from .record import Record as Model
    from .record import dataclass, field, slotted

__all__ = [
    "EMPTY",
    "UNSET",
    "JsonValue",
    "KnownCode",
    "Model",
    "OtherValue",
    "OtherVariant",
    "Patch",
    "UnsetType",
    "dataclass",
    "field",
    "knows",
    "slotted",
    "tag_field",
]


def is_custom(value: str) -> bool:
    """Whether a value is an extension (starts with `_`). Any other unknown value belongs to a future protocol version."""
    return value.startswith("_")


class OtherVariant(Model):
    """Base of the `Other...` classes: a variant that this version of the protocol does not define, kept whole."""

    __slots__ = ()
    _tag_field: ClassVar[str]
    _known_tags: ClassVar[tuple[str, ...]]

    def __post_init__(self) -> None:
        if self._tag in self._known_tags:
            raise ValueError(
                f"{type(self).__name__}: {self._tag_field}={self._tag!r} is a known variant: use its class"
            )

    @property
    def _tag(self) -> str:
        tag: str = getattr(self, self._tag_field)
        return tag

    @property
    def is_custom(self) -> bool:
        """Whether this is an extension (its tag starts with `_`) and not a variant of a future protocol version."""
        return is_custom(self._tag)


class KnownCode(IntEnum):
    """Base of the integer enums."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}.{self.name}"


class OtherValue(str):
    """Base of the `Other...` strings: an enum value that this version of the protocol does not define."""

    __slots__ = ()
    _known_values: ClassVar[tuple[str, ...]]

    def __new__(cls, value: str) -> Self:
        if not isinstance(value, str):  # pyright: ignore[reportUnnecessaryIsInstance]  (not every caller is checked)
            raise TypeError(f"{cls.__name__}: expected string, got {load('errors').kind_of(value)}")
        if value in cls._known_values:
            raise ValueError(f"{cls.__name__}: {str(value)!r} is a known value: use a plain str")
        return str.__new__(cls, value)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str.__repr__(self)})"

    def __reduce_ex__(self, protocol: object, /) -> tuple[object, ...]:
        """A copy has the same class. Unpickling a value that is known by then gives a plain string."""
        return _restored, (type(self), str(self)), getattr(self, "__dict__", None)

    @property
    def is_custom(self) -> bool:
        """Whether this is an extension (it starts with `_`) and not a value of a future protocol version."""
        return is_custom(self)

    @classmethod
    def __get_pydantic_core_schema__(cls, source: object, handler: object) -> object:
        """For pydantic: a string that is not in the enum's `Literal`."""
        return load("pydantic_fields").other_value_schema(cls)


def _restored(other: type[OtherValue], value: str) -> str:
    return value if knows(other, value) else other(value)


def tag_field(other: type[OtherVariant]) -> str:
    """The attribute with the tag of an unknown variant."""
    return other._tag_field  # pyright: ignore[reportPrivateUsage]  (of this module)


def knows(other: type[OtherVariant | OtherValue], name: str) -> bool:
    """Whether a tag or value is a known one of this union or enum."""
    if issubclass(other, OtherVariant):
        return name in other._known_tags  # pyright: ignore[reportPrivateUsage]  (of this module)
    return name in other._known_values  # pyright: ignore[reportPrivateUsage]  (of this module)
