"""JSON Schema of the types of a surface, for pydantic and its users such as FastAPI.

The nodes of the codec are described to pydantic in their wire format, and pydantic writes the schema, with its own
references and names. This is only for schemas and does not validate anything.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn

from pydantic_core import CoreSchema, PydanticOmit, core_schema

from .node import Node
from .nodes import Array, Boolean, Integer, Map, Member, Null, Number, Object, String, Tagged, Untagged, Values
from .pydantic_fields import Field, Tags, definition, field_of_class, is_message, tagged_unions, variants

if TYPE_CHECKING:
    from .surface_codec import SurfaceCodec


def json_schema_of_class(cls: type, handler: Any) -> object:
    """The JSON Schema of a class from pydantic's handler; for a message, only that it is an object."""
    return handler(core_schema.dict_schema() if is_message(cls) else wire_schema(field_of_class(cls)))


def json_schema_of_field(schema: Any, handler: Any) -> object:
    """The JSON Schema of a field from pydantic's handler."""
    return handler(wire_schema(schema["metadata"]["acp_field"]))


def omitted() -> NoReturn:
    """A choice that pydantic omits from a JSON Schema."""
    raise PydanticOmit


def wire_schema(field: Field) -> CoreSchema:
    """The wire format of a field."""
    forms = field.wire.forms()
    shapes = _Shapes(forms)
    if field.cls is not None and field.cls in shapes.homes:
        node: Node = forms.nodes[field.cls]
        found = shapes.record(node, field.tags) if isinstance(node, Object) else shapes.of(node)
    else:
        found = shapes.of(forms.nodes[field.form])
    return core_schema.definitions_schema(found, list(shapes.definitions.values()))


class _Shapes:
    """The shapes of one surface. Each record becomes a separate definition."""

    def __init__(self, forms: SurfaceCodec) -> None:
        self.homes = {cls: variant.tags for cls, variant in variants(forms).items()}
        self.others = {union.other.cls: union for _, union in tagged_unions(forms) if union.other}
        """The union of each `Other...` class, whose tag is not one of the union's."""
        self.definitions: dict[str, CoreSchema] = {}

    def of(self, node: Node) -> CoreSchema:
        if isinstance(node, Object):
            return self.record(node, ())
        if isinstance(node, Tagged):
            return core_schema.union_schema([*self._variants(node, ())])
        if isinstance(node, Untagged):
            return core_schema.union_schema([self.of(variant) for variant in node.variants])
        if isinstance(node, Array):
            return core_schema.list_schema(self.of(node.item), min_length=node.min_items or None)
        if isinstance(node, Map):
            return core_schema.dict_schema(core_schema.str_schema(), self.of(node.value))
        return _scalar(node)

    def _variants(self, node: Tagged, outer: Tags) -> list[CoreSchema]:
        found: list[CoreSchema] = []
        for tag, variant in node.variants.items():
            tags = (*outer, (node.tag, tag))
            found += self._variants(variant, tags) if isinstance(variant, Tagged) else [self.record(variant, tags)]
        return found + [self.record(untagged, outer) for untagged in (node.default, node.other) if untagged]

    def record(self, node: Object, tags: Tags) -> CoreSchema:
        """A reference to the definition of a record, with the tags added by a union."""
        name = node.cls.__name__
        home = self.homes.get(node.cls, ())
        if tags != home:
            name += "By" + "And".join(tag[0].upper() + tag[1:] for tag, _ in tags) if tags else "Untagged"
        ref = definition(node.cls, name)
        if ref not in self.definitions:
            self.definitions[ref] = core_schema.any_schema()  # a placeholder for recursive references
            self.definitions[ref] = self._definition(node, tags, name, ref)
        return core_schema.definition_reference_schema(ref)

    def _definition(self, node: Object, tags: Tags, name: str, ref: str) -> CoreSchema:
        fields = {tag: _typed_dict_field(tag, core_schema.literal_schema([value])) for tag, value in tags}
        fields |= {member.wire: self._member(member) for member in node.members if member.wire not in fields}
        if node.cls in self.others:
            union = self.others[node.cls]
            unknown = {"not": {"enum": sorted(union.variants)}}
            fields[union.tag] = _typed_dict_field(union.tag, core_schema.str_schema(), words=unknown)
        if node.scope is None:
            return _typed_dict(node, fields, name, ref)
        scoped = [
            _typed_dict(node, {**fields, **{one.wire: self._member(one) for one in variant.members}}, name)
            for variant in node.scope.variants
        ]
        return core_schema.union_schema([*scoped], ref=ref)

    def _member(self, member: Member) -> core_schema.TypedDictField:
        schema = self.of(member.node)
        if member.nullable or member.patch:
            schema = core_schema.nullable_schema(schema)
        return _typed_dict_field(member.wire, schema, required=member.required)


def _typed_dict_field(
    name: str, schema: CoreSchema, *, required: bool = True, words: dict[str, Any] | None = None
) -> core_schema.TypedDictField:
    return core_schema.typed_dict_field(schema, required=required, metadata=_said({"title": name, **(words or {})}))


def _typed_dict(
    node: Object, fields: dict[str, core_schema.TypedDictField], name: str, ref: str | None = None
) -> CoreSchema:
    words = {"title": name, "description": node.cls.__doc__ or ""}  # `python -OO` has no docstrings
    return core_schema.typed_dict_schema(
        fields, extra_behavior="allow", ref=ref, metadata=_said({key: value for key, value in words.items() if value})
    )


def _said(words: dict[str, Any]) -> dict[str, Any]:
    """Titles and descriptions for the JSON Schema, instead of pydantic's defaults."""
    return {"pydantic_js_updates": words}


def _scalar(node: Node) -> CoreSchema:
    if isinstance(node, Null):
        return core_schema.none_schema()
    if isinstance(node, Boolean):
        return core_schema.bool_schema()
    if isinstance(node, Integer):
        return core_schema.int_schema(ge=node.minimum, le=node.maximum)
    if isinstance(node, Number):
        return core_schema.float_schema(ge=node.minimum, le=node.maximum)
    if isinstance(node, Values):
        known = core_schema.literal_schema(sorted(node.known))
        return known if node.other is None else core_schema.union_schema([known, core_schema.str_schema()])
    if isinstance(node, String):
        return core_schema.str_schema(min_length=node.min_length or None)
    return core_schema.any_schema()
