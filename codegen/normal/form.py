"""The small grammar that a published schema is brought to.

It is again a JSON Schema, of definitions that are each one of

- an object whose members are references, scalars, arrays, maps or any JSON, each perhaps nullable,
- an `enum` of strings or integers,
- an `anyOf` of such, or
- a scalar or a reference,

with what plain JSON Schema cannot say (tags, openness, leniency, patches) in an `x-acp` member of the definition or of
the property. Every definition has a name: the schema's own, or one made for a variant that has none.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass
class NormalForm:
    """The small grammar of one surface."""

    definitions: dict[str, dict[str, Any]] = field(default_factory=dict)
    methods: list[dict[str, Any]] = field(default_factory=list)
    """One entry for each definition that a method names: method, side, kind, definition, what is said of the method, and
    for what is sent to an agent or a client the path to the capability that it needs."""

    def schema(self) -> dict[str, Any]:
        """As one JSON Schema."""
        return {"$schema": "https://json-schema.org/draft/2020-12/schema", "$defs": self.definitions}
