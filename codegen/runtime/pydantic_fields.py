"""Types of a surface as fields of pydantic models: this package's codec reads and writes them.

Imported when pydantic asks a class for its schema. The schema that pydantic itself would derive from the dataclasses
has Python's names instead of wire names, no discriminators, and loses unknown members.

pydantic asks each class of a union separately, without telling it which union. A class selected by a tag is
therefore read and written as that variant, unless `Wire` is used.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, NamedTuple, cast

from pydantic.errors import PydanticSchemaGenerationError
from pydantic_core import (
    CoreSchema,
    PydanticCustomError,
    PydanticSerializationError,
    PydanticSerializationUnexpectedValue,
    SchemaSerializer,
    ValidationError,
    core_schema,
)

from . import text
from .errors import DecodeError, Issue
from .json_value import is_array, is_object, is_sequence
from .model import Model, OtherValue
from .nodes import Tagged
from .record import record_class
from .unset import UNSET

if TYPE_CHECKING:
    from .surface_codec import SurfaceCodec, WireModule

Tags = tuple[tuple[str, str], ...]
"""Tags by name and value, the outer union's first."""


class Variant(NamedTuple):
    """The place of a class in the widest union that contains it."""

    form: object
    """The union."""
    tags: Tags
    """The tags that select the class; empty for an `Other...` class and for a variant without a tag."""


class Field(NamedTuple):
    """A type for pydantic."""

    wire: WireModule
    form: object
    name: str
    """Its name in errors."""
    cls: type | None = None
    """The expected class, if `form` is a union with others."""
    tags: Tags = ()
    strict: bool = False
    on_issue: Callable[[Issue], object] | None = None

    def schema(self) -> CoreSchema:
        """The pydantic schema for validation and serialisation."""

        def read(value: object) -> object:
            return self.read(value)

        read.__name__ = read.__qualname__ = self.name  # pydantic uses it as the name of a union's branch
        return core_schema.no_info_plain_validator_function(
            read,
            ref=definition(self.cls, self.name) if self.cls else None,
            serialization=core_schema.plain_serializer_function_ser_schema(self.write),
            metadata={"acp_field": self},
        )

    def read(self, value: object) -> object:
        """Return a typed value unchanged; decode JSON."""
        if self.owns(value):
            return value
        if is_object(value):
            for name, tag in self.tags:
                if value.get(name) != tag:
                    raise _error(f"expected {self.name}, where {name} is {tag!r}")
        try:
            decoded = self.wire.decode(self.form, value, strict=self.strict, on_issue=self.on_issue)
            _refuse_infinite(value)
        except DecodeError as error:
            raise _located(error, self.name) from None
        if self.cls is not None and not isinstance(decoded, self.cls):
            raise _error(f"expected {self.name}, got {type(decoded).__name__}")
        return decoded

    def write(self, value: object) -> Any:
        """Encode a typed value."""
        if self.cls is not None and not isinstance(value, self.cls):
            raise PydanticSerializationUnexpectedValue(f"expected {self.name}, got {type(value).__name__}")
        return self.wire.encode(self.form, value)

    def owns(self, value: object) -> bool:
        """Whether a value is already typed. A string is not, because reading it may give an `Other...`."""
        if self.cls is not None:
            return isinstance(value, self.cls)
        typed = isinstance(value, (Model, OtherValue)) or (is_sequence(value) and not is_array(value))
        return typed and self.wire.forms().find_node(self.form).owns(value)


def _refuse_infinite(value: object) -> None:
    """Refuse numbers that pydantic accepts and would write as null."""
    try:
        text.ENCODER.encode(value)
    except ValueError:
        raise DecodeError("$", "numbers that JSON can hold", "NaN or a larger one") from None
    except TypeError:  # a user's object in raw JSON
        pass


def _error(message: str, **context: Any) -> PydanticCustomError:
    return PydanticCustomError("acp_decode", "{message}", {"message": message, **context})


def _located(error: DecodeError, name: str) -> ValidationError:
    """The error with its path as pydantic's `loc`. The offending value does not appear."""
    inner = _error(str(error), expected=error.expected, got=error.got)
    return ValidationError.from_exception_data(
        name, [{"type": inner, "loc": tuple(_steps(error.path)), "input": "<not shown>"}]
    )


_STEP: Final = re.compile(r"""\.(\w+)|\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]""")


def _steps(path: str) -> Iterator[str | int]:
    """The steps of a JSON path: names and indexes."""
    for name, index, quoted in _STEP.findall(path):
        yield name or (int(index) if index else json.loads(quoted))


def schema_of_class(cls: type) -> CoreSchema:
    """The pydantic schema of the objects of a class."""
    return message_schema(cls) if is_message(cls) else field_of_class(cls).schema()


def field_of_class(cls: type) -> Field:
    """A type of the schema as a field: as a variant of its union, or as itself."""
    if record_class(cls) is not cls:
        raise PydanticSchemaGenerationError(
            f"{cls.__qualname__} is your own subclass: the codec writes its objects but cannot create them"
        )
    wire = wire_of(surface_of(cls))
    home = variants(wire.forms()).get(cls)
    if home is None:
        return Field(wire, cls, cls.__name__, cls)
    return Field(wire, home.form, cls.__name__, cls, home.tags)


