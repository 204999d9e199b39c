"""The reference codec: one node for each kind of type, each with `decode` and `encode`.

A generated `_codec` module describes a surface as a table of these nodes. They are always right and always know the
path; speed comes second.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final, NoReturn

from .errors import DecodeError, Path, format_path, kind_of
from .json_value import EMPTY, is_array, is_mapping, is_object, is_sequence
from .lazy import load
from .model import OtherValue, OtherVariant
from .node import Node, Reader
from .record import NOT_GIVEN, Defaulted, member_slots
from .text import INFINITY
from .unset import UNSET

_NOTHING_CONSUMED: Final[frozenset[str]] = frozenset()


def _fail(path: Path, expected: str, value: object) -> NoReturn:
    raise DecodeError(format_path(path), expected, kind_of(value))


def _missing(path: Path, expected: str, version: str = "") -> NoReturn:
    raise DecodeError(format_path(path), expected, "nothing", load("hints").of_version(version))


def _refuse(path: Path, expected: str, value: object, **facts: str) -> NoReturn:
    """Refuse to write a value. `facts` of the type that is asked for help to say what to do."""
    line = f"{format_path(path)}: expected {expected}, got {kind_of(value)}"
    hints = load("hints")
    raise TypeError(hints.with_hint(line, hints.of_value(value, expected, is_whole=path is None, **facts)))


class Json(Node):
    """Any JSON value, kept as it came."""

    __slots__ = ()

    def __init__(self) -> None:
        self.expected = "JSON"

    def decode(self, value: Any, path: Path, reader: Reader) -> Any:
        return value

    def encode(self, value: Any, path: Path) -> Any:
        if is_object(value) or is_array(value) or isinstance(value, (str, int, float)) or value is None:
            return value
        if is_mapping(value):
            return dict(value)
        if is_sequence(value):
            return list(value)
        _refuse(path, self.expected, value)

    def owns(self, value: object) -> bool:
        return True


class Null(Node):
    """The JSON null, as a variant of its own."""

    __slots__ = ()

    def __init__(self) -> None:
        self.expected = "null"

    def decode(self, value: Any, path: Path, reader: Reader) -> Any:
        return value if value is None else _fail(path, self.expected, value)

    def encode(self, value: Any, path: Path) -> Any:
        return value if value is None else _refuse(path, self.expected, value)

    def owns(self, value: object) -> bool:
        return value is None


class Boolean(Node):
    """`true` or `false`, nothing that merely reads like one."""

    __slots__ = ()

    def __init__(self) -> None:
        self.expected = "boolean"

    def decode(self, value: Any, path: Path, reader: Reader) -> Any:
        return value if isinstance(value, bool) else _fail(path, self.expected, value)

    def encode(self, value: Any, path: Path) -> Any:
        return value if isinstance(value, bool) else _refuse(path, self.expected, value)

    def owns(self, value: object) -> bool:
        return isinstance(value, bool)


class String(Node):
    """Text, kept as it came: no format is parsed or rewritten."""

    __slots__ = ("_pattern", "min_length")

    def __init__(self, min_length: int = 0, *, pattern: str | None = None) -> None:
        self.min_length = min_length
        self._pattern = re.compile(pattern.removeprefix("^").removesuffix("$")) if pattern else None
        self.expected = f"string of at least {min_length} characters" if min_length else "string"
        if pattern:
            self.expected += f" like {pattern}"

    def decode(self, value: Any, path: Path, reader: Reader) -> Any:
        return value if self._fits(value) else _fail(path, self.expected, value)

    def encode(self, value: Any, path: Path) -> Any:
        return value if self._fits(value) else _refuse(path, self.expected, value)

    def owns(self, value: object) -> bool:
        return isinstance(value, str)

    def _fits(self, value: Any) -> bool:
        if not isinstance(value, str) or len(value) < self.min_length:
            return False
        return self._pattern is None or self._pattern.fullmatch(value) is not None


def _bounds(minimum: float | None, maximum: float | None) -> str:
    if minimum is None and maximum is None:
        return ""
    return f" {'' if minimum is None else minimum}..{'' if maximum is None else maximum}"


def _within(value: float, minimum: float | None, maximum: float | None) -> bool:
    return (minimum is None or value >= minimum) and (maximum is None or value <= maximum)


class Integer(Node):
    """A whole number in a range, both ends included. `1.0` is one: JSON has a single number type.

    `minimum` and `maximum` are the schema's keywords. The range of `format` (`uint32`, `int64`, ...) counts too when
    reading, but in strict mode, which asks for the validation keywords alone.
    """

    __slots__ = ("_high", "_low", "maximum", "minimum")

    def __init__(self, *, format: str | None = None, minimum: int | None = None, maximum: int | None = None) -> None:
        self.minimum = minimum
        self.maximum = maximum
        low, high = _format_range(format)
        self._low = low if minimum is None else minimum if low is None else max(low, minimum)
        self._high = high if maximum is None else maximum if high is None else min(high, maximum)
        self.expected = f"integer{_bounds(self._low, self._high)}"

    def decode(self, value: Any, path: Path, reader: Reader) -> Any:
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if isinstance(value, int) and not isinstance(value, bool):
            low, high = (self.minimum, self.maximum) if reader.strict else (self._low, self._high)
            if _within(value, low, high):
                return value
        _fail(path, self.expected, value)

    def encode(self, value: Any, path: Path) -> Any:
        return int(value) if self.owns(value) else _refuse(path, self.expected, value)

    def owns(self, value: object) -> bool:
        return isinstance(value, int) and not isinstance(value, bool) and _within(value, self.minimum, self.maximum)


def _format_range(format: str | None) -> tuple[int | None, int | None]:
    """The range of `uint32`, `int64` and so on."""
    if format is None:
        return None, None
    bits = int(format.rpartition("int")[2])
    return (0, 2**bits - 1) if format.startswith("u") else (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1)


class Codes(Integer):
    """An integer with known values; any other in range is kept as a plain `int`."""

    __slots__ = ("known",)

    def __init__(self, known: Mapping[int, int], *, format: str | None) -> None:
        super().__init__(format=format)
        self.known = known

    def decode(self, value: Any, path: Path, reader: Reader) -> Any:
        number = super().decode(value, path, reader)
        return self.known.get(number, number)


class Number(Node):
    """A finite number, kept as `int` or `float` as it came, so that no digit is lost."""

    __slots__ = ("maximum", "minimum")

    def __init__(self, *, minimum: float | None = None, maximum: float | None = None) -> None:
        self.minimum = minimum
        self.maximum = maximum
        self.expected = f"number{_bounds(minimum, maximum)}"

    def decode(self, value: Any, path: Path, reader: Reader) -> Any:
        return value if self.owns(value) else _fail(path, self.expected, value)

    def encode(self, value: Any, path: Path) -> Any:
        return value if self.owns(value) else _refuse(path, self.expected, value)

    def owns(self, value: object) -> bool:
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            return False
        return (isinstance(value, int) or -INFINITY < value < INFINITY) and _within(value, self.minimum, self.maximum)


class Values(Node):
    """A string enum. With `other` it is open: an unknown value is kept as that class."""

    __slots__ = ("known", "open_in_schema", "other")

    def __init__(self, known: tuple[str, ...], other: type[OtherValue] | None = None, *, open_in_schema: bool) -> None:
        self.known = frozenset(known)
        self.other = other
        self.open_in_schema = open_in_schema
        self.expected = "one of " + ", ".join(repr(value) for value in known)

    def decode(self, value: Any, path: Path, reader: Reader) -> Any:
        if not isinstance(value, str):
            _fail(path, "string", value)
        if value in self.known:
            return value
        if self.other is None or (reader.strict and not self.open_in_schema):
            _fail(path, self.expected, value)
        reader.note(path, "unknown-value", value)
        return str.__new__(self.other, value)

    def encode(self, value: Any, path: Path) -> Any:
        if isinstance(value, str) and (value in self.known or (self.other and isinstance(value, self.other))):
            return str(value)
        other = self.other.__name__ if self.other else ""
        _refuse(path, self.expected + (f" or {other}" if other else ""), value, other=other)

    def owns(self, value: object) -> bool:
        return isinstance(value, str)


class Array(Node):
    """A JSON array, read as a tuple. With `skip_invalid`, items that do not fit are left out."""

    __slots__ = ("item", "min_items", "skip_invalid")

    def __init__(self, item: Node, min_items: int = 0, *, skip_invalid: bool = False) -> None:
        self.item = item
        self.min_items = min_items
        self.skip_invalid = skip_invalid
        self.expected = f"array of at least {min_items} items" if min_items else "array"

    def decode(self, value: Any, path: Path, reader: Reader) -> Any:
        if not is_array(value) or len(value) < self.min_items:
            _fail(path, self.expected, value)
        if reader.strict or not self.skip_invalid:
            return tuple([self.item.decode(item, (path, index), reader) for index, item in enumerate(value)])
        return tuple(self._valid_items(value, path, reader))

    def _valid_items(self, value: list[Any], path: Path, reader: Reader) -> Iterator[Any]:
        for index, item in enumerate(value):
            before = len(reader.issues)
            try:
                decoded = self.item.decode(item, (path, index), reader)
            except DecodeError:
                del reader.issues[before:]
                reader.note((path, index), "skip-invalid-items", item)
            else:
                yield decoded

    def encode(self, value: Any, path: Path) -> Any:
        # What was read can be written: skipping items may have left fewer than the minimum.
        least = 0 if self.skip_invalid else self.min_items
        if not is_sequence(value) or len(value) < least:
            _refuse(path, self.expected, value, item=self.item.expected)
        return [self.item.encode(item, (path, index)) for index, item in enumerate(value)]

    def owns(self, value: object) -> bool:
        return is_sequence(value) and all(self.item.owns(item) for item in value)


class Map(Node):
    """A JSON object whose member names are data."""

    __slots__ = ("value",)

    def __init__(self, value: Node) -> None:
        self.value = value
        self.expected = "object"

    def decode(self, value: Any, path: Path, reader: Reader) -> Any:
        if not is_object(value):
            _fail(path, self.expected, value)
        if isinstance(self.value, Json):
            return value
        return {key: self.value.decode(item, (path, key), reader) for key, item in value.items()}

    def encode(self, value: Any, path: Path) -> Any:
        if not is_mapping(value):
            _refuse(path, self.expected, value)
        return {(name := _key(key, path)): self.value.encode(item, (path, name)) for key, item in value.items()}

    def owns(self, value: object) -> bool:
        return isinstance(value, Mapping)


def _key(key: object, path: Path) -> str:
    if not isinstance(key, str):
        _refuse(path, "object with string member names", key)
    return key


class Member:
    """One member of an object: its name in Python, its name on the wire, and what absence, null and errors mean."""

    __slots__ = (
        "default",
        "default_on_error",
        "default_on_null",
        "is_plain",
        "name",
        "node",
        "nullable",
        "patch",
        "required",
        "version",
        "when",
        "wire",
    )

    def __init__(
        self,
        name: str,
        wire: str,
        node: Node,
        *,
        required: bool = False,
        nullable: bool = False,
        patch: bool = False,
        default_on_error: bool = False,
        default_on_null: bool = False,
        when: tuple[str, str] | None = None,
        default: object = NOT_GIVEN,
        version: str = "",
    ) -> None:
        self.name = name
        self.wire = wire
        self.node = node
        self.required = required
        self.nullable = nullable
        self.patch = patch
        self.default_on_error = default_on_error
        self.default_on_null = default_on_null
        self.when = when
        self.default = default
        self.is_plain = when is None and not default_on_error
        """Whether a value that is not null is read whatever stands beside it, and an error in it is an error."""
        self.version = version
        """The other version of the protocol where that has this type and does not require this member of it."""

    def decode(self, obj: dict[str, Any], path: Path, reader: Reader) -> Any:
        """What its slot is to hold: `NOT_GIVEN` where that is to read as the schema's default."""
        here = (path, self.wire)
        if self.wire not in obj:
            if self.required:
                _missing(here, self.node.expected, self.version)
            return NOT_GIVEN if self.default is not NOT_GIVEN else self._absent()
        value = obj[self.wire]
        if value is None and self.nullable:
            return None
        if value is None and self.default_on_null and not reader.strict:
            reader.note(here, "default-on-null", value)
            return self._empty()
        if not self.default_on_error or reader.strict:
            return self.node.decode(value, here, reader)
        before = len(reader.issues)
        try:
            return self.node.decode(value, here, reader)
        except DecodeError:
            del reader.issues[before:]
            reader.note(here, "default-on-error", value)
        if self.default is not NOT_GIVEN:
            return self.node.decode(self.default, here, reader)
        return self._empty() if self.required else self._absent()

    def _absent(self) -> Any:
        return UNSET if self.patch else None

    def _empty(self) -> Any:
        return () if isinstance(self.node, Array) else EMPTY

    def encode(self, value: Any, path: Path) -> Any:
        """The JSON value; `NOT_GIVEN` where the member is left out."""
        if value is NOT_GIVEN or value is UNSET:
            return NOT_GIVEN if not self.required else _refuse((path, self.wire), self.node.expected, value)
        if value is None and (self.patch or self.nullable or not self.required):
            return None if self.patch or self.required else NOT_GIVEN
        return self.node.encode(value, (path, self.wire))


