"""Shapes without their bounds, to distinguish changed types from changed bounds; and shapes in words."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from typing import Final

from codegen.model import Array, Map, Ref, Scalar, Shape

_CLASSES: Final[Mapping[str, tuple[type, ...]]] = {
    "string": (str,),
    "boolean": (bool,),
    "integer": (int,),
    "number": (int, float),
}
"""The classes of a scalar's values; empty for raw JSON."""


def bare(shape: Shape, renamed: Mapping[str, str]) -> Shape:
    """A shape without bounds and leniency, with the new names of its types."""
    match shape:
        case Ref(name):
            return Ref(renamed.get(name, name))
        case Array(item):
            return Array(bare(item, renamed))
        case Map(value):
            return Map(bare(value, renamed))
        case Scalar(kind):
            return Scalar(kind)


def bounds(shape: Shape) -> dict[str, object]:
    """The bounds of a shape, by name; for nested ones under `items`."""
    return dict(_bounds(shape, ""))


def _bounds(shape: Shape, prefix: str) -> Iterator[tuple[str, object]]:
    match shape:
        case Array(item, min_items):
            if min_items:
                yield f"{prefix}minItems", min_items
            yield from _bounds(item, f"{prefix}items ")
        case Map(value):
            yield from _bounds(value, f"{prefix}values ")
        case Scalar():
            low, high = range_of(shape)
            named = {"minimum": low, "maximum": high, "minLength": shape.min_length or None, "pattern": shape.pattern}
            yield from ((prefix + name, value) for name, value in named.items() if value is not None)
        case Ref():
            pass


def range_of(shape: Scalar) -> tuple[int | float | None, int | float | None]:
    """The minimum and maximum, also from the format of an integer."""
    low, high = shape.minimum, shape.maximum
    if shape.format is not None:
        bits = int(re.sub(r"\D", "", shape.format))
        signed = not shape.format.startswith("u")
        least, greatest = (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1) if signed else (0, 2**bits - 1)
        low = least if low is None else max(low, least)
        high = greatest if high is None else min(high, greatest)
    return low, high


def is_value_of(shape: Scalar, value: object) -> bool:
    """Whether a JSON value is one of a scalar, with the Python type of that: `3.0` is not an `int`."""
    if type(value) not in _CLASSES.get(shape.kind, ()):
        return False
    if isinstance(value, str):
        return len(value) >= shape.min_length and re.fullmatch(shape.pattern or "(?s:.*)", value) is not None
    assert isinstance(value, (int, float))
    low, high = range_of(shape)
    return math.isfinite(value) and (low is None or value >= low) and (high is None or value <= high)


def bound_rule(old: Mapping[str, object], new: Mapping[str, object]) -> str:
    """The direction in which bounds changed."""
    moves = {_move(name, old.get(name), new.get(name)) for name in old.keys() | new.keys()} - {""}
    return f"bounds {moves.pop()}" if len(moves) == 1 else "bounds changed"


def _move(name: str, old: object, new: object) -> str:
    if old == new:
        return ""
    if old is None or new is None:
        return "narrowed" if old is None else "widened"
    if isinstance(old, (int, float)) and isinstance(new, (int, float)):
        return "narrowed" if (new < old) == name.endswith("maximum") else "widened"
    return "changed"


def skips_invalid(shape: Shape) -> bool:
    """Whether an array is read without its invalid items."""
    return isinstance(shape, Array) and shape.skip_invalid


def words(shape: Shape) -> str:
    """A shape as shown in reports: `string`, `[ContentBlock]`, `{string: json}`."""
    match shape:
        case Ref(name):
            return name
        case Array(item):
            return f"[{words(item)}]"
        case Map(value):
            return f"{{string: {words(value)}}}"
        case Scalar(kind):
            return kind
