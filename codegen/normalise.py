"""ACP's schema idioms, brought to a small grammar. What no rule here covers stops the run with its JSON pointer.

The result is again a JSON Schema, of definitions that are each one of

- an object whose members are references, scalars, arrays, maps or any JSON, each perhaps nullable,
- an `enum` of strings or integers,
- an `anyOf` of such, or
- a scalar or a reference,

with what plain JSON Schema cannot say (tags, openness, leniency, patches) in an `x-acp` member of the definition or of
the property. Every definition has a name: the schema's own, or one made here for a variant that has none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from codegen.decisions import Decisions
from codegen.envelopes import method_docs
from codegen.errors import DecisionError, UnknownShape
from codegen.wellformed import check_definitions

Schema: TypeAlias = Mapping[str, Any]
Branches: TypeAlias = Sequence[tuple[Schema, str]]
"""The branches of a choice, each with its pointer."""

_DOC: Final = {"title", "description", "x-docs-ignore"}
_ON_METHOD: Final = {"x-side", "x-method"}
_LENIENT: Final = {
    "x-deserialize-default-on-error",
    "x-deserialize-default-on-null",
    "x-deserialize-skip-invalid-items",
}
_CONSTANTS: Final[Mapping[str, type]] = {"string": str, "integer": int}
_INTEGER_FORMATS: Final = {f"{sign}int{bits}" for sign in ("", "u") for bits in (8, 16, 32, 64)}
_WHOLE_PATTERN: Final = re.compile(r"\^(?:[\w -]|\[[\w-]+\]|\{\d+\}|[+*?])*\$")
"""Patterns that mean the same in every dialect: literal text, character classes and counts between anchors."""

_KEPT_FORMATS: Final = {"uri", "date-time", "regex", "double", "float"}
_JSON_RPC: Final[Mapping[str, Schema]] = {
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
"""What a message is made of, for schemas that do not define it."""

_SPEAKS_OF_PATCHES: Final = re.compile(
    r"\bunchanged\b|\bno\s+change\b|\bclear(?:s|ed)?\b|patch semantics|explicit `?null|\bis retained\b", re.IGNORECASE
)


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


def normalise(schema: Schema, decisions: Decisions, surface: str) -> NormalForm:
    """Bring a published schema to the small grammar."""
    check_definitions(schema["$defs"])
    return _Normaliser(schema["$defs"], decisions, surface, method_docs(schema)).run()


class _Normaliser:
    def __init__(self, source: Schema, decisions: Decisions, surface: str, docs: Mapping[str, str]) -> None:
        self.source = source
        self.docs = docs
        self.decisions = decisions
        self.surface = surface
        self.out = NormalForm()
        self.selected: list[tuple[str, str, str | None, str]] = []
        """Record or union, tag, its value and where: written down when every definition is known."""

    def run(self) -> NormalForm:
        for name, schema in self.source.items():
            if schema.get("x-docs-ignore"):
                self._null_answers(schema, f"/$defs/{name}")
            else:
                self._definition(name, schema, f"/$defs/{name}")
        for name, schema in _JSON_RPC.items():
            if name not in self.source:
                self._definition(name, schema, f"JSON-RPC 2.0/{name}")
        for target, tag, value, where in self.selected:
            self._tag(target, tag, value, where)
        return self.out

    # -- definitions ------------------------------------------------------------------------------------------------

    def _definition(self, name: str, schema: Schema, pointer: str) -> None:
        # Older schemas say the method of a request only.
        asked = self.source.get(f"{name.removesuffix('Response')}Request", {}) if name.endswith("Response") else {}
        if "x-method" in schema or "x-method" in asked:
            self._method(name, {**_pick(asked, "x-method", "x-side"), **schema}, pointer)
        keys = schema.keys() - _DOC - _ON_METHOD
        if "anyOf" in keys or "oneOf" in keys:
            self._combination(name, schema, pointer)
        elif keys == {"allOf"}:
            self._add(name, {"$ref": f"#/$defs/{_single_ref(schema, pointer)}"}, schema, pointer, kind="alias")
        elif "enum" in keys:
            _only(schema, {"type", "enum"} | _DOC, pointer)
            values = [({"type": schema.get("type"), "const": value}, pointer) for value in schema["enum"]]
            self._enum(name, schema, values, pointer)
        elif schema.get("type") == "object":
            _only(schema, {"type", "properties", "required", "additionalProperties"} | _DOC | _ON_METHOD, pointer)
            self._record(name, schema, pointer)
        else:
            value, nullable, _ = self._value(_without(schema, _ON_METHOD), pointer)
            if nullable:
                raise UnknownShape(pointer, "a definition that may be null")
            self._add(name, value, schema, pointer, kind="alias")

    def _null_answers(self, envelope: Schema, pointer: str) -> None:
        """Requests that are answered with null have no definition for that, only a titled branch of the envelope."""
        for index, branch in enumerate(envelope.get("anyOf", ())):
            title = str(branch.get("title"))
            request = self.source.get(f"{title.removesuffix('Response')}Request", {})
            if _is_null(branch) and title not in self.source and "x-method" in request:
                answer = {**_pick(branch, "description"), **_pick(request, "x-method", "x-side")}
                self._method(title, answer, f"{pointer}/anyOf/{index}")
                self._add(title, {"type": "null"}, answer, f"{pointer}/anyOf/{index}", kind="alias")

    def _add(self, name: str, body: dict[str, Any], schema: Schema, pointer: str, **note: Any) -> None:
        if name in self.out.definitions:
            raise UnknownShape(pointer, f"a second definition of {name}: a [[variant]] decision must name it otherwise")
        definition = {**body, "x-acp": {"pointer": pointer, **note}}
        if schema.get("description"):
            definition["description"] = schema["description"]
        self.out.definitions[name] = definition

    def _method(self, name: str, schema: Schema, pointer: str) -> None:
        for kind in ("Request", "Response", "Notification"):
            if name.endswith(kind):
                method, side = schema["x-method"], schema.get("x-side")
                if not isinstance(method, str) or not isinstance(side, str):
                    raise UnknownShape(pointer, "a method whose x-method and x-side are not both strings")
                gated = side in ("agent", "client") and kind != "Response"
                needs = self.decisions.take_capability(self.surface, side, method) if gated else ()
                entry = {"method": method, "side": side, "kind": kind, "definition": name, "needs": needs}
                self.out.methods.append({**entry, "doc": self.docs.get(name) or schema.get("description", "")})
                return
        raise UnknownShape(pointer, "a method's definition that ends neither in Request nor Response nor Notification")

    # -- objects ----------------------------------------------------------------------------------------------------

    def _record(
        self,
        name: str,
        schema: Schema,
        pointer: str,
        *,
        hidden: str | None = None,
        extra: Mapping[str, Any] | None = None,
        **note: Any,
    ) -> None:
        """Add a record; `hidden` is a property that a union has read as its tag, `extra` properties stand beside."""
        if schema.get("additionalProperties", True) is not True:
            raise UnknownShape(f"{pointer}/additionalProperties", "an object with members and a map of others")
        own = {wire: value for wire, value in schema.get("properties", {}).items() if wire != hidden}
        required = [wire for wire in schema.get("required", ()) if wire != hidden]
        unknown = set(required) - own.keys()
        if unknown:
            raise UnknownShape(f"{pointer}/required", f"requires {sorted(unknown)} without saying what they are")
        patch = self._patch_members(name, schema, own, pointer)
        properties = {
            wire: self._property(
                self._lifted(name, wire, value, f"{pointer}/properties/{_escape(wire)}"),
                f"{pointer}/properties/{_escape(wire)}",
                wire in required,
                wire in patch,
            )
            for wire, value in own.items()
        }
        properties.update(extra or {})
        body: dict[str, Any] = {"type": "object", "properties": properties}
        if required:
            body["required"] = required
        self._add(name, body, schema, pointer, kind="record", **note)

    def _lifted(self, name: str, wire: str, schema: Any, pointer: str) -> Any:
        """A member that spells out an object gets a definition of its own, named after record and member."""
        if schema is True:
            return {}
        if not isinstance(schema, dict) or "properties" not in schema:
            return schema
        lifted = name + wire[0].upper() + wire[1:]
        self._record(lifted, schema, pointer)
        return {"$ref": f"#/$defs/{lifted}", **_pick(schema, "description")}

    def _patch_members(self, name: str, schema: Schema, own: Schema, pointer: str) -> frozenset[str]:
        optional = own.keys() - {*schema.get("required", ())}
        decided = self.decisions.take_patch_members(self.surface, name, optional)
        if decided is None:
            for where, text in _descriptions(schema, _without(own, {*schema.get("required", ())})):
                if _SPEAKS_OF_PATCHES.search(text):
                    raise DecisionError(
                        f"{pointer}{where}: the description speaks of omitted, unchanged or cleared members: decide"
                        f" {name} as [[patch]] or [[plain]] for {self.surface}"
                    )
            return frozenset()
        unknown = decided - own.keys()
        if unknown:
            raise DecisionError(f"{pointer}: [[patch]] names {sorted(unknown)}, which {name} does not have")
        return decided

    def _property(self, schema: Schema, pointer: str, required: bool, patch: bool) -> dict[str, Any]:
        value, nullable, flags = self._value(schema, pointer)
        if patch and required:
            raise DecisionError(f"{pointer}: a required member cannot be a patch")
        if flags["default_on_error"] and "minItems" in value and "x-skip-invalid-items" not in value:
            raise UnknownShape(pointer, "an array that leniency would leave shorter than its minItems")
        note = {**flags, "nullable": nullable, "patch": patch, "pointer": pointer}
        out: dict[str, Any] = {"anyOf": [value, {"type": "null"}]} if nullable else dict(value)
        out["x-acp"] = note
        for key in ("description", "default"):
            if key in schema:
                out[key] = schema[key]
        return out

    # -- values -----------------------------------------------------------------------------------------------------

    def _value(self, schema: Any, pointer: str) -> tuple[dict[str, Any], bool, dict[str, bool]]:
        """A value's schema without null and leniency; whether null is one of its values; the leniency."""
        if not isinstance(schema, dict):
            raise UnknownShape(pointer, "neither a schema object nor `true`")
        flags = {
            "default_on_error": bool(schema.get("x-deserialize-default-on-error")),
            "default_on_null": bool(schema.get("x-deserialize-default-on-null")),
        }
        core = _without(schema, _DOC | _LENIENT | {"default"})
        skip = bool(schema.get("x-deserialize-skip-invalid-items"))
        nullable = False
        if "anyOf" in core:
            _only(core, {"anyOf"}, pointer)
            others = [branch for branch in core["anyOf"] if not _is_null(branch)]
            if len(others) != 1 or len(core["anyOf"]) != 2:
                raise UnknownShape(f"{pointer}/anyOf", "a choice inside a member that is not `something or null`")
            nullable, core = True, _without(others[0], _DOC)
        elif isinstance(core.get("type"), list):
            others = [kind for kind in core["type"] if kind != "null"]
            if len(others) != 1 or len(core["type"]) != 2:
                raise UnknownShape(
                    f"{pointer}/type", f"a list of types that is not `something or null`: {core['type']}"
                )
            nullable, core = True, {**core, "type": others[0]}
        value = self._plain_value(core, pointer)
        if skip:
            if value.get("type") != "array":
                raise UnknownShape(pointer, "x-deserialize-skip-invalid-items on something that is not an array")
            value["x-skip-invalid-items"] = True
        return value, nullable, flags

    def _plain_value(self, core: Schema, pointer: str) -> dict[str, Any]:
        if not core:
            return {}
        if "$ref" in core or "allOf" in core:
            return {"$ref": f"#/$defs/{_single_ref(core, pointer)}"}
        kind = core.get("type")
        if kind == "array":
            _only(core, {"type", "items", "minItems"}, pointer)
            item, nullable, flags = self._value(core.get("items"), f"{pointer}/items")
            if nullable or any(flags.values()):
                raise UnknownShape(f"{pointer}/items", "items that may be null or that are read leniently")
            return {"type": "array", "items": item, **_pick(core, "minItems")}
        if kind == "object":
            _only(core, {"type", "additionalProperties"}, pointer)
            values = core.get("additionalProperties", True)
            if values is True:
                return {"type": "object", "additionalProperties": {}}
            value, nullable, flags = self._value(values, f"{pointer}/additionalProperties")
            if nullable or any(flags.values()):
                raise UnknownShape(f"{pointer}/additionalProperties", "map values that may be null or read leniently")
            return {"type": "object", "additionalProperties": value}
        if kind == "string":
            _only(core, {"type", "format", "contentEncoding", "minLength", "pattern"}, pointer)
            self._known_format(core, pointer)
            if not _WHOLE_PATTERN.fullmatch(core.get("pattern", "^$")):
                raise UnknownShape(
                    f"{pointer}/pattern", "a pattern that is not of the whole string, or not a plain one"
                )
            return {"type": "string", **_pick(core, "minLength", "pattern")}
        if kind in ("integer", "number"):
            _only(core, {"type", "format", "minimum", "maximum"}, pointer)
            return {"type": kind, **self._bounds(core, pointer)}
        if kind == "boolean":
            _only(core, {"type"}, pointer)
            return {"type": "boolean"}
        raise UnknownShape(pointer, f"a value described by {sorted(core)}")

    def _bounds(self, core: Schema, pointer: str) -> dict[str, Any]:
        if core["type"] == "integer" and core.get("format") in _INTEGER_FORMATS:
            return _pick(core, "minimum", "maximum", "format")
        self._known_format(core, pointer)
        return _pick(core, "minimum", "maximum")

    def _known_format(self, core: Schema, pointer: str) -> None:
        if core.get("format") not in {None, *_KEPT_FORMATS}:
            raise UnknownShape(f"{pointer}/format", f"the format {core['format']!r}")
        if core.get("contentEncoding") not in {None, "base64"}:
            raise UnknownShape(f"{pointer}/contentEncoding", f"the encoding {core['contentEncoding']!r}")

    # -- choices ----------------------------------------------------------------------------------------------------

    def _combination(self, name: str, schema: Schema, pointer: str) -> None:
        word = "anyOf" if "anyOf" in schema else "oneOf"
        _only(schema, {word, "type", "properties", "required", "discriminator"} | _DOC | _ON_METHOD, pointer)
        branches = [(branch, f"{pointer}/{word}/{index}") for index, branch in enumerate(schema[word])]
        if "properties" not in schema and any("const" in branch for branch, _ in branches):
            self._enum(name, schema, branches, pointer)
            return
        tag = self._tag_of(branches, pointer)
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

    def _tag_of(self, branches: Branches, pointer: str) -> str | None:
        tags = {
            wire
            for branch, _ in branches
            for wire, value in branch.get("properties", {}).items()
            if isinstance(value, dict) and "const" in value
        }
        if len(tags) > 1:
            raise UnknownShape(pointer, f"a choice with more than one tag: {sorted(tags)}")
        return tags.pop() if tags else None

    def _enum(self, name: str, schema: Schema, branches: Branches, pointer: str) -> None:
        known: list[dict[str, Any]] = []
        tail: Schema | None = None
        kinds = set()
        for branch, where in branches:
            _only(branch, {"type", "const", "format"} | _DOC, where)
            kinds.add(str(branch.get("type")))
            if tail is not None:
                raise UnknownShape(where, "a branch behind the one for all other values")
            if "const" in branch:
                title = branch.get("title") or _bold_lead(branch.get("description", ""))
                if not isinstance(branch["const"], str) and not title:
                    raise UnknownShape(where, "a code without a name")
                known.append({"value": branch["const"], "title": title, **_pick(branch, "description")})
            else:
                tail = branch
        if kinds not in ({"string"}, {"integer"}):
            raise UnknownShape(pointer, f"an enum of {sorted(kinds)}")
        kind = kinds.pop()
        if kind == "integer" and tail is None:
            raise UnknownShape(pointer, "a closed set of integers")
        for value in known:
            if isinstance(value["value"], bool) or not isinstance(value["value"], _CONSTANTS[kind]):
                raise UnknownShape(pointer, f"a constant that is no {kind}")
        # A closed set of one value is a constant: there is nothing that an unknown value could mean.
        other = f"Other{name}" if kind == "string" and (tail is not None or len(known) > 1) else None
        body = {"type": kind, "enum": [value["value"] for value in known]}
        note: dict[str, Any] = {"values": known, "open": tail is not None, "other": other}
        if kind == "integer" and tail is not None:
            note["bounds"] = self._bounds(tail, branches[-1][1])
        self._add(name, body, schema, pointer, kind="enum", **note)

    def _choice(self, name: str, schema: Schema, branches: Branches, pointer: str) -> None:
        """A union told apart by shape."""
        _only(schema, {"anyOf", "oneOf"} | _DOC | _ON_METHOD, pointer)
        variants: list[dict[str, Any]] = []
        for branch, where in branches:
            core = _without(branch, _DOC)
            if _is_null(branch):
                variants.append({"type": "null"})
            elif "properties" in core:
                _only(core, {"type", "properties", "required"}, where)
                variant = self._variant_name(name, _title(branch, where))
                self._record(variant, branch, where)
                variants.append({"$ref": f"#/$defs/{variant}"})
            else:
                variants.append(self._plain_value(core, where))
        self._add(name, {"anyOf": variants}, schema, pointer, kind="union", tag=None)

    def _record_with_scope(self, name: str, schema: Schema, word: str, pointer: str) -> None:
        scope = self._scope(schema, word, pointer)
        self._record(name, schema, pointer, scope=scope)

    def _scope(self, schema: Schema, word: str, pointer: str) -> dict[str, Any]:
        """A choice between objects whose members stand beside the record's own."""
        variants = []
        for index, branch in enumerate(schema[word]):
            where = f"{pointer}/{word}/{index}"
            _only(branch, {"allOf"} | _DOC, where)
            variants.append(_single_ref(branch, where))
        member, union = self.decisions.take_scope(self.surface, variants)
        if union not in self.out.definitions:
            body = {"anyOf": [{"$ref": f"#/$defs/{variant}"} for variant in variants]}
            described = {"description": "Which of the scopes a request is tied to; its members stand in the request."}
            self._add(union, body, described, f"{pointer}/{word}", kind="union", tag=None)
        return {"name": member, "union": union, "exclusive": word == "oneOf"}

    def _record_with_outcome(self, name: str, schema: Schema, branches: Branches, tag: str, pointer: str) -> None:
        """A record whose optional tag is an enum: some of its values bring members of their own."""
        values: list[dict[str, Any]] = []
        extra: dict[str, Any] = {}
        others = 0
        for branch, where in branches:
            own = branch.get("properties", {})
            if own.keys() != {tag}:
                raise UnknownShape(where, f"a variant with members beside {tag!r}")
            if "not" in branch:
                self._check_other(branch, tag, [value["value"] for value in values], where)
                others += 1
            elif _has_const(branch, tag):
                _only(branch, {"type", "properties", "required", "allOf"} | _DOC, where)
                values.append({"value": own[tag]["const"], **_pick(branch, "description")})
                if "allOf" in branch:
                    extra.update(self._members_with(tag, own[tag]["const"], branch, where))
            elif not _is_null(own[tag]) or tag in branch.get("required", ()):
                raise UnknownShape(where, f"a variant whose {tag!r} is neither a constant, nor any other, nor null")
        if others != 1 or tag in schema.get("required", ()):
            raise UnknownShape(pointer, f"a record with outcomes whose {tag!r} is required or closed")
        enum = self.decisions.take_enum_name(self.surface, name, tag) or name + tag[0].upper() + tag[1:]
        described = {"description": schema["properties"][tag].get("description", "")}
        body = {"type": "string", "enum": [value["value"] for value in values]}
        where = f"{pointer}/properties/{tag}"
        self._add(enum, body, described, where, kind="enum", values=values, open=True, other=f"Other{enum}")
        _only(schema["properties"][tag], {"type"} | _DOC | _LENIENT, where)
        member = {**schema["properties"][tag], "anyOf": [{"$ref": f"#/$defs/{enum}"}, {"type": "null"}]}
        del member["type"]
        properties = {**schema["properties"], tag: member}
        record = {**_without(schema, {"anyOf", "oneOf"}), "properties": properties}
        self._record(name, record, pointer, extra=extra)

    def _members_with(self, tag: str, value: str, branch: Schema, where: str) -> Iterator[tuple[str, dict[str, Any]]]:
        body = _single_ref(branch, where)
        schema = self.source[body]
        if schema.get("required") or schema.get("type") != "object":
            raise UnknownShape(where, f"an outcome whose {body} has required members")
        for wire, member in schema["properties"].items():
            out = self._property(member, f"/$defs/{body}/properties/{_escape(wire)}", False, False)
            out["x-acp"]["when"] = [tag, value]
            yield wire, out

    # -- tagged unions ----------------------------------------------------------------------------------------------

    def _tagged_union(self, name: str, schema: Schema, branches: Branches, tag: str, pointer: str) -> None:
        base = _pick(schema, "properties", "required")
        bodies = [_ref_or_none(branch) for branch, _ in branches]
        variants: list[tuple[str | None, str]] = []
        docs: list[str] = []
        default: str | None = None
        other: str | None = None
        known = [branch["properties"][tag]["const"] for branch, _ in branches if _has_const(branch, tag)]
        for branch, where in branches:
            if "not" in branch:
                self._check_other(branch, tag, known, where)
                other = self._other(name, tag, known, base, branch, where)
                continue
            _only(branch, {"type", "properties", "required", "allOf"} | _DOC, where)
            value = branch["properties"][tag]["const"] if _has_const(branch, tag) else None
            if value is None and default is not None:
                raise UnknownShape(where, "a second variant without a tag")
            body = _ref_or_none(branch)
            if body is not None and not base and bodies.count(body) == 1:
                target = body
            else:
                target = self._variant_name(name, value or _title(branch, where))
                self._variant(target, branch, body, tag, base, where)
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
        self._add(
            name,
            {"anyOf": [{"$ref": f"#/$defs/{target}"} for _, target in variants]},
            _without(schema, {"properties"}),
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

    def _variant(self, name: str, branch: Schema, body: str | None, tag: str, base: Schema, where: str) -> None:
        """A class for a variant that has none: the payload's members, the union's common ones, or its own."""
        inline = {wire: value for wire, value in branch.get("properties", {}).items() if wire != tag}
        if body is not None and inline:
            raise UnknownShape(where, "a variant with a payload and members of its own")
        merged = {
            "type": "object",
            "properties": {**inline, **base.get("properties", {})},
            "required": [*(wire for wire in branch.get("required", ()) if wire != tag), *base.get("required", ())],
            **_pick(branch, "description"),
        }
        self._record(name, merged, where, base=body)

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
            **_pick(branch, "description"),
        }
        self._record(name, merged, where, **note)
        return name

    def _check_other(self, branch: Schema, tag: str, known: list[str], where: str) -> None:
        """An "other" variant must exclude exactly the known tags and keep all other members."""
        allowed = {
            "type",
            "properties",
            "required",
            "not",
            "additionalProperties",
            "unevaluatedProperties",
            "anyOf",
            "oneOf",
        }
        _only(branch, allowed | _DOC, where)
        if branch.get("properties", {}).get(tag, {}).get("type") != "string" or tag not in branch.get("required", ()):
            raise UnknownShape(where, f"an open variant that does not require {tag!r} to be a string")
        if not (branch.get("additionalProperties") is True or branch.get("unevaluatedProperties") is True):
            raise UnknownShape(where, "an open variant that does not keep its other members")
        excluded = []
        for index, condition in enumerate(branch["not"].get("anyOf", ())):
            if not _has_const(condition, tag) or condition.get("required") != [tag]:
                raise UnknownShape(f"{where}/not/anyOf/{index}", f"an exclusion that is not a constant {tag!r}")
            excluded.append(condition["properties"][tag]["const"])
        if sorted(excluded) != sorted(known):
            raise UnknownShape(f"{where}/not", "an open variant that excludes other tags than the known ones")

    def _tag(self, target: str, tag: str, value: str | None, where: str) -> None:
        """Note that `tag: value` selects `target`; for a nested union, each of its records."""
        note = self.out.definitions[target]["x-acp"]
        if note["kind"] == "union":
            if note["tag"] is None:
                raise UnknownShape(where, f"a variant that is the untagged union {target}")
            for nested in (*note["targets"], note["other"]):
                self._tag(nested, tag, value, where)
            return
        if note["kind"] != "record":
            raise UnknownShape(where, f"a tagged variant that is no object: {target}")
        tags = note.setdefault("tags", {})
        if tags.get(tag, value) != value:
            raise UnknownShape(where, f"{target} is selected by {tag!r} with two values: {tags[tag]!r} and {value!r}")
        tags[tag] = value


