"""Edits that the next release of the schemas may make, drawn at random, each with what a report must say of it.

What is expected is written down here and owes nothing to the generator: it is what the edit was made to be.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

Definitions = dict[str, Any]
Fact = tuple[str, str, str, str]
"""Subject, action, name, and what it is to who uses the package."""

TEXT: dict[str, Any] = {"type": "string"}
_LENIENT = "x-deserialize-default-on-error"


@dataclass
class Edits:
    """The edits of one set of definitions; each is made where no other was."""

    definitions: Definitions
    rng: random.Random

    def __post_init__(self) -> None:
        # A scope is told by what it requires; capabilities decide about methods, and are told of as such.
        self.free = {name for name in self.definitions if "Scope" not in name and not name.endswith("Capabilities")}
        self.touched: list[str] = []
        """The types that were edited, to take samples of."""

    def make(self, count: int) -> list[tuple[str, list[Fact]]]:
        """Make some edits, no two of one kind; what each was, and all that it changes."""
        return [(edit.__name__, edit(self)) for edit in self.rng.sample(EDITS, count)]

    def _take(self, candidates: Iterator[str]) -> str:
        name = self.rng.choice(sorted(self.free.intersection(candidates)))
        self.free.remove(name)
        self.touched.append(name)
        return name

    def _record(self) -> str:
        return self._take(name for name, body in self.definitions.items() if _is_record(body))

    def _member(self, fits: Callable[[Any], bool] = bool, *, required: bool = False) -> tuple[str, str]:
        """A record and one of its members, of which what the schema says must fit."""

        def members(name: str) -> list[str]:
            body = self.definitions[name]
            is_required = set(body.get("required", ())).__contains__
            own = {wire: v for wire, v in body["properties"].items() if is_required(wire) == required}
            return [wire for wire, v in own.items() if wire != "_meta" and isinstance(v, dict) and fits(v)]

        name = self._take(name for name, body in self.definitions.items() if _is_record(body) and members(name))
        return name, self.rng.choice(members(name))

    # -- members --------------------------------------------------------------------------------------------------------

    def optional_member(self) -> list[Fact]:
        record = self._record()
        wire, schema = self.rng.choice(_NEW_MEMBERS)
        self.definitions[record]["properties"][wire] = {**schema, "description": self.rng.choice(_WORDS)}
        return [("member", "added", f"{record}.{wire}", "compatible")]

    def required_member(self) -> list[Fact]:
        record = self._record()
        self.definitions[record]["properties"]["newPart"] = dict(TEXT)
        self.definitions[record].setdefault("required", []).append("newPart")
        return [("member", "added", f"{record}.newPart", "attention")]

    def member_removed(self) -> list[Fact]:
        record, wire = self._member()
        del self.definitions[record]["properties"][wire]
        return [("member", "removed", f"{record}.{wire}", "breaking")]

    def member_renamed(self) -> list[Fact]:
        record, wire = self._member(lambda schema: "description" in schema)
        members = self.definitions[record]["properties"]
        members[f"{wire}Anew"] = members.pop(wire)
        return [("member", "renamed", f"{record}.{wire}Anew", "breaking")]

    def member_required(self) -> list[Fact]:
        """What may be null is spelled as before, what may not is `None` no more."""
        record, wire = self._member(lambda schema: not schema.keys() & {"default", _LENIENT})
        body = self.definitions[record]
        body.setdefault("required", []).append(wire)
        effect = "attention" if _may_be_null(body["properties"][wire]) else "breaking"
        return [("member", "changed", f"{record}.{wire}", effect)]

    def member_of_another_type(self) -> list[Fact]:
        record, wire = self._member(lambda schema: schema.get("type") == "string", required=True)
        self.definitions[record]["properties"][wire] = {"type": "integer", "format": "int64"}
        return [("member", "changed", f"{record}.{wire}", "breaking")]

    def null_allowed(self) -> list[Fact]:
        record, wire = self._member(lambda schema: schema.get("type") == "array" and "default" not in schema)
        self.definitions[record]["properties"][wire]["type"] = ["array", "null"]
        return [("member", "changed", f"{record}.{wire}", "compatible")]

    def leniency_gained(self) -> list[Fact]:
        record, wire = self._member(lambda schema: not schema.keys() & {_LENIENT, "minItems"})
        self.definitions[record]["properties"][wire][_LENIENT] = True
        return [("member", "changed", f"{record}.{wire}", "compatible")]

    # -- values and variants --------------------------------------------------------------------------------------------

    def _enum(self) -> tuple[str, list[Any]]:
        name = self._take(name for name, body in self.definitions.items() if len(_texts(body)) > 2)
        return name, _branches(self.definitions[name])

    def value_added(self) -> list[Fact]:
        name, branches = self._enum()
        branches.insert(0, {**TEXT, "const": "_brand new", "description": self.rng.choice(_WORDS)})
        return [("value", "added", f'{name} "_brand new"', "attention")]

    def value_removed(self) -> list[Fact]:
        name, branches = self._enum()
        return [("value", "removed", f'{name} "{branches.pop(0)["const"]}"', "breaking")]

    def set_turned(self) -> list[Fact]:
        """An open set closes, a closed one opens: to Python, they are all open."""
        name, branches = self._enum()
        if "const" in branches[-1]:
            branches.append({**TEXT, "description": "Any other."})
        else:
            branches.pop()
        return [("type", "changed", name, "compatible")]

    def variant_added(self) -> list[Fact]:
        name = self._take(name for name, body in self.definitions.items() if _tag(body))
        tag = _tag(self.definitions[name])
        told = {"type": "object", "properties": {tag: {**TEXT, "const": "brand_new"}}, "required": [tag]}
        branches = _branches(self.definitions[name])
        branches.insert(0, {**told, "allOf": [{"$ref": "#/$defs/BrandNewPart"}]})
        for branch in branches:
            if "not" in branch:
                branch["not"]["anyOf"].append(told)
        self.definitions["BrandNewPart"] = {"type": "object", "properties": {"note": TEXT}}
        facts = [
            ("variant", "added", f"{name} brand_new", "attention"),
            ("type", "added", "BrandNewPart", "compatible"),
        ]
        if "properties" in self.definitions[name]:  # what all variants have makes a class of each
            facts.append(("type", "added", f"{name}BrandNew", "compatible"))
        return facts

    # -- types and methods ----------------------------------------------------------------------------------------------

    def type_added(self) -> list[Fact]:
        self.definitions["BrandNew"] = {"anyOf": [{**TEXT, "const": "a"}, {**TEXT, "const": 'a "b" \\'}, TEXT]}
        self.touched.append("BrandNew")
        return [("type", "added", "BrandNew", "compatible")]

    def type_renamed(self) -> list[Fact]:
        name = self._record_without_method()
        self.definitions[f"{name}Anew"] = self.definitions.pop(name)
        _point(self.definitions, f"#/$defs/{name}", f"#/$defs/{name}Anew")
        self.touched.remove(name)
        return [("type", "renamed", f"{name}Anew", "breaking")]

    def record_that_becomes_a_choice(self) -> list[Fact]:
        name = self._take(
            name for name, body in self.definitions.items() if name.endswith("Response") and _is_record(body)
        )
        body = self.definitions[name]
        told = {"type": "object", "properties": {"kindOf": {**TEXT, "const": "one"}}, "required": ["kindOf"]}
        named = {key: body[key] for key in ("x-side", "x-method", "description") if key in body}
        self.definitions[name] = {**named, "oneOf": [{**told, "allOf": [{"$ref": "#/$defs/OnlyOne"}]}]}
        self.definitions["OnlyOne"] = {"type": "object", "properties": {"note": TEXT}}
        return [
            ("type", "changed", name, "breaking"),
            ("type", "added", "OnlyOne", "compatible"),
            ("type", "added", f"Other{name}", "compatible"),
        ]

    def _record_without_method(self) -> str:
        records = (name for name, body in self.definitions.items() if _is_record(body) and "x-method" not in body)
        # A type of few members is not sure to be the same under another name.
        return self._take(name for name in records if len(self.definitions[name].get("properties", ())) > 3)

    def request_added(self) -> list[Fact]:
        side = self.rng.choice(["agent", "client"])
        for kind in ("Request", "Response"):
            body = {"type": "object", "properties": {"note": TEXT}, "x-side": side, "x-method": "brand/new-thing"}
            self.definitions[f"NewThing{kind}"] = body
        added = [("type", "added", f"NewThing{kind}", "compatible") for kind in ("Request", "Response")]
        return [*added, ("method", "added", f"brand/new-thing (request to the {side})", "compatible")]

    def method_renamed(self) -> list[Fact]:
        sent = (name for name, body in self.definitions.items() if "x-method" in body)
        body = self.definitions[self._take(name for name in sent if name.endswith("Notification"))]
        body["x-method"] += "_anew"
        side = "protocol" if body["x-side"] == "both" else body["x-side"]
        return [("method", "renamed", f"{body['x-method']} (notification to the {side})", "breaking")]


EDITS: list[Callable[[Edits], list[Fact]]] = [
    Edits.optional_member,
    Edits.required_member,
    Edits.member_removed,
    Edits.member_renamed,
    Edits.member_required,
    Edits.member_of_another_type,
    Edits.null_allowed,
    Edits.leniency_gained,
    Edits.value_added,
    Edits.value_removed,
    Edits.set_turned,
    Edits.variant_added,
    Edits.type_added,
    Edits.type_renamed,
    Edits.record_that_becomes_a_choice,
    Edits.request_added,
    Edits.method_renamed,
]

_NEW_MEMBERS: list[tuple[str, dict[str, Any]]] = [
    ("payload", TEXT),
    ("class", {"type": ["array", "null"], "items": TEXT, _LENIENT: True}),
    ("x-vendor.note", {"type": "object", "additionalProperties": TEXT}),
    ("field", {"type": "integer", "format": "uint16", "minimum": 0.0, "default": 7}),
    ("isCustom", {"type": "boolean", "default": False}),
    ("self", {"type": "string", "default": '"""\\'}),
    ("\U0001f600", {"type": ["string", "null"], "default": None}),
    ("1st", {"allOf": [{"$ref": "#/$defs/RequestId"}]}),
    ("any thing", {}),
]

