"""Common parts of the fast codec's spellings, `readers` and `writers`: which types are supported, and union members."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeGuard

from codegen.model import Alias, Array, Enum, Item, Record, Ref, Scalar, Shape, Union
from codegen.spelling.naming import node_name
from codegen.spelling.python import Spelling, is_codes, literal

CLASSES = {"string": "str", "boolean": "bool", "integer": "int", "null": "type(None)"}
"""The Python class of each kind of scalar that its class identifies. A number may have two classes."""


@dataclass(frozen=True, order=True)
class Use:
    """A name that the function of a type uses from that of another type."""

    text: str
    type: str
    is_function: bool
    """Whether it is only called, so that its module can be imported lazily. A table must be imported first."""


@dataclass(frozen=True)
class Spelled:
    """The function of a type."""

    text: str
    uses: frozenset[Use]


class Speller:
    """Spells the functions of one surface, and records which others the current one uses."""

    def __init__(self, fast: Fast) -> None:
        self.fast = fast
        self.spelling = fast.spelling
        self._uses: set[Use] = set()

    def spell(self, item: Item, topic: str) -> Spelled:
        """The function of a type. `topic` is the module of its node in the reference codec."""
        self._uses = set()
        text = "\n".join(self._lines(item, topic))
        return Spelled(text, frozenset(self._uses))

    def _lines(self, item: Item, topic: str) -> Iterable[str]:
        raise NotImplementedError

    def _function(self, verb: str, name: str) -> str:
        """The function of another type, by its name."""
        return self._used(f"{verb}_{node_name(name)}", name, is_function=True)

    def _table(self, text: str, name: str) -> str:
        """Another name in the module of another type's function."""
        return self._used(text, name, is_function=False)

    def _used(self, text: str, name: str, *, is_function: bool) -> str:
        self._uses.add(Use(text, name, is_function))
        return text


class Fast:
    """The fast codec of one surface."""

    def __init__(self, spelling: Spelling) -> None:
        self.spelling = spelling
        self.items = spelling.surface.items
        self.consumed: dict[str, list[frozenset[str]] | None] = {
            item.name: self._consumed(item) for item in self.items.values() if isinstance(item, Record)
        }
        """For each record: the tags that may already have been read, by their number; `None` if the number is ambiguous."""

        self.defaults = {item.default for item in self.items.values() if isinstance(item, Union) and item.default}
        """The records that a union reads if there is no tag."""

    def _consumed(self, record: Record) -> list[frozenset[str]] | None:
        by_number: dict[int, set[frozenset[str]]] = {0: {frozenset()}}
        for tags in self._tag_sets(record.name):
            by_number.setdefault(len(tags), set()).add(tags)
        if any(len(sets) > 1 for sets in by_number.values()):
            return None
        return [next(iter(by_number[number])) for number in range(len(by_number))]

    def _tag_sets(self, name: str) -> Iterator[frozenset[str]]:
        """The tags that unions with a variant of that name, and the unions around them, read from it."""
        for union in self.items.values():
            if not isinstance(union, Union) or not union.tag:
                continue
            variants = {v.shape.name: v.tag for v in union.variants if isinstance(v.shape, Ref)}
            if name in variants or name == union.other:
                own = frozenset([union.tag]) if variants.get(name) is not None else frozenset()
                yield own
                yield from (own | outer for outer in self._tag_sets(union.name))

    def has_fast_codec(self, item: Item) -> bool:
        """Whether a type is common and regular enough: not if members of a nested object are merged into it."""
        if isinstance(item, Record):
            return (
                self.spelling.scope_of(item) is None
                and self.consumed[item.name] is not None
                and all(self._is_plain(field.shape) for field in self.spelling.all_fields(item))
            )
        return not isinstance(item, Union) or item.tag is not None or self.conditions(item) is not None

    def _is_plain(self, shape: Shape) -> bool:
        return not (isinstance(shape, Scalar) and shape.pattern)

    def conditions(self, union: Union) -> list[tuple[str, Shape]] | None:
        """The condition that a `value` is a variant and not one of the later ones; empty for the last one.

        The first variant of an untagged union that fits is the right one. One check is enough if each has its own
        class of scalar, or a required member that the later ones do not require; `None` otherwise.
        """
        shapes = [self.resolved(variant.shape) for variant in union.variants]
        arrays = [shape for shape in shapes if isinstance(shape, Array)]
        if arrays and (len(arrays) < len(shapes) or len({(a.min_items, a.skip_invalid) for a in arrays}) > 1):
            return None
        found: list[tuple[str, Shape]] = []
        for index, shape in enumerate(shapes):
            condition = self._condition(shape, shapes[index + 1 :])
            if condition is None:
                return None
            found.append((condition, shape))
        return found

    def _condition(self, shape: Shape, later: Sequence[Shape]) -> str | None:
        if isinstance(shape, Scalar):
            if shape.kind == "json":
                return None if later else ""
            is_plain = shape.kind in CLASSES and not (shape.pattern or shape.min_length)
            return f"kind(value) is {CLASSES[shape.kind]}" if is_plain else None
        required = self._required(shape)
        if required is None or not later:
            return None if required is None else ""
        others = {wire for other in later for wire in self._required(other) or ()}
        own = min((wire for wire in required if wire not in others), default=None)  # independent of their order
        if own is None:
            return None
        if isinstance(shape, Array):
            return f"not value or {literal(own)} in value[0]"
        return f"kind(value) is dict and {literal(own)} in value"

    def _required(self, shape: Shape) -> list[str] | None:
        """The required members of a record, or of a record in an array; `None` for anything else."""
        inner = self.resolved(shape.item) if isinstance(shape, Array) else shape
        item = self.item_of(inner) if isinstance(inner, Ref) else None
        if not isinstance(item, Record):
            return None
        return [field.wire for field in self.spelling.all_fields(item) if field.required]

    def item_of(self, shape: Ref) -> Item:
        """The target of a reference, through aliases."""
        item = self.items[shape.name]
        return self.item_of(item.shape) if isinstance(item, Alias) and isinstance(item.shape, Ref) else item

    def resolved(self, shape: Shape) -> Shape:
        """A shape without aliases: `SessionId` is a string."""
        if isinstance(shape, Ref):
            item = self.items[shape.name]
            return self.resolved(item.shape) if isinstance(item, Alias) else shape
        return shape

    def records(self, shape: Ref) -> list[str]:
        """The classes of a variant: one, or those of a nested union."""
        item = self.item_of(shape)
        if isinstance(item, Union):
            nested = [
                name
                for variant in item.variants
                if isinstance(variant.shape, Ref)
                for name in self.records(variant.shape)
            ]
            return [*nested, *([item.other] if item.other else [])]
        return [item.name]


def has_values(item: Item) -> bool:
    """Whether an item is a string enum, which a reader looks up before it calls a function."""
    return isinstance(item, Enum) and not is_codes(item)


def is_told_by_tag_alone(item: Item) -> TypeGuard[Union]:
    """Whether the tag of a union determines the reader to call."""
    return isinstance(item, Union) and item.tag is not None and item.default is None
