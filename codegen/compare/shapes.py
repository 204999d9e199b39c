"""Shapes apart from what bounds them, to tell a changed type from a changed bound; and shapes in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from codegen.model import Array, Map, Ref, Scalar, Shape
from codegen.spelling.scalars import limits_of


def bare(shape: Shape, renamed: Mapping[str, str]) -> Shape:
    """A shape without bounds and leniency, with the new names of the types that it names."""
    match shape:
        case Ref(name):
            return Ref(renamed.get(name, name))
        case Array(item):
            return Array(bare(item, renamed))
        case Map(value):
            return Map(bare(value, renamed))
        case Scalar(kind):
            return Scalar(kind)


def bounds(shape: Shape) -> dict[str, object]:
    """What bounds a shape, by name; of nested ones under `items`."""
    return dict(_bounds(shape, ""))


def _bounds(shape: Shape, prefix: str) -> Iterator[tuple[str, object]]:
    match shape:
        case Array(item, min_items):
            if min_items:
                yield f"{prefix}minItems", min_items
            yield from _bounds(item, f"{prefix}items ")
        case Map(value):
            yield from _bounds(value, f"{prefix}values ")
        case Scalar():
            yield from ((prefix + name, value) for name, value in limits_of(shape).items())
        case Ref():
            pass


def bound_rule(old: Mapping[str, object], new: Mapping[str, object]) -> str:
    """Which way bounds moved."""
    moves = {_move(name, old.get(name), new.get(name)) for name in old.keys() | new.keys()} - {""}
    return f"bounds {moves.pop()}" if len(moves) == 1 else "bounds changed"


def _move(name: str, old: object, new: object) -> str:
    if old == new:
        return ""
    if old is None or new is None:
        return "narrowed" if old is None else "widened"
    if isinstance(old, (int, float)) and isinstance(new, (int, float)):
        return "narrowed" if (new < old) == name.endswith("maximum") else "widened"
    return "changed"


def skips_invalid(shape: Shape) -> bool:
    """Whether an array is read without the items that do not fit."""
    return isinstance(shape, Array) and shape.skip_invalid


def words(shape: Shape) -> str:
    """A shape as reports spell it: `string`, `[ContentBlock]`, `{string: json}`."""
    match shape:
        case Ref(name):
            return name
        case Array(item):
            return f"[{words(item)}]"
        case Map(value):
            return f"{{string: {words(value)}}}"
        case Scalar(kind):
            return kind
