"""ACP v2 with a vendor's extensions as one JSON Schema: adds `acme.json` to the published schema.

python examples/vendor_extension/extend.py > acme.schema.json

`definitions` become definitions; those with `x-side` and `x-method` are the params and the result of a method.
`variants` become variants of the unions that they name, by their discriminator.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import acp_types

ADDITIONS = Path(__file__).with_name("acme.json")


def extended(schema: dict[str, Any], additions: dict[str, Any]) -> dict[str, Any]:
    """The schema with the additions in it."""
    schema["$defs"].update(additions["definitions"])
    for union, variants in additions["variants"].items():
        for tag, name in variants.items():
            add_variant(schema["$defs"][union], tag, name, additions["definitions"][name]["description"])
    return schema


def add_variant(union: dict[str, Any], value: str, name: str, description: str) -> None:
    """Insert a variant before the one for all other tags, and add its tag to those that one excludes."""
    variants = union["anyOf"]
    other = next(variant for variant in variants if "not" in variant)
    (tag,) = other["required"]
    selected = {"type": "object", "properties": {tag: {"type": "string", "const": value}}, "required": [tag]}
    other["not"]["anyOf"].append(selected)
    body = {"description": description, **selected, "allOf": [{"$ref": f"#/$defs/{name}"}]}
    variants.insert(variants.index(other), body)


if __name__ == "__main__":
    print(json.dumps(extended(acp_types.schema("v2"), json.loads(ADDITIONS.read_text(encoding="utf-8"))), indent=2))