class Scope:
    """Members of a nested object that stand beside the outer object's own on the wire."""

    __slots__ = ("exclusive", "name", "variants")

    def __init__(self, name: str, variants: tuple[Object, ...], *, exclusive: bool) -> None:
        self.name = name
        self.variants = variants
        self.exclusive = exclusive

    def decode(self, obj: dict[str, Any], path: Path, reader: Reader) -> tuple[Any, frozenset[str]]:
        """The nested object, and the member names it took."""
        chosen: tuple[Any, frozenset[str]] | None = None
        errors: list[DecodeError] = []
        for variant in self.variants:
            if not variant.required <= obj.keys() or (chosen is not None and not self.exclusive):
                continue
            before = len(reader.issues)
            try:
                nested = variant.decode(obj, path, reader, keep_unknown=False)
            except DecodeError as error:
                del reader.issues[before:]
                errors.append(error)
                continue
            if chosen is not None:
                self._refuse_choice(path, "both")
            chosen = nested, variant.wires
        if chosen is not None:
            return chosen
        if len(errors) == 1:
            raise errors[0]
        self._refuse_choice(path, "neither")

    def _refuse_choice(self, path: Path, got: str) -> NoReturn:
        names = " or ".join("/".join(sorted(variant.required)) for variant in self.variants)
        raise DecodeError(
            format_path(path), f"object with {'exactly one' if self.exclusive else 'one'} of {names}", got
        )

    def encode(self, value: Any, path: Path) -> dict[str, Any]:
        for variant in self.variants:
            if variant.owns(value):
                return variant.encode(value, path)
        expected = " or ".join(variant.expected for variant in self.variants)
        _refuse(path, f"{expected} as {self.name}", value, module=self.variants[0].module)


