"""Converts values to plain `dict`, `list`, `str` and so on before writing, or refuses them with their path."""

from __future__ import annotations

from typing import Any

from .errors import Path, format_path, kind_of
from .json_value import is_array, is_mapping, is_object, is_sequence
from .nesting import EXPECTED, INFINITY, nests_deeply
from .refusals import member_name, refuse


def made_plain(value: Any, path: Path) -> Any:
    """An equal value made of plain classes only."""
    if nests_deeply(value):
        raise ValueError(f"$: expected {EXPECTED}, got deep nesting")
    return _plain(value, path, {})


def _plain(value: Any, path: Path, made: dict[int, tuple[Any, Any]]) -> Any:
    """`made` has the values converted so far, by the `id` of their originals, so that shared values are converted once.

    The originals are kept too: a mapping may create its members on access, and another object could otherwise get the
    `id` of one that no longer exists.
    """
    if isinstance(value, str):
        return str.__str__(value)  # an enum has a different `str`
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int):
        return int(value)
    if isinstance(value, float):
        if not -INFINITY < value < INFINITY:
            raise ValueError(f"{format_path(path)}: expected a finite number, got {kind_of(value)}")
        return float(value)
    if id(value) in made:
        return made[id(value)][1]
    plain: Any
    if is_mapping(value):
        plain = {
            str.__str__(name := member_name(key, path)): _plain(part, (path, name), made) for key, part in value.items()
        }
    elif is_sequence(value):
        plain = [_plain(part, (path, index), made) for index, part in enumerate(value)]
    else:
        refuse(path, "JSON", value)
    made[id(value)] = value, plain
    return plain


def refuse_long_integers(value: Any, path: Path = None) -> None:
    """Report the path of an integer beyond the interpreter's limit for writing, which an application may have set."""
    if isinstance(value, int):
        try:
            repr(value)
        except ValueError:
            line = f"{format_path(path)}: expected an integer of fewer digits, got {kind_of(value)}"
            raise ValueError(line) from None
    if is_object(value):
        for name, part in value.items():
            refuse_long_integers(part, (path, name))
    if is_array(value):
        for index, part in enumerate(value):
            refuse_long_integers(part, (path, index))
