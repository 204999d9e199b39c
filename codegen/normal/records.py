"""Reduces objects, their members and methods to the small grammar."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from codegen.decisions import Decisions
from codegen.errors import DecisionError, UnknownShape
from codegen.normal.form import NormalForm
from codegen.normal.keywords import DOC, LENIENT, Schema, allows_null, descriptions, escape, only, pick, without
from codegen.normal.values import value_of

_SPEAKS_OF_PATCHES: Final = re.compile(
    r"\bunchanged\b|\bno\s+change\b|\bclear(?:s|ed)?\b|patch semantics|explicit `?null|\bis retained\b", re.IGNORECASE
)


class Records:
    """The normal form of one surface while definitions are added to it."""

    def __init__(self, source: Schema, decisions: Decisions, surface: str, docs: Mapping[str, str]) -> None:
        self.source = source
        self.docs = docs
        self.decisions = decisions
        self.surface = surface
        self.out = NormalForm()
        self.undecided: list[str] = []
        """The missing decisions, collected because a release may need many at once."""

    def add(self, name: str, body: dict[str, Any], schema: Schema, pointer: str, **note: Any) -> None:
        if name in self.out.definitions:
            raise DecisionError(
                f"{pointer}: a second definition of {name}: give the variant another name with a [[variant]] decision, or the"
                " definition"
            )
        definition = {**body, "x-acp": {"pointer": pointer, **note}}
        if schema.get("description"):
            definition["description"] = schema["description"]
        self.out.definitions[name] = definition

    def method(self, name: str, schema: Schema, pointer: str) -> None:
        for kind in ("Request", "Response", "Notification"):
            if name.endswith(kind):
                method, side = schema["x-method"], schema.get("x-side")
                if not isinstance(method, str) or not isinstance(side, str):
                    raise UnknownShape(pointer, "a method whose x-method and x-side are not both strings")
                if not method.isprintable():
                    raise UnknownShape(f"{pointer}/x-method", "a method whose name cannot be printed on a line")
                gated = side in ("agent", "client") and kind != "Response"
                needs = self.decisions.take_capability(self.surface, side, method) if gated else ()
                entry = {"method": method, "side": side, "kind": kind, "definition": name, "needs": needs}
                self.out.methods.append({**entry, "doc": self.docs.get(name) or schema.get("description", "")})
                return
        raise UnknownShape(
            pointer, "a method's definition whose name does not end in Request, Response or Notification"
        )

    def record(
        self, name: str, schema: Schema, pointer: str, *, extra: Mapping[str, Any] | None = None, **note: Any
    ) -> None:
        """Add a record. `extra` properties are added to its own."""
        if schema.get("additionalProperties", True) is not True:
            raise UnknownShape(
                f"{pointer}/additionalProperties",
                "an object that refuses other members or gives them a type: expected `true` or nothing",
            )
        own, required = schema.get("properties", {}), list(schema.get("required", ()))
        unknown = set(required) - own.keys()
        if unknown:
            raise UnknownShape(f"{pointer}/required", f"requires {sorted(unknown)} without defining them")
        patch = self._patch_members(name, schema, own, pointer)
        properties = {
            wire: self.member(
                self._lifted(name, wire, value, f"{pointer}/properties/{escape(wire)}"),
                f"{pointer}/properties/{escape(wire)}",
                wire in required,
                wire in patch,
            )
            for wire, value in own.items()
        }
        properties.update(extra or {})
        body: dict[str, Any] = {"type": "object", "properties": properties}
        if required:
            body["required"] = required
        self.add(name, body, schema, pointer, kind="record", **note)

    def _lifted(self, name: str, wire: str, schema: Any, pointer: str) -> Any:
        """A member with an inline object gets a separate definition, named after record and member."""
        if schema is True:
            return {}
        if not isinstance(schema, dict) or "properties" not in schema:
            return schema
        only(schema, {"type", "properties", "required", "additionalProperties", "default"} | DOC | LENIENT, pointer)
        if schema.get("type") != "object":
            raise UnknownShape(f"{pointer}/type", "properties without a type object, and nothing else")
        lifted = name + wire[:1].upper() + wire[1:]
        self.record(lifted, without(schema, {"default"} | LENIENT), pointer)
        return {"$ref": f"#/$defs/{lifted}", **pick(schema, "description", "default", *sorted(LENIENT))}

    def _patch_members(self, name: str, schema: Schema, own: Schema, pointer: str) -> frozenset[str]:
        optional = own.keys() - {*schema.get("required", ())}
        decided = self.decisions.take_patch_members(self.surface, name, optional)
        if decided is None:
            told = descriptions(schema, without(own, {*schema.get("required", ())}))
            where = next((where for where, text in told if _SPEAKS_OF_PATCHES.search(text)), None)
            if where is not None:
                self.undecided.append(
                    f"{pointer}{where}: the description mentions omitted, unchanged or cleared members: decide"
                    f" {name} as [[patch]] or [[plain]] for {self.surface}"
                )
            return frozenset()
        unknown = decided.members - own.keys()
        if unknown:
            self.undecided.append(f"{pointer}: [[patch]] names {sorted(unknown)}, which {name} does not have")
        required = decided.members & {*schema.get("required", ())}
        self.undecided += [
            f"{pointer}/properties/{escape(wire)}: a required member cannot be a patch" for wire in sorted(required)
        ]
        unsaid = decided.unsaid({wire for wire in optional if allows_null(own[wire])})
        if unsaid:
            self.undecided.append(
                f"{pointer}: [[patch]] says nothing of {unsaid}, which may be null: name them in its `members`, or in"
                f" its `plain` where null is the same as omission, for {self.surface}"
            )
        return decided.members

    def member(self, schema: Schema, pointer: str, required: bool, patch: bool) -> dict[str, Any]:
        value, nullable, flags = value_of(schema, pointer)
        if required and "default" in schema:
            raise UnknownShape(f"{pointer}/default", "no rule for this default: its member is required")
        unskipped = flags["default_on_error"] and "x-skip-invalid-items" not in value
        if "minItems" in value and (unskipped or flags["default_on_null"]):
            raise UnknownShape(pointer, "an array that leniency could make shorter than its minItems")
        needs_empty = flags["default_on_null"] or (flags["default_on_error"] and required)
        if needs_empty and not nullable and value.get("type") not in ("array", "object"):
            raise UnknownShape(pointer, "leniency with an empty default: expected an array or a map")
        note = {**flags, "nullable": nullable, "patch": patch, "pointer": pointer}
        out: dict[str, Any] = {"anyOf": [value, {"type": "null"}]} if nullable else dict(value)
        out["x-acp"] = note
        out |= pick(schema, "description", "default")
        if nullable and not patch and out.get("default", ...) is None:
            del out["default"]  # the same as the value for an absent member
        return out
