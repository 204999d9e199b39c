"""The model of a surface, and the only input of planning and rendering."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal, TypeAlias


class Missing:
    """The absence of a default."""

    def __repr__(self) -> str:
        return "MISSING"


MISSING: Final = Missing()


TAKEN: Final = frozenset("bool field float int is_custom payload str tuple unknown_fields".split())
"""Names that a record's class uses: in annotations and defaults, and as members of all such classes."""


@dataclass(frozen=True)
class Scalar:
    """A JSON scalar with its bounds, or any JSON."""

    kind: Literal["string", "boolean", "integer", "number", "null", "json"]
    minimum: int | float | None = None
    maximum: int | float | None = None
    min_length: int = 0
    format: str | None = None
    """For an integer: a format such as `uint32`, which also bounds it."""
    pattern: str | None = None
    """For a string: a regular expression that matches the whole of it."""


@dataclass(frozen=True)
class Ref:
    """Another item of the surface."""

    name: str


@dataclass(frozen=True)
class Array:
    """An array; `skip_invalid` is the schema's `x-deserialize-skip-invalid-items`."""

    item: Shape
    min_items: int = 0
    skip_invalid: bool = False


@dataclass(frozen=True)
class Map:
    """An object whose member names are data."""

    value: Shape


Shape: TypeAlias = Scalar | Ref | Array | Map


@dataclass(frozen=True)
class Field:
    """One member of a record."""

    name: str
    wire: str
    shape: Shape
    required: bool
    nullable: bool = False
    default: Any = MISSING
    """The schema's default, as JSON."""
    patch: bool = False
    """Whether omission and null mean different things."""
    default_on_error: bool = False
    default_on_null: bool = False
    when: tuple[str, str] | None = None
    """The member and value that this member requires; with any other value it is an unknown member."""
    doc: str = field(default="", compare=False)
    pointer: str = field(default="", compare=False)
    free_in: str = field(default="", compare=False)
    """For a required member: the other protocol version, if that has the same type and does not require the member."""


@dataclass(frozen=True)
class Tag:
    """A tag constant of a record: the union's tag, and the value that selects this record (`None`: no value)."""

    name: str
    wire: str
    value: str | None


@dataclass(frozen=True)
class Scope:
    """A nested object whose members are merged with the record's own on the wire."""

    name: str
    union: str
    exclusive: bool


@dataclass(frozen=True)
class Other:
    """Marks a record as the `Other...` of a union."""

    union: str
    tag: Tag
    known: tuple[str, ...]


@dataclass(frozen=True)
class Record:
    """An object type: one class."""

    name: str
    doc: str = field(compare=False)
    pointer: str = field(compare=False)
    fields: tuple[Field, ...]
    base: str | None = None
    """The base record, whose members this one has too."""
    tags: tuple[Tag, ...] = ()
    scope: Scope | None = None
    other: Other | None = None


@dataclass(frozen=True)
class Value:
    """A value of an enum, with a `name` if it becomes an enum member."""

    value: str | int
    name: str
    doc: str = field(compare=False)


@dataclass(frozen=True)
class Enum:
    """An enum of strings or integers."""

    name: str
    doc: str = field(compare=False)
    pointer: str = field(compare=False)
    values: tuple[Value, ...]
    open_in_schema: bool
    other: str | None
    """The class of unknown strings; `None` for a single constant or an integer enum."""
    bounds: Scalar | None = None
    """For an integer enum: the range of its unknown values."""


@dataclass(frozen=True)
class Variant:
    """One variant of a union, selected by `tag`, or by its shape if that is `None`."""

    shape: Shape
    tag: str | None = None
    doc: str = field(default="", compare=False)


@dataclass(frozen=True)
class Union:
    """A union: tagged if it has a `tag`, otherwise its variants are distinguished by shape."""

    name: str
    doc: str = field(compare=False)
    pointer: str = field(compare=False)
    variants: tuple[Variant, ...]
    tag: str | None = None
    open_in_schema: bool = False
    other: str | None = None
    default: str | None = None
    """The record that is read if there is no tag."""


@dataclass(frozen=True)
class Alias:
    """A name for a scalar or for another item; `distinct` makes it a `NewType`."""

    name: str
    doc: str = field(compare=False)
    pointer: str = field(compare=False)
    shape: Shape
    distinct: bool = False


Item: TypeAlias = Record | Enum | Union | Alias


@dataclass(frozen=True)
class Method:
    """A JSON-RPC method, with the types of its params and result."""

    name: str
    kind: Literal["request", "notification"]
    receiver: Literal["agent", "client", "proxy", "protocol"]
    params: str
    result: str | None
    attribute: str
    """Its name in handlers and stubs."""
    doc: str
    capability: tuple[str, ...] = ()
    """The path to the required capability in the receiver's capabilities."""

    @property
    def key(self) -> str:
        """Its unique description in a surface: name, kind and receiver, in words."""
        return f"{self.name} ({self.kind} to the {self.receiver})"

    def is_received_by(self, side: str) -> bool:
        """Whether a side receives it. `protocol` methods go in both directions."""
        return self.receiver in (side, "protocol") and (side in ("agent", "client") or self.receiver != "protocol")


@dataclass(frozen=True)
class Surface:
    """The model of one schema."""

    version: str
    """`v1` or `v2`."""
    stable: bool
    items: Mapping[str, Item]
    methods: tuple[Method, ...]

    @property
    def name(self) -> str:
        """Its name in decisions.toml: `v1`, `v1.unstable`, ..."""
        return self.version if self.stable else f"{self.version}.unstable"
