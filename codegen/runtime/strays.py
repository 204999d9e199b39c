"""Where something stands that JSON does not have. Asked only when writing has failed already."""

from __future__ import annotations

from typing import Any, Final

from . import hints
from .errors import Path, format_path, kind_of
from .json_value import is_mapping, is_sequence
from .text import INFINITY

_KEYS: Final = (str, int, float, bool, type(None))
"""What the standard encoder takes for the name of a member."""


def with_place(value: object, error: TypeError | ValueError) -> Exception:
    """The error that names the first stray of a value in place of the encoder's, which does not."""
    found = _stray_in(value, None)
    if found is None:
        return error
    path, expected, stray = found
    line = f"{format_path(path)}: expected {expected}, got {kind_of(stray)}"
    return type(error)(hints.with_hint(line, hints.of_value(stray, expected, is_whole=False)))


def _stray_in(value: Any, path: Path) -> tuple[Path, str, object] | None:
    """The place of the first stray, what is expected there, and the stray itself."""
    if isinstance(value, float) and not -INFINITY < value < INFINITY:
        return path, "a finite number", value
    if isinstance(value, _KEYS):
        return None
    if is_mapping(value):
        for key, item in value.items():
            if not isinstance(key, _KEYS):
                return path, "object with string member names", key
            found = _stray_in(item, (path, str(key)))
            if found:
                return found
        return None
    if is_sequence(value):
        places = ((item, (path, index)) for index, item in enumerate(value))
        return next(filter(None, (_stray_in(item, place) for item, place in places)), None)
    return path, "JSON", value
