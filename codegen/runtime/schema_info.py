"""The schema that a surface is generated from, and the location of each name in it. Imported lazily."""

# Annotations are evaluated here: `NamedTuple` would compile strings, which costs a millisecond.

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple, TypeAlias

from .json_value import JsonValue

SymbolKind: TypeAlias = Literal["object", "enum", "union", "scalar", "other", "request", "notification"]
"""The kind of a name. `other` is the `Other...` class of a union or an enum."""

Stability: TypeAlias = Literal["stable", "changed", "unstable"]
"""`stable`: the same class as in the stable surface, or a method whose types all are. `changed`: the stable schema has
it too, but it or something that it refers to is different there. `unstable`: only the unstable schema has it.
"""


class SchemaInfo(NamedTuple):
    """The schema that a surface is generated from."""

    surface: str
    """`v1`, `v1.unstable`, `v2`, `v2.unstable`, or the name of a package with a single surface."""
    protocol_version: int
    """The major version of the protocol, as in `initialize`."""
    stable: bool
    """Whether the schema has no unstable features."""
    source: str
    """The source: the name of a package, or of a file."""
    version: str | None
    """The version of that package."""
    date: str | None
    """The date of publication of that version: `2026-11-02`."""
    file: str
    """The path of the schema in the `_schemas` folder of this package, as in its source."""
    sha256: str
    """The hash of the schema's bytes, in hexadecimal."""

    def text(self) -> str:
        """The published schema. Encoded as UTF-8 it is byte for byte the same."""
        return read_text(self.file)

    def json(self) -> dict[str, JsonValue]:
        """The parsed schema. Each call returns a new object, which may be changed."""
        return read_json(self.file)


class SchemaSymbol(NamedTuple):
    """The location of a name of the surface in the schema."""

    name: str
    """The name in the surface: `ToolKind`, `SESSION_PROMPT`."""
    kind: SymbolKind
    pointer: str | None
    """A JSON pointer into the schema, for a method to the definition of its params: `/$defs/ToolKind`.

    None for names that JSON-RPC defines and the schema does not.
    """
    stability: Stability
    """Always `stable` on a stable surface."""
    new: tuple[str, ...] = ()
    """For a `changed` name, what the stable version does not have: names of fields, values of an enum, tags of a union."""


def by_name(*symbols: SchemaSymbol) -> Mapping[str, SchemaSymbol]:
    """Symbols as a table."""
    return {symbol.name: symbol for symbol in symbols}


def read_json(file: str) -> dict[str, Any]:
    """A schema of this package, parsed."""
    import json

    schema: dict[str, Any] = json.loads(read_text(file))
    return schema


def read_text(file: str) -> str:
    """A file of this package's `_schemas` folder; the package may be inside a zip archive."""
    from importlib.resources import files

    place = files(__name__.partition("._runtime")[0]) / "_schemas"
    for step in file.split("/"):
        place /= step
    return place.read_bytes().decode("utf-8")
