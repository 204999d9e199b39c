"""The published schemas, included in the package as data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from acp_types._runtime.schema_info import read_json

if TYPE_CHECKING:
    from acp_types._runtime.json_value import JsonValue

SchemaName: TypeAlias = Literal["v1", "v1.unstable", "v2", "v2.unstable"]
"""The surfaces. Each is generated from one schema."""

_FILES: Final[Mapping[str, str]] = {
    "v1": "v1/schema.json",
    "v1.unstable": "v1/schema.unstable.json",
    "v2": "v2/schema.json",
    "v2.unstable": "v2/schema.unstable.json",
}


def schema(name: SchemaName) -> dict[str, JsonValue]:
    """The JSON Schema (draft 2020-12) of a surface. Each call returns a new object, which may be changed.

    `acp_types.v2.SCHEMA` has its source and its text.

    Raises `ValueError` for any other name.
    """
    if name not in _FILES:
        raise ValueError(f"schema(name): expected one of {', '.join(map(repr, _FILES))}")
    return read_json(_FILES[name])
