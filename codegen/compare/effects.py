"""The effect of each kind of change on users of the package and on messages. docs/versioning.md explains the terms."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from codegen.compare.changes import Python, Wire


@dataclass(frozen=True)
class Effect:
    """The effect of all changes of one kind."""

    python: Python
    wire: Wire
    advice: str = ""
    """What a user should do about it."""


_REQUIRED: Final = "pass it where you construct the type; input without it is a DecodeError"

EFFECTS: Final[Mapping[str, Effect]] = {
    "surface added": Effect("compatible", "additive"),
    "surface removed": Effect("breaking", "different", "use another surface"),
    "type added": Effect("compatible", "additive"),
    "type removed": Effect("breaking", "different", "stop using it"),
    "type renamed": Effect("breaking", "same", "use the new name"),
    "type renamed, alias kept": Effect("attention", "same", "use the new name; the old one gives a warning"),
    "kind of type changed": Effect("breaking", "different", "adapt to the new form"),
    "alias type changed": Effect("breaking", "different", "adapt to the new form"),
    "optional member added": Effect("compatible", "additive"),
    "required member added": Effect("attention", "stricter", _REQUIRED),
    "member removed": Effect(
        "breaking", "different", "stop using it; if peers still send it, it is in `unknown_fields`"
    ),
    "member of an unknown variant removed": Effect("breaking", "same", "read it from `payload`"),
    "member renamed": Effect("breaking", "different", "use the new name"),
    "Python name changed": Effect("breaking", "same", "use the new name"),
    "Python name reused": Effect("breaking", "same", "use the new name; the old one now refers to another method"),
    "member type changed": Effect("breaking", "different", "pass and expect the new type"),
    "member became required": Effect("attention", "stricter", _REQUIRED),
    "member became optional": Effect("compatible", "looser", "expect it to be missing"),
    "null became valid": Effect("compatible", "looser"),
    "null became invalid": Effect("attention", "stricter", "null is now a DecodeError"),
    "null replaced": Effect("compatible", "stricter"),
    "annotation changed": Effect("breaking", "same", "pass and expect the new type"),
    "default changed": Effect("attention", "different", "check code that relies on it"),
    "leniency gained": Effect("compatible", "looser"),
    "leniency lost": Effect("attention", "stricter", "values that were replaced or left out are now a DecodeError"),
    "bounds widened": Effect("compatible", "looser"),
    "bounds narrowed": Effect("attention", "stricter", "values outside the bounds are refused"),
    "bounds changed": Effect("attention", "different", "values outside the bounds are refused"),
    "companion changed": Effect("attention", "different", "check code that relies on it"),
    "scope changed": Effect("breaking", "different", "adapt to the new form"),
    "scope became exclusive": Effect("attention", "stricter", "only members of one scope may be given"),
    "scope became inclusive": Effect("compatible", "looser"),
    "variant added": Effect("attention", "additive", "add a case for it to exhaustive matches"),
    "variant removed": Effect(
        "breaking", "different", "remove its case; if peers still send it, it is read as `Other...`"
    ),
    "untagged variant removed": Effect("breaking", "different", "remove its case; it is now refused"),
    "variant renamed": Effect("breaking", "different", "compare with the new tag"),
    "variant class changed": Effect("breaking", "different", "match the new class"),
    "order of variants changed": Effect(
        "attention", "different", "a value that fits several is read as the first of them"
    ),
    "tag changed": Effect("breaking", "different", "use the new tag"),
    "value added": Effect("attention", "additive", "add a case for it to exhaustive matches"),
    "value removed": Effect(
        "breaking", "different", "stop comparing with it; if peers still send it, it is an unknown value"
    ),
    "value renamed": Effect("breaking", "different", "compare with the new value"),
    "set opened": Effect("compatible", "looser"),
    "set closed": Effect("compatible", "stricter"),
    "method added": Effect("compatible", "additive"),
    "method removed": Effect("breaking", "different", "stop calling and handling it"),
    "method renamed": Effect("breaking", "different", "use the new constant and the new handler"),
    "method turned": Effect(
        "breaking", "different", "send and handle it in its new form; its constant has the same name"
    ),
    "method signature changed": Effect("breaking", "different", "accept and return the new types"),
    "needed capability changed": Effect("attention", "same", "check for the new capability"),
    "documentation": Effect("compatible", "same"),
}
"""Rule -> its effect in Python and on the wire. A rule that touches a member's annotation is breaking in any case."""
