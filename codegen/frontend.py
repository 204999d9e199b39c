"""The only importer of datamodel-code-generator: parses the normal form into the model.

The parser resolves references, types, nullability, defaults and Python names. Information that it does not support (bounds,
tags, leniency, order of members) comes from the normal form itself; where both have it, they must agree.
"""

from __future__ import annotations

import json
import keyword
import re
import warnings
from collections.abc import Mapping
from typing import Any, Final

from datamodel_code_generator.enums import DataModelType
from datamodel_code_generator.format import Formatter, PythonVersion
from datamodel_code_generator.model import get_data_model_types
from datamodel_code_generator.model.enum import get_raw_enum_member_value
from datamodel_code_generator.parser.jsonschema import JsonSchemaParser
from datamodel_code_generator.util import camel_to_snake

from codegen.errors import DecisionError, GenerationError, told_in
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
    Other,
    Record,
    Ref,
    Scalar,
    Scope,
    Shape,
    Surface,
    Tag,
    Union,
    Value,
    Variant,
)
from codegen.normal.form import NormalForm

_SCALARS: Final = {
    "str": "string",
    "bool": "boolean",
    "int": "integer",
    "float": "number",
    "None": "null",
    "Any": "json",
}
_RENAMED: Final = {"_meta": "meta"}
"""Wire names whose Python name is not their snake case."""


def read_model(normal: NormalForm, version: str, *, stable: bool) -> Surface:
    """The model of one surface."""
    parsed = _parse(normal)
    items: dict[str, Item] = {}
    for name, definition in normal.definitions.items():
        kind = definition["x-acp"]["kind"]
        if name not in parsed:
            raise GenerationError(f"{definition['x-acp']['pointer']}: the parser returned no class for {name}")
        items[name] = _READERS[kind](name, definition, parsed[name])
    return Surface(version, stable, items, _methods(normal, items))


def _parse(normal: NormalForm) -> dict[str, Any]:
    """The parser's class for each definition."""
    types = get_data_model_types(DataModelType.DataclassesDataclass, target_python_version=PythonVersion.PY_310)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        parser: Any = JsonSchemaParser(
            json.dumps(_plain(normal.schema())),
            data_model_type=types.data_model,
            data_model_root_type=types.root_model,
            data_model_field_type=types.field_model,
            data_type_manager_type=types.data_type_manager,
            target_python_version=PythonVersion.PY_310,
            snake_case_field=True,
            strict_nullable=True,
            use_standard_collections=True,
            use_typed_nullable_map_values=True,
            use_union_operator=True,
            formatters=[Formatter.BUILTIN],
        )
        parser.parse()
    return {
        model.reference.path.rpartition("/")[2]: model
        for model in parser.results
        if model.reference is not None and model.reference.path.startswith("#/$defs/")
    }


def _plain(schema: Any) -> Any:
    """A schema with plain JSON Schema only, and without bounds, about which the parser would only warn."""
    out: dict[str, Any] = {}
    for key, value in schema.items():
        if key in ("$defs", "properties"):
            out[key] = {name: _plain(nested) for name, nested in value.items()}
        elif key in ("items", "additionalProperties"):
            out[key] = _plain(value)
        elif key == "anyOf":
            out[key] = [_plain(branch) for branch in value]
        elif not key.startswith("x-") and key not in (
            "minimum",
            "maximum",
            "minItems",
            "minLength",
            "format",
            "pattern",
        ):
            out[key] = value
    return out


def python_name(wire: str) -> str:
    """The Python name of a tag."""
    name = _RENAMED.get(wire) or camel_to_snake(wire)
    return f"{name}_" if keyword.iskeyword(name) or name in TAKEN else name


def _member_name(wire: str, parsed: str, pointer: str) -> str:
    """The Python name of a member, from the parser's."""
    number = re.search(r"_(\d+)$", parsed)
    if number and not re.search(rf"(?:^|[\W_]){number[1]}$", wire):  # the parser numbers members with the same name
        raise GenerationError(f"{pointer}: two members are called {parsed[: number.start()]} in Python")
    # Without the `_` of an extension and the parser's prefix for it: in Python a leading `_` means private.
    name = parsed.removeprefix("field_") if wire.startswith("_") else parsed
    return f"{name}_" if name in TAKEN else name  # as for a keyword


# -- items --------------------------------------------------------------------------------------------------------------


def _record(name: str, definition: Mapping[str, Any], parsed: Any) -> Record:
    note = definition["x-acp"]
    fields = {field.original_name: field for field in parsed.fields}
    if fields.keys() != definition["properties"].keys():
        raise GenerationError(f"{note['pointer']}: the parser returned different members")
    other, scope = note.get("other"), note.get("scope")
    return Record(
        name=name,
        doc=definition.get("description", ""),
        pointer=note["pointer"],
        fields=tuple(
            _field(wire, schema, wire in definition.get("required", ()), fields[wire])
            for wire, schema in definition["properties"].items()
        ),
        base=note.get("base"),
        tags=tuple(Tag(python_name(wire), wire, value) for wire, value in note.get("tags", {}).items()),
        scope=Scope(**scope) if scope else None,
        other=Other(other["union"], Tag(python_name(other["tag"]), other["tag"], None), tuple(other["known"]))
        if other
        else None,
    )


