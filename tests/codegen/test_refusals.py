"""Schemas that look ACP-style and are not quite: each stops the generator with one line that names the place."""

from __future__ import annotations

import functools
import json
from pathlib import Path
from typing import Any

import pytest

from codegen.__main__ import main

STRING: dict[str, Any] = {"type": "string"}
ID = {"Id": STRING}
OPEN = {"anyOf": [{**STRING, "const": "a"}, STRING]}


def record(**members: Any) -> dict[str, Any]:
    return {"type": "object", "properties": members}


def holder(member: Any, **more: Any) -> dict[str, Any]:
    """Definitions of which `H` has one member."""
    return {**ID, "H": record(m=member), **more}


def tagged(value: object, *, kind: str = "string", **more: Any) -> dict[str, Any]:
    """A variant that `type` selects."""
    return {"type": "object", "properties": {"type": {"type": kind, "const": value}}, "required": ["type"], **more}


def codes(*titles: str) -> dict[str, Any]:
    known = [{"type": "integer", "const": index, "title": title} for index, title in enumerate(titles)]
    return {"anyOf": [*known, {"type": "integer"}]}


def call(name: str, method: str, side: str = "agent") -> dict[str, Any]:
    """A request and its answer."""
    return {f"{name}{kind}": {"type": "object", "x-method": method, "x-side": side} for kind in ("Request", "Response")}


REF = {"$ref": "#/$defs/Id"}
NOT_HERE = "keywords that no rule covers here"
DEFAULT = "/$defs/H/properties/m/default: no rule for this default"

WORDS_BESIDE_A_REFERENCE = [
    (holder({**REF, "minLength": 3}), f"/$defs/H/properties/m: {NOT_HERE}: ['minLength']"),
    (holder({**REF, "const": "x"}), f"/$defs/H/properties/m: {NOT_HERE}: ['const']"),
    (holder({**REF, "x-deserialize-new": True}), f"/$defs/H/properties/m: {NOT_HERE}: ['x-deserialize-new']"),
    (holder({**REF, "allOf": [{"minLength": 3}]}), f"/$defs/H/properties/m: {NOT_HERE}: ['allOf']"),
    (holder({"allOf": [REF], "minLength": 3}), f"/$defs/H/properties/m: {NOT_HERE}: ['minLength']"),
    (holder({"allOf": [{**REF, "minLength": 3}]}), f"/$defs/H/properties/m/allOf/0: {NOT_HERE}: ['minLength']"),
    (holder({"anyOf": [{**REF, "minLength": 3}, {"type": "null"}]}), f"/$defs/H/properties/m: {NOT_HERE}"),
    (holder({"type": "array", "items": {**REF, "minLength": 3}}), f"/$defs/H/properties/m/items: {NOT_HERE}"),
    ({**ID, "H": {**REF, "minLength": 3}}, f"/$defs/H: {NOT_HERE}: ['minLength']"),
    ({**ID, "H": {"allOf": [REF], "x-new": 1}}, f"/$defs/H: {NOT_HERE}: ['x-new']"),
    (
        {"R": record(), "H": {"anyOf": [{"$ref": "#/$defs/R", "minProperties": 1}, {"type": "null"}]}},
        f"/$defs/H/anyOf/0: {NOT_HERE}: ['minProperties']",
    ),
]

VARIANTS = [
    (
        {"R": record(), "U": {"anyOf": [tagged("a", allOf=[{"$ref": "#/$defs/R"}] * 2)]}},
        "/$defs/U/anyOf/0: an allOf or $ref that is not one definition",
    ),
    (
        {"U": {"anyOf": [tagged("a", allOf=[record(x=STRING)])]}},
        "/$defs/U/anyOf/0: an allOf or $ref that is not one definition",
    ),
    (
        {"U": {"anyOf": [tagged("a"), {"type": "null", "title": "none"}]}},
        "/$defs/U/anyOf/1: a variant that is not an object",
    ),
    (
        {"U": {"anyOf": [tagged("a"), tagged(2, kind="integer", title="two")]}},
        "/$defs/U/anyOf/1/properties/type: a tag that is not one constant string",
    ),
    (
        {"U": {"anyOf": [tagged("a"), {"title": "any", **record(type=STRING)}]}},
        "/$defs/U/anyOf/1/properties/type: a tag that is not one constant string",
    ),
    (
        {"U": {"anyOf": [tagged("a"), {"title": "any", **record(type=True)}]}},
        "/$defs/U/anyOf/1/properties/type: a tag that is not one constant string",
    ),
    (
        {"U": {"anyOf": [tagged("a", kind="integer")]}},
        "/$defs/U/anyOf/0/properties/type: a tag that is not one constant string",
    ),
    (
        {"U": {"anyOf": [tagged("a", properties={"type": {**STRING, "const": "a", "minLength": 9}})]}},
        f"/$defs/U/anyOf/0/properties/type: {NOT_HERE}: ['minLength']",
    ),
    ({"U": {"anyOf": [tagged("a", required=[])]}}, "/$defs/U/anyOf/0: a variant that does not require its tag 'type'"),
    ({"U": {"anyOf": [tagged("a"), tagged("b"), tagged("a")]}}, "/$defs/U: two variants with the same tag: ['a']"),
    (
        {"U": {"properties": {"x": STRING}, "type": "object", "anyOf": [{"title": "a"}]}},
        "/$defs/U/anyOf/0: an allOf or $ref that is not one definition",
    ),
    (
        {
            "A": record(a=STRING),
            "B": record(b=STRING),
            "U": {"oneOf": [{"$ref": "#/$defs/A"}, {"$ref": "#/$defs/B"}]},
        },
        "/$defs/U/oneOf: a choice of exactly one without a tag or type to distinguish the branches",
    ),
    (
        {"U": {"oneOf": [{"type": "integer"}, {"type": "number"}]}},
        "/$defs/U/oneOf: a choice of exactly one without a tag or type to distinguish the branches",
    ),
]

