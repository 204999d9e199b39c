"""Schemas that a generator could break on: the v2 schema with evil names and words in it, or in another order."""

from __future__ import annotations

import copy
import dataclasses
from itertools import cycle
from pathlib import Path
from typing import Any

from codegen.decisions import Decisions
from codegen.frontend import read_model
from codegen.normalise import normalise
from codegen.plan import dependencies_first, plan
from codegen.project import HERE
from codegen.render import render
from codegen.source import Source, read_pin, read_sources
from codegen.spelling.python import Spelling
from codegen.tree import write_tree

EVIL_MEMBERS = (
    *("class", "None", "in", "a b", "c-d", "1st", "list", "dict", "set", "type", "object", "property", "dataclass"),
    *("mapping", "Literal", "jsonValue", "model", "slotted", "self", "cls", "EMPTY", "UNSET", "annotations", "hash"),
    *("NOT_GIVEN", "issubclass", "setattr", "getattr", "any", "decode", "copy", "metaclass", "slots", "init", "owner"),
    *("tuple", "str", "int", "float", "bool", "field", "payload", "is_custom", "unknownFields"),
)
"""Members called like what annotations, decorators and constructors use."""

EVIL_TEXTS = {
    "TextContent": 'Ends with a quote "',
    "ImageContent": '"""Three quotes""" and """',
    "AudioContent": "Backslashes \\N{DASH} \\x \\u12 C:\\new\\table \\",
    "ResourceLink": "{braces} {{ jinja }} {% raw %} %s %(name)s ${x} {# no #}",
    "EmbeddedResource": "Lines\r\nof\rall\n\n\n\nkinds",
    "Annotations": "Not ASCII: é ☃ 😀 \u2028 \u200f and \ufeff",
    "PromptRequest": "Control \x00 characters \x07 \x1b[31m \x7f \x0c",
    "NewSessionRequest": "'''",
    "ListSessionsRequest": '"',
    "CancelSessionNotification": "\\",
}
"""Descriptions, by the definition that gets them."""


def _v2() -> Source:
    return next(source for source in read_sources() if source.surface == "v2")


def _files(schema: dict[str, Any]) -> dict[str, str]:
    """The package of one surface."""
    decisions = Decisions.load(HERE.decisions)
    surface = read_model(normalise(schema, decisions, "v2"), "v2", stable=True)
    source = dataclasses.replace(_v2(), schema=schema)
    return render(plan([surface], decisions), {"v2": source}, read_pin(), "")


def generate_evil(folder: Path) -> None:
    """Write the package of the v2 schema with all that is evil in it."""
    schema = copy.deepcopy(dict(_v2().schema))
    for name, text in EVIL_TEXTS.items():
        schema["$defs"][name]["description"] = text
    definition = schema["$defs"]["Implementation"]
    more = {
        wire: {**_FLAGS, "description": text}
        for wire, text in zip(EVIL_MEMBERS, cycle(EVIL_TEXTS.values()), strict=False)
    }
    definition["properties"] = {**more, **definition["properties"]}
    write_tree(folder, _files(schema))


_FLAGS = {"type": ["array", "null"], "items": {"type": "boolean"}}


def check_members(*wires: str) -> None:
    """Go as far in generating as to see whether a record can have members of these names."""
    record = {"type": "object", "properties": dict.fromkeys(wires, _FLAGS)}
    Spelling(read_model(normalise({"$defs": {"Record": record}}, Decisions({}), "v2"), "v2", stable=True))


def reversed_schema(*, backwards: bool) -> dict[str, str]:
    """The package of the v2 schema, its definitions and members in their order or in the opposite one."""
    schema = copy.deepcopy(dict(_v2().schema))
    if backwards:
        schema["$defs"] = dict(reversed(schema["$defs"].items()))
        for definition in schema["$defs"].values():
            if "properties" in definition:
                definition["properties"] = dict(reversed(definition["properties"].items()))
    return _files(schema)


def loop_schema(*names: str) -> None:
    """Read definitions of which each has an array of the next, and the last one of the first."""
    definitions = {
        name: {"type": "object", "properties": {"next": {"type": "array", "items": {"$ref": f"#/$defs/{following}"}}}}
        for name, following in zip(names, (*names[1:], names[0]), strict=True)
    }
    form = normalise({"$defs": definitions}, Decisions({}), "v2")
    dependencies_first(read_model(form, "v2", stable=True))
