"""From text to a JSON value and back: JSON as the protocol has it, and neither deeper nor longer than is allowed."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any, Final, NoReturn

from .errors import DecodeError, Path, kind_of
from .lazy import load
from .nesting import EXPECTED, INFINITY, is_json, text_nests_deeply

STACK_ROOM: Final = ("more room on the Python stack", "too little")
"""What an error expects and got where the caller has used up the recursion limit. Reading needs little of it."""

_DIGITS: Final = 4300
"""The longest integer that is read, in digits: the interpreter's own limit, which an application may have lifted."""


def parse(text: str | bytes | bytearray) -> Any:
    """One JSON value. What is not JSON, and what Python alone would read (`NaN`), is a `DecodeError`."""
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
    """The decoder's scanner. It is undocumented: where it is missing there is a documented way."""
    decoder = json.JSONDecoder(parse_int=parse_int, parse_float=_parse_float, parse_constant=_refuse_constant)
    return getattr(decoder, "scan_once", None) or decoder.raw_decode


SCAN: Final = _scanner(None)
"""`SCAN(text, 0)` gives the value and where it ends. For text of fewer than `SMALL` characters, without leading space."""

_SCAN_LONG: Final = _scanner(_parse_integer)

SMALL: Final = 1000
"""JSON text of fewer characters nests no deeper than Python lets it, and has no integer that is too long."""

_WHITE_SPACE: Final = " \t\r\n"

_USUAL_RECURSION_LIMIT: Final = 1000


def scan(text: str) -> tuple[Any, int]:
    """The value in a text of any length, and where it ends."""
    # The recursion limit ends the scanner in time, unless an application has raised it: then the stack would end it.
    if sys.getrecursionlimit() > _USUAL_RECURSION_LIMIT and text_nests_deeply(text):
        raise DecodeError("$", EXPECTED, "deep nesting")
    # The interpreter's own reading of integers is faster, but an application may have lifted its limit.
    return SCAN(text, 0) if len(text) <= _DIGITS else _SCAN_LONG(text, 0)


def scan_line(text: str | bytes | bytearray) -> tuple[str, Any]:
    """A line of JSON, and the value that it holds. Anything else raises something: `parse` then says what is wrong."""
    line = text if isinstance(text, str) else str(text, "utf-8")
    value, end = SCAN(line, 0) if len(line) < SMALL else scan(line)
    if end != len(line) and line[end:].strip(_WHITE_SPACE):
        raise ValueError("more than a value")
    return line, value


def write(value: object, path: Path = None) -> str:
    """One line of JSON, all ASCII, so that it is valid UTF-8 whatever the strings hold. Raises as `plain_json` does."""
    plain = plain_json(value, path)
    try:
        return ENCODER.encode(plain)
    except ValueError:
        load("plain_json").refuse_long_integers(plain, path)
        raise


def plain_json(value: Any, path: Path) -> Any:
    """The value itself where it is made of `dict`, `list`, `str` and so on, else what is equal to it and is.

    `path` is where it stands in a larger one. Raises `TypeError` for what is no JSON, `ValueError` for NaN and infinity and
    for what could not be read again: what nests too deeply, or holds itself.
    """
    if is_json(value):
        return value
    return load("plain_json").made_plain(value, path)


ENCODER: Final = json.JSONEncoder(separators=(",", ":"), allow_nan=False, check_circular=False)
