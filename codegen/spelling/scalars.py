"""What bounds a scalar, and which values are ones of it."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from typing import Final

from codegen.model import Scalar

_CLASSES: Final[Mapping[str, tuple[type, ...]]] = {
    "string": (str,),
    "boolean": (bool,),
    "integer": (int,),
    "number": (int, float),
}
"""The classes of the values of a scalar; raw JSON has none of its own."""


def limits_of(shape: Scalar) -> dict[str, int | float | str]:
    """All that bounds a scalar, by name."""
    low, high = range_of(shape)
    named = {"minimum": low, "maximum": high, "minLength": shape.min_length or None, "pattern": shape.pattern}
    return {name: value for name, value in named.items() if value is not None}


def range_of(shape: Scalar) -> tuple[int | float | None, int | float | None]:
    """The least and the greatest number; the format of an integer says as much as a minimum and a maximum."""
    low, high = shape.minimum, shape.maximum
    if shape.format is not None:
        bits = int(re.sub(r"\D", "", shape.format))
        signed = not shape.format.startswith("u")
        least, greatest = (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1) if signed else (0, 2**bits - 1)
        low = least if low is None else max(low, least)
        high = greatest if high is None else min(high, greatest)
    return low, high


def is_value_of(shape: Scalar, value: object) -> bool:
    """Whether a JSON value is one of a scalar, spelled in Python as its type says: `3.0` is no `int` there."""
    if type(value) not in _CLASSES.get(shape.kind, ()):
        return False
    if isinstance(value, str):
        return len(value) >= shape.min_length and re.fullmatch(shape.pattern or "(?s:.*)", value) is not None
    assert isinstance(value, (int, float))
    low, high = range_of(shape)
    return math.isfinite(value) and (low is None or value >= low) and (high is None or value <= high)
