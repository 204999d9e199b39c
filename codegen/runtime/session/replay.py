"""What all updates that are made for a replay have in common."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..unset import UNSET
from .body import Part


def of_chunk(part: Part[Any]) -> dict[str, Any]:
    """The members of a chunk of content that brings a part."""
    return {"content": part.content, "meta": part.meta or None, "unknown_fields": part.unknown_fields}


def of_entity(entity: Any) -> dict[str, Any]:
    """What the patch of an entity says besides the entity's own members."""
    return {"meta": entity.meta or UNSET, "unknown_fields": entity.unknown_fields}


def opened(opening: Any, bare: Any, chunks: list[Any]) -> Iterator[Any]:
    """An entity's updates: chunks alone make the entity where the opening one says no more than a `bare` one."""
    if opening != bare or not chunks:
        yield opening
    yield from chunks
