"""The descriptions of methods in the JSON-RPC envelopes, which are about the call and not its params.

Envelopes are used only for this, because the structure of messages is the same in every surface.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

JSON_RPC: Final[Mapping[str, Mapping[str, Any]]] = {
    "RequestId": {
        "description": "A JSON-RPC request id.",
        "anyOf": [{"type": "null"}, {"type": "integer", "format": "int64"}, {"type": "string"}],
    },
    "Error": {
        "description": "A JSON-RPC error object.",
        "type": "object",
        "properties": {
            "code": {"description": "What kind of error it is.", "type": "integer", "format": "int32"},
            "message": {"description": "One sentence.", "type": "string"},
            "data": {"description": "Anything more about it."},
        },
        "required": ["code", "message"],
    },
}
"""The definitions of message parts, for schemas without them."""


def method_docs(schema: Mapping[str, Any]) -> dict[str, str]:
    """The definition of a method's params -> the description of the method."""
    envelopes = [definition for definition in schema["$defs"].values() if definition.get("x-docs-ignore")]
    docs: dict[str, str] = {}
    for envelope in (*schema.get("anyOf", ()), *envelopes):
        for branch in _branches(envelope.get("properties", {}).get("params", {})):
            for part in branch.get("allOf", (branch,)):
                docs.setdefault(part.get("$ref", "").removeprefix("#/$defs/"), branch.get("description", ""))
    return docs


def _branches(schema: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """The innermost branches of a choice."""
    if "anyOf" not in schema:
        yield schema
    for branch in schema.get("anyOf", ()):
        yield from _branches(branch)