def serializer(cls: type) -> SchemaSerializer:
    """How to write objects of a class or of a user's subclass without a declared type."""
    owner = record_class(cls)
    found = _serializers.get(owner)
    if found is None:
        found = _serializers[owner] = SchemaSerializer(schema_of_class(owner))
    return found


_serializers: Final[dict[type, SchemaSerializer]] = {}


def surface_of(cls: type) -> str:
    """The name of the surface of a class."""
    return cls.__module__.partition("._types")[0].partition("._messages")[0]


def definition(cls: type, name: str) -> str:
    """The key of a class in pydantic's definitions. `name` is the name of the class, or of one of its forms."""
    return f"{surface_of(cls)}.{name}"


def is_message(cls: type) -> bool:
    """Whether a class is a JSON-RPC message, whose type alone does not determine how to read it."""
    return cls.__module__.endswith("._messages")


def message_schema(cls: type) -> CoreSchema:
    """A message: accepted as an object, and written as one."""
    write_message = import_module(f"{surface_of(cls)}._messages").write_message

    def read(value: object) -> object:
        if isinstance(value, cls):
            return value
        raise _error(f"expected {cls.__name__}: read JSON with read_message, which takes the sender")

    def write(value: object) -> Any:
        if not isinstance(value, cls):
            raise PydanticSerializationUnexpectedValue(f"expected {cls.__name__}, got {type(value).__name__}")
        return json.loads(write_message(value))

    read.__name__ = read.__qualname__ = cls.__name__
    return core_schema.no_info_plain_validator_function(
        read, serialization=core_schema.plain_serializer_function_ser_schema(write)
    )


def field_of_form(
    surface: str, form: object, strict: bool = False, on_issue: Callable[[Issue], object] | None = None
) -> Field:
    """A type of a surface as a field, as itself. Raises `TypeError` for anything else."""
    wire = wire_of(surface)
    return Field(wire, form, wire.forms().find_node(form).expected, strict=strict, on_issue=on_issue)


def wire_of(surface: str) -> WireModule:
    """The codec of a surface, by the name of its module."""
    return cast("WireModule", import_module(f"{surface}._wire"))


def variants(forms: SurfaceCodec) -> Mapping[type, Variant]:
    """Each variant class of a tagged union, with its place in the widest such union."""
    found = _variants.get(forms)
    if found is None:
        found = _variants[forms] = _find_variants(forms)
    return found


_variants: Final[dict[SurfaceCodec, Mapping[type, Variant]]] = {}


def _find_variants(forms: SurfaceCodec) -> Mapping[type, Variant]:
    found: dict[type, Variant] = {}
    for form, node in tagged_unions(forms):
        for cls, tags in _leaves(node):
            if cls not in found or len(found[cls].tags) < len(tags):
                found[cls] = Variant(form, tags)
    return found


def tagged_unions(forms: SurfaceCodec) -> Iterator[tuple[object, Tagged]]:
    """The tagged unions of a surface."""
    for form in forms.nodes:
        node = forms.nodes[form]  # not `items()`: the table loads its entries one by one
        if isinstance(node, Tagged):
            yield form, node


def _leaves(node: Tagged) -> Iterator[tuple[type, Tags]]:
    for tag, variant in node.variants.items():
        tags = ((node.tag, tag),)
        if isinstance(variant, Tagged):
            yield from ((cls, tags + inner) for cls, inner in _leaves(variant))
        else:
            yield variant.cls, tags
    for untagged in (node.other, node.default):
        if untagged is not None:
            yield untagged.cls, ()


def other_value_schema(cls: type[OtherValue]) -> CoreSchema:
    """An unknown value of an enum. The enum's `Literal` handles known ones."""

    def read(value: str) -> str:
        try:
            return value if isinstance(value, cls) else cls(value)
        except ValueError:
            raise _error(f"expected a value that is unknown to {cls.__name__}") from None

    def write(value: object) -> str:
        if not isinstance(value, cls):
            raise PydanticSerializationUnexpectedValue(f"expected {cls.__name__}, got {type(value).__name__}")
        return str(value)

    return core_schema.no_info_after_validator_function(
        read, core_schema.str_schema(), serialization=core_schema.plain_serializer_function_ser_schema(write)
    )


def unset_schema() -> CoreSchema:
    """`UNSET` itself, in Python only: JSON has no such value."""

    def read(value: object) -> object:
        if value is not UNSET:
            raise _error("expected UNSET")
        return value

    def write(value: object) -> object:
        if value is not UNSET:
            raise PydanticSerializationUnexpectedValue("expected UNSET")
        raise PydanticSerializationError("UNSET means absent: exclude the field with Field(exclude_if=...)")

    return core_schema.no_info_plain_validator_function(
        read, serialization=core_schema.plain_serializer_function_ser_schema(write)
    )