class Object(Node):
    """A record. Members that the schema does not know are kept in `unknown_fields`, or in `payload` of an `Other...`."""

    __slots__ = ("_members", "_rest", "_slots", "cls", "members", "required", "scope", "wires")

    def __init__(self, cls: type[Any], members: tuple[Member, ...] = (), scope: Scope | None = None) -> None:
        self.cls = cls
        self.members = members
        self.scope = scope
        self.expected = cls.__name__
        self.wires = frozenset(member.wire for member in members)
        self.required = frozenset(member.wire for member in members if member.required)
        self._slots = member_slots(cls)
        self._members = tuple((member, self._slots[member.name].__set__) for member in members)
        self._rest = "payload" if issubclass(cls, OtherVariant) else "unknown_fields"

    def decode(
        self,
        value: Any,
        path: Path,
        reader: Reader,
        consumed: frozenset[str] = _NOTHING_CONSUMED,
        keep_unknown: bool = True,
    ) -> Any:
        """Read an object; `consumed` are the tags that a union has read already."""
        if not is_object(value):
            _fail(path, "object", value)
        record: Any = object.__new__(self.cls)
        slots = self._slots
        unknown: list[str] = []
        for member, put in self._members:
            given = value.get(member.wire)
            if given is not None and member.is_plain:
                put(record, member.node.decode(given, (path, member.wire), reader))
            elif member.when is not None and value.get(member.when[0]) != member.when[1]:
                unknown.append(member.wire)
                put(record, None)
            else:
                put(record, member.decode(value, path, reader))
        known = (self.wires | consumed).difference(unknown)
        if self.scope is not None:
            nested, taken = self.scope.decode(value, path, reader)
            known |= taken
            slots[self.scope.name].__set__(record, nested)
        rest = {key: item for key, item in value.items() if key not in known} if keep_unknown else {}
        for name in ("payload", "unknown_fields"):
            if name in slots:
                slots[name].__set__(record, (rest if name == self._rest else None) or EMPTY)
        if self._rest == "unknown_fields":
            for key, item in rest.items():
                reader.note((path, key), "unknown-member", item)
        return record

    def encode(self, value: Any, path: Path) -> dict[str, Any]:
        if not self.owns(value):
            _refuse(path, self.expected, value, module=self.module)
        out: dict[str, Any] = {}
        for member in self.members:
            slot = self._slots[member.name]
            stored = slot.stored(value) if isinstance(slot, Defaulted) else getattr(value, member.name)
            encoded = member.encode(stored, path)
            if encoded is not NOT_GIVEN:
                out[member.wire] = encoded
        if self.scope is not None:
            out.update(self.scope.encode(getattr(value, self.scope.name), path))
        for name in (self._rest, "unknown_fields"):
            rest: object = getattr(value, name)
            if not is_mapping(rest):
                _refuse((path, name), "object", rest)
            for key, item in rest.items():
                out.setdefault(_key(key, path), item)
        return out

    def owns(self, value: object) -> bool:
        return isinstance(value, self.cls)

    @property
    def module(self) -> str:
        """Where its class is."""
        return self.cls.__module__


