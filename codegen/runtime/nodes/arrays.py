"""Nodes of arrays and maps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..errors import DecodeError, Path
from ..json_value import is_array, is_mapping, is_object, is_sequence
from ..node import Node, Reader
from ..refusals import fail, member_name, refuse
from .scalars import Json


class Array(Node):
    """A JSON array, read as a tuple. With `skip_invalid`, items that do not fit are left out."""

    __slots__ = ("item", "min_items", "skip_invalid")

    def __init__(self, item: Node, min_items: int = 0, *, skip_invalid: bool = False) -> None:
        self.item = item
        self.min_items = min_items
        self.skip_invalid = skip_invalid
        self.expected = f"array of at least {min_items} items" if min_items else "array"

    def decode(self, value: Any, path: Path, reader: Reader) -> Any:
        if not is_array(value) or len(value) < self.min_items:
            fail(path, self.expected, value)
        if reader.strict or not self.skip_invalid:
            return tuple([self.item.decode(item, (path, index), reader) for index, item in enumerate(value)])
        return tuple(self._valid_items(value, path, reader))

    def _valid_items(self, value: list[Any], path: Path, reader: Reader) -> Iterator[Any]:
        for index, item in enumerate(value):
            before = len(reader.issues)
            try:
                decoded = self.item.decode(item, (path, index), reader)
            except DecodeError:
                del reader.issues[before:]
                reader.note((path, index), "skip-invalid-items", item)
            else:
                yield decoded

    def encode(self, value: Any, path: Path) -> Any:
        # With `skip_invalid` the minimum is not checked, because reading may have skipped items.
        least = 0 if self.skip_invalid else self.min_items
        if not is_sequence(value) or len(value) < least:
            refuse(path, self.expected, value, item=self.item.expected)
        return [self.item.encode(item, (path, index)) for index, item in enumerate(value)]

    def owns(self, value: object) -> bool:
        return is_sequence(value) and all(self.item.owns(item) for item in value)


class Map(Node):
    """A map: a JSON object whose member names are data."""

    __slots__ = ("value",)

    def __init__(self, value: Node) -> None:
        self.value = value
        self.expected = "object"

    def decode(self, value: Any, path: Path, reader: Reader) -> Any:
        if not is_object(value):
            fail(path, self.expected, value)
        if isinstance(self.value, Json):
            return value
        return {key: self.value.decode(item, (path, key), reader) for key, item in value.items()}

    def encode(self, value: Any, path: Path) -> Any:
        if not is_mapping(value):
            refuse(path, self.expected, value)
        return {(name := member_name(key, path)): self.value.encode(item, (path, name)) for key, item in value.items()}

    def owns(self, value: object) -> bool:
        return isinstance(value, Mapping)
