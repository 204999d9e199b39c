"""Common parts of updates for a replay."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from ..unset import UNSET
from .body import Part
from .patches import patch_for

Make = Callable[..., Any]
"""An update's class."""


def of_chunk(part: Part[Any]) -> dict[str, Any]:
    """The members of a content chunk for a part."""
    return {"content": part.content, "meta": part.meta or None, "unknown_fields": part.unknown_fields}


def of_entity(entity: Any, names: Sequence[str] = ()) -> dict[str, Any]:
    """The members of an entity's patch: the named ones, and those that every patch has."""
    members = {name: patch_for(getattr(entity, name)) for name in names}
    return {**members, "meta": entity.meta or UNSET, "unknown_fields": entity.unknown_fields}


def opened(opening: Any, bare: Any, chunks: Sequence[Any]) -> Iterator[Any]:
    """The updates of an entity. Chunks are enough if the opening update is equal to a `bare` one."""
    if opening != bare or not chunks:
        yield opening
    yield from chunks


def of_streamed(entity: Any, patch: Make, chunk: Make, ids: dict[str, Any], members: dict[str, Any]) -> Iterator[Any]:
    """The updates of an entity with streamed content: its `members`, the part that fits into one array, and the chunks."""
    opening = patch(**ids, **members, content=patch_for(entity.body.whole(), ()))
    return opened(opening, patch(**ids), [chunk(**ids, **of_chunk(part)) for part in entity.body.chunks()])


def of_compaction(entity: Any, patch: Make, chunk: Make) -> Iterator[Any]:
    """The updates of a compaction. Chunks of its summary belong between its start and its end."""
    chunks = entity.body.chunks()
    yield patch(
        compaction_id=entity.compaction_id,
        status="in_progress" if chunks else entity.status,
        summary=patch_for(entity.body.whole(), ()),
        **of_entity(entity, ("error",)),
    )
    for part in chunks:
        yield chunk(compaction_id=entity.compaction_id, **of_chunk(part))
    if chunks and entity.status != "in_progress":
        yield patch(compaction_id=entity.compaction_id, status=entity.status)
