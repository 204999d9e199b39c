"""The schema data of a surface, as its documentation shows it. It must type-check unchanged, and run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from typing_extensions import assert_type

import acp_types
from acp_types import v2 as acp
from acp_types.v2 import unstable


def resolve(place: acp.JsonValue, steps: Sequence[str]) -> acp.JsonValue:
    """What a JSON pointer leads to, step by step."""
    if not steps:
        return place
    if isinstance(place, Mapping):
        return resolve(place[steps[0]], steps[1:])
    assert isinstance(place, Sequence)
    return resolve(place[int(steps[0])], steps[1:])


def unstable_names(symbols: Mapping[str, acp.SchemaSymbol]) -> list[str]:
    return [name for name, symbol in symbols.items() if symbol.stability == "unstable"]


schema = acp_types.schema("v2")
assert_type(schema, dict[str, acp.JsonValue])
name: acp_types.SchemaName = "v2.unstable"

info: acp.SchemaInfo = acp.SCHEMA
assert_type(info.sha256, str)
assert_type(info.version, str | None)

kind = acp.SYMBOLS["ToolKind"]
assert_type(kind, acp.SchemaSymbol)
assert kind.pointer is not None
definition = resolve(schema, kind.pointer.split("/")[1:])
assert isinstance(definition, Mapping)
print(kind.kind, kind.stability, sorted(definition))
print(info.surface, info.protocol_version, schema == info.json())
print(len(unstable_names(acp.SYMBOLS)), len(unstable_names(unstable.SYMBOLS)) > 0, acp_types.schema(name)["title"])
assert_type(unstable.SYMBOLS["AgentCapabilities"].new, tuple[str, ...])
