"""From text to a JSON value and back, with the protocol's limits on depth and length."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any, Final, NoReturn

from .errors import DecodeError, Path, kind_of
from .lazy import load
from .nesting import EXPECTED, INFINITY, is_json, text_nests_deeply

STACK_ROOM: Final = ("more room on the Python stack", "too little")
"""The error's `expected` and `got` if the caller has used up the recursion limit. Reading needs little of it."""

_DIGITS: Final = 4300
"""The maximum number of digits of an integer: the interpreter's default limit, which an application may have lifted."""


def parse(text: str | bytes | bytearray) -> Any:
    """Parse one JSON value. Raises `DecodeError` for anything else, including `NaN`, which Python would accept."""
    try:
        if not isinstance(text, str):
            text = str(text, "utf-8")
        if text_nests_deeply(text):
            raise DecodeError("$", EXPECTED, "deep nesting")
        return DECODER.decode(text)
    except UnicodeDecodeError:
        raise DecodeError("$", "UTF-8 text", "other bytes") from None
    except TypeError:
        raise TypeError(f"expected JSON text, got {kind_of(text)}: {load('hints').of_text(text)}") from None
    except json.JSONDecodeError as error:
        raise DecodeError("$", "JSON text", f"a syntax error at character {error.pos}") from None
    except RecursionError:
        raise DecodeError("$", *STACK_ROOM) from None


def _parse_integer(digits: str) -> int:
    if len(digits) <= _DIGITS:
        try:
            return int(digits)
        except ValueError:  # an application may have lowered the interpreter's limit
            pass
    raise DecodeError("$", "an integer of fewer digits", "a longer one")


def _parse_float(digits: str) -> float:
    number = float(digits)
    if abs(number) == INFINITY:
        raise DecodeError("$", "numbers that a float can hold", "a larger one")
    return number


def _refuse_constant(name: str) -> NoReturn:
    raise DecodeError("$", "JSON text", name)


DECODER: Final = json.JSONDecoder(parse_int=_parse_integer, parse_float=_parse_float, parse_constant=_refuse_constant)


def _scanner(parse_int: Callable[[str], int] | None) -> Callable[[str, int], tuple[Any, int]]:
    """The decoder's scanner. It is undocumented; if it is missing, the documented method is used."""
    decoder = json.JSONDecoder(parse_int=parse_int, parse_float=_parse_float, parse_constant=_refuse_constant)
    return getattr(decoder, "scan_once", None) or decoder.raw_decode


SCAN: Final = _scanner(None)
"""`SCAN(text, 0)` returns the value and its end. For text of fewer than `SMALL` characters, without leading space."""

_SCAN_LONG: Final = _scanner(_parse_integer)

SMALL: Final = 1000
"""JSON text of fewer characters cannot nest too deeply for Python, or contain an integer that is too long."""

_WHITE_SPACE: Final = " \t\r\n"

_USUAL_RECURSION_LIMIT: Final = 1000


def scan(text: str) -> tuple[Any, int]:
    """The value in a text of any length, and its end."""
    # The recursion limit stops the scanner in time, unless an application has raised it; then the C stack would overflow.
    if sys.getrecursionlimit() > _USUAL_RECURSION_LIMIT and text_nests_deeply(text):
        raise DecodeError("$", EXPECTED, "deep nesting")
    # The interpreter's own reading of integers is faster, but an application may have lifted its limit.
    return SCAN(text, 0) if len(text) <= _DIGITS else _SCAN_LONG(text, 0)


def scan_line(text: str | bytes | bytearray) -> tuple[str, Any]:
    """A line of JSON, and its value. Anything else raises an exception; `parse` then reports the error."""
    line = text if isinstance(text, str) else str(text, "utf-8")
    value, end = SCAN(line, 0) if len(line) < SMALL else scan(line)
    if end != len(line) and line[end:].strip(_WHITE_SPACE):
        raise ValueError("more than a value")
    return line, value


def write(value: object, path: Path = None) -> str:
    """One line of ASCII JSON, which is valid UTF-8 whatever the strings contain. Raises the same errors as `plain_json`."""
    plain = plain_json(value, path)
    try:
        return ENCODER.encode(plain)
    except ValueError:
        load("plain_json").refuse_long_integers(plain, path)
        raise


def plain_json(value: Any, path: Path) -> Any:
    """The value itself if it is made of plain `dict`, `list`, `str` and so on, otherwise an equal value that is.

    `path` is its path in a larger value. Raises `TypeError` for anything but JSON, and `ValueError` for NaN, infinity and
    values that could not be read again because they nest too deeply or contain themselves.
    """
    if is_json(value):
        return value
    return load("plain_json").made_plain(value, path)


ENCODER: Final = json.JSONEncoder(separators=(",", ":"), allow_nan=False, check_circular=False)
