"""Reads the keywords of a published schema: which are allowed, their values, and references."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, TypeAlias

from codegen.errors import UnknownShape

Schema: TypeAlias = Mapping[str, Any]
Branches: TypeAlias = Sequence[tuple[Schema, str]]
"""The branches of a choice, each with its pointer."""

DOC: Final = {"title", "description", "x-docs-ignore"}
ON_METHOD: Final = {"x-side", "x-method"}
LENIENT: Final = {"x-deserialize-default-on-error", "x-deserialize-default-on-null", "x-deserialize-skip-invalid-items"}


def without(schema: Schema, keys: set[str]) -> dict[str, Any]:
    """All keywords but these."""
    return {key: value for key, value in schema.items() if key not in keys}


def pick(schema: Schema, *keys: str) -> dict[str, Any]:
    """The given keywords that are present."""
    return {key: schema[key] for key in keys if key in schema}


def only(schema: Schema, keys: set[str], pointer: str) -> None:
    """Refuse any other keyword."""
    unknown = schema.keys() - keys
    if unknown:
        raise UnknownShape(pointer, f"keywords that no rule covers here: {sorted(unknown)}")


def is_null(schema: Any) -> bool:
    """Whether it allows only null."""
    return isinstance(schema, dict) and without(schema, DOC) == {"type": "null"}


def allows_null(schema: Any) -> bool:
    """Whether a member may be null, in addition to other values."""
    if not isinstance(schema, dict):
        return False
    kinds = schema.get("type")
    return (isinstance(kinds, list) and "null" in kinds) or any(map(is_null, schema.get("anyOf", ())))


def single_ref(schema: Schema, pointer: str) -> str:
    """The definition that a schema refers to, by `$ref` or by an `allOf` of just that."""
    refs = [schema] if "$ref" in schema else schema.get("allOf", ())
    if len(refs) != 1 or "$ref" not in refs[0]:
        raise UnknownShape(pointer, "an allOf or $ref that is not one definition")
    if "$ref" not in schema:
        only(refs[0], {"$ref"} | DOC, f"{pointer}/allOf/0")
    return str(refs[0]["$ref"]).removeprefix("#/$defs/")


def title_of(schema: Schema, pointer: str) -> str:
    """The name for a variant without a tag."""
    if not schema.get("title"):
        raise UnknownShape(pointer, "a variant with neither a tag nor a title")
    return str(schema["title"])


def bold_lead(text: str) -> str | None:
    """`**Parse error**: ...` begins with its name."""
    lead = re.match(r"\*\*([\w ]+)\*\*", text)
    return lead.group(1) if lead else None


def escape(step: str) -> str:
    """A member name as a step of a JSON pointer."""
    return step.replace("~", "~0").replace("/", "~1")


def descriptions(schema: Schema, optional: Schema) -> Iterator[tuple[str, str]]:
    """The descriptions of a record and its optional members, each with its pointer."""
    yield "/description", schema.get("description", "")
    for wire, value in optional.items():
        if isinstance(value, dict):
            yield f"/properties/{escape(wire)}/description", value.get("description", "")
