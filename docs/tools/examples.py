"""An example of each type of a surface: its JSON, and the Python that makes it."""

from __future__ import annotations

import importlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from codegen.model import Item, Method, Record, Ref, Surface, Union
from docs.tools.source import Source, format_all
from docs.tools.values import Values


@dataclass(frozen=True)
class Example:
    """A value in both spellings."""

    form: str
    """The type that it is written as: of a variant, its union."""
    value: Any
    """As JSON."""
    python: str

    @property
    def json(self) -> str:
        """The value as text."""
        return json.dumps(self.value, indent=2)


class Examples:
    """The examples of one surface: by the name of the item or of the method."""

    def __init__(self, surface: Surface) -> None:
        self.surface = surface
        self.module: Any = importlib.import_module(f"acp_types.{surface.name}")
        self.values = Values(surface)
        self.source = Source(surface)
        self.by_name = self._formatted(dict(self._all()))

    def _formatted(self, raw: dict[str, Example]) -> dict[str, Example]:
        files = {str(number): example.python for number, example in enumerate(raw.values())}
        formatted = format_all(files).values()
        return {
            name: Example(example.form, example.value, python)
            for (name, example), python in zip(raw.items(), formatted, strict=True)
        }

    def _all(self) -> Iterator[tuple[str, Example]]:
        for item in self.surface.items.values():
            form, value = self._value(item)
            yield item.name, self._example(form, value)
        for method in self.surface.methods:
            yield method_key(method), self._example(method.params, self.values.of(method.params))

    def _example(self, form: str, value: Any) -> Example:
        typed = self.module.decode(getattr(self.module, form), value)
        return Example(form, value, self.source.of(form, typed))

    def _value(self, item: Item) -> tuple[str, Any]:
        if isinstance(item, Record):
            value = self.values.record(item)
            for union in self._unions_of(item):
                return union.name, {**self._tags(union, item), **value}
            return item.name, value
        return item.name, self.values.of(item.name)

    def _unions_of(self, record: Record) -> Iterator[Union]:
        """The tagged unions that a record is a variant of, outermost first."""
        for item in self.surface.items.values():
            if isinstance(item, Union) and item.tag and (item.other == record.name or self._tags(item, record)):
                yield from self._outer(item)
                yield item

    def _outer(self, union: Union) -> Iterator[Union]:
        for item in self.surface.items.values():
            if isinstance(item, Union) and any(variant.shape == Ref(union.name) for variant in item.variants):
                yield item

    def _tags(self, union: Union, record: Record) -> dict[str, str]:
        """The tags that select a record in a union."""
        if union.other == record.name or union.tag is None:
            return {}
        for variant in union.variants:
            if variant.tag is None or not isinstance(variant.shape, Ref):
                continue
            tag = {union.tag: variant.tag}
            if variant.shape.name == record.name:
                return tag
            inner = self.surface.items[variant.shape.name]
            if isinstance(inner, Union) and (inner.other == record.name or self._tags(inner, record)):
                return {**tag, **self._tags(inner, record)}
        return {}


def method_key(method: Method) -> str:
    """A method's name, its kind and receiver: one name can be both a request and a notification."""
    return f"{method.name} {method.kind} {method.receiver}"
