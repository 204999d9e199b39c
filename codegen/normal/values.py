"""Reduces the value of a member, an item or a scalar definition to the small grammar."""

from __future__ import annotations

import math
import re
from typing import Any, Final

from codegen.errors import UnknownShape
from codegen.normal.keywords import DOC, LENIENT, Schema, is_null, only, pick, single_ref, without

_INTEGER_FORMATS: Final = {f"{sign}int{bits}" for sign in ("", "u") for bits in (8, 16, 32, 64)}
_WHOLE_PATTERN: Final = re.compile(r"\^(?:[\w -]|\[[\w-]+\]|\{\d+\}|[+*?])*\$")
"""Patterns that mean the same in every dialect: literal text, character classes and counts between anchors."""

_KEPT_FORMATS: Final = {"uri", "date-time", "regex", "double", "float"}


def value_of(schema: Any, pointer: str) -> tuple[dict[str, Any], bool, dict[str, bool]]:
    """A value's schema without null and leniency, whether it may be null, and its leniency."""
    if not isinstance(schema, dict):
        raise UnknownShape(pointer, "neither a schema object nor `true`")
    flags = {
        "default_on_error": bool(schema.get("x-deserialize-default-on-error")),
        "default_on_null": bool(schema.get("x-deserialize-default-on-null")),
    }
    core = without(schema, DOC | LENIENT | {"default"})
    skip = bool(schema.get("x-deserialize-skip-invalid-items"))
    nullable = False
    if "anyOf" in core:
        only(core, {"anyOf"}, pointer)
        others = [branch for branch in core["anyOf"] if not is_null(branch)]
        if len(others) != 1 or len(core["anyOf"]) != 2:
            raise UnknownShape(f"{pointer}/anyOf", "a choice inside a member that is not `something or null`")
        nullable, core = True, without(others[0], DOC)
    elif isinstance(core.get("type"), list):
        others = [kind for kind in core["type"] if kind != "null"]
        if len(others) != 1 or len(core["type"]) != 2:
            raise UnknownShape(f"{pointer}/type", f"a list of types that is not `something or null`: {core['type']}")
        nullable, core = True, {**core, "type": others[0]}
    value = plain_value(core, pointer)
    if skip:
        if value.get("type") != "array":
            raise UnknownShape(pointer, "x-deserialize-skip-invalid-items on something that is not an array")
        value["x-skip-invalid-items"] = True
    return value, nullable, flags


def plain_value(core: Schema, pointer: str) -> dict[str, Any]:
    """The shape of a value without null and leniency."""
    if not core:
        return {}
    if "$ref" in core or "allOf" in core:
        only(core, {"$ref"} if "$ref" in core else {"allOf"}, pointer)
        return {"$ref": f"#/$defs/{single_ref(core, pointer)}"}
    kind = core.get("type")
    if kind == "array":
        only(core, {"type", "items", "minItems"}, pointer)
        if "items" not in core:
            raise UnknownShape(f"{pointer}/items", "an array without items")
        item, nullable, flags = value_of(core["items"], f"{pointer}/items")
        if nullable or any(flags.values()):
            raise UnknownShape(f"{pointer}/items", "items that may be null or that are read leniently")
        _check_depth(item, f"{pointer}/items")
        return {"type": "array", "items": item, **pick(core, "minItems")}
    if kind == "object":
        only(core, {"type", "additionalProperties"}, pointer)
        values = core.get("additionalProperties", True)
        if values is True:
            return {"type": "object", "additionalProperties": {}}
        value, nullable, flags = value_of(values, f"{pointer}/additionalProperties")
        if nullable or any(flags.values()):
            raise UnknownShape(f"{pointer}/additionalProperties", "map values that may be null or read leniently")
        _check_depth(value, f"{pointer}/additionalProperties")
        return {"type": "object", "additionalProperties": value}
    if kind == "string":
        only(core, {"type", "format", "contentEncoding", "minLength", "pattern"}, pointer)
        _known_format(core, pointer)
        if not _is_plain_pattern(core.get("pattern", "^$")):
            raise UnknownShape(
                f"{pointer}/pattern", "a pattern that does not match the whole string, or is not a simple one"
            )
        return {"type": "string", **pick(core, "minLength", "pattern")}
    if kind in ("integer", "number"):
        only(core, {"type", "format", "minimum", "maximum"}, pointer)
        return {"type": kind, **bounds(core, pointer)}
    if kind == "boolean":
        only(core, {"type"}, pointer)
        return {"type": "boolean"}
    raise UnknownShape(
        pointer,
        f"a value {f'of type {kind}' if isinstance(kind, str) else f'described by {sorted(core)}'}: expected a reference,"
        " a string, a number, a boolean, an array or a map, or an `anyOf` of one of these and null",
    )


def _check_depth(value: Schema, pointer: str) -> None:
    """Refuse nested arrays and maps. Raw JSON is allowed."""
    if value.get("type") == "array" or value.get("additionalProperties"):
        raise UnknownShape(pointer, "an array or a map of values in an array or a map")


def _is_plain_pattern(pattern: str) -> bool:
    try:
        re.compile(pattern)
    except (re.error, OverflowError):
        return False
    return _WHOLE_PATTERN.fullmatch(pattern) is not None


def bounds(core: Schema, pointer: str) -> dict[str, Any]:
    """The range of a number, also from the format of an integer."""
    limits = pick(core, "minimum", "maximum")
    if limits.get("minimum", -math.inf) > limits.get("maximum", math.inf):
        raise UnknownShape(pointer, "a minimum above the maximum")
    if core["type"] != "integer":
        _known_format(core, pointer)
        return limits
    for key, limit in limits.items():  # some tools write integer bounds as 0.0
        if not float(limit).is_integer():
            raise UnknownShape(f"{pointer}/{key}", "a bound of an integer that is not an integer")
        limits[key] = int(limit)
    if core.get("format") in _INTEGER_FORMATS:
        return {**limits, **pick(core, "format")}
    _known_format(core, pointer)
    return limits


def _known_format(core: Schema, pointer: str) -> None:
    if core.get("format") not in {None, *_KEPT_FORMATS}:
        raise UnknownShape(f"{pointer}/format", f"the format {core['format']!r}, which no rule covers")
    if core.get("contentEncoding") not in {None, "base64"}:
        raise UnknownShape(
            f"{pointer}/contentEncoding", f"the encoding {core['contentEncoding']!r}, which no rule covers"
        )
