"""A schema of what is odd, and right all the same: names that the generated codec uses itself, bounds, odd words."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from codegen.__main__ import main

_STRING: dict[str, Any] = {"type": "string"}
_WORDS = ('"', '"""', "\\", "'", "*/", "{x}", "\u2028", "é", "\U0001f600", "\n", "", "a b")
NAMES = ("Boolean", "Json", "Null", "Raw", "Rest", "Slowly")
"""Types whose readers and writers would be called like those of the runtime."""


def _schema() -> dict[str, Any]:
    part = {"$ref": "#/$defs/Part"}
    values: dict[str, Any] = {"flag": {"type": "boolean"}, "any": {}, "number": {"type": "number"}, "part": part}
    definitions: dict[str, Any] = {
        name: {"type": "object", "properties": values, "required": ["flag"]} for name in NAMES
    }
    definitions |= {
        "Part": {"anyOf": [{"type": "null"}, {"type": "boolean"}, {"title": "Any"}]},
        "Word": {"anyOf": [*({**_STRING, "const": word, "description": word} for word in _WORDS), _STRING]},
        "Code": {**_STRING, "minLength": 2},
        "Currency": {**_STRING, "pattern": "^[A-Z]{3}$"},
        "Count": {"type": "integer", "minimum": 1.0},
        "Holder": {
            "type": "object",
            "properties": {
                "word": {"$ref": "#/$defs/Word", "default": "\\"},
                "text": {**_STRING, "default": '"""\\\u2028'},
                "none": {"type": ["string", "null"], "default": None},
                "\U0001f600": {**_STRING, "description": "Words that run \u202e the other way."},
                "payload": {"type": "boolean", "default": False},
                "2": {"type": "integer"},
                "nested": {
                    "description": "Spelled out here.",
                    "type": "object",
                    "properties": {"code": {"$ref": "#/$defs/Code"}},
                    "required": ["code"],
                    "x-deserialize-default-on-error": True,
                },
            },
        },
    }
    return {"$defs": definitions}


def make_odd(folder: Path) -> None:
    """The package `odd`, in a folder."""
    schema = folder / "odd.json"
    schema.write_text(json.dumps(_schema()), encoding="utf-8")
    assert main(["generate", "--schema", str(schema), "--package", "odd", "--out", str(folder), "--like", "v2"]) == 0
