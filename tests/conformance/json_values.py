"""Equality of JSON values."""

from __future__ import annotations

from typing import Any


def same(left: Any, right: Any) -> bool:
    """Equality as JSON has it: a boolean is no number, `1` and `1.0` are one number."""
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(same(left[key], right[key]) for key in left)
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(same, left, right))
    return isinstance(left, bool) == isinstance(right, bool) and bool(left == right)


def covers(written: Any, expected: Any) -> bool:
    """Whether `written` has all of `expected`, perhaps with more members, and without its nulls."""
    if isinstance(expected, dict):
        return isinstance(written, dict) and all(
            covers(written[key], value) if key in written else value is None for key, value in expected.items()
        )
    if isinstance(expected, list):
        return isinstance(written, list) and len(written) == len(expected) and all(map(covers, written, expected))
    return same(written, expected)


def without_nulls(value: Any) -> Any:
    """The value without members that are null."""
    if isinstance(value, dict):
        return {key: without_nulls(part) for key, part in value.items() if part is not None}
    return [without_nulls(part) for part in value] if isinstance(value, list) else value