# -- small helpers ------------------------------------------------------------------------------------------------------


def _without(schema: Schema, keys: set[str]) -> dict[str, Any]:
    return {key: value for key, value in schema.items() if key not in keys}


def _pick(schema: Schema, *keys: str) -> dict[str, Any]:
    return {key: schema[key] for key in keys if key in schema}


def _only(schema: Schema, keys: set[str], pointer: str) -> None:
    unknown = schema.keys() - keys
    if unknown:
        raise UnknownShape(pointer, f"keywords that no rule covers here: {sorted(unknown)}")


def _is_null(schema: Any) -> bool:
    return isinstance(schema, dict) and _without(schema, _DOC) == {"type": "null"}


def _has_const(schema: Schema, tag: str) -> bool:
    return isinstance(schema.get("properties", {}).get(tag, {}).get("const"), str)


def _ref_or_none(schema: Schema) -> str | None:
    """The definition that a branch consists of, beside its tag."""
    refs = schema.get("allOf", ())
    return str(refs[0]["$ref"]).rpartition("/")[2] if len(refs) == 1 and "$ref" in refs[0] else None


def _single_ref(schema: Schema, pointer: str) -> str:
    ref = (
        schema["$ref"] if "$ref" in schema else (schema["allOf"][0].get("$ref") if len(schema["allOf"]) == 1 else None)
    )
    if not isinstance(ref, str) or not ref.startswith("#/$defs/"):
        raise UnknownShape(pointer, "an allOf or $ref that is not one definition")
    return ref.removeprefix("#/$defs/")


def _title(schema: Schema, pointer: str) -> str:
    if not schema.get("title"):
        raise UnknownShape(pointer, "a variant with neither a tag nor a title")
    return str(schema["title"])


def _bold_lead(text: str) -> str | None:
    """`**Parse error**: ...` begins with its name."""
    lead = re.match(r"\*\*([\w ]+)\*\*", text)
    return lead.group(1) if lead else None


def _escape(step: str) -> str:
    """A member name as a step of a JSON pointer."""
    return step.replace("~", "~0").replace("/", "~1")


def _descriptions(schema: Schema, optional: Schema) -> Iterator[tuple[str, str]]:
    """What is said of a record and of its optional members, each with where."""
    yield "/description", schema.get("description", "")
    for wire, value in optional.items():
        if isinstance(value, dict):
            yield f"/properties/{_escape(wire)}/description", value.get("description", "")
