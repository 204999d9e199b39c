"""Any JSON value, and the one shared empty object."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Final, NoReturn, TypeAlias, TypeGuard, Union, cast

JsonValue: TypeAlias = Union[str, int, float, bool, None, Sequence["JsonValue"], Mapping[str, "JsonValue"]]
"""Any JSON value, as returned by `json.loads`. The types are read-only, because decoded values may be shared.

Test for an object with `isinstance(value, Mapping)` or a pattern; `isinstance(value, dict)` is `dict[Any, Any]` to mypy.
"""


ITSELF: Final = f"__import__({__name__!r}, fromlist=['']).JsonValue"
"""The type's reference to itself, which `typing.get_type_hints` can resolve in users' annotations.

It is an expression: a `ForwardRef` with a module would be compiled at import, which costs a millisecond.
"""


def _found_anywhere() -> object:
    union: Any = Union
    sequence: Any = Sequence
    mapping: Any = Mapping
    return union[str, int, float, bool, None, sequence[ITSELF], mapping[str, ITSELF]]


# Not an assignment, which a type checker would treat as a redefinition.
globals()["JsonValue"] = _found_anywhere()


class _EmptyObject(dict[str, NoReturn]):
    """An empty `dict` that cannot be changed, so that one instance can be the default of every object."""

    __slots__ = ()

    def _refuse(self, *_args: object, **_kwargs: object) -> NoReturn:
        raise TypeError("this mapping is a shared default and cannot be changed: pass your own dict")

    _refused: ClassVar[Any] = _refuse
    __setitem__ = __delitem__ = __ior__ = update = setdefault = pop = popitem = clear = _refused

    def __hash__(self) -> int:  # type: ignore[override]
        return 0

    def __reduce__(self) -> str:
        return "EMPTY"


EMPTY: Final[Mapping[str, NoReturn]] = _EmptyObject()
"""The empty object. A singleton: copying or unpickling it gives the same object."""


kind: Final = cast("Callable[[object], Any]", type)
"""`type`, without narrowing by type checkers: values stay `Any` until they are assigned."""


def is_object(value: object) -> TypeGuard[dict[str, Any]]:
    return isinstance(value, dict)


def is_mapping(value: object) -> TypeGuard[Mapping[object, Any]]:
    return isinstance(value, (dict, Mapping))  # most are, and checking an abstract class takes longer


def is_array(value: object) -> TypeGuard[list[Any]]:
    return isinstance(value, list)


def is_sequence(value: object) -> TypeGuard[Sequence[Any]]:
    """Whether a value may be written as an array: a tuple, or any other sequence except text."""
    return isinstance(value, Sequence) and not isinstance(value, (str, bytes, bytearray))