_WORDS = [
    'Ends with a quote "',
    '"""three""" and \\',
    "Tabs\tand\r\nlines\rof all kinds",
    f"- a list\n- of {'very long words ' * 20}{'w' * 200}",
    "| a | table |\n| --- | --- |\n| `x` | \u202e\u2028\x00\x7f |",
]


def _is_record(body: Any) -> bool:
    return (
        body.get("type") == "object"
        and bool(body.get("properties"))
        and not body.keys() & {"anyOf", "oneOf", "x-docs-ignore"}
    )


def _may_be_null(schema: Any) -> bool:
    return "null" in schema.get("type", ()) or {"type": "null"} in schema.get("anyOf", ())


def _branches(body: Any) -> list[Any]:
    branches: list[Any] = body.get("anyOf", body.get("oneOf", []))
    return branches


def _texts(body: Any) -> list[str]:
    """The values of a definition that is nothing but a choice of texts."""
    branches = _branches(body) if "properties" not in body else []
    return [branch["const"] for branch in branches if "const" in branch and branch.get("type") == "string"]


def _tag(body: Any) -> str | None:
    """The member that tells the variants of a union apart."""
    if body.get("x-docs-ignore"):
        return None
    tags = (
        wire
        for branch in _branches(body)
        for wire, value in branch.get("properties", {}).items()
        if isinstance(value, dict) and "const" in value and wire not in body.get("properties", {})
    )
    return next(tags, None)


def _point(body: Any, old: str, new: str) -> None:
    for key, value in body.items() if isinstance(body, dict) else enumerate(body) if isinstance(body, list) else ():
        if value == old:
            body[key] = new
        _point(value, old, new)
