"""Finds the objects inside a typed value with their paths, and their unknown parts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from types import ModuleType
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from ..errors import Path, format_path
from ..json_value import is_mapping, is_sequence
from ..model import Model, OtherValue, OtherVariant, knows, tag_field
from ..nodes import Object
from ..record import record_class
from ..surface_codec import SurfaceCodec

OddKind: TypeAlias = Literal["name", "member", "unstable"]
"""A tag or value without its `_`, a member that no schema defines, or anything that only the unstable schema defines."""

_JSON_MEMBERS: Final = frozenset({"data", "meta", "raw_input", "raw_output"})
"""Members with any JSON, or an error's data: their content is not part of the protocol."""


class Place(NamedTuple):
    """An object of the protocol, and its path."""

    path: Path
    record: Any
    node: Object
    """Its node in the reference codec."""

    @property
    def name(self) -> str:
        """The name of its class in the schema."""
        cls: type = self.node.cls
        return cls.__name__


class Odd(NamedTuple):
    """Something that the surface does not define."""

    kind: OddKind
    path: str
    what: str
    """What it is, as part of a sentence, without its value."""


def places(forms: SurfaceCodec, value: object, path: Path) -> Iterator[Place]:
    """The objects of a value: itself, then those inside, in the order of their members."""
    if is_sequence(value):
        for index, item in enumerate(value):
            yield from places(forms, item, (path, index))
    elif is_mapping(value):
        for key, item in value.items():
            yield from places(forms, item, (path, str(key)))
    elif isinstance(value, Model):
        node = forms.nodes[record_class(type(value))]
        assert isinstance(node, Object)
        yield Place(path, value, node)
        for member in node.members:
            if member.name not in _JSON_MEMBERS:
                yield from places(forms, getattr(value, member.name), (path, member.wire))
        if node.scope is not None:
            yield from places(forms, getattr(value, node.scope.name), path)


def oddities(found: Iterable[Place], unstable: Unstable | None) -> Iterator[Odd]:
    """The unknown parts of these objects."""
    for place in found:
        record, node = place.record, place.node
        other: type = node.cls
        if issubclass(other, OtherVariant):
            tag = tag_field(other)
            wire = next(member.wire for member in node.members if member.name == tag)
            yield from _odd_name(unstable, other, getattr(record, tag), (place.path, wire), "variant")
        for member in node.members:
            value: object = getattr(record, member.name)
            if isinstance(value, OtherValue):
                yield from _odd_name(unstable, type(value), value, (place.path, member.wire), "value")
        for key in record.unknown_fields:
            path = format_path((place.path, key))
            is_unstable = unstable is not None and unstable.has_member(place.name, key)
            yield Odd("unstable" if is_unstable else "member", path, "a member")


def _odd_name(
    unstable: Unstable | None, other: type[OtherVariant | OtherValue], name: str, path: Path, what: str
) -> Iterator[Odd]:
    if name.startswith("_"):
        return
    is_unstable = unstable is not None and unstable.has_name(other.__name__, name)
    kind: OddKind = "unstable" if is_unstable else "name"
    yield Odd(kind, format_path(path), f"a {what}")


class Unstable:
    """The additional names of a stable surface's unstable counterpart. Loaded when something unknown is found."""

    def __init__(self, load: Callable[[], tuple[ModuleType, SurfaceCodec]]) -> None:
        self._load = load

    def has_member(self, cls: str, wire: str) -> bool:
        surface, forms = self._load()
        node = forms.nodes.get(getattr(surface, cls, None))
        return isinstance(node, Object) and wire in node.wires

    def has_name(self, other: str, name: str) -> bool:
        twin: Any = getattr(self._load()[0], other, None)
        return twin is not None and knows(twin, name)

    def has_method(self, name: str) -> bool:
        surface: Any = self._load()[0]
        tables = (surface.AGENT_REQUESTS, surface.AGENT_NOTIFICATIONS, surface.CLIENT_REQUESTS)
        return any(name in table for table in (*tables, surface.CLIENT_NOTIFICATIONS))
