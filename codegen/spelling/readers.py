"""The source of the fast readers: one function per type, as lines of Python.

A reader gets the JSON value and the number of tags that unions have already read. It raises for anything but ordinary
values; the reference codec then reads the message again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from codegen.errors import GenerationError
from codegen.model import MISSING, Array, Enum, Field, Item, Map, Record, Ref, Scalar, Shape, Union
from codegen.shapes import range_of
from codegen.spelling.fast import CLASSES, Speller, has_values, is_told_by_tag_alone
from codegen.spelling.naming import node_name
from codegen.spelling.python import is_codes, literal


class Readers(Speller):
    """Spells the readers of one surface."""

    def _lines(self, item: Item, topic: str) -> Iterable[str]:
        name = node_name(item.name)
        if not self.fast.has_fast_codec(item):
            return [f'read_{name} = slowly(".._codec.{topic}.{name}", globals())']
        if isinstance(item, Record):
            return self._record_reader(item, name)
        if isinstance(item, Union):
            return self._union_reader(item, name) if item.tag else self._untagged_reader(item, name)
        assert isinstance(item, Enum)
        return self._enum_reader(item, name)

    def _enum_reader(self, enum: Enum, name: str) -> Iterator[str]:
        if is_codes(enum):
            assert enum.bounds
            yield f"_{name.upper()} = {{code.value: code for code in {enum.name}}}"
            yield f"def read_{name}(value: Any) -> Any:"
            yield f"    if {_misfits(enum.bounds, nullable=False)}:"
            yield "        raise Misfit"
            yield f"    return _{name.upper()}.get(value, value)"
            return
        yield f"{name}_values = frozenset({literal([value.value for value in enum.values])})"
        yield f"def read_{name}(value: Any) -> Any:"
        yield f"    if value in {name}_values:"
        yield "        return value"
        if enum.other:
            yield "    if kind(value) is str:"
            yield f"        return str.__new__({enum.other}, value)"
        yield "    raise Misfit"

    def _union_reader(self, union: Union, name: str) -> Iterator[str]:
        """A table of readers by tag, and the function that uses it, for tagged unions."""
        assert union.tag
        yield f"{name}_readers: dict[object, Callable[[Any, int], Any]] = {{"
        for variant in union.variants:
            assert isinstance(variant.shape, Ref)
            if variant.tag is not None:
                yield f"    {literal(variant.tag)}: {self._function('read', variant.shape.name)},"
        yield "}"
        if is_told_by_tag_alone(union):
            # A stored bound method is faster than an attribute lookup.
            yield f"reader_of_{name} = {name}_readers.get"
        yield f"def read_{name}(obj: Any, tags: int = 0) -> Any:"
        if is_told_by_tag_alone(union):
            yield f"    return {self._reader_by_tag(union, 'obj')}(obj, tags + 1)"
        else:
            assert union.default
            # An unknown tag is a KeyError: the reference codec decides whether the default variant fits.
            yield f"    if {literal(union.tag)} not in obj:"
            yield f"        return {self._function('read', union.default)}(obj, tags)"
            yield f"    return {name}_readers[obj[{literal(union.tag)}]](obj, tags + 1)"

    def _untagged_reader(self, union: Union, name: str) -> Iterator[str]:
        """Selects a variant by something that no later one has: its kind, or a required member."""
        yield f"def read_{name}(value: Any) -> Any:"
        conditions = self.fast.conditions(union) or []
        if isinstance(array := conditions[0][1], Array):
            yield f"    if kind(value) is not list{_too_short(array)}:"
            yield "        raise Misfit"
        for condition, shape in conditions:
            inner, variable = (shape.item, "item") if isinstance(shape, Array) else (shape, "value")
            read = self._read(inner, variable)
            read = f"tuple([{read} for item in value])" if isinstance(shape, Array) else read
            if condition:
                yield f"    if {condition}:"
                yield f"        return {read}"
            else:
                yield f"    return {read}"
                return
        yield "    raise Misfit"

    def _record_reader(self, record: Record, name: str) -> Iterator[str]:
        fields = self.spelling.all_fields(record)
        required = [field for field in fields if field.required]
        optional = [field for field in fields if not field.required]
        known, tags = self._known(record, name)
        yield from known
        yield f'new_{name} = Twin({record.name}, globals(), "new_{name}")'
        parameter = f", tags: int{'' if record.other else ' = 0'}" if tags else ""
        yield f"def read_{name}(obj: Any{parameter}) -> Any:"
        if not required:
            # Anything other than an object fails at its members, or because it has no `items`.
            yield "    if not obj:"
            yield "        if kind(obj) is not dict:"
            yield "            raise Misfit"
            yield f"        return blank({record.name}) or make_blank({record.name})"
        yield f"    new = new_{name}()"
        for field in required:
            yield from self._store(field, "    ")
        yield from _assign("UNSET", [field.name for field in optional if field.default is MISSING and field.patch])
        yield from _assign("NOT_GIVEN", [field.name for field in optional if field.default is not MISSING])
        yield from _assign("None", [field.name for field in optional if field.default is MISSING and not field.patch])
        yield from _assign("EMPTY", ["payload", "unknown_fields"] if record.other else ["unknown_fields"])
        index = f"_AND_TAGS[{tags}]" if len(known) > 1 else ""
        rest = "payload" if record.other else "unknown_fields"
        # The tag of an unknown variant is one of its members, and has already been read.
        certain = len(required) - 1 if record.other else len(required)
        if record.other and len(fields) == 1:
            yield f"    if len(obj) > {tags.partition(' ')[0]}:"
            yield f"        new.payload = payload_of(obj, _{name.upper()}{index})"
        else:
            read = " + ".join((*(["tags"] if tags else []), *([str(certain)] if certain or not tags else [])))
            yield f"    size, known = len(obj), {read}"
            lines = self._others(optional, f"new.{rest} = rest_of(obj, _{name.upper()}{index})")
            if required or tags:
                yield "    if size > known:"
                lines = (f"    {line}" for line in lines)
            yield from lines
        yield f"    new.__class__ = {record.name}"
        yield "    return new"

    def _others(self, optional: list[Field], keep: str) -> Iterator[str]:
        """Read the optional members, and keep the unknown ones: all except those counted by `known`."""
        for field in optional:
            # The last one is usually `_meta`, and absent.
            is_last = len(optional) > 1 and field is optional[-1]
            yield f"    if {'size > known and ' if is_last else ''}{literal(field.wire)} in obj:"
            if field.when:
                yield f"        if obj.get({literal(field.when[0])}) != {literal(field.when[1])}:"
                yield "            raise Misfit"
            yield "        known += 1"
            yield from self._store(field, "        ")
        yield "    if size > known:"
        yield f"        {keep}"

    def _known(self, record: Record, name: str) -> tuple[list[str], str]:
        """The sets of a record's known members, and the index into them by tags; `None` if no union reads it."""
        wires = literal([field.wire for field in self.spelling.all_fields(record)])
        lines = [f"_{name.upper()}: frozenset[str] = frozenset({wires})"]
        consumed = self.fast.consumed[record.name] or []
        if len(consumed) > 1:
            sets = ", ".join(f"_{name.upper()} | {{{', '.join(map(literal, sorted(tags)))}}}" for tags in consumed[1:])
            lines.append(f"_{name.upper()}_AND_TAGS = (_{name.upper()}, {sets})")
        if record.other:
            return lines, "tags - 1"
        return lines, "tags" if len(consumed) > 1 or record.name in self.fast.defaults else ""

    def _store(self, field: Field, indent: str) -> Iterator[str]:
        """Read a member that is present, and put it into its slot."""
        shape = self.fast.resolved(field.shape)
        member = f"obj[{literal(field.wire)}]"
        if not field.nullable and self._is_read_by_a_call(shape):
            yield f"{indent}new.{field.name} = {self._read(shape, member)}"
            return
        yield f"{indent}value = {member}"
        if isinstance(shape, Scalar) and shape.kind in CLASSES:
            yield f"{indent}if {_misfits(shape, field.nullable)}:"
            yield f"{indent}    raise Misfit"
            yield f"{indent}new.{field.name} = value"
            return
        if field.nullable:
            # The slot of an optional member already has None, that of a patch does not.
            if field.required or field.patch:
                yield f"{indent}if value is None:"
                yield f"{indent}    new.{field.name} = None"
                yield f"{indent}else:"
            else:
                yield f"{indent}if value is not None:"
            indent += "    "
        lines, result = self._check(shape)
        for line in lines:
            yield indent + line
        yield f"{indent}new.{field.name} = {result}"

    def _is_read_by_a_call(self, shape: Shape) -> bool:
        """Whether a value is read by a single call."""
        if isinstance(shape, Ref):
            item = self.fast.item_of(shape)
            return not has_values(item) and not is_told_by_tag_alone(item)
        return shape == Map(Scalar("json")) or (isinstance(shape, Scalar) and shape.kind not in CLASSES)

    def _check(self, shape: Shape) -> tuple[list[str], str]:
        """Statements that refuse an unusual `value`, and the expression that reads it."""
        if isinstance(shape, Array):
            lines = [f"if kind(value) is not list{_too_short(shape)}:", "    raise Misfit"]
            return lines, f"tuple([{self._read(shape.item, 'item')} for item in value])"
        if isinstance(shape, Map) and shape.value != Scalar("json"):
            lines = ["if kind(value) is not dict:", "    raise Misfit"]
            return lines, f"{{key: {self._read(shape.value, 'item')} for key, item in value.items()}}"
        if isinstance(shape, Ref) and has_values(item := self.fast.item_of(shape)):
            values = self._table(f"{node_name(item.name)}_values", item.name)
            read = self._function("read", item.name)
            return [f"if value not in {values}:", f"    value = {read}(value)"], "value"
        return [], self._read(shape, "value")

    def _read(self, shape: Shape, variable: str) -> str:
        """The expression that reads a variable."""
        shape = self.fast.resolved(shape)
        if isinstance(shape, Ref):
            item = self.fast.item_of(shape)
            if is_told_by_tag_alone(item):
                return f"{self._reader_by_tag(item, variable)}({variable}, 1)"
            return f"{self._function('read', item.name)}({variable})"
        if isinstance(shape, Map) and shape.value == Scalar("json"):
            return f"read_object({variable})"
        if isinstance(shape, Scalar):
            low, high = range_of(shape)
            bounds = f", {low}, {high}" if (low, high) != (None, None) else ""
            length = f", {shape.min_length}" if shape.min_length else ""
            return f"read_{shape.kind}({variable}{bounds}{length})"
        raise GenerationError(f"{self.spelling.surface.name}: an array or map of arrays or maps has no fast reader yet")

    def _reader_by_tag(self, union: Union, variable: str) -> str:
        """The expression of the reader for the variant of a variable."""
        assert union.other
        tag, other = f"{variable}[{literal(union.tag)}]", self._function("read", union.other)
        return f"{self._table(f'reader_of_{node_name(union.name)}', union.name)}({tag}, {other})"


def _too_short(shape: Array) -> str:
    return f" or len(value) < {shape.min_items}" if shape.min_items else ""


def _misfits(shape: Scalar, nullable: bool) -> str:
    """The condition that a `value` is not this kind of scalar."""
    low, high = range_of(shape)
    other_kind = f"kind(value) is not {CLASSES[shape.kind]}"
    if shape.min_length:
        outside = f"len(value) < {shape.min_length}"
    elif (low, high) != (None, None):
        outside = f"not {f'{low} <= ' if low is not None else ''}value{f' <= {high}' if high is not None else ''}"
    else:
        return other_kind + (" and value is not None" if nullable else "")
    return f"value is not None and ({other_kind} or {outside})" if nullable else f"{other_kind} or {outside}"


def _assign(value: str, names: list[str]) -> Iterator[str]:
    """One value for several members, a few per line."""
    for start in range(0, len(names), 4):
        batch = names[start : start + 4]
        yield f"    {''.join(f'new.{name} = ' for name in batch)}{value}"
