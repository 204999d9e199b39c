"""A second opinion on what a release changes: a plain walk over the two schemas, which knows nothing of the generator.

It reads what can be read without knowing ACP's idioms: definitions, members of plain objects, constants, methods. Of
these it must find exactly what the report says.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Set
from typing import Any

from codegen.compare.changes import Change

Schema = Mapping[str, Any]
Facts = dict[str, set[Any]]

_LENIENCY = ("x-deserialize-default-on-error", "x-deserialize-default-on-null", "x-deserialize-skip-invalid-items")
_NOT_THE_TYPE = {"description", "title", "default", *_LENIENCY}


def facts_of_schemas(old: Schema, new: Schema, renamed: Mapping[str, str]) -> Facts:
    """What differs between two schemas. `renamed` tells the types that have another name from other types."""
    before, after = _definitions(old), _definitions(new)
    facts: Facts = {
        "types removed": set(before.keys() - after.keys()),
        "types added": set(after.keys() - before.keys()),
        "types reworded": {
            name for name in before.keys() & after.keys() if _words(before[name]) != _words(after[name])
        },
        "methods removed": set(_methods(before) - _methods(after)),
        "methods added": set(_methods(after) - _methods(before)),
    }
    for fact in ("members removed", "members added", "members retyped", "members reworded", "required", "defaults"):
        facts[fact] = set()
    facts |= {"leniency": set(), "values removed": set(), "values added": set()}
    for name in before.keys() & after.keys():
        for fact, what in _in_definition(before[name], after[name], renamed):
            facts[fact].add((name, *what))
    return facts


def _in_definition(old: Schema, new: Schema, renamed: Mapping[str, str]) -> Iterator[tuple[str, tuple[Any, ...]]]:
    if _is_plain_object(old) and _is_plain_object(new):
        a, b = old.get("properties", {}), new.get("properties", {})
        yield from (("members removed", (wire,)) for wire in a.keys() - b.keys())
        yield from (("members added", (wire,)) for wire in b.keys() - a.keys())
        for wire in a.keys() & b.keys():
            yield from ((fact, (wire, *more)) for fact, more in _in_member(a[wire], b[wire], renamed))
            if (wire in old.get("required", ())) != (wire in new.get("required", ())):
                yield "required", (wire,)
    if _constants(old) and _constants(new):
        yield from (("values removed", (value,)) for value in _constants(old) - _constants(new))
        yield from (("values added", (value,)) for value in _constants(new) - _constants(old))


def _in_member(old: Any, new: Any, renamed: Mapping[str, str]) -> Iterator[tuple[str, tuple[str, ...]]]:
    old, new = (schema if isinstance(schema, dict) else {} for schema in (old, new))
    if _type(old, renamed) != _type(new, {}):
        yield "members retyped", ()
    if old.get("default", ...) != new.get("default", ...):
        yield "defaults", ()
    if _words(old) != _words(new):
        yield "members reworded", ()
    yield from (("leniency", (rule,)) for rule in _LENIENCY if bool(old.get(rule)) != bool(new.get(rule)))


def _definitions(schema: Schema) -> dict[str, Schema]:
    everything: Mapping[str, Schema] = schema["$defs"]
    # Older schemas say of an answer that is null only in the envelope.
    envelopes = [
        branch for body in everything.values() if body.get("x-docs-ignore") for branch in body.get("anyOf", ())
    ]
    nulls = {branch["title"]: branch for branch in envelopes if branch.get("type") == "null" and "title" in branch}
    asked = {name.removesuffix("Request") + "Response" for name, body in everything.items() if "x-method" in body}
    nulls = {name: branch for name, branch in nulls.items() if name in asked}
    always: dict[str, Schema] = {"Error": {}, "RequestId": {}}  # JSON-RPC has them, whether or not the schema says so
    return {**always, **nulls, **{name: body for name, body in everything.items() if not body.get("x-docs-ignore")}}


def _is_plain_object(schema: Schema) -> bool:
    return schema.get("type") == "object" and not schema.keys() & {"anyOf", "oneOf"}


def _words(schema: Schema) -> str:
    return " ".join(schema.get("description", "").split())


def _constants(schema: Schema) -> set[str]:
    """The constants that a definition chooses between, if it is nothing but such a choice."""
    if "properties" in schema:
        return set()
    branches = schema.get("anyOf", schema.get("oneOf", [{"const": value} for value in schema.get("enum", ())]))
    return {str(branch["const"]) for branch in branches if "const" in branch}


def _methods(definitions: Mapping[str, Schema]) -> set[tuple[str, str, str]]:
    """Side, method and kind of all that is sent."""
    found = set()
    for name, body in definitions.items():
        kind = re.search(r"(Request|Notification)$", name)
        if kind and "x-method" in body:
            side = "protocol" if body["x-side"] == "both" else body["x-side"]
            found.add((side, body["x-method"], kind[0].lower()))
    return found


def _type(schema: Any, renamed: Mapping[str, str]) -> Any:
    """A member's schema without words and leniency, in one of the several ways to write the same."""
    if isinstance(schema, list):
        return [_type(item, renamed) for item in schema]
    if not isinstance(schema, dict):
        return schema
    out = {key: _type(value, renamed) for key, value in schema.items() if key not in _NOT_THE_TYPE}
    if "string" in (schema.get("type"), *(schema["type"] if isinstance(schema.get("type"), list) else ())):
        # What text stands for is advice: the package takes any.
        out = {key: value for key, value in out.items() if key not in ("format", "contentEncoding")}
    if "$ref" in out:
        name = out["$ref"].rpartition("/")[2]
        out["$ref"] = renamed.get(name, name)
    if out.keys() == {"allOf"} and len(out["allOf"]) == 1:
        return out["allOf"][0]
    if isinstance(out.get("type"), list):
        kinds = [kind for kind in out["type"] if kind != "null"]
        return {"anyOf": [{**out, "type": kinds[0]}, {"type": "null"}]}
    return out


