"""The Python spelling of the model: annotations, defaults, codec nodes. These are the templates' filters."""

from __future__ import annotations

import json
import keyword
import unicodedata
from collections.abc import Callable, Iterator
from typing import Any

from codegen.errors import GenerationError
from codegen.model import (
    MISSING,
    TAKEN,
    Alias,
    Array,
    Enum,
    Field,
    Item,
    Map,
    Method,
    Record,
    Ref,
    Scalar,
    Scope,
    Shape,
    Surface,
    Tag,
    Union,
)
from codegen.plan import references, shape_references
from codegen.shapes import bounds, is_value_of
from codegen.spelling.docstrings import docstring, enum_doc, record_doc, tag_doc, union_doc
from codegen.spelling.naming import Names, node_name

_SCALARS = {
    "string": "str",
    "boolean": "bool",
    "integer": "int",
    "number": "float",
    "null": "None",
    "json": "JsonValue",
}
_NODES = {"string": "STRING", "boolean": "BOOLEAN", "null": "NULL", "json": "JSON"}


class Spelling:
    """Spells the items of one surface."""

    def __init__(self, surface: Surface) -> None:
        self.surface = surface
        self.names = Names(surface)
        for item in surface.items.values():
            if isinstance(item, Record):
                self._check_names(item)

    def filters(self) -> dict[str, Callable[..., Any]]:
        """The filters by their names in templates."""
        return {
            "alias_source": self.alias_source,
            "all_fields": self.all_fields,
            "annotation": self.annotation,
            "base_class": base_class,
            "constant": self.names.constant,
            "constant_tags": constant_tags,
            "default_source": self.default_source,
            "docstring": docstring,
            "enum_doc": enum_doc,
            "known_values": known_values,
            "member_flags": member_flags,
            "node": self.node,
            "node_name": node_name,
            "method_type": method_type,
            "record_doc": record_doc,
            "scope_of": self.scope_of,
            "scope_variants": self.scope_variants,
            "shape_source": self.shape_source,
            "tag_doc": tag_doc,
            "union_doc": union_doc,
            "union_source": self.union_source,
        }

    # -- types ----------------------------------------------------------------------------------------------------------

    def shape_source(self, shape: Shape) -> str:
        """A shape as a type."""
        if isinstance(shape, Ref):
            return f"{shape.name} | int" if self._is_codes(shape) else shape.name
        if isinstance(shape, Array):
            return f"tuple[{self.shape_source(shape.item)}, ...]"
        if isinstance(shape, Map):
            return f"Mapping[str, {self.shape_source(shape.value)}]"
        return _SCALARS[shape.kind]

    def annotation(self, field: Field) -> str:
        """The type of a member, including absence and null."""
        source = self.shape_source(field.shape)
        if field.patch:
            return f"Patch[{source}]"
        optional = field.nullable or (not field.required and field.default is MISSING)
        return f"{source} | None" if optional and source != "JsonValue" else source

    def default_source(self, field: Field) -> str:
        """`= ...` after a member's type, or empty."""
        default = "None" if field.default is MISSING else self._default(field)
        if field.required:
            return ""
        return " = UNSET" if field.patch else f" = {default}"

    def _default(self, field: Field) -> str:
        shape, default = field.shape, field.default
        if field.nullable:
            raise GenerationError(f"{field.pointer}/default: a default for a member that may be null")
        if isinstance(shape, Array) and default == [] and not shape.min_items:
            return "()"
        if isinstance(shape, Map) and default == {}:
            return "EMPTY"
        if isinstance(shape, Scalar) and is_value_of(shape, default):
            return repr(default)
        if isinstance(shape, Ref):
            item = self.surface.items[shape.name]
            if isinstance(item, Enum) and any(value.value == default for value in item.values):
                return literal(default)
            if isinstance(item, Record) and self._is_all_defaults(item, default):
                return f"field(default_factory={item.name})"
        raise GenerationError(f"{field.pointer}/default: no rule for this default")

    def _is_all_defaults(self, record: Record, default: Any) -> bool:
        """Whether a default object is equal to one with all members at their defaults."""
        members = {field.wire: field for field in self.all_fields(record)}
        return (
            isinstance(default, dict)
            and default.keys() <= members.keys()
            and not any(field.required for field in members.values())
            and all(self._is_own_default(members[wire], value) for wire, value in default.items())
        )

    def _is_own_default(self, field: Field, value: Any) -> bool:
        if isinstance(field.shape, Ref) and isinstance(value, dict):
            item = self.surface.items[field.shape.name]
            return field.default is not MISSING and isinstance(item, Record) and self._is_all_defaults(item, value)
        return bool(field.default == value)

    def union_source(self, union: Union) -> str:
        """The right-hand side of a union's alias."""
        members = [self.shape_source(variant.shape) for variant in union.variants]
        members += [union.other] if union.other else []
        return " | ".join(dict.fromkeys(members))

    def alias_source(self, shape: Shape) -> str:
        """The right-hand side of an alias. Bounds become part of it, to distinguish it from a plain `int`."""
        if isinstance(shape, Scalar):
            limits = shape.format or ", ".join(f"{name} {limit}" for name, limit in bounds(shape).items())
            return f"Annotated[{_SCALARS[shape.kind]}, {literal(limits)}]" if limits else _SCALARS[shape.kind]
        return self.shape_source(shape)

    def _is_codes(self, shape: Ref) -> bool:
        item = self.surface.items[shape.name]
        return isinstance(item, Enum) and is_codes(item)

    # -- records --------------------------------------------------------------------------------------------------------

    def all_fields(self, record: Record) -> list[Field]:
        """The members of a record, those of its base first."""
        base = self._base(record)
        return [*(self.all_fields(base) if base else []), *record.fields]

    def scope_of(self, record: Record) -> Scope | None:
        """The scope of a record or of its base."""
        base = self._base(record)
        return record.scope or (self.scope_of(base) if base else None)

    def scope_variants(self, record: Record) -> list[str]:
        """The records that the scope of a record can be."""
        scope = self.scope_of(record)
        if scope is None:
            return []
        union = self.surface.items[scope.union]
        assert isinstance(union, Union)
        return [variant.shape.name for variant in union.variants if isinstance(variant.shape, Ref)]

    def needed_at_once(self, item: Item) -> Iterator[str]:
        """The items whose nodes must exist before the node of this one.

        The nodes of members and of tagged variants can be loaded when a value needs them.
        """
        if isinstance(item, Record):
            for field in self.all_fields(item):
                yield from () if isinstance(field.shape, Ref) else shape_references(field.shape)
            yield from self.scope_variants(item)
        elif isinstance(item, Union) and item.tag:
            yield from filter(None, (item.other, item.default))
        else:
            yield from references(item)

    def _base(self, record: Record) -> Record | None:
        base = self.surface.items[record.base] if record.base else None
        assert base is None or isinstance(base, Record)
        return base

    def _check_names(self, record: Record) -> None:
        """Check that member names are identifiers, and that none hides another or a method."""
        scope = self.scope_of(record)
        names = [field.name for field in self.all_fields(record)] + ([scope.name] if scope else [])
        names += [tag.name for tag in constant_tags(record)]
        for name in names:
            refused = keyword.iskeyword(name) or name in TAKEN
            # Python normalises identifiers to this form, so the member's actual name could differ from its text.
            is_itself = unicodedata.normalize("NFKC", name) == name
            if refused or not is_itself or not name.isidentifier() or name.startswith("_"):
                raise GenerationError(f"{record.pointer}: {name!r} cannot be the name of a member")
            if names.count(name) > 1:
                raise GenerationError(f"{record.pointer}: two members of {record.name} are called {name} in Python")

    # -- codec nodes ----------------------------------------------------------------------------------------------------

    def node(self, shape: Shape) -> str:
        """The codec node of a shape."""
        if isinstance(shape, Ref):
            return node_name(shape.name)
        if isinstance(shape, Array):
            options = f", {shape.min_items}" if shape.min_items else ""
            options += ", skip_invalid=True" if shape.skip_invalid else ""
            return f"Array({self.node(shape.item)}{options})"
        if isinstance(shape, Map):
            return f"Map({self.node(shape.value)})"
        if shape.kind in ("integer", "number"):
            bounds = {"format": shape.format, "minimum": shape.minimum, "maximum": shape.maximum}
            given = ", ".join(f"{name}={literal(value)}" for name, value in bounds.items() if value is not None)
            return f"{shape.kind.title()}({given})" if given else shape.kind.upper()
        if shape.kind == "string" and (shape.min_length or shape.pattern):
            arguments = [str(shape.min_length)] if shape.min_length else []
            arguments += [f"pattern={shape.pattern!r}"] if shape.pattern else []
            return f"String({', '.join(arguments)})"
        return _NODES[shape.kind]