PAYLOADS = [
    (
        {
            "Text": STRING,
            "U": {
                "anyOf": [tagged("a", allOf=[{"$ref": "#/$defs/Text"}]), tagged("b", allOf=[{"$ref": "#/$defs/Text"}])]
            },
        },
        "/$defs/U/anyOf/0: a variant whose payload is not an object: Text",
    ),
]

SCOPES = [
    (
        {"A": record(a=STRING), "M": {**record(x=STRING), "oneOf": [{"title": "A", "allOf": [{"$ref": "#/$defs/A"}]}]}},
        "/$defs/M/oneOf/0: a scope that no required member of A identifies",
    ),
]

ENUMS = [
    ({"E": {**STRING, "enum": ["a", "a"]}}, "/$defs/E: an enum with a repeated value"),
    ({"E": {"enum": ["a"]}}, "/$defs/E: an enum whose values are not all declared as strings, or all as integers"),
    ({"E": {**OPEN, "required": ["x"]}}, f"/$defs/E: {NOT_HERE}: ['required']"),
    ({"E": {**OPEN, "type": "integer"}}, "/$defs/E/type: an enum of type string that is not declared as one"),
    ({"E": codes("Not-found")}, "/$defs/E: 'NOT-FOUND' cannot be the name of a code"),
    ({"E": codes("404")}, "/$defs/E: '404' cannot be the name of a code"),
    ({"E": codes("One", "one")}, "/$defs/E: two codes are called ONE"),
]

OBJECTS_IN_OBJECTS = [
    (holder({**record(a=STRING), "minProperties": 1}), f"/$defs/H/properties/m: {NOT_HERE}: ['minProperties']"),
    (holder({**record(a=STRING), "anyOf": [{"required": ["a"]}]}), f"/$defs/H/properties/m: {NOT_HERE}: ['anyOf']"),
    (
        holder({**record(a=STRING), "type": ["object", "null"]}),
        "/$defs/H/properties/m/type: properties without a type object, and nothing else",
    ),
    (
        holder({"properties": {"a": STRING}}),
        "/$defs/H/properties/m/type: properties without a type object, and nothing else",
    ),
]

LENIENCY = [
    (
        {"H": {**record(m={**STRING, "x-deserialize-default-on-error": True}), "required": ["m"]}},
        "/$defs/H/properties/m: leniency with an empty default: expected an array or a map",
    ),
    (
        holder({"type": "boolean", "x-deserialize-default-on-null": True}),
        "/$defs/H/properties/m: leniency with an empty default: expected an array or a map",
    ),
    (
        holder({"type": "array", "items": STRING, "minItems": 1, "x-deserialize-default-on-null": True}),
        "/$defs/H/properties/m: an array that leniency could make shorter than its minItems",
    ),
]

VALUES = [
    (holder({"oneOf": [REF, {"type": "null"}]}), "/$defs/H/properties/m: a value described by ['oneOf']: expected a"),
    (holder({"type": "null"}), "/$defs/H/properties/m: a value of type null: expected a reference, a string"),
    (holder({"type": "array"}), "/$defs/H/properties/m/items: an array without items"),
    (holder({"type": "number", "minimum": 2, "maximum": 1}), "/$defs/H/properties/m: a minimum above the maximum"),
    (
        holder({"type": "integer", "minimum": 0.5}),
        "/$defs/H/properties/m/minimum: a bound of an integer that is not an integer",
    ),
    (holder({"type": "integer", "format": "uint"}), "/$defs/H/properties/m/format: the format 'uint', which no rule"),
    (
        {"H": {**record(m=STRING), "additionalProperties": False}},
        "/$defs/H/additionalProperties: an object that refuses other members",
    ),
]

DEFAULTS = [
    ({"H": {**record(m={**STRING, "default": "x"}), "required": ["m"]}}, f"{DEFAULT}: its member is required"),
    (holder({**STRING, "default": 3}), DEFAULT),
    (holder({"type": "boolean", "default": "yes"}), DEFAULT),
    (holder({"type": "boolean", "default": 1}), DEFAULT),
    (holder({"type": "integer", "default": True}), DEFAULT),
    (holder({"type": "integer", "default": 1.5}), DEFAULT),
    (holder({"type": "integer", "minimum": 5, "default": 3}), DEFAULT),
    (holder({"type": "integer", "format": "uint8", "default": 300}), DEFAULT),
    (holder({**STRING, "minLength": 3, "default": "x"}), DEFAULT),
    (holder({**STRING, "pattern": "^[A-Z]{3}$", "default": "xx"}), DEFAULT),
    (holder({"type": "array", "items": STRING, "minItems": 1, "default": []}), DEFAULT),
    (holder({"default": "any JSON"}), DEFAULT),
    ({"H": {**record(m={**STRING, "default": 3}), "required": ["m"]}}, DEFAULT),
]

