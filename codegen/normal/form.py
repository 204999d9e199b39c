"""The small grammar that a published schema is reduced to.

It is a JSON Schema whose definitions are each one of

- an object whose members are references, scalars, arrays, maps or any JSON, optionally nullable,
- an `enum` of strings or integers,
- an `anyOf` of these, or
- a scalar or a reference,

with information that JSON Schema does not have (tags, openness, leniency, patches) in an `x-acp` member of the definition or
the property. Every definition has a name: that of the schema, or one made for an unnamed variant.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass
class NormalForm:
    """The small grammar of one surface."""

    definitions: dict[str, dict[str, Any]] = field(default_factory=dict)
    methods: list[dict[str, Any]] = field(default_factory=list)
    """One entry for each definition of a method: method, side, kind, definition, description, and
    for messages to an agent or a client the path to the required capability."""

    def schema(self) -> dict[str, Any]:
        """As one JSON Schema."""
        return {"$schema": "https://json-schema.org/draft/2020-12/schema", "$defs": self.definitions}
