"""Errors that nodes raise for a value that does not fit, when reading and when writing."""

from __future__ import annotations

from typing import NoReturn

from .errors import DecodeError, Path, format_path, kind_of
from .lazy import load


def fail(path: Path, expected: str, value: object) -> NoReturn:
    raise DecodeError(format_path(path), expected, kind_of(value))


def missing(path: Path, expected: str, version: str = "") -> NoReturn:
    raise DecodeError(format_path(path), expected, "nothing", load("hints").of_version(version))


def refuse(path: Path, expected: str, value: object, **facts: str) -> NoReturn:
    """Refuse to write a value. `facts` about the expected type improve the hint."""
    line = f"{format_path(path)}: expected {expected}, got {kind_of(value)}"
    hints = load("hints")
    raise TypeError(hints.with_hint(line, hints.of_value(value, expected, is_whole=path is None, **facts)))


def twice(path: Path, place: str, value: object) -> NoReturn:
    """Refuse to write a member twice. `place` says where the value is that would be lost."""
    raise TypeError(f"{format_path(path)}: expected no member of that name in {place}, got {kind_of(value)}")


def member_name(key: object, path: Path) -> str:
    """The key of a mapping that is written as an object; `TypeError` if it is not a string."""
    if not isinstance(key, str):
        raise TypeError(f"{format_path(path)}: expected object with string member names, got {kind_of(key)}")
    return key
