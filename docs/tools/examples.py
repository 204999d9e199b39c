"""An example of each type of a surface: its JSON, and the Python that creates it.

Enums have two, a known value and an extension.
"""

from __future__ import annotations

import importlib
import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from codegen.model import Alias, Enum, Item, Method, Record, Ref, Surface, Union
from codegen.spelling.python import is_codes
from docs.tools.source import Source, format_all
from docs.tools.values import UNKNOWN, UNKNOWN_CODE, Values


@dataclass(frozen=True)
class Example:
    """A value in both spellings."""

    form: str
    """The type that it is written as: for a variant, its union."""
    value: Any
    """As JSON."""
    python: str
    """An expression, or statements that create and read it."""

    @property
    def json(self) -> str:
        """The value as text."""
        return json.dumps(self.value, indent=2)


class Examples:
    """The examples of one surface."""

    def __init__(self, surface: Surface) -> None:
        self.surface = surface
        self.module: Any = importlib.import_module(f"acp_types.{surface.name}")
        self.values = Values(surface)
        self.source = Source(surface)
        self.by_name = dict(self._all())
        """By the name of the item or of the method. Their Python is an expression."""
        self.plain = {item.name: self._plain(item) for item in surface.items.values() if self._is_plain(item)}
        """For items whose values are not objects of the protocol, by name. Their Python creates a value and reads it."""
        self._format()

    def _format(self) -> None:
        """Format all Python, in one run of the formatter."""
        raw = [*self.by_name.values(), *(example for shown in self.plain.values() for example in shown)]
        formatted = format_all([example.python for example in raw])
        spelled = (replace(example, python=text) for example, text in zip(raw, formatted, strict=True))
        self.by_name = {name: next(spelled) for name in self.by_name}
        self.plain = {name: tuple(next(spelled) for _ in shown) for name, shown in self.plain.items()}

    def _all(self) -> Iterator[tuple[str, Example]]:
        for item in self.surface.items.values():
            form, value = self._value(item)
            yield item.name, self._example(form, value)
        for method in self.surface.methods:
            yield method_key(method), self._example(method.params, self.values.of(method.params))

    def _example(self, form: str, value: Any) -> Example:
        typed = self.module.decode(getattr(self.module, form), value)
        return Example(form, value, self.source.of(form, typed))

    def _is_plain(self, item: Item) -> bool:
        distinct = isinstance(item, Alias) and item.distinct
        return distinct or isinstance(item, Enum) or "acp." not in self.by_name[item.name].python

    def _plain(self, item: Item) -> tuple[Example, ...]:
        """A known value, and an unknown one if the enum is open."""
        known = _statements(self.by_name[item.name])
        if isinstance(item, Enum) and item.other:
            custom = Example(item.name, UNKNOWN, f"acp.{item.other}({UNKNOWN!r})")
            return known, _statements(custom, also=" and value.is_custom")
        if isinstance(item, Enum) and is_codes(item):
            return known, _statements(Example(item.name, UNKNOWN_CODE, repr(UNKNOWN_CODE)), annotation=" | int")
        return (known,)

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


def _statements(example: Example, annotation: str = "", also: str = "") -> Example:
    """The value under a name, and that its JSON is read as just that. What says its own type needs no annotation."""
    form = f"acp.{example.form}"
    made = "value" if example.python.startswith("acp.") else f"value: {form}{annotation}"
    lines = (
        f"{made} = {example.python}",
        f"read = acp.decode({form}, {example.value!r})",
        f"assert read == value{also}",
    )
    return replace(example, python="\n".join(lines))


def method_key(method: Method) -> str:
    """A method's name, its kind and receiver: one name can be both a request and a notification."""
    return f"{method.name} {method.kind} {method.receiver}"
