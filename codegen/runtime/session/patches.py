"""The three states of a patch, applied: leave, clear, replace."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from ..json_value import EMPTY, JsonValue
from ..unset import UNSET, Patch, UnsetType

T = TypeVar("T")
D = TypeVar("D")


def patched(stored: T | D, patch: Patch[T], cleared: D) -> T | D:
    """The stored value after a patch. `null` sets it to `cleared`."""
    if patch is UNSET:
        return stored
    return cleared if patch is None else patch


def patch_for(value: T, start: object = None) -> T | UnsetType:
    """The patch that sets a new entity's member to `value`, where its initial value is `start`."""
    return UNSET if value == start else value


def merged_meta(stored: Mapping[str, JsonValue], patch: Patch[Mapping[str, JsonValue]]) -> Mapping[str, JsonValue]:
    """Metadata patched by top-level key: a key set to `null` is removed, any other value replaces that key's."""
    if patch is UNSET:
        return stored
    if patch is None:
        return EMPTY
    changed = {**stored, **patch}
    return {key: value for key, value in changed.items() if value is not None} or EMPTY


def merged_unknown(stored: Mapping[str, JsonValue], sent: Mapping[str, JsonValue]) -> Mapping[str, JsonValue]:
    """Unknown members: each keeps its last value."""
    return {**stored, **sent} if sent else stored
