"""Nodes of unions, with or without a tag."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..errors import DecodeError, Path
from ..json_value import is_object
from ..node import LaterNode, Node, Reader
from ..refusals import fail, missing, refuse, twice
from .arrays import Array
from .records import NOTHING_CONSUMED, Object


class Tagged(Node):
    """A tagged union. An unknown tag is read as `other`, unless the body fits the untagged `default`."""

    __slots__ = ("_variants", "default", "open_in_schema", "other", "tag")

    def __init__(
        self,
        name: str,
        tag: str,
        variants: Mapping[str, Object | Tagged | LaterNode],
        *,
        other: Object | None = None,
        default: Object | None = None,
        open_in_schema: bool,
    ) -> None:
        self.expected = name
        self.tag = tag
        self._variants = dict(variants)
        self.other = other
        self.default = default
        self.open_in_schema = open_in_schema

    @property
    def variants(self) -> Mapping[str, Object | Tagged]:
        """The variants by tag."""
        return {
            tag: self._load(tag, variant) if isinstance(variant, LaterNode) else variant
            for tag, variant in self._variants.items()
        }

    def _load(self, tag: str, later: LaterNode) -> Object | Tagged:
        variant: Object | Tagged = later.load()
        self._variants[tag] = variant
        return variant

    def decode(self, value: Any, path: Path, reader: Reader, consumed: frozenset[str] = NOTHING_CONSUMED) -> Any:
        if not is_object(value):
            fail(path, "object", value)
        tag = value.get(self.tag)
        if not isinstance(tag, str):
            if self.default is not None:
                return self.default.decode(value, path, reader, consumed)
            if self.tag in value:
                fail((path, self.tag), "string", tag)
            missing((path, self.tag), "string")
        inner = consumed | {self.tag}
        variant = self._variants.get(tag)
        if isinstance(variant, LaterNode):
            variant = self._load(tag, variant)
        if variant is not None and self.default is None:
            return variant.decode(value, path, reader, inner)
        if variant is not None:
            before = len(reader.issues)
            try:
                return variant.decode(value, path, reader, inner)
            except DecodeError:
                del reader.issues[before:]
                fallback = self._try_default(value, path, reader, consumed)
                if fallback is None:
                    raise
                return fallback
        return self._decode_unknown(value, path, reader, consumed)

    def _decode_unknown(self, value: dict[str, Any], path: Path, reader: Reader, consumed: frozenset[str]) -> Any:
        if not self.open_in_schema:
            fallback = self._try_default(value, path, reader, consumed)
            if fallback is not None:
                return fallback
        if self.other is None or (reader.strict and not self.open_in_schema):
            fail((path, self.tag), "one of " + ", ".join(repr(tag) for tag in self._variants), value[self.tag])
        reader.note((path, self.tag), "unknown-variant", value[self.tag])
        return self.other.decode(value, path, reader, consumed)

    def _try_default(self, value: dict[str, Any], path: Path, reader: Reader, consumed: frozenset[str]) -> Any:
        if self.default is None:
            return None
        before = len(reader.issues)
        try:
            return self.default.decode(value, path, reader, consumed)
        except DecodeError:
            del reader.issues[before:]
            return None

    def encode(self, value: Any, path: Path) -> dict[str, Any]:
        for tag, variant in self.variants.items():
            if variant.owns(value):
                members = variant.encode(value, path)
                if members.pop(self.tag, tag) != tag:
                    twice((path, self.tag), "unknown_fields", value.unknown_fields[self.tag])
                return {self.tag: tag, **members}
        for untagged in (self.other, self.default):
            if untagged is not None and untagged.owns(value):
                return untagged.encode(value, path)
        refuse(path, self.expected, value, module=self.module)

    @property
    def module(self) -> str:
        """The modules of its classes."""
        return next(iter(self.variants.values())).module

    def owns(self, value: object) -> bool:
        return any(variant.owns(value) for variant in (*self.variants.values(), self.other, self.default) if variant)


class Untagged(Node):
    """An untagged union: the first variant that fits."""

    __slots__ = ("variants",)

    def __init__(self, name: str, variants: tuple[Node, ...]) -> None:
        self.expected = name
        self.variants = variants

    def decode(self, value: Any, path: Path, reader: Reader) -> Any:
        before = len(reader.issues)
        likely: list[DecodeError] = []
        for variant in self.variants:
            try:
                return variant.decode(value, path, reader)
            except DecodeError as error:
                del reader.issues[before:]
                if _resembles(variant, value):
                    likely.append(error)
        if len(likely) == 1:
            raise likely[0]
        fail(path, " or ".join(variant.expected for variant in self.variants), value)

    def encode(self, value: Any, path: Path) -> Any:
        for variant in self.variants:
            if variant.owns(value):
                return variant.encode(value, path)
        modules = [variant.module for variant in self.variants if isinstance(variant, (Object, Tagged))]
        refuse(path, " or ".join(variant.expected for variant in self.variants), value, module=next(iter(modules), ""))

    def owns(self, value: object) -> bool:
        return any(variant.owns(value) for variant in self.variants)


def _resembles(variant: Node, value: object) -> bool:
    """Whether a value that does not fit `variant` was probably meant for it, so that its error is the one to report."""
    if isinstance(variant, Object):
        return is_object(value) and variant.required <= value.keys()
    return isinstance(variant, Array) and isinstance(value, list)