def is_codes(item: object) -> bool:
    """Whether an enum is an integer enum."""
    return isinstance(item, Enum) and isinstance(item.values[0].value, int)


TESTS: dict[str, Callable[[object], bool]] = {
    "record": lambda item: isinstance(item, Record),
    "enum": lambda item: isinstance(item, Enum),
    "codes": is_codes,
    "union": lambda item: isinstance(item, Union),
    "alias": lambda item: isinstance(item, Alias),
}


def base_class(record: Record) -> str:
    """The base class of a record's class."""
    return record.base or ("OtherVariant" if record.other else "Model")


def constant_tags(record: Record) -> Iterator[Tag]:
    """The tags that are the same for every instance, except the tag of an `Other...`."""
    return (tag for tag in record.tags if not record.other or tag.wire != record.other.tag.wire)


def method_type(method: Method) -> str:
    """The type of a method's descriptor."""
    return (
        f"RequestMethod[{method.params}, {method.result}]" if method.result else f"NotificationMethod[{method.params}]"
    )


def known_values(enum: Enum) -> str:
    """The known values of an enum, as a tuple."""
    return "(" + "".join(f"{literal(value.value)}, " for value in enum.values) + ")"


def member_flags(field: Field) -> str:
    """The arguments of a codec member other than its names and node."""
    flags = {
        "required": field.required,
        "nullable": field.nullable,
        "patch": field.patch,
        "default_on_error": field.default_on_error,
        "default_on_null": field.default_on_null,
    }
    source = "".join(f", {name}=True" for name, on in flags.items() if on)
    source += f", when={field.when!r}" if field.when else ""
    source += f", version={field.free_in!r}" if field.free_in else ""
    return source + ("" if field.default is MISSING else f", default={field.default!r}")


def literal(value: str | float | list[Any] | None) -> str:
    """Strings, numbers, and lists of them as Python literals: the same as in JSON, except for surrogate pairs."""
    return json.dumps(value, ensure_ascii=False)
