"""The symbols of a surface: the location of each name in the schema, and whether it is stable."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from codegen.model import Alias, Enum, Item, Record, Union
from codegen.plan import SurfacePlan, public_names
from codegen.spelling.naming import Names


@dataclass(frozen=True)
class Symbol:
    """One name of a surface; its members are those of the runtime's `SchemaSymbol`."""

    name: str
    kind: str
    pointer: str | None
    stability: str
    new: tuple[str, ...] = ()


_KINDS = {Record: "object", Enum: "enum", Union: "union", Alias: "scalar"}


def symbols(plan: SurfacePlan, names: Names) -> list[Symbol]:
    """All names that come from the schema, in alphabetical order."""
    found = [*_items(plan), *_methods(plan, names)]
    return sorted(found, key=lambda symbol: symbol.name)


def _items(plan: SurfacePlan) -> Iterator[Symbol]:
    stable = plan.stable.items if plan.stable else {}
    for item in plan.surface.items.values():
        for name in public_names(item):
            is_other = name != item.name or (isinstance(item, Record) and item.other is not None)
            kind = "other" if is_other else _KINDS[type(item)]
            before = stable.get(item.name)
            level = _stability(plan, name, before is not None)
            new = _parts(item) - _parts(before) if before and level == "changed" and name == item.name else set[str]()
            yield Symbol(name, kind, _pointer(item.pointer), level, tuple(sorted(new)))


def _methods(plan: SurfacePlan, names: Names) -> Iterator[Symbol]:
    stable = {method.key for method in plan.stable.methods} if plan.stable else set[object]()
    for method in plan.surface.methods:
        types = [name for name in (method.params, method.result) if name]
        levels = {_stability(plan, name, in_stable=True) for name in types}
        known = not plan.stable or method.key in stable
        level = "unstable" if not known else "stable" if levels == {"stable"} else "changed"
        pointer = _pointer(plan.surface.items[method.params].pointer)
        yield Symbol(names.constant(method), method.kind, pointer, level)


def _stability(plan: SurfacePlan, name: str, in_stable: bool) -> str:
    if plan.surface.stable or plan.homes[name][1]:
        return "stable"
    return "changed" if in_stable else "unstable"


def _pointer(pointer: str) -> str | None:
    """None for names that the schema does not define."""
    return pointer if pointer.startswith("/") else None


def _parts(item: Item) -> set[str]:
    """The parts of an item, by name."""
    if isinstance(item, Record):
        return {field.name for field in item.fields}
    if isinstance(item, Enum):
        return {str(value.value) for value in item.values}
    if isinstance(item, Union):
        return {variant.tag for variant in item.variants if variant.tag is not None}
    return set()