def _field(wire: str, schema: Mapping[str, Any], required: bool, parsed: Any) -> Field:
    note = schema["x-acp"]
    value = schema["anyOf"][0] if note["nullable"] else schema
    default = parsed.default if parsed.has_default else MISSING
    if parsed.required != required or default != schema.get("default", MISSING):
        raise GenerationError(f"{note['pointer']}: the parser disagrees about its default or whether it is required")
    when = note.get("when")
    return Field(
        name=_member_name(wire, parsed.name, note["pointer"]),
        wire=wire,
        shape=_shape(_without_null(parsed.data_type), value, note["pointer"]),
        required=required,
        nullable=note["nullable"],
        default=default,
        patch=note["patch"],
        default_on_error=note["default_on_error"],
        default_on_null=note["default_on_null"],
        when=(when[0], when[1]) if when else None,
        doc=schema.get("description", ""),
        pointer=note["pointer"],
    )


def _enum(name: str, definition: Mapping[str, Any], parsed: Any) -> Enum:
    note = definition["x-acp"]
    if [get_raw_enum_member_value(field.default) for field in parsed.fields] != definition["enum"]:
        raise GenerationError(f"{note['pointer']}: the parser returned different values")
    return Enum(
        name=name,
        doc=definition.get("description", ""),
        pointer=note["pointer"],
        values=tuple(
            Value(
                value["value"],
                "_".join((value.get("title") or str(value["value"])).upper().split()),
                value.get("description", ""),
            )
            for value in note["values"]
        ),
        open_in_schema=note["open"],
        other=note["other"],
        bounds=Scalar("integer", **note["bounds"]) if "bounds" in note else None,
    )


def _union(name: str, definition: Mapping[str, Any], parsed: Any) -> Union:
    note = definition["x-acp"]
    shapes = _union_shapes(parsed.fields[0].data_type, definition["anyOf"], note["pointer"])
    tags = note["values"] if note["tag"] else [None] * len(shapes)
    return Union(
        name=name,
        doc=definition.get("description", ""),
        pointer=note["pointer"],
        variants=tuple(
            Variant(shape, tag, doc)
            for shape, tag, doc in zip(shapes, tags, note.get("docs", [""] * len(shapes)), strict=True)
        ),
        tag=note["tag"],
        open_in_schema=note.get("open", False),
        other=note.get("other"),
        default=note.get("default"),
    )


def _union_shapes(data_type: Any, branches: list[Any], pointer: str) -> list[Shape]:
    """One shape per branch. If the parser merged branches, only the references can be checked."""
    parsed = _references(data_type)
    wanted = {_ref_name(branch) for branch in branches if "$ref" in branch}
    if not wanted <= parsed:
        raise GenerationError(f"{pointer}: the parser returned different variants")
    return [_shape_of(branch) for branch in branches]


def _references(data_type: Any) -> set[str]:
    own = {data_type.reference.path.rpartition("/")[2]} if data_type.reference else set()
    return own.union(*(_references(nested) for nested in data_type.data_types))


def _alias(name: str, definition: Mapping[str, Any], parsed: Any) -> Alias:
    note = definition["x-acp"]
    schema = {key: value for key, value in definition.items() if key not in ("x-acp", "description")}
    shape = _shape_of(schema) if "$ref" in schema else _shape(parsed.fields[0].data_type, schema, note["pointer"])
    # An id is opaque, so it gets a distinct type; other text is written by people and stays `str`.
    distinct = name.endswith("Id") and shape == Scalar("string")
    return Alias(name, definition.get("description", ""), note["pointer"], shape, distinct)


_READERS: Final[Mapping[str, Any]] = {"record": _record, "enum": _enum, "union": _union, "alias": _alias}


# -- shapes -------------------------------------------------------------------------------------------------------------


def _without_null(data_type: Any) -> Any:
    """Remove the parser's markers for null."""
    if data_type.reference is None and not (data_type.is_list or data_type.is_dict) and data_type.data_types:
        inner = [nested for nested in data_type.data_types if nested.type != "None"]
        return _without_null(inner[0]) if len(inner) == 1 else data_type
    return data_type


