"""What each kind of change means, for who uses the package and for messages. docs/versioning.md explains the words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from codegen.changes import Python, Wire

EFFECTS: Final[Mapping[str, tuple[Python, Wire]]] = {
    "surface added": ("compatible", "additive"),
    "surface removed": ("breaking", "different"),
    "type added": ("compatible", "additive"),
    "type removed": ("breaking", "different"),
    "type renamed": ("breaking", "same"),
    "type renamed, alias kept": ("attention", "same"),
    "kind of type changed": ("breaking", "different"),
    "alias type changed": ("breaking", "different"),
    "optional member added": ("compatible", "additive"),
    "required member added": ("attention", "stricter"),
    "member removed": ("breaking", "different"),
    "member renamed": ("breaking", "different"),
    "Python name changed": ("breaking", "same"),
    "member type changed": ("breaking", "different"),
    "member became required": ("attention", "stricter"),
    "member became optional": ("compatible", "looser"),
    "null became valid": ("compatible", "looser"),
    "null became invalid": ("compatible", "stricter"),
    "annotation changed": ("breaking", "same"),
    "default changed": ("attention", "different"),
    "leniency gained": ("compatible", "looser"),
    "leniency lost": ("attention", "stricter"),
    "bounds widened": ("compatible", "looser"),
    "bounds narrowed": ("attention", "stricter"),
    "bounds changed": ("attention", "different"),
    "companion changed": ("attention", "different"),
    "scope changed": ("breaking", "different"),
    "variant added": ("attention", "additive"),
    "variant removed": ("breaking", "different"),
    "variant renamed": ("breaking", "different"),
    "variant class changed": ("breaking", "different"),
    "tag changed": ("breaking", "different"),
    "value added": ("attention", "additive"),
    "value removed": ("breaking", "different"),
    "value renamed": ("breaking", "different"),
    "set opened": ("compatible", "looser"),
    "set closed": ("compatible", "stricter"),
    "method added": ("compatible", "additive"),
    "method removed": ("breaking", "different"),
    "method renamed": ("breaking", "different"),
    "method signature changed": ("breaking", "different"),
    "needed capability changed": ("attention", "same"),
    "documentation": ("compatible", "same"),
}
"""Rule -> its effect in Python and on the wire. A rule that touches a member's annotation is breaking in any case."""