NAMES = [
    (holder(STRING, R=record(a_b=STRING, aB=STRING)), "/$defs/R/properties/aB: two members are called a_b in Python"),
    ({"H": record(meta=STRING, _meta=STRING)}, "/$defs/H: two members of H are called meta in Python"),
    ({"H": record(payload=STRING, payload_=STRING)}, "/$defs/H: two members of H are called payload_ in"),
    (call("A", "a\nb"), "/$defs/ARequest/x-method: a method whose name cannot be printed on a line"),
    (call("A", "/"), "/$defs/ARequest/x-method: the method '/': its name cannot be a Python identifier"),
    ({"Foo.Bar": {"oneOf": [tagged("a")]}}, "/$defs/Foo.Bar: 'Foo.Bar' cannot be the name of a type"),
    (
        {"H": {"type": "object", "properties": {"\u2167": STRING}}},
        "/$defs/H: 'field_\u2177' cannot be the name of a member",
    ),
    ({"H": {"type": "object", "properties": {"": record(a=STRING)}}}, "/$defs/H: a second definition of H"),
    ({"Kind": OPEN, "OtherKind": STRING}, "/$defs/OtherKind: two types are called OtherKind, one of them for"),
    ({"Request": record()}, "/$defs/Request: Request is already the name of something else in the surface"),
    (
        {"ReadMode": OPEN, "ModeValues": record()},
        "/$defs/ModeValues: ModeValues is too like ReadMode: the codec calls a part of both read_mode_values",
    ),
    (
        {**call("A", "m"), **call("B", "m")},
        "/$defs/BRequest/x-method: m to the agent is ARequest's already",
    ),
    (call("A", "peer"), "/$defs/ARequest/x-method: peer: handlers and stubs have another attribute peer"),
    (
        call("A", "extension/request"),
        "/$defs/ARequest/x-method: extension/request: handlers and stubs have another attribute extension_request",
    ),
    (
        {
            **call("A", "m"),
            "ANotification": {"type": "object", "x-method": "m", "x-side": "agent"},
            **call("B", "m/notification"),
        },
        "/$defs/BRequest/x-method: m/notification: handlers and stubs have another attribute m_notification",
    ),
]

REFERENCES = [
    (
        holder(REF, Id={**STRING, "x-docs-ignore": True}),
        "/$defs/H/properties/m/$ref: a reference to an envelope, which",
    ),
    ({"": record()}, "/$defs/: '' cannot be the name of a type"),
    ({"a/b": record()}, "/$defs/a~1b: 'a/b' cannot be the name of a type"),
]

DEPTH = [
    (
        holder({"type": "array", "items": {"type": "array", "items": STRING}}),
        "/$defs/H/properties/m/items: an array or",
    ),
    (
        holder({"type": "object", "additionalProperties": {"type": "object", "additionalProperties": STRING}}),
        "/$defs/H/properties/m/additionalProperties: an array or a map of values in an array or a map",
    ),
    ({"L": {"type": "array", "items": STRING}}, "/$defs/L: a definition that is an array"),
    ({"L": {"type": "object", "additionalProperties": STRING}}, "/$defs/L: a definition that is a map"),
    (
        holder({"type": "array", "items": functools.reduce(lambda inner, _: {"not": inner}, range(300), STRING)}),
        "the schema nests too deeply, or its chain of references is too long",
    ),
]

TEXT = [
    ({"H": {**record(), "description": "\ud800"}}, "/$defs/H/description: text with a lone surrogate"),
    ({"H": {**STRING, "enum": ["a", "\udfff"]}}, "/$defs/H/enum/1: text with a lone surrogate"),
    (
        {"H": {**STRING, "pattern": "^[z-a]$"}},
        "/$defs/H/pattern: a pattern that does not match the whole string, or is",
    ),
]


@pytest.mark.parametrize(
    ("definitions", "message"),
    [
        *WORDS_BESIDE_A_REFERENCE,
        *VARIANTS,
        *PAYLOADS,
        *SCOPES,
        *ENUMS,
        *OBJECTS_IN_OBJECTS,
        *DEFAULTS,
        *LENIENCY,
        *VALUES,
        *NAMES,
        *REFERENCES,
        *DEPTH,
        *TEXT,
    ],
)
def test_one_line_names_the_place(
    definitions: dict[str, Any], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    schema = tmp_path / "own.json"
    schema.write_text(json.dumps({"$defs": definitions}), encoding="utf-8")
    out = tmp_path / "out"
    assert main(["generate", "--schema", str(schema), "--package", "own", "--out", str(out), "--like", "v2"]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"codegen: {message}")
    assert not out.exists()