def facts_of_report(changes: list[Change], old: Schema, new: Schema, kept: Set[str]) -> Facts:
    """The same of a report: what it says of the definitions that a plain walk can read.

    `kept` are the types that the package had before and after. Some of them had no definition in one of the schemas:
    variants that the generator named, whose name the schema then took over.
    """
    before, after = _definitions(old), _definitions(new)
    removed = {c.was or c.name for c in _done(changes, "type", "removed", "renamed")} & before.keys()
    added = {c.name for c in _done(changes, "type", "added", "renamed")} & after.keys()
    facts: Facts = {
        "types removed": removed | (kept & before.keys()) - after.keys(),
        "types added": added | (kept & after.keys()) - before.keys(),
        "types reworded": {c.name for c in _done(changes, "type", "documentation")} & before.keys() & after.keys(),
        "methods removed": {_method(c.was or c.name) for c in _of(changes, "method") if c.was or c.action == "removed"},
        "methods added": {_method(c.name) for c in _of(changes, "method") if c.was or c.action == "added"},
    }
    plain = {name for name in before.keys() & after.keys() if all(map(_is_plain_object, (before[name], after[name])))}
    choices = {name for name in before.keys() & after.keys() if _constants(before[name]) and _constants(after[name])}
    members = [(c, c.name.partition(".")[0], c.name.partition(".")[2]) for c in _of(changes, "member", "capability")]
    members = [(c, name, wire) for c, name, wire in members if name in plain]
    changed = [(c.what, name, wire) for c, name, wire in members if c.action == "changed"]
    gone, come = ("removed", "renamed"), ("added", "renamed")
    facts["members removed"] = {(name, c.was or wire) for c, name, wire in members if c.action in gone}
    facts["members added"] = {(name, wire) for c, name, wire in members if c.action in come}
    facts["members reworded"] = {(name, wire) for c, name, wire in members if c.action == "documentation"}
    facts["members retyped"] = {(name, wire) for what, name, wire in changed if _TYPE.match(what)}
    facts["required"] = {(name, wire) for what, name, wire in changed if what.startswith("required:")}
    facts["defaults"] = {(name, wire) for what, name, wire in changed if what.startswith("default:")}
    facts["leniency"] = {
        (name, wire, rule) for what, name, wire in changed for rule in _LENIENCY if what.startswith(_said(rule))
    }
    values = [(c, c.name.partition(" ")[0]) for c in _of(changes, "value")]
    values = [(c, name) for c, name in values if name in choices]
    facts["values removed"] = {(name, _value(c.was or c.name)) for c, name in values if c.action in gone}
    facts["values added"] = {(name, _value(c.name)) for c, name in values if c.action in come}
    return facts


_TYPE = re.compile(r"(type|nullable|(items |values )*(minimum|maximum|minLength|minItems|pattern)):")


def _of(changes: Iterable[Change], *subjects: str) -> Iterator[Change]:
    return (change for change in changes if change.subject in subjects)


def _done(changes: Iterable[Change], subject: str, *actions: str) -> Iterator[Change]:
    return (change for change in _of(changes, subject) if change.action in actions)


def _said(rule: str) -> str:
    return rule.removeprefix("x-deserialize-").replace("-", " ") + ":"


def _method(label: str) -> tuple[str, str, str]:
    match = re.fullmatch(r"(\S+) \((\w+) to the (\w+)\)", label)
    assert match
    return match[3], match[1], match[2]


def _value(label: str) -> str:
    """`ToolKind "read"` or `ErrorCode -32000`, or the value alone."""
    return label.rpartition(" ")[2].strip('"')