class Tagged(Node):
    """A union told apart by a tag. An unknown tag reads as `other`, unless the body fits the untagged `default`."""

    __slots__ = ("default", "open_in_schema", "other", "tag", "variants")

    def __init__(
        self,
        name: str,
        tag: str,
        variants: Mapping[str, Object | Tagged],
        *,
        other: Object | None = None,
        default: Object | None = None,
        open_in_schema: bool,
    ) -> None:
        self.expected = name
        self.tag = tag
        self.variants = variants
        self.other = other
        self.default = default
        self.open_in_schema = open_in_schema

    def decode(self, value: Any, path: Path, reader: Reader, consumed: frozenset[str] = _NOTHING_CONSUMED) -> Any:
        if not is_object(value):
            _fail(path, "object", value)
        tag = value.get(self.tag)
        if not isinstance(tag, str):
            if self.default is not None:
                return self.default.decode(value, path, reader, consumed)
            if self.tag in value:
                _fail((path, self.tag), "string", tag)
            _missing((path, self.tag), "string")
        inner = consumed | {self.tag}
        variant = self.variants.get(tag)
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
            _fail((path, self.tag), "one of " + ", ".join(repr(tag) for tag in self.variants), value[self.tag])
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
                return {self.tag: tag, **_without(variant.encode(value, path), self.tag)}
        for untagged in (self.other, self.default):
            if untagged is not None and untagged.owns(value):
                return untagged.encode(value, path)
        _refuse(path, self.expected, value, module=self.module)

    @property
    def module(self) -> str:
        """Where its classes are."""
        return next(iter(self.variants.values())).module

    def owns(self, value: object) -> bool:
        return any(variant.owns(value) for variant in (*self.variants.values(), self.other, self.default) if variant)


def _without(obj: dict[str, Any], key: str) -> dict[str, Any]:
    obj.pop(key, None)
    return obj


class Untagged(Node):
    """A union told apart by shape: the first variant that fits."""

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
        _fail(path, " or ".join(variant.expected for variant in self.variants), value)

    def encode(self, value: Any, path: Path) -> Any:
        for variant in self.variants:
            if variant.owns(value):
                return variant.encode(value, path)
        modules = [variant.module for variant in self.variants if isinstance(variant, (Object, Tagged))]
        _refuse(path, " or ".join(variant.expected for variant in self.variants), value, module=next(iter(modules), ""))

    def owns(self, value: object) -> bool:
        return any(variant.owns(value) for variant in self.variants)


def _resembles(variant: Node, value: object) -> bool:
    """Whether a value that does not fit `variant` was probably meant for it, so that its error is the useful one."""
    if isinstance(variant, Object):
        return is_object(value) and variant.required <= value.keys()
    return isinstance(variant, Array) and isinstance(value, list)


JSON: Final = Json()
NULL: Final = Null()
BOOLEAN: Final = Boolean()
STRING: Final = String()
INTEGER: Final = Integer()
NUMBER: Final = Number()
