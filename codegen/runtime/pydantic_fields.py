"""Types of a surface as fields of pydantic models: this package's codec reads and writes them.

Loaded when pydantic asks a class for its schema, never before. What pydantic would make of the dataclasses by itself
has Python's names instead of the wire's, no tags, and loses what is unknown.

pydantic asks each class of a union by itself and does not tell it which union that is. A class that a tag selects is
therefore read and written as that variant; `Wire` says otherwise.
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
    """Where a class stands in the widest union that has it."""

    form: object
    """The union."""
    tags: Tags
    """What selects the class; empty for an `Other...` class and for a variant without a tag."""


class Field(NamedTuple):
    """A type as pydantic sees it."""

    wire: WireModule
    form: object
    name: str
    """How an error names it."""
    cls: type | None = None
    """The one class that is wanted, where `form` is a union that has others."""
    tags: Tags = ()
    strict: bool = False
    on_issue: Callable[[Issue], object] | None = None

    def schema(self) -> CoreSchema:
        """How to validate and to serialise it."""

        def read(value: object) -> object:
            return self.read(value)

        read.__name__ = read.__qualname__ = self.name  # pydantic names the branch of a union by it
        return core_schema.no_info_plain_validator_function(
            read,
            ref=definition(self.cls, self.name) if self.cls else None,
            serialization=core_schema.plain_serializer_function_ser_schema(self.write),
            metadata={"acp_field": self},
        )

    def read(self, value: object) -> object:
        """Take a typed value as it is; decode JSON."""
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
        """Whether a value is typed already. A string is not: reading it may make an `Other...` of it."""
        if self.cls is not None:
            return isinstance(value, self.cls)
        typed = isinstance(value, (Model, OtherValue)) or (is_sequence(value) and not is_array(value))
        return typed and self.wire.forms().find_node(self.form).owns(value)


def _refuse_infinite(value: object) -> None:
    """Refuse what pydantic takes for a number and would write as null."""
    try:
        text.ENCODER.encode(value)
    except ValueError:
        raise DecodeError("$", "numbers that JSON can hold", "NaN or a larger one") from None
    except TypeError:  # an object of the user's in raw JSON
        pass


def _error(message: str, **context: Any) -> PydanticCustomError:
    return PydanticCustomError("acp_decode", "{message}", {"message": message, **context})


def _located(error: DecodeError, name: str) -> ValidationError:
    """The error with its path as pydantic's `loc`. The offending value does not appear here either."""
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
    """How to validate and to serialise the objects of a class."""
    return message_schema(cls) if is_message(cls) else field_of_class(cls).schema()


def field_of_class(cls: type) -> Field:
    """A type of the schema as a field: as the variant that it is of a union, or as itself."""
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
    """How to write the objects of a class, a user's subclass too, where no type says what they are."""
    owner = record_class(cls)
    found = _serializers.get(owner)
    if found is None:
        found = _serializers[owner] = SchemaSerializer(schema_of_class(owner))
    return found


_serializers: Final[dict[type, SchemaSerializer]] = {}


def surface_of(cls: type) -> str:
    """The name of the surface that a class was made for."""
    return cls.__module__.partition("._types")[0].partition("._messages")[0]


def definition(cls: type, name: str) -> str:
    """Under what name pydantic keeps what it knows of a class; `name` is the class's, or says which form of it."""
    return f"{surface_of(cls)}.{name}"


def is_message(cls: type) -> bool:
    """Whether a class is a JSON-RPC message: its type alone does not say how to read it."""
    return cls.__module__.endswith("._messages")


def message_schema(cls: type) -> CoreSchema:
    """A message: taken as it is, and written as one."""
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
    """A type of a surface as a field, for itself. Raises `TypeError` for what is none."""
    wire = wire_of(surface)
    return Field(wire, form, wire.forms().find_node(form).expected, strict=strict, on_issue=on_issue)


def wire_of(surface: str) -> WireModule:
    """What reads and writes the types of a surface, by the name of its module."""
    return cast("WireModule", import_module(f"{surface}._wire"))


def variants(forms: SurfaceCodec) -> Mapping[type, Variant]:
    """Each class that is a variant of a tagged union, in the widest such union."""
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
    """Each union of a surface that a tag tells apart."""
    for form in forms.nodes:
        node = forms.nodes[form]  # not `items()`: the table may load its entries one by one
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
    """A value that an enum does not know. Known ones are left to the `Literal` beside it."""

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
