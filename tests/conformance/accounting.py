"""What writing must give, worked out from what was read, what reading reported, and the model.

The walk follows the input. It applies each reported default and each reported skip at its path, leaves out the nulls
that say nothing (those of optional members that are no patch), keeps everything else, and notes what must have been
reported as unknown. Of the codec it uses only the classes of the decoded value, which tell what a union was read as.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from acp_types._runtime.errors import Issue, Path, format_path
from codegen.model import MISSING, Array, Enum, Field, Map, Record, Ref, Scalar, Shape, Union
from codegen.spelling.python import Spelling

CHANGES = frozenset({"default-on-error", "default-on-null", "skip-invalid-items"})
"""The rules that replace or drop a value. All others report what was kept."""


@dataclass
class Account:
    """The account of one value that was read."""

    spelling: Spelling
    """Of the surface."""
    issues: Sequence[Issue]
    like_oracle: bool = False
    """Whether to work out what the oracle answers: no unknown members, but whatever stood in an unknown variant."""
    misfits: list[tuple[str, Any]] = field(default_factory=list)
    """What leniency replaced or dropped as a misfit, each behind the pointer to the schema of what belongs there."""

    def __post_init__(self) -> None:
        self._items = self.spelling.surface.items
        changes = [issue for issue in self.issues if issue.rule in CHANGES]
        self._changes = {issue.path: issue for issue in changes}
        assert len(self._changes) == len(changes), "a place that was reported twice"
        self._unknown: list[tuple[str, str, Any]] = []

    def settle(self, name: str, value: Any, decoded: Any) -> Any:
        """What writing must give. Fails where something was reported that did not happen, or the other way round."""
        written = self._shape(Ref(name), value, decoded, None)
        assert not self._changes, "reported, but nothing of that kind happened there"
        reported = [tuple(issue) for issue in self.issues if issue.rule not in CHANGES]
        assert sorted(map(_place, reported)) == sorted(map(_place, self._unknown))
        raw = {_place(entry): entry[2] for entry in self._unknown}
        assert all(entry[2] is raw[_place(entry)] for entry in reported)
        return written

    def _shape(
        self, shape: Shape, value: Any, decoded: Any, path: Path, tags: frozenset[str] = frozenset(), pointer: str = ""
    ) -> Any:
        """`tags` are the members that unions on the way have read, `pointer` leads to the member's schema."""
        if isinstance(shape, Array):
            return self._array(shape, value, decoded, path, f"{pointer}/items")
        if isinstance(shape, Map):
            return {key: self._shape(shape.value, part, decoded[key], (path, key)) for key, part in value.items()}
        if isinstance(shape, Scalar):
            return value
        item = self._items[shape.name]
        if isinstance(item, Record):
            return self._record(item, value, decoded, path, tags)
        if isinstance(item, Union):
            return self._union(item, value, decoded, path, tags)
        if isinstance(item, Enum):
            if type(decoded).__name__ == item.other:
                self._unknown.append((format_path(path), "unknown-value", value))
            return value
        return self._shape(item.shape, value, decoded, path, tags)

    def _array(self, shape: Array, value: list[Any], decoded: tuple[Any, ...], path: Path, pointer: str) -> list[Any]:
        read = iter(decoded)
        written = []
        for index, part in enumerate(value):
            if self._change((path, index), part) is None:
                written.append(self._shape(shape.item, part, next(read), (path, index)))
            else:
                self.misfits.append((pointer, part))
        assert not list(read), "items that nobody sent"
        return written

    def _union(self, union: Union, value: Any, decoded: Any, path: Path, tags: frozenset[str]) -> Any:
        variant = next((v for v in union.variants if self._is_read_as(v.shape, decoded)), None)
        if variant is not None:
            taken = {union.tag} if union.tag and variant.tag is not None else set()
            assert not taken or value[union.tag] == variant.tag
            return self._shape(variant.shape, value, decoded, path, tags | taken)
        if union.tag is None:
            return value  # a scalar, or any JSON
        assert union.other
        self._unknown.append((format_path((path, union.tag)), "unknown-variant", value[union.tag]))
        return self._shape(Ref(union.other), value, decoded, path, tags)

    def _is_read_as(self, shape: Shape, decoded: Any) -> bool:
        """Whether a decoded object, or an array of such, is of a shape."""
        if isinstance(shape, Array):
            return isinstance(decoded, tuple) and all(self._is_read_as(shape.item, part) for part in decoded)
        if not isinstance(shape, Ref):
            return False
        item = self._items[shape.name]
        if isinstance(item, Union):
            variants = [variant.shape for variant in item.variants] + ([Ref(item.other)] if item.other else [])
            return any(self._is_read_as(variant, decoded) for variant in variants)
        return type(decoded).__name__ == item.name

    def _record(self, record: Record, value: dict[str, Any], decoded: Any, path: Path, tags: frozenset[str]) -> Any:
        known = tags | self._own(record, value)
        scope = self.spelling.scope_of(record)
        written = self._members(record, value, decoded, path)
        if scope:
            nested = getattr(decoded, scope.name)
            variant = self._items[type(nested).__name__]
            assert isinstance(variant, Record)
            known |= self._own(variant, value)
            written |= self._members(variant, value, nested, path)
        for key in value.keys() - known:
            if not record.other:
                self._unknown.append((format_path((path, key)), "unknown-member", value[key]))
            if record.other or not self.like_oracle:
                written[key] = value[key]
        if record.other and self.like_oracle:
            written = value | written
        return written | {tag: value[tag] for tag in tags}

    def _own(self, record: Record, value: dict[str, Any]) -> frozenset[str]:
        """The names of a record's members, but for those that go with another value of another member."""
        fields = self.spelling.all_fields(record)
        return frozenset(f.wire for f in fields if f.when is None or value.get(f.when[0]) == f.when[1])

    def _members(self, record: Record, value: dict[str, Any], decoded: Any, path: Path) -> dict[str, Any]:
        written = {}
        for member in self.spelling.all_fields(record):
            if member.wire in value.keys() & self._own(record, value):
                part = self._member(member, value[member.wire], getattr(decoded, member.name), (path, member.wire))
                if part is not MISSING:
                    written[member.wire] = part
        return written

    def _member(self, member: Field, value: Any, decoded: Any, path: Path) -> Any:
        rule = self._change(path, value)
        if rule == "default-on-error":
            self.misfits.append((member.pointer, value))
            return [] if member.default is MISSING and member.required else member.default
        if rule == "default-on-null":
            return [] if isinstance(member.shape, Array) else {}
        if value is None and not member.patch and not member.required:
            return MISSING
        if value is None and member.nullable:
            return None
        return self._shape(member.shape, value, decoded, path, pointer=member.pointer)

    def _change(self, path: Path, value: Any) -> str | None:
        """The rule that was reported at a place, with the value that stands there."""
        issue = self._changes.pop(format_path(path), None)
        assert issue is None or issue.value is value
        return issue and issue.rule


def _place(entry: tuple[Any, ...]) -> tuple[str, str]:
    """Path and rule."""
    return entry[:2]
