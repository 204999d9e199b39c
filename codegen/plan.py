"""From models to files: the items shared by the surfaces of a version, and the topic and order of each item.

A stable surface defines all of its items. The unstable one reuses every item whose wire shape, and that of everything it
refers to, is the same, and defines the rest. Items are ordered so that a module needs only what comes before it or is in an
earlier topic: imports between topics go one way.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from codegen.decisions import Decisions
from codegen.errors import DecisionError, GenerationError
from codegen.model import Alias, Array, Enum, Item, Map, Record, Ref, Shape, Surface, Union

_EVERYTHING = r"(?:\w+)"
"""The pattern of the default topic."""


@dataclass(frozen=True)
class Topic:
    """One module of types, and one of their codec nodes."""

    name: str
    doc: str
    items: tuple[Item, ...]


@dataclass(frozen=True)
class OldName:
    """A deprecated public name for another one."""

    name: str
    target: str
    until: str
    """The version of the package that removes it."""
    is_class: bool
    """Whether type checkers can report it as deprecated, which they do for classes, not aliases."""


@dataclass(frozen=True)
class SurfacePlan:
    """The files of one surface."""

    surface: Surface
    topics: tuple[Topic, ...]
    """The items that this surface defines itself."""
    homes: Mapping[str, tuple[str, bool]]
    """Public name -> the topic that defines it, and whether that belongs to the stable surface."""
    stable: Surface | None = None
    """For an unstable surface: the stable one, whose equal items it reuses."""
    old_names: tuple[OldName, ...] = ()

    @property
    def shared(self) -> int:
        """The number of items reused from the stable surface."""
        return len(self.surface.items) - sum(len(topic.items) for topic in self.topics)


def plan(surfaces: list[Surface], decisions: Decisions) -> list[SurfacePlan]:
    """Plan each surface. A version's stable surface comes before its unstable one."""
    plans: dict[str, SurfacePlan] = {}
    for surface in surfaces:
        stable = None if surface.stable else plans.get(surface.version)
        plans[surface.name] = _plan(surface, stable, decisions)
    return list(plans.values())


def _plan(surface: Surface, stable: SurfacePlan | None, decisions: Decisions) -> SurfacePlan:
    shared = shared_items(stable.surface, surface) if stable else set()
    topics = decisions.topics()
    index_of = _topic_indexes(surface, topics)
    if stable:
        # A shared item stays in the stable surface's topic; items that refer to it may still come later.
        names = [name for name, _, _ in topics]
        index_of |= {name: names.index(stable.homes[name][0]) for name in shared}
    ordered = [item for item in dependencies_first(surface) if item.name not in shared]
    planned = tuple(
        Topic(name, doc, tuple(item for item in ordered if index_of[item.name] == index))
        for index, (name, doc, _) in enumerate(topics)
    )
    homes: dict[str, tuple[str, bool]] = {}
    for item in surface.items.values():
        for public in public_names(item):
            if public in homes:
                raise GenerationError(f"{item.pointer}: two types are called {public}, one of them for unknown values")
            homes[public] = topics[index_of[item.name]][0], item.name in shared
    old_names = tuple(
        OldName(old, new, until, is_class=_is_class(surface, new))
        for old, new, until in sorted(decisions.aliases(surface.name))
    )
    defined = tuple(topic for topic in planned if topic.items)
    return SurfacePlan(surface, defined, homes, stable.surface if stable else None, old_names)


def _is_class(surface: Surface, public: str) -> bool:
    """Whether a public name is a class: of a record, or of the unknown values of an enum."""
    return any(
        isinstance(item, Record) if item.name == public else public in public_names(item)
        for item in surface.items.values()
    )


def public_names(item: Item) -> tuple[str, ...]:
    """The public names of an item: an open enum also has the class of its unknown values."""
    if isinstance(item, Enum) and item.other:
        return (item.name, item.other)
    return (item.name,)


def shared_items(stable: Surface, unstable: Surface) -> set[str]:
    """The items of the unstable surface that are equal to the stable ones, with everything they refer to."""
    shared = {name for name, item in unstable.items.items() if stable.items.get(name) == item}
    while True:
        strays = {name for name in shared if not set(references(unstable.items[name])) <= shared}
        if not strays:
            return shared
        shared -= strays


def references(item: Item) -> Iterator[str]:
    """The other items that an item refers to."""
    if isinstance(item, Record):
        yield from ([item.base] if item.base else [])
        yield from ([item.scope.union] if item.scope else [])
        for field in item.fields:
            yield from shape_references(field.shape)
    elif isinstance(item, Union):
        for variant in item.variants:
            yield from shape_references(variant.shape)
        yield from ([item.other] if item.other else [])
    elif isinstance(item, Alias):
        yield from shape_references(item.shape)


def shape_references(shape: Shape) -> Iterator[str]:
    """The items that a shape refers to."""
    if isinstance(shape, Ref):
        yield shape.name
    elif isinstance(shape, Array):
        yield from shape_references(shape.item)
    elif isinstance(shape, Map):
        yield from shape_references(shape.value)


def dependencies_first(surface: Surface) -> list[Item]:
    """The items in schema order, but each after the items that it refers to."""
    done: dict[str, Item] = {}

    def visit(name: str, trail: tuple[str, ...]) -> None:
        if name in trail:
            raise GenerationError(f"{surface.name}: {' -> '.join((*trail, name))}: a type that contains itself")
        if name not in done:
            for needed in references(surface.items[name]):
                visit(needed, (*trail, name))
            done[name] = surface.items[name]

    for name in surface.items:
        visit(name, ())
    return list(done.values())


def _topic_indexes(surface: Surface, topics: Sequence[tuple[str, str, re.Pattern[str]]]) -> dict[str, int]:
    """The topic of each item: the first whose pattern matches, or the latest one that it needs.

    Items of the default topic move to the topic that needs them, which otherwise would have to move itself.
    """
    ordered = dependencies_first(surface)
    wanted = {item.name: _matching_topic(item.name, topics) for item in ordered}
    homeless = {name for name, index in wanted.items() if topics[index][2].pattern == _EVERYTHING}
    for item in reversed(ordered):
        for needed in homeless.intersection(references(item)):
            wanted[needed] = min(wanted[needed], wanted[item.name])
    indexes: dict[str, int] = {}
    for item in ordered:
        indexes[item.name] = max([wanted[item.name], *(indexes[needed] for needed in references(item))])
    return indexes


def _matching_topic(name: str, topics: Sequence[tuple[str, str, re.Pattern[str]]]) -> int:
    for index, (_, _, pattern) in enumerate(topics):
        if pattern.fullmatch(name.removeprefix("Other") or name):
            return index
    raise DecisionError(f"decisions.toml: no [[topic]] matches {name}")
