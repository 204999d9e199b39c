"""Which schema a surface is made from, and where in it each name comes from. Nothing here is loaded before it is asked."""

# Annotations are evaluated here: `NamedTuple` compiles those that are strings, which costs a millisecond.

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple, TypeAlias

from .json_value import JsonValue

SymbolKind: TypeAlias = Literal["object", "enum", "union", "scalar", "other", "request", "notification"]
"""What a name stands for; `other` is the `Other...` class of a union or an enum."""

Stability: TypeAlias = Literal["stable", "changed", "unstable"]
"""`stable`: the very class of the stable surface, or a method all of whose types are. `changed`: the stable schema has
it too, but it, or something that it refers to, is different there. `unstable`: only the unstable schema has it.
"""


class SchemaInfo(NamedTuple):
    """Which schema a surface is made from."""

    surface: str
    """`v1`, `v1.unstable`, `v2`, `v2.unstable`, or the name of a package that is one surface."""
    protocol_version: int
    """The major version of the protocol that it is about, as `initialize` numbers it."""
    stable: bool
    """Whether it has no unstable features."""
    source: str
    """Who published it: the name of a package, or of a file."""
    version: str | None
    """The version of that package."""
    date: str | None
    """The day on which that version was published: `2026-11-02`."""
    file: str
    """Where the schema stands below the `_schemas` folder of this package, as it does in its source."""
    sha256: str
    """Of the schema's bytes, in hexadecimal."""

    def text(self) -> str:
        """The schema as it was published, byte for byte once it is encoded as UTF-8."""
        return read_text(self.file)

    def json(self) -> dict[str, JsonValue]:
        """The schema, parsed anew by each call: it may be changed."""
        return read_json(self.file)


class SchemaSymbol(NamedTuple):
    """Where in the schema a name of the surface comes from."""

    name: str
    """As the surface has it: `ToolKind`, `SESSION_PROMPT`."""
    kind: SymbolKind
    pointer: str | None
    """A JSON pointer into the schema, of a method to the definition of its params: `/$defs/ToolKind`.

    None for what the schema does not define, since JSON-RPC does.
    """
    stability: Stability
    """On a stable surface always `stable`."""
    new: tuple[str, ...] = ()
    """What a `changed` name has and the stable one has not: names of fields, values of an enum, tags of a union."""


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
