"""What every stage relies on: schemas are objects where a rule looks into them, and references lead to definitions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from codegen.errors import UnknownShape
from codegen.normal.keywords import escape


def check_definitions(definitions: Mapping[str, Any]) -> None:
    """Refuse what no rule could read, with its JSON pointer."""
    for name, definition in definitions.items():
        for schema, pointer in _schemas(definition, f"/$defs/{escape(name)}"):
            ref = schema.get("$ref", "#/$defs/")
            if not isinstance(ref, str) or not ref.startswith("#/$defs/"):
                raise UnknownShape(f"{pointer}/$ref", "a reference to anything but a definition")
            if "$ref" in schema and ref.removeprefix("#/$defs/") not in definitions:
                raise UnknownShape(f"{pointer}/$ref", "a reference to what is not defined")


def _schemas(schema: Any, pointer: str) -> Iterator[tuple[Mapping[str, Any], str]]:
    """A schema and all schemas in it."""
    if not isinstance(schema, dict):
        raise UnknownShape(pointer, "a schema that is no object")
    yield schema, pointer
    for word in ("anyOf", "oneOf", "allOf"):
        branches = schema.get(word, [])
        if not isinstance(branches, list):
            raise UnknownShape(f"{pointer}/{word}", "a choice that is no array")
        for index, branch in enumerate(branches):
            yield from _schemas(branch, f"{pointer}/{word}/{index}")
    members = schema.get("properties", {})
    if not isinstance(members, dict):
        raise UnknownShape(f"{pointer}/properties", "properties that are no object")
    for wire, value in members.items():
        if value is not True:
            yield from _schemas(value, f"{pointer}/properties/{escape(wire)}")
    for word in ("not", "items"):
        if word in schema:
            yield from _schemas(schema[word], f"{pointer}/{word}")
    if not isinstance(schema.get("additionalProperties", True), bool):
        yield from _schemas(schema["additionalProperties"], f"{pointer}/additionalProperties")
