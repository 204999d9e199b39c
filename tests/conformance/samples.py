"""Values for every type of a surface, made from the generator's model: a new schema brings its own samples.

Each sample says what reading and writing it should give. Whether it is valid is not said here: the published schema
itself is asked, through an independent validator.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from codegen.model import MISSING, Alias, Array, Enum, Field, Map, Record, Ref, Scalar, Shape, Surface, Union
from codegen.spelling.python import Spelling

UNKNOWN = {"_acme.extra": {"kept": [1, None, "two"]}}


@dataclass(frozen=True)
class Sample:
    """A value of one definition, and what should become of it in default mode."""

    definition: str
    why: str
    value: Any
    written: Any = MISSING
    """What encoding gives; `MISSING` where decoding should fail."""
    issues: list[tuple[str, str]] = field(default_factory=list)
    """Path and rule of everything that reading reports, in order."""
    error_path: str | None = None
    """Where decoding fails."""


class Samples:
    """The samples of one surface."""

    def __init__(self, surface: Surface) -> None:
        self.surface = surface
        self.spelling = Spelling(surface)
        self.item = surface.items.__getitem__

    # -- values -----------------------------------------------------------------------------------------------------

    def value(self, shape: Shape, *, full: bool) -> Any:
        """A valid value with as few members as can be, or with all."""
        if isinstance(shape, Ref):
            return self._item_value(shape.name, full=full)
        if isinstance(shape, Array):
            return [self.value(shape.item, full=full) for _ in range(max(shape.min_items, 2 if full else 0))]
        if isinstance(shape, Map):
            return {"key one": self.value(shape.value, full=full)} if full else {}
        return self._scalar(shape)

    def _scalar(self, shape: Scalar) -> Any:
        if shape.pattern:
            return matching(shape.pattern)
        if shape.kind == "integer":
            return max(shape.minimum or 0, 1)
        return {
            "string": "word",
            "boolean": True,
            "number": 1 if shape.maximum == 1 else 1.5,
            "null": None,
            "json": {"any": ["thing", 1, None]},
        }[shape.kind]

    def _item_value(self, name: str, *, full: bool) -> Any:
        item = self.item(name)
        if isinstance(item, Record):
            return self.record(item, full=full)
        if isinstance(item, Enum):
            return item.values[0].value
        if isinstance(item, Union):
            variant = item.variants[0]
            tag = {item.tag: variant.tag} if item.tag and variant.tag else {}
            value = self.value(variant.shape, full=full)
            return {**tag, **value} if tag else value
        return self.value(item.shape, full=full)

    def record(self, record: Record, *, full: bool) -> dict[str, Any]:
        """An object of a record, as itself: without the tag of any union."""
        out: dict[str, Any] = {}
        for member in self.spelling.all_fields(record):
            if full or member.required:
                out[member.wire] = self.value(member.shape, full=full)
                if member.when:
                    out[member.when[0]] = member.when[1]
        scope = self.spelling.scope_of(record)
        if scope:
            out.update(self._item_value(self.spelling.scope_variants(record)[0], full=full))
        if record.other:
            out[record.other.tag.wire] = "_acme.variant"
        return out

    def misfit(self, shape: Shape) -> Any:
        """A value of a JSON type that a shape never has; `MISSING` where any JSON fits."""
        types = self._json_types(shape)
        values = {"string": "misfit", "integer": 17, "boolean": True, "array": [], "object": {}}
        return next((value for kind, value in values.items() if kind not in types), MISSING)

    def _json_types(self, shape: Shape) -> set[str]:
        if isinstance(shape, Array):
            return {"array"}
        if isinstance(shape, Map):
            return {"object"}
        if isinstance(shape, Scalar):
            every = {"string", "integer", "boolean", "array", "object"}
            return every if shape.kind == "json" else {"integer"} if shape.kind == "number" else {shape.kind}
        item = self.item(shape.name)
        if isinstance(item, Record):
            return {"object"}
        if isinstance(item, Enum):
            return {"integer" if isinstance(item.values[0].value, int) else "string"}
        if isinstance(item, Union):
            return set().union(*(self._json_types(variant.shape) for variant in item.variants))
        return self._json_types(item.shape)

    # -- samples ----------------------------------------------------------------------------------------------------

    def all(self, definitions: Iterable[str]) -> Iterator[Sample]:
        """The samples of those definitions. A variant that the schema has no name for is reached through its union."""
        for name in definitions:
            item = self.item(name)
            if isinstance(item, Record):
                yield from self._record_samples(name, item, {}, {})
                yield Sample(name, "not an object", [], error_path="$")
            elif isinstance(item, Enum):
                yield from self._enum_samples(item)
            elif isinstance(item, Union):
                yield from self._union_samples(item)
            else:
                yield from self._alias_samples(item)

    def _alias_samples(self, alias: Alias) -> Iterator[Sample]:
        for full in (False, True):
            value = self.value(alias.shape, full=full)
            yield Sample(alias.name, "a value", value, value)
        if (misfit := self.misfit(alias.shape)) is not MISSING:
            yield Sample(alias.name, "another type", misfit, error_path="$")
            yield Sample(alias.name, "null", None, error_path="$")

    def _enum_samples(self, enum: Enum) -> Iterator[Sample]:
        for value in enum.values:
            yield Sample(enum.name, f"the value {value.value}", value.value, value.value)
        if isinstance(enum.values[0].value, int):
            yield Sample(enum.name, "an unknown code", 4711, 4711)
            yield Sample(enum.name, "an integral float", -32700.0, -32700)
            yield Sample(enum.name, "a fraction", 0.5, error_path="$")
        for unknown in ("_acme.value", "future", "", f"{enum.values[0].value} ", f"{enum.values[0].value}".upper()):
            if enum.other:
                yield Sample(enum.name, f"the unknown value {unknown!r}", unknown, unknown, [("$", "unknown-value")])
            else:
                yield Sample(enum.name, f"the unknown value {unknown!r}", unknown, error_path="$")
        yield Sample(enum.name, "a boolean", True, error_path="$")
        yield Sample(enum.name, "null", None, error_path="$")

    def _union_samples(self, union: Union) -> Iterator[Sample]:
        if union.tag is None:
            for index, variant in enumerate(union.variants):
                value = self.value(variant.shape, full=True)
                yield Sample(union.name, f"variant {index}", value, value)
            return
        yield from self._tagged_samples(union.name, union, {})

    def _tagged_samples(self, definition: str, union: Union, outer: dict[str, Any]) -> Iterator[Sample]:
        assert union.tag
        assert union.other
        for variant in union.variants:
            assert isinstance(variant.shape, Ref)
            target = self.item(variant.shape.name)
            tag = {union.tag: variant.tag} if variant.tag is not None else {}
            if isinstance(target, Union):
                yield from self._tagged_samples(definition, target, {**outer, **tag})
            elif isinstance(target, Record):
                fallback = union.default if variant.tag is not None else None
                yield from self._record_samples(definition, target, outer, tag, fallback=fallback)
        other = self.item(union.other)
        assert isinstance(other, Record)
        bare = {**self.record(other, full=False), **UNKNOWN}
        for unknown in ("_acme.variant", "future"):
            value = {**outer, **bare, union.tag: unknown}
            yield Sample(
                definition, f"the unknown tag {unknown}", value, value, [(f"$.{union.tag}", "unknown-variant")]
            )
        for member in self.spelling.all_fields(other):
            if member.required and member.wire != union.tag:
                value = {**outer, **_without(bare, {member.wire})}
                yield Sample(definition, f"an unknown tag without {member.wire}", value, error_path=f"$.{member.wire}")
        if union.default:
            default = self.item(union.default)
            assert isinstance(default, Record)
            value = {**outer, **self.record(default, full=False), union.tag: "future"}
            yield Sample(definition, "an unknown tag on the default variant", value, value, self._default_issues(union))
        else:
            yield Sample(definition, "no tag", {**outer, **UNKNOWN}, error_path=f"$.{union.tag}")
            yield Sample(definition, "a tag of another type", {**outer, union.tag: 17}, error_path=f"$.{union.tag}")
        yield Sample(definition, "not an object", [], error_path="$")

    def _default_issues(self, union: Union) -> list[tuple[str, str]]:
        if union.open_in_schema:
            return [(f"$.{union.tag}", "unknown-variant")]
        return [(f"$.{union.tag}", "unknown-member")]

    def _record_samples(
        self,
        definition: str,
        record: Record,
        outer: dict[str, Any],
        tag: dict[str, Any],
        *,
        fallback: str | None = None,
    ) -> Iterator[Sample]:
        """A record alone and member by member; `outer` and `tag` are the tags that lead to it."""
        tags = {**outer, **tag}
        what = f"{record.name}: " if record.name != definition else ""
        minimal = {**tags, **self.record(record, full=False)}
        full = {**tags, **self.record(record, full=True)}
        yield Sample(definition, f"{what}minimal", minimal, minimal)
        yield Sample(definition, f"{what}full", full, full)
        extended = {**full, **UNKNOWN}
        unknown = [] if record.other else [('$["_acme.extra"]', "unknown-member")]
        yield Sample(definition, f"{what}unknown member", extended, extended, unknown)
        for member in self.spelling.all_fields(record):
            yield from self._member_samples(definition, what, record, member, minimal, full, fallback)
        scope = self.spelling.scope_of(record)
        if scope:
            variants = self.spelling.scope_variants(record)
            unscoped = _without(full, {wire for variant in variants for wire in self._wires(variant)})
            for variant in variants:
                value = {**unscoped, **self._item_value(variant, full=True)}
                yield Sample(definition, f"{what}{variant}", value, value)
            yield Sample(definition, f"{what}no scope", unscoped, error_path="$")

    def _wires(self, name: str) -> set[str]:
        item = self.item(name)
        assert isinstance(item, Record)
        return {member.wire for member in self.spelling.all_fields(item)}

    def _member_samples(
        self,
        definition: str,
        what: str,
        record: Record,
        member: Field,
        minimal: dict[str, Any],
        full: dict[str, Any],
        fallback: str | None,
    ) -> Iterator[Sample]:
        wire, path = member.wire, f"$.{member.wire}"
        # Members that go with a value of this one would be unknown beside another value.
        full = _without(full, {other.wire for other in record.fields if other.when and other.when[0] == wire})
        without = _without(full, {wire})
        what = f"{what}{wire} "
        is_tag = record.other is not None and wire == record.other.tag.wire
        if member.required:
            if not is_tag and fallback is None:
                yield Sample(definition, f"{what}missing", without, error_path=path)
        else:
            yield Sample(definition, f"{what}absent", without, without)
            alone = {**minimal, **dict([member.when] if member.when else []), wire: full[wire]}
            yield Sample(definition, f"{what}alone", alone, alone)
        if is_tag:
            return
        yield from self._null_samples(definition, what, member, without, full, fallback)
        misfit = self.misfit(member.shape)
        if misfit is not MISSING:
            yield from self._misfit_samples(definition, f"{what}of another type", member, misfit, without, fallback)
        if isinstance(member.shape, Scalar):
            for value in self._beyond(member.shape):
                yield from self._misfit_samples(definition, f"{what}beyond bounds", member, value, without, fallback)
        if isinstance(member.shape, Scalar) and member.shape.kind == "integer":
            value = full[wire]
            yield Sample(definition, f"{what}integral float", {**full, wire: float(value)}, {**full, wire: value})
        if isinstance(member.shape, Array):
            yield from self._array_samples(definition, what, member, member.shape, full, fallback)
        if member.default is not MISSING:
            value = {**without, wire: member.default}
            yield Sample(definition, f"{what}at its default", value, value)

    def _beyond(self, shape: Scalar) -> list[Any]:
        if shape.kind == "string" and shape.min_length:
            return [""]
        beyond = [shape.minimum - 1] if shape.minimum is not None else []
        return beyond + ([shape.maximum + 1] if shape.maximum is not None else [])

    def _null_samples(
        self,
        definition: str,
        what: str,
        member: Field,
        without: dict[str, Any],
        full: dict[str, Any],
        fallback: str | None,
    ) -> Iterator[Sample]:
        value = {**full, member.wire: None}
        is_json = isinstance(member.shape, Scalar) and member.shape.kind == "json"
        if member.nullable or is_json:
            written = value if member.patch or member.required else without
            yield Sample(definition, f"{what}null", value, written)
        elif member.default_on_null:
            empty: Any = [] if isinstance(member.shape, Array) else {}
            issue = (f"$.{member.wire}", "default-on-null")
            yield Sample(definition, f"{what}null", value, {**without, member.wire: empty}, [issue])
        elif not (isinstance(member.shape, Ref) and self._admits_null(member.shape)):
            yield from self._misfit_samples(definition, f"{what}null", member, None, without, fallback)

    def _admits_null(self, shape: Ref) -> bool:
        item = self.item(shape.name)
        return isinstance(item, Union) and any(
            variant.shape in (Scalar("null"), Scalar("json")) for variant in item.variants
        )

    def _misfit_samples(
        self,
        definition: str,
        why: str,
        member: Field,
        misfit: Any,
        without: dict[str, Any],
        fallback: str | None,
    ) -> Iterator[Sample]:
        value, path = {**without, member.wire: misfit}, f"$.{member.wire}"
        if not member.default_on_error:
            if fallback is None:
                yield Sample(definition, why, value, error_path=path)
            return
        written = dict(without)
        if member.default is not MISSING:
            written[member.wire] = member.default
        elif member.required:
            written[member.wire] = None if member.nullable else [] if isinstance(member.shape, Array) else {}
        yield Sample(definition, why, value, written, [(path, "default-on-error")])

    def _array_samples(
        self,
        definition: str,
        what: str,
        member: Field,
        shape: Array,
        full: dict[str, Any],
        fallback: str | None,
    ) -> Iterator[Sample]:
        misfit = self.misfit(shape.item)
        if misfit is MISSING:
            return
        path = f"$.{member.wire}"
        items = full[member.wire]
        value = {**full, member.wire: [misfit, *items, misfit]}
        if shape.skip_invalid:
            issues = [(f"{path}[0]", "skip-invalid-items"), (f"{path}[{len(items) + 1}]", "skip-invalid-items")]
            yield Sample(definition, f"{what}with invalid items", value, full, issues)
        elif not member.default_on_error and fallback is None:
            yield Sample(definition, f"{what}with invalid items", value, error_path=f"{path}[0]")
        if shape.min_items and not member.default_on_error and fallback is None:
            yield Sample(definition, f"{what}too short", {**full, member.wire: []}, error_path=path)


def matching(pattern: str) -> str:
    """A string for one of the plain patterns that the generator lets through: literals, classes and counts."""
    out: list[str] = []
    for piece in re.findall(r"\[(.)[^\]]*\]|\{(\d+)\}|([^^$])", pattern):
        first, count, literal = piece
        out.append(out[-1] * (int(count) - 1) if count else first or literal)
    return "".join(out)


def _without(value: dict[str, Any], wires: set[str]) -> dict[str, Any]:
    return {wire: part for wire, part in value.items() if wire not in wires}
