"""Checks that every stage relies on: schemas are objects where expected, and references resolve to definitions."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

import jsonschema

from codegen.errors import GenerationError, UnknownShape
from codegen.normal.keywords import escape


def check_schema(schema: Any, file: str) -> None:
    """Refuse what is no JSON Schema at all; what is one, but not ACP-style, is for the stages to refuse."""
    validator = jsonschema.Draft202012Validator(jsonschema.Draft202012Validator.META_SCHEMA)
    error = jsonschema.exceptions.best_match(validator.iter_errors(schema))
    if error is not None:
        pointer = "".join(f"/{escape(str(step))}" for step in error.absolute_path)
        expected = f"{error.validator} {json.dumps(error.validator_value)}"
        raise GenerationError(f"{file}: {pointer or '/'}: not a JSON Schema: expected {expected}")


def check_definitions(definitions: Mapping[str, Any]) -> None:
    """Refuse malformed schemas, with the JSON pointer."""
    _check_text(definitions, "/$defs")
    for name, definition in definitions.items():
        if not re.fullmatch(r"\w+", name):
            raise UnknownShape(f"/$defs/{escape(name)}", f"{name!r} cannot be the name of a type")
        for schema, pointer in _schemas(definition, f"/$defs/{escape(name)}"):
            ref = schema.get("$ref", "#/$defs/")
            if not isinstance(ref, str) or not ref.startswith("#/$defs/"):
                raise UnknownShape(f"{pointer}/$ref", "a reference to something other than a definition")
            if "$ref" not in schema:
                continue
            target = definitions.get(ref.removeprefix("#/$defs/"))
            if target is None:
                raise UnknownShape(f"{pointer}/$ref", "a reference to a missing definition")
            if _is_left_out(target) and not _is_left_out(definition):
                raise UnknownShape(f"{pointer}/$ref", "a reference to an envelope, which is not generated as a type")


def _is_left_out(definition: Any) -> bool:
    return isinstance(definition, dict) and bool(definition.get("x-docs-ignore"))


def _check_text(value: Any, pointer: str) -> None:
    """Refuse lone surrogates, which cannot be written to a file."""
    if isinstance(value, str):
        if any("\ud800" <= character <= "\udfff" for character in value):
            raise UnknownShape(pointer, "text with a lone surrogate")
    elif isinstance(value, dict):
        for name, nested in value.items():
            _check_text(name, pointer)
            _check_text(nested, f"{pointer}/{escape(name)}")
    elif isinstance(value, list):
        for index, nested in enumerate(value):
            _check_text(nested, f"{pointer}/{index}")


def _schemas(schema: Any, pointer: str) -> Iterator[tuple[Mapping[str, Any], str]]:
    """A schema and all schemas in it."""
    if not isinstance(schema, dict):
        raise UnknownShape(pointer, "a schema that is not an object")
    yield schema, pointer
    for word in ("anyOf", "oneOf", "allOf"):
        branches = schema.get(word, [])
        if not isinstance(branches, list):
            raise UnknownShape(f"{pointer}/{word}", "a choice that is not an array")
        for index, branch in enumerate(branches):
            yield from _schemas(branch, f"{pointer}/{word}/{index}")
    members = schema.get("properties", {})
    if not isinstance(members, dict):
        raise UnknownShape(f"{pointer}/properties", "properties that are not an object")
    for wire, value in members.items():
        if value is not True:
            yield from _schemas(value, f"{pointer}/properties/{escape(wire)}")
    for word in ("not", "items"):
        if word in schema:
            yield from _schemas(schema[word], f"{pointer}/{word}")
    if not isinstance(schema.get("additionalProperties", True), bool):
        yield from _schemas(schema["additionalProperties"], f"{pointer}/additionalProperties")
