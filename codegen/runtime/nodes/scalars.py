"""Nodes of strings, numbers, booleans and null, of enums, and of any JSON."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from ..errors import Path
from ..json_value import is_array, is_mapping, is_object, is_sequence
from ..model import OtherValue
from ..nesting import INFINITY
from ..node import Node, Reader
from ..refusals import fail, refuse


class Json(Node):
    """Any JSON value, kept unchanged."""

    __slots__ = ()

    def __init__(self) -> None:
        self.expected = "JSON"

    def decode(self, value: Any, path: Path, reader: Reader) -> Any:
        return value

    def encode(self, value: Any, path: Path) -> Any:
        if is_object(value) or is_array(value) or isinstance(value, (str, int, float)) or value is None:
            return value
        if is_mapping(value):
            return dict(value)
        if is_sequence(value):
            return list(value)
        refuse(path, self.expected, value)

    def owns(self, value: object) -> bool:
        return True


class Null(Node):
    """The JSON null, as a separate variant."""

    __slots__ = ()

    def __init__(self) -> None:
        self.expected = "null"

    def decode(self, value: Any, path: Path, reader: Reader) -> Any:
        return value if value is None else fail(path, self.expected, value)

    def encode(self, value: Any, path: Path) -> Any:
        return value if value is None else refuse(path, self.expected, value)

    def owns(self, value: object) -> bool:
        return value is None


class Boolean(Node):
    """`true` or `false`, without coercion."""

    __slots__ = ()

    def __init__(self) -> None:
        self.expected = "boolean"

    def decode(self, value: Any, path: Path, reader: Reader) -> Any:
        return value if isinstance(value, bool) else fail(path, self.expected, value)

    def encode(self, value: Any, path: Path) -> Any:
        return value if isinstance(value, bool) else refuse(path, self.expected, value)

    def owns(self, value: object) -> bool:
        return isinstance(value, bool)


class String(Node):
    """Text, kept unchanged: formats are neither parsed nor rewritten."""

    __slots__ = ("_pattern", "min_length")

    def __init__(self, min_length: int = 0, *, pattern: str | None = None) -> None:
        self.min_length = min_length
        self._pattern = re.compile(pattern.removeprefix("^").removesuffix("$")) if pattern else None
        self.expected = f"string of at least {min_length} characters" if min_length else "string"
        if pattern:
            self.expected += f" like {pattern}"

    def decode(self, value: Any, path: Path, reader: Reader) -> Any:
        return value if self._fits(value) else fail(path, self.expected, value)

    def encode(self, value: Any, path: Path) -> Any:
        return value if self._fits(value) else refuse(path, self.expected, value)

    def owns(self, value: object) -> bool:
        return isinstance(value, str)

    def _fits(self, value: Any) -> bool:
        if not isinstance(value, str) or len(value) < self.min_length:
            return False
        return self._pattern is None or self._pattern.fullmatch(value) is not None


def _bounds(minimum: float | None, maximum: float | None) -> str:
    if minimum is None and maximum is None:
        return ""
    return f" {'' if minimum is None else minimum}..{'' if maximum is None else maximum}"


def _within(value: float, minimum: float | None, maximum: float | None) -> bool:
    return (minimum is None or value >= minimum) and (maximum is None or value <= maximum)


class Integer(Node):
    """An integer in an inclusive range. `1.0` is one, because JSON has a single number type.

    `minimum` and `maximum` are the schema's keywords. The range of `format` (`uint32`, `int64`, ...) also applies when
    reading, except in strict mode, which uses only the validation keywords.
    """

    __slots__ = ("_high", "_low", "maximum", "minimum")

    def __init__(self, *, format: str | None = None, minimum: int | None = None, maximum: int | None = None) -> None:
        self.minimum = minimum
        self.maximum = maximum
        low, high = _format_range(format)
        self._low = low if minimum is None else minimum if low is None else max(low, minimum)
        self._high = high if maximum is None else maximum if high is None else min(high, maximum)
        self.expected = f"integer{_bounds(self._low, self._high)}"

    def decode(self, value: Any, path: Path, reader: Reader) -> Any:
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if isinstance(value, int) and not isinstance(value, bool):
            low, high = (self.minimum, self.maximum) if reader.strict else (self._low, self._high)
            if _within(value, low, high):
                return value
        fail(path, self.expected, value)

    def encode(self, value: Any, path: Path) -> Any:
        return int(value) if self.owns(value) else refuse(path, self.expected, value)

    def owns(self, value: object) -> bool:
        return isinstance(value, int) and not isinstance(value, bool) and _within(value, self.minimum, self.maximum)


def _format_range(format: str | None) -> tuple[int | None, int | None]:
    """The range of `uint32`, `int64` and so on."""
    if format is None:
        return None, None
    bits = int(format.rpartition("int")[2])
    return (0, 2**bits - 1) if format.startswith("u") else (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1)


class Codes(Integer):
    """An integer with known values; any other in range is kept as a plain `int`."""

    __slots__ = ("known",)

    def __init__(self, known: Mapping[int, int], *, format: str | None) -> None:
        super().__init__(format=format)
        self.known = known

    def decode(self, value: Any, path: Path, reader: Reader) -> Any:
        number = super().decode(value, path, reader)
        return self.known.get(number, number)


class Number(Node):
    """A finite number, kept as the `int` or `float` that was received, so that no digit is lost."""

    __slots__ = ("maximum", "minimum")

    def __init__(self, *, minimum: float | None = None, maximum: float | None = None) -> None:
        self.minimum = minimum
        self.maximum = maximum
        self.expected = f"number{_bounds(minimum, maximum)}"

    def decode(self, value: Any, path: Path, reader: Reader) -> Any:
        return value if self.owns(value) else fail(path, self.expected, value)

    def encode(self, value: Any, path: Path) -> Any:
        return value if self.owns(value) else refuse(path, self.expected, value)

    def owns(self, value: object) -> bool:
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            return False
        return (isinstance(value, int) or -INFINITY < value < INFINITY) and _within(value, self.minimum, self.maximum)


class Values(Node):
    """A string enum. With `other` it is open: an unknown value is kept as that class."""

    __slots__ = ("known", "open_in_schema", "other")

    def __init__(self, known: tuple[str, ...], other: type[OtherValue] | None = None, *, open_in_schema: bool) -> None:
        self.known = frozenset(known)
        self.other = other
        self.open_in_schema = open_in_schema
        self.expected = "one of " + ", ".join(repr(value) for value in known)

    def decode(self, value: Any, path: Path, reader: Reader) -> Any:
        if not isinstance(value, str):
            fail(path, "string", value)
        if value in self.known:
            return value
        if self.other is None or (reader.strict and not self.open_in_schema):
            fail(path, self.expected, value)
        reader.note(path, "unknown-value", value)
        return str.__new__(self.other, value)

    def encode(self, value: Any, path: Path) -> Any:
        if isinstance(value, str) and (value in self.known or (self.other and isinstance(value, self.other))):
            return str.__str__(value)  # an enum has a different `str`
        other = self.other.__name__ if self.other else ""
        refuse(path, self.expected + (f" or {other}" if other else ""), value, other=other)

    def owns(self, value: object) -> bool:
        return isinstance(value, str)


JSON: Final = Json()
NULL: Final = Null()
BOOLEAN: Final = Boolean()
STRING: Final = String()
INTEGER: Final = Integer()
NUMBER: Final = Number()
