"""Any JSON value, and the one shared empty object."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NoReturn, TypeAlias, Union

JsonValue: TypeAlias = Union[str, int, float, bool, None, Sequence["JsonValue"], Mapping[str, "JsonValue"]]
"""Any JSON value, as `json.loads` gives it. Read-only types, because a decoded value may be shared."""


class _EmptyObject(dict[str, NoReturn]):
    """An empty `dict` that stays empty, so that one instance can be every object's default."""

    __slots__ = ()

    def _refuse(self, *_args: object, **_kwargs: object) -> NoReturn:
        raise TypeError("this mapping is a shared default and cannot be changed; pass a dict of your own")

    __setitem__ = __ior__ = update = setdefault = _refuse  # type: ignore[assignment]

    def __hash__(self) -> int:  # type: ignore[override]
        return 0

    def __reduce__(self) -> str:
        return "EMPTY"


EMPTY: Final[Mapping[str, NoReturn]] = _EmptyObject()
"""No members. A singleton: copies and pickles to itself."""
