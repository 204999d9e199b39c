"""Marks members that only one protocol version requires, so that an error can suggest the other version."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from codegen.model import Item, Record, Surface


def mark_versions(surfaces: Sequence[Surface]) -> list[Surface]:
    """The surfaces, with each required member marked that the other version's type of the same name does not require."""
    return [_mark(surface, [other for other in surfaces if _is_twin(surface, other)]) for surface in surfaces]


def _is_twin(surface: Surface, other: Surface) -> bool:
    return surface.version != other.version and surface.stable == other.stable


def _mark(surface: Surface, twins: Sequence[Surface]) -> Surface:
    for twin in twins:
        items = {name: _marked(item, twin.items.get(name), twin.version) for name, item in surface.items.items()}
        surface = replace(surface, items=items)
    return surface


def _marked(item: Item, twin: Item | None, version: str) -> Item:
    if not isinstance(item, Record) or not isinstance(twin, Record) or item.base or twin.base:
        return item
    required = set(_required(twin))
    fields = (
        replace(field, free_in=version) if field.required and field.wire not in required else field
        for field in item.fields
    )
    return replace(item, fields=tuple(fields))


def _required(record: Record) -> Iterator[str]:
    return (field.wire for field in record.fields if field.required)