def _shape(data_type: Any, schema: Mapping[str, Any], pointer: str) -> Shape:
    """The parser's type, with the bounds of the normal form. Both must be of the same kind."""
    shape = _shape_of(schema)
    read: str | None
    if data_type.reference is not None:
        read = data_type.reference.path.rpartition("/")[2]
    elif data_type.is_list:
        read = "array"
        _shape(data_type.data_types[0], schema["items"], f"{pointer}/items")
    elif data_type.is_dict:
        read = "map"
        _shape(data_type.data_types[0], schema["additionalProperties"], f"{pointer}/additionalProperties")
    else:
        read = _SCALARS.get(data_type.type)
    if read != _kind(shape):
        raise GenerationError(f"{pointer}: the parser returned {read}, the normal form has {_kind(shape)}")
    return shape


def _kind(shape: Shape) -> str:
    match shape:
        case Ref(name):
            return name
        case Array():
            return "array"
        case Map():
            return "map"
        case Scalar(kind):
            return kind


def _shape_of(schema: Mapping[str, Any]) -> Shape:
    if "$ref" in schema:
        return Ref(_ref_name(schema))
    kind = schema.get("type")
    if kind == "array":
        skip = bool(schema.get("x-skip-invalid-items"))
        return Array(_shape_of(schema["items"]), schema.get("minItems", 0), skip)
    if kind == "object":
        return Map(_shape_of(schema["additionalProperties"]))
    if kind is None:
        return Scalar("json")
    return Scalar(
        kind,
        schema.get("minimum"),
        schema.get("maximum"),
        schema.get("minLength", 0),
        schema.get("format"),
        schema.get("pattern"),
    )


def _ref_name(schema: Mapping[str, Any]) -> str:
    return str(schema["$ref"]).removeprefix("#/$defs/")


# -- methods ------------------------------------------------------------------------------------------------------------


def _methods(normal: NormalForm, items: Mapping[str, Item]) -> tuple[Method, ...]:
    by_kind: dict[tuple[str, str, str], dict[str, Any]] = {}
    for entry in normal.methods:
        first = by_kind.setdefault((entry["side"], entry["method"], entry["kind"]), entry)
        if first is not entry:
            raise GenerationError(
                f"/$defs/{entry['definition']}/x-method: {entry['method']} to the {entry['side']} is"
                f" {first['definition']}'s already"
            )
    methods = []
    undecided: list[str] = []
    for (side, name, kind), entry in by_kind.items():
        params = entry["definition"]
        if kind == "Response":
            if (side, name, "Request") not in by_kind:
                raise GenerationError(f"/$defs/{params}: a response to {name}, which is not a request")
            continue
        answer = by_kind.get((side, name, "Response")) if kind == "Request" else None
        if kind == "Request" and answer is None:
            raise GenerationError(
                f"/$defs/{params}: nothing answers {name}: expected a definition that ends in Response, of that x-method"
            )
        with told_in(undecided):
            methods.append(
                Method(
                    name,
                    _METHOD_KINDS[kind],
                    _side(side, params),
                    params,
                    answer["definition"] if answer else None,
                    _attribute(name, kind, side, by_kind, f"/$defs/{params}/x-method"),
                    entry["doc"],
                    _capability(entry, items),
                )
            )
    if undecided:
        raise DecisionError("\n".join(undecided))
    return tuple(methods)


def _attribute(name: str, kind: str, side: str, by_kind: Mapping[tuple[str, str, str], object], pointer: str) -> str:
    """The wire name as an identifier. If one side receives both kinds, the notification's name says so.

    An extension's `_` is left out, because it would make the method private in Python.
    """
    attribute = camel_to_snake(re.sub(r"\W+", "_", name, flags=re.ASCII)).strip("_")
    if not attribute.isidentifier() or keyword.iskeyword(attribute):
        raise GenerationError(f"{pointer}: the method {name!r}: its name cannot be a Python identifier")
    return f"{attribute}_notification" if kind == "Notification" and (side, name, "Request") in by_kind else attribute


def _capability(entry: Mapping[str, Any], items: Mapping[str, Item]) -> tuple[str, ...]:
    """The attribute path to the capability that a method needs."""
    record = items.get(f"{entry['side'].title()}Capabilities")
    path: list[str] = []
    for wire in entry["needs"]:
        fields = {field.wire: field for field in record.fields} if isinstance(record, Record) else {}
        if wire not in fields:
            raise DecisionError(
                f"decisions.toml: {entry['method']} needs {'.'.join(entry['needs'])}: there is no {wire}"
            )
        path.append(fields[wire].name)
        shape = fields[wire].shape
        record = items[shape.name] if isinstance(shape, Ref) else None
    return tuple(path)


_METHOD_KINDS: Final[Mapping[str, Any]] = {"Request": "request", "Notification": "notification"}


def _side(side: str, definition: str) -> Any:
    if side == "both":
        return "protocol"
    if side not in ("agent", "client", "proxy", "protocol"):
        raise GenerationError(f"/$defs/{definition}/x-side: unknown side {side!r}")
    return side
