"""What a surface is: the only thing that planning and rendering know about."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal, TypeAlias


class Missing:
    """No default."""

    def __repr__(self) -> str:
        return "MISSING"


MISSING: Final = Missing()


TAKEN: Final = frozenset("bool field float int is_custom payload str tuple unknown_fields".split())
"""What a record's class has a use for: what annotations and defaults name, and what all such classes have."""


@dataclass(frozen=True)
class Scalar:
    """A JSON scalar with its bounds, or any JSON at all."""

    kind: Literal["string", "boolean", "integer", "number", "null", "json"]
    minimum: int | float | None = None
    maximum: int | float | None = None
    min_length: int = 0
    format: str | None = None
    """Of an integer: `uint32` and the like, which bounds it too."""
    pattern: str | None = None
    """Of a string: a regular expression for the whole of it."""


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
    """The member and its value that this member goes with; beside any other it is an unknown member."""
    doc: str = field(default="", compare=False)
    pointer: str = field(default="", compare=False)
    free_in: str = field(default="", compare=False)
    """Of a required member: the other version of the protocol, where that does not require it of the type it has."""


@dataclass(frozen=True)
class Tag:
    """A tag constant of a record: the union's tag, and the value that selects this record (`None`: no tag does)."""

    name: str
    wire: str
    value: str | None


@dataclass(frozen=True)
class Scope:
    """A nested object whose members stand beside the record's own on the wire."""

    name: str
    union: str
    exclusive: bool


@dataclass(frozen=True)
class Other:
    """What makes a record the `Other...` of a union."""

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
    """The record whose members this one has too."""
    tags: tuple[Tag, ...] = ()
    scope: Scope | None = None
    other: Other | None = None


@dataclass(frozen=True)
class Value:
    """A value of an enum; `name` where it becomes an enum member."""

    value: str | int
    name: str
    doc: str = field(compare=False)


@dataclass(frozen=True)
class Enum:
    """A set of strings or integers."""

    name: str
    doc: str = field(compare=False)
    pointer: str = field(compare=False)
    values: tuple[Value, ...]
    open_in_schema: bool
    other: str | None
    """The class of unknown strings; none where the set is one constant or made of integers."""
    bounds: Scalar | None = None
    """Of an integer enum: the range of its unknown values."""


@dataclass(frozen=True)
class Variant:
    """One member of a union; `tag` selects it, `None` is told by shape."""

    shape: Shape
    tag: str | None = None
    doc: str = field(default="", compare=False)


@dataclass(frozen=True)
class Union:
    """A union: tagged where it has a `tag`, told apart by shape otherwise."""

    name: str
    doc: str = field(compare=False)
    pointer: str = field(compare=False)
    variants: tuple[Variant, ...]
    tag: str | None = None
    open_in_schema: bool = False
    other: str | None = None
    default: str | None = None
    """The record that is read where there is no tag."""


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
    """A JSON-RPC method: what its receiver takes and answers."""

    name: str
    kind: Literal["request", "notification"]
    receiver: Literal["agent", "client", "proxy", "protocol"]
    params: str
    result: str | None
    attribute: str
    """How handlers and stubs name it."""
    doc: str
    capability: tuple[str, ...] = ()
    """The attributes of the receiver's capabilities that lead to the one it needs."""

    @property
    def key(self) -> str:
        """What tells it from all others of a surface: name, kind and receiver, in words."""
        return f"{self.name} ({self.kind} to the {self.receiver})"

    def is_received_by(self, side: str) -> bool:
        """Whether a side receives it: `protocol` methods go both ways."""
        return self.receiver in (side, "protocol") and (side in ("agent", "client") or self.receiver != "protocol")


@dataclass(frozen=True)
class Surface:
    """One schema, read."""

    version: str
    """`v1` or `v2`."""
    stable: bool
    items: Mapping[str, Item]
    methods: tuple[Method, ...]

    @property
    def name(self) -> str:
        """As decisions.toml names it: `v1`, `v1.unstable`, ..."""
        return self.version if self.stable else f"{self.version}.unstable"
