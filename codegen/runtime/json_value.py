"""Any JSON value, and the one shared empty object."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Final, NoReturn, TypeAlias, TypeGuard, Union, cast

JsonValue: TypeAlias = Union[str, int, float, bool, None, Sequence["JsonValue"], Mapping[str, "JsonValue"]]
"""Any JSON value, as `json.loads` gives it. Read-only types, because a decoded value may be shared.

Tell an object by `isinstance(value, Mapping)` or a pattern; `isinstance(value, dict)` leaves mypy with a `dict[Any, Any]`.
"""


ITSELF: Final = f"__import__({__name__!r}, fromlist=['']).JsonValue"
"""How the type refers to itself, so that `typing.get_type_hints` resolves it wherever a user's annotations stand.

It is an expression: a `ForwardRef` with a module would be compiled at import, which costs a millisecond.
"""


def _found_anywhere() -> object:
    union: Any = Union
    sequence: Any = Sequence
    mapping: Any = Mapping
    return union[str, int, float, bool, None, sequence[ITSELF], mapping[str, ITSELF]]


# Not by assignment, which a checker would take for a second meaning of the name.
globals()["JsonValue"] = _found_anywhere()


class _EmptyObject(dict[str, NoReturn]):
    """An empty `dict` that stays empty, so that one instance can be every object's default."""

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
"""No members. A singleton: copies and pickles to itself."""


kind: Final = cast("Callable[[object], Any]", type)
"""`type`, but that a checker does not narrow by it: what is read stays `Any` until it is in its slot."""


def is_object(value: object) -> TypeGuard[dict[str, Any]]:
    return isinstance(value, dict)


def is_mapping(value: object) -> TypeGuard[Mapping[object, Any]]:
    return isinstance(value, (dict, Mapping))  # most are, and asking an abstract class takes longer


def is_array(value: object) -> TypeGuard[list[Any]]:
    return isinstance(value, list)


def is_sequence(value: object) -> TypeGuard[Sequence[Any]]:
    """Whether a value may be written as an array: a tuple, as reading gives it, or any other sequence but text."""
    return isinstance(value, Sequence) and not isinstance(value, (str, bytes, bytearray))
