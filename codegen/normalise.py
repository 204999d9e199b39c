"""Reduces ACP's schema idioms to a small grammar (`normal.form`): definitions, choices and tagged unions.

Anything that no rule covers stops the run with its JSON pointer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from codegen.decisions import Decisions
from codegen.errors import DecisionError, UnknownShape
from codegen.normal.envelopes import JSON_RPC, method_docs
from codegen.normal.form import NormalForm
from codegen.normal.keywords import (
    DOC,
    LENIENT,
    ON_METHOD,
    Branches,
    Schema,
    bold_lead,
    escape,
    is_null,
    only,
    pick,
    single_ref,
    title_of,
    without,
)
from codegen.normal.records import Records
from codegen.normal.tags import check_other, has_const, known_tags, tag_of, tag_value
from codegen.normal.values import bounds, plain_value, value_of
from codegen.normal.wellformed import check_definitions

_CONSTANTS: Final[Mapping[str, type]] = {"string": str, "integer": int}


def normalise(schema: Schema, decisions: Decisions, surface: str) -> NormalForm:
    """Reduce a published schema to the small grammar."""
    check_definitions(schema["$defs"])
    return _Normaliser(schema["$defs"], decisions, surface, method_docs(schema)).run()


class _Normaliser(Records):
    """Processes the definitions one by one."""

    def __init__(self, source: Schema, decisions: Decisions, surface: str, docs: Mapping[str, str]) -> None:
        super().__init__(source, decisions, surface, docs)
        self.selected: list[tuple[str, str, str | None, str]] = []
        """Record or union, tag, value and pointer, processed when every definition is known."""

    def run(self) -> NormalForm:
        for name, schema in self.source.items():
            if schema.get("x-docs-ignore"):
                self._null_answers(schema, f"/$defs/{escape(name)}")
            else:
                self._definition(name, schema, f"/$defs/{escape(name)}")
        for name, schema in JSON_RPC.items():
            if name not in self.source:
                self._definition(name, schema, f"JSON-RPC 2.0/{name}")
        for target, tag, value, where in self.selected:
            self._tag(target, tag, value, where)
        self._check_payloads()
        undecided = [*self.undecided, *self.decisions.undecided_methods(self.surface)]
        if undecided:
            raise DecisionError("\n".join(undecided))
        return self.out

    def _check_payloads(self) -> None:
        """Check that the payload of a variant with members is an object."""
        for definition in self.out.definitions.values():
            base = definition["x-acp"].get("base")
            if base is not None and self.out.definitions[base]["x-acp"]["kind"] != "record":
                raise UnknownShape(definition["x-acp"]["pointer"], f"a variant whose payload is not an object: {base}")

    # -- definitions ------------------------------------------------------------------------------------------------

    def _definition(self, name: str, schema: Schema, pointer: str) -> None:
        # Older schemas have the method of requests only.
        asked = self.source.get(f"{name.removesuffix('Response')}Request", {}) if name.endswith("Response") else {}
        if "x-method" in schema or "x-method" in asked:
            self.method(name, {**pick(asked, "x-method", "x-side"), **schema}, pointer)
        keys = schema.keys() - DOC - ON_METHOD
        if "anyOf" in keys or "oneOf" in keys:
            self._combination(name, schema, pointer)
        elif keys == {"allOf"}:
            self.add(name, {"$ref": f"#/$defs/{single_ref(schema, pointer)}"}, schema, pointer, kind="alias")
        elif "enum" in keys:
            only(schema, {"type", "enum"} | DOC, pointer)
            values = [({"type": schema.get("type"), "const": value}, pointer) for value in schema["enum"]]
            self._enum(name, schema, values, pointer)
        elif schema.get("type") == "object":
            only(schema, {"type", "properties", "required", "additionalProperties"} | DOC | ON_METHOD, pointer)
            if "properties" not in schema and isinstance(schema.get("additionalProperties"), dict):
                raise UnknownShape(pointer, "a definition that is a map")
            self.record(name, schema, pointer)
        else:
            value, nullable, _ = value_of(without(schema, ON_METHOD), pointer)
            if nullable:
                raise UnknownShape(pointer, "a definition that may be null")
            if value.get("type") == "array":
                raise UnknownShape(pointer, "a definition that is an array")
            self.add(name, value, schema, pointer, kind="alias")

    def _null_answers(self, envelope: Schema, pointer: str) -> None:
        """Null results have no definition, only a titled branch of the envelope."""
        for index, branch in enumerate(envelope.get("anyOf", ())):
            title = str(branch.get("title"))
            request = self.source.get(f"{title.removesuffix('Response')}Request", {})
            if is_null(branch) and title not in self.source and "x-method" in request:
                answer = {**pick(branch, "description"), **pick(request, "x-method", "x-side")}
                self.method(title, answer, f"{pointer}/anyOf/{index}")
                self.add(title, {"type": "null"}, answer, f"{pointer}/anyOf/{index}", kind="alias")

    # -- choices ----------------------------------------------------------------------------------------------------

    def _combination(self, name: str, schema: Schema, pointer: str) -> None:
        word = "anyOf" if "anyOf" in schema else "oneOf"
        only(schema, {word, "type", "properties", "required", "discriminator"} | DOC | ON_METHOD, pointer)
        branches = [(branch, f"{pointer}/{word}/{index}") for index, branch in enumerate(schema[word])]
        if "properties" not in schema and any("const" in branch for branch, _ in branches):
            self._enum(name, schema, branches, pointer)
            return
        tag = tag_of(branches, pointer)
        if schema.get("discriminator") not in (None, {"propertyName": tag}):
            raise UnknownShape(f"{pointer}/discriminator", f"a discriminator that is not the tag {tag!r}")
        if tag is not None and tag in schema.get("properties", {}):
            self._record_with_outcome(name, schema, branches, tag, pointer)
        elif tag is not None:
            self._tagged_union(name, schema, branches, tag, pointer)
        elif "properties" in schema:
            self._record_with_scope(name, schema, word, pointer)
        else:
            self._choice(name, schema, branches, pointer)

    def _enum(self, name: str, schema: Schema, branches: Branches, pointer: str) -> None:
        known: list[dict[str, Any]] = []
        tail: Schema | None = None
        kinds = set()
        for branch, where in branches:
            only(branch, {"type", "const", "format"} | DOC, where)
            kinds.add(str(branch.get("type")))
            if tail is not None:
                raise UnknownShape(where, "a branch after the one for all other values")
            if "const" in branch:
                title = branch.get("title") or bold_lead(branch.get("description", ""))
                if not isinstance(branch["const"], str) and not title:
                    raise UnknownShape(where, "a code without a name")
                known.append({"value": branch["const"], "title": title, **pick(branch, "description")})
            else:
                tail = branch
        if kinds not in ({"string"}, {"integer"}):
            raise UnknownShape(pointer, "an enum whose values are not all declared as strings, or all as integers")
        kind = kinds.pop()
        only(schema, {"anyOf", "oneOf", "enum", "type"} | DOC | ON_METHOD, pointer)
        if schema.get("type", kind) != kind:
            raise UnknownShape(f"{pointer}/type", f"an enum of type {kind} that is not declared as one")
        if kind == "integer" and tail is None:
            raise UnknownShape(pointer, "a closed enum of integers")
        for value in known:
            if isinstance(value["value"], bool) or not isinstance(value["value"], _CONSTANTS[kind]):
                raise UnknownShape(pointer, f"a constant that is not of type {kind}")
        if len({value["value"] for value in known}) != len(known):
            raise UnknownShape(pointer, "an enum with a repeated value")
        # A closed enum of one value is a constant: an unknown value would have no meaning.
        other = f"Other{name}" if kind == "string" and (tail is not None or len(known) > 1) else None
        body = {"type": kind, "enum": [value["value"] for value in known]}
        note: dict[str, Any] = {"values": known, "open": tail is not None, "other": other}
        if kind == "integer" and tail is not None:
            note["bounds"] = bounds(tail, branches[-1][1])
        self.add(name, body, schema, pointer, kind="enum", **note)

    def _choice(self, name: str, schema: Schema, branches: Branches, pointer: str) -> None:
        """An untagged union."""
        only(schema, {"anyOf", "oneOf"} | DOC | ON_METHOD, pointer)
        variants: list[dict[str, Any]] = []
        for branch, where in branches:
            core = without(branch, DOC)
            if is_null(branch):
                variants.append({"type": "null"})
            elif "properties" in core:
                only(core, {"type", "properties", "required"}, where)
                variant = self._variant_name(name, title_of(branch, where))
                self.record(variant, branch, where)
                variants.append({"$ref": f"#/$defs/{variant}"})
            else:
                variants.append(plain_value(core, where))
        kinds = sorted(map(self._kind, variants))
        if "oneOf" in schema and ("any" in kinds or len({*kinds}) < len(kinds)):
            raise UnknownShape(
                f"{pointer}/oneOf", "a choice of exactly one without a tag or type to distinguish the branches"
            )
        self.add(name, {"anyOf": variants}, schema, pointer, kind="union", tag=None)

    def _kind(self, variant: Schema) -> str:
        """The JSON type of a variant; `any` if it may have several."""
        schema = self.source.get(single_ref(variant, ""), {"type": "object"}) if "$ref" in variant else variant
        kind = schema.get("type")
        return {"integer": "number"}.get(kind, kind) if isinstance(kind, str) else "any"

    def _record_with_scope(self, name: str, schema: Schema, word: str, pointer: str) -> None:
        scope = self._scope(schema, word, pointer)
        self.record(name, schema, pointer, scope=scope)

    def _scope(self, schema: Schema, word: str, pointer: str) -> dict[str, Any]:
        """A choice of objects whose members are merged with the record's own."""
        variants = []
        for index, branch in enumerate(schema[word]):
            where = f"{pointer}/{word}/{index}"
            only(branch, {"allOf"} | DOC, where)
            variants.append(single_ref(branch, where))
            if not self.source[variants[-1]].get("required"):
                raise UnknownShape(where, f"a scope that no required member of {variants[-1]} identifies")
        member, union = self.decisions.take_scope(self.surface, variants)
        if union not in self.out.definitions:
            body = {"anyOf": [{"$ref": f"#/$defs/{variant}"} for variant in variants]}
            described = {"description": "Which of the scopes a request is tied to; its members stand in the request."}
            self.add(union, body, described, f"{pointer}/{word}", kind="union", tag=None)
        return {"name": member, "union": union, "exclusive": word == "oneOf"}

    def _record_with_outcome(self, name: str, schema: Schema, branches: Branches, tag: str, pointer: str) -> None:
        """A record whose optional tag is an enum, some of whose values add members."""
        values: list[dict[str, Any]] = []
        extra: dict[str, Any] = {}
        others = 0
        for branch, where in branches:
            own = branch.get("properties", {})
            if own.keys() != {tag}:
                raise UnknownShape(where, f"a variant with members other than {tag!r}")
            if "not" in branch:
                check_other(branch, tag, [value["value"] for value in values], where)
                others += 1
            elif has_const(branch, tag):
                only(branch, {"type", "properties", "required", "allOf"} | DOC, where)
                value = tag_value(branch, tag, where)
                values.append({"value": value, **pick(branch, "description")})
                if "allOf" in branch:
                    extra.update(self._members_with(tag, value, branch, where))
            elif is_null(own[tag]) and tag not in branch.get("required", ()):
                only(branch, {"type", "properties"} | DOC, where)
            else:
                raise UnknownShape(where, f"a variant whose {tag!r} is neither a constant, nor any other, nor null")
        if others != 1 or tag in schema.get("required", ()):
            raise UnknownShape(pointer, f"a record with outcomes whose {tag!r} is required or closed")
        enum = self.decisions.take_enum_name(self.surface, name, tag) or name + tag[0].upper() + tag[1:]
        described = {"description": schema["properties"][tag].get("description", "")}
        body = {"type": "string", "enum": [value["value"] for value in values]}
        where = f"{pointer}/properties/{tag}"
        self.add(enum, body, described, where, kind="enum", values=values, open=True, other=f"Other{enum}")
        only(schema["properties"][tag], {"type"} | DOC | LENIENT, where)
        member = {**schema["properties"][tag], "anyOf": [{"$ref": f"#/$defs/{enum}"}, {"type": "null"}]}
        del member["type"]
        properties = {**schema["properties"], tag: member}
        record = {**without(schema, {"anyOf", "oneOf"}), "properties": properties}
        self.record(name, record, pointer, extra=extra)

    def _members_with(
        self, tag: str, value: str | None, branch: Schema, where: str
    ) -> Iterator[tuple[str, dict[str, Any]]]:
        body = single_ref(branch, where)
        schema = self.source[body]
        only(schema, {"type", "properties"} | DOC, f"/$defs/{body}")
        for wire, member in schema.get("properties", {}).items():
            out = self.member(member, f"/$defs/{body}/properties/{escape(wire)}", False, False)
            out["x-acp"]["when"] = [tag, value]
            yield wire, out

    # -- tagged unions ----------------------------------------------------------------------------------------------

    def _tagged_union(self, name: str, schema: Schema, branches: Branches, tag: str, pointer: str) -> None:
        base = pick(schema, "properties", "required")
        bodies = [single_ref(branch, where) if "allOf" in branch else None for branch, where in branches]
        variants: list[tuple[str | None, str]] = []
        docs: list[str] = []
        default: str | None = None
        other: str | None = None
        known = known_tags(branches, tag, pointer)
        for (branch, where), body in zip(branches, bodies, strict=True):
            if "not" in branch:
                check_other(branch, tag, known, where)
                other = self._other(name, tag, known, base, branch, where)
                continue
            only(branch, {"type", "properties", "required", "allOf"} | DOC, where)
            if branch.get("type", "object") != "object":
                raise UnknownShape(where, "a variant that is not an object")
            value = tag_value(branch, tag, where)
            if value is None and default is not None:
                raise UnknownShape(where, "a second variant without a tag")
            if body is not None and not base and bodies.count(body) == 1:
                target = body
            else:
                target = self._variant(name, value, branch, body, tag, base, where)
            self.selected.append((target, tag, value, where))
            variants.append((value, target))
            docs.append(branch.get("description", ""))
            default = target if value is None else default
        opened = other is None
        if opened:
            empty = {"description": f"A variant of `{name}` that this version of the protocol does not know."}
            other = self._other(name, tag, known, base, empty, pointer)
        if not any(value for value, _ in variants):
            raise UnknownShape(pointer, "a tagged union without a tagged variant")
        self.add(
            name,
            {"anyOf": [{"$ref": f"#/$defs/{target}"} for _, target in variants]},
            without(schema, {"properties"}),
            pointer,
            kind="union",
            tag=tag,
            values=[value for value, _ in variants],
            targets=[target for _, target in variants],
            docs=docs,
            other=other,
            default=default,
            open=not opened,
        )

    def _variant_name(self, union: str, tag: str) -> str:
        decided = self.decisions.take_variant_name(self.surface, union, tag)
        return decided or union + "".join(
            word[0].upper() + word[1:] for word in re.split(r"[^A-Za-z0-9]+", tag) if word
        )

    def _variant(
        self, union: str, value: str | None, branch: Schema, body: str | None, tag: str, base: Schema, where: str
    ) -> str:
        """A class for a variant without one: with the payload's members, the union's common ones, or its own."""
        name = self._variant_name(union, value or title_of(branch, where))
        inline = {wire: value for wire, value in branch.get("properties", {}).items() if wire != tag}
        if body is not None and inline:
            raise UnknownShape(where, "a variant with a payload and members of its own")
        merged = {
            "type": "object",
            "properties": {**inline, **base.get("properties", {})},
            "required": [*(wire for wire in branch.get("required", ()) if wire != tag), *base.get("required", ())],
            **pick(branch, "description"),
        }
        self.record(name, merged, where, base=body)
        return name

    def _other(self, union: str, tag: str, known: list[str], base: Schema, branch: Schema, where: str) -> str:
        name = f"Other{union}"
        own = {wire: value for wire, value in branch.get("properties", {}).items() if wire != tag}
        required = [wire for wire in branch.get("required", ()) if wire != tag]
        word = next((word for word in ("anyOf", "oneOf") if word in branch), None)
        note: dict[str, Any] = {"other": {"union": union, "tag": tag, "known": known}}
        if word is not None:
            note["scope"] = self._scope(branch, word, where)
        described = (
            branch.get("properties", {}).get(tag, {}).get("description")
            or f"Which `{tag}` it is: none of the known ones."
        )
        merged = {
            "type": "object",
            "properties": {tag: {"type": "string", "description": described}, **base.get("properties", {}), **own},
            "required": [tag, *base.get("required", ()), *required],
            **pick(branch, "description"),
        }
        self.record(name, merged, where, **note)
        return name

    def _tag(self, target: str, tag: str, value: str | None, where: str) -> None:
        """Record that `tag: value` selects `target`, or each record of a nested union."""
        note = self.out.definitions[target]["x-acp"]
        if note["kind"] == "union":
            if note["tag"] is None:
                raise UnknownShape(where, f"a variant that is the untagged union {target}")
            for nested in (*note["targets"], note["other"]):
                self._tag(nested, tag, value, where)
            return
        if note["kind"] != "record":
            raise UnknownShape(where, f"a tagged variant that is not an object: {target}")
        tags = note.setdefault("tags", {})
        if tags.get(tag, value) != value:
            raise UnknownShape(where, f"{target} is selected by {tag!r} with two values: {tags[tag]!r} and {value!r}")
        tags[tag] = value
