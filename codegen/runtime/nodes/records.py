"""Nodes of objects with known members."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NoReturn

from ..errors import DecodeError, Path, format_path
from ..json_value import EMPTY, is_mapping, is_object
from ..model import OtherVariant, knows, tag_field
from ..node import LaterNode, Node, Reader
from ..record import NOT_GIVEN, Defaulted, member_slots
from ..refusals import fail, member_name, missing, refuse, twice
from ..unset import UNSET
from .arrays import Array

NOTHING_CONSUMED: Final[frozenset[str]] = frozenset()


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
        """Whether a value other than null is always read, without leniency and independently of other members."""
        self.version = version
        """The other version of the protocol, if it has this type and does not require this member."""

    def decode(self, obj: dict[str, Any], path: Path, reader: Reader) -> Any:
        """The value for its slot: `NOT_GIVEN` to be read as the schema's default."""
        here = (path, self.wire)
        if self.wire not in obj:
            if self.required:
                missing(here, self.node.expected, self.version)
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
        return self._empty() if self.required and not self.nullable else self._absent()

    def _absent(self) -> Any:
        return UNSET if self.patch else None

    def _empty(self) -> Any:
        return () if isinstance(self.node, Array) else EMPTY

    def encode(self, value: Any, path: Path) -> Any:
        """The JSON value; `NOT_GIVEN` if the member is left out."""
        if value is NOT_GIVEN or value is UNSET:
            return NOT_GIVEN if not self.required else refuse((path, self.wire), self.node.expected, value)
        if value is None and (self.patch or self.nullable or not self.required):
            return None if self.patch or self.required else NOT_GIVEN
        return self.node.encode(value, (path, self.wire))


class Scope:
    """A nested object whose members are merged with those of the outer object on the wire."""

    __slots__ = ("exclusive", "name", "variants")

    def __init__(self, name: str, variants: tuple[Object, ...], *, exclusive: bool) -> None:
        self.name = name
        self.variants = variants
        self.exclusive = exclusive

    def decode(self, obj: dict[str, Any], path: Path, reader: Reader) -> tuple[Any, frozenset[str]]:
        """The nested object, and the names of its members."""
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
        refuse(path, f"{expected} as {self.name}", value, module=self.variants[0].module)


class Object(Node):
    """A record. Unknown members are kept in `unknown_fields`, or in `payload` of an `Other...`."""

    __slots__ = ("_given", "_members", "_rest", "_slots", "cls", "required", "scope", "wires")

    def __init__(self, cls: type[Any], members: tuple[Member, ...] = (), scope: Scope | None = None) -> None:
        self.cls = cls
        self.scope = scope
        self.expected = cls.__name__
        self.wires = frozenset(member.wire for member in members)
        self.required = frozenset(member.wire for member in members if member.required)
        self._slots = member_slots(cls)
        self._given = members
        self._members: tuple[tuple[Member, Callable[[Any, Any], None]], ...] = ()
        self._rest = "payload" if issubclass(cls, OtherVariant) else "unknown_fields"

    @property
    def members(self) -> tuple[Member, ...]:
        return tuple([member for member, _ in self._members or self._load()])

    def _load(self) -> tuple[tuple[Member, Callable[[Any, Any], None]], ...]:
        """The members, each with its node and the function that fills its slot."""
        for member in self._given:
            node = member.node  # read once: another thread may be replacing it
            if isinstance(node, LaterNode):
                member.node = node.load()
        self._members = tuple([(member, self._slots[member.name].__set__) for member in self._given])
        return self._members

    def decode(
        self,
        value: Any,
        path: Path,
        reader: Reader,
        consumed: frozenset[str] = NOTHING_CONSUMED,
        keep_unknown: bool = True,
    ) -> Any:
        """Read an object. `consumed` are the tags that a union has already read."""
        if not is_object(value):
            fail(path, "object", value)
        record: Any = object.__new__(self.cls)
        slots = self._slots
        unknown: list[str] = []
        for member, put in self._members or self._load():
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
            refuse(path, self.expected, value, module=self.module)
        out: dict[str, Any] = {}
        for member, _ in self._members or self._load():
            slot = self._slots[member.name]
            stored = slot.stored(value) if isinstance(slot, Defaulted) else getattr(value, member.name)
            encoded = member.encode(stored, path)
            if encoded is not NOT_GIVEN:
                out[member.wire] = encoded
        if self.scope is not None:
            out.update(self.scope.encode(getattr(value, self.scope.name), path))
        for name in dict.fromkeys((self._rest, "unknown_fields")):
            rest: object = getattr(value, name)
            if not is_mapping(rest):
                refuse((path, name), "object", rest)
            for key, item in rest.items():
                wire = member_name(key, path)
                if wire in out:
                    twice((path, wire), name, item)
                out[wire] = item
        return out

    def owns(self, value: object) -> bool:
        return isinstance(value, self.cls)

    @property
    def module(self) -> str:
        """The module of its class."""
        return self.cls.__module__


class Other(Object):
    """The unknown variants of a union. Known variants have their own nodes."""

    __slots__ = ()

    def decode(
        self,
        value: Any,
        path: Path,
        reader: Reader,
        consumed: frozenset[str] = NOTHING_CONSUMED,
        keep_unknown: bool = True,
    ) -> Any:
        record = super().decode(value, path, reader, consumed, keep_unknown)
        field = tag_field(self.cls)
        if knows(self.cls, getattr(record, field)):
            tag = next(member.wire for member in self.members if member.name == field)
            raise DecodeError(format_path((path, tag)), "an unknown discriminator", "a known one")
        return record
