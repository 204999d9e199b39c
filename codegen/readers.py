"""The fast readers, spelled: one function a type, as lines of Python.

A reader gets the JSON value and how many tags unions have read of it already. It raises at anything that is not plainly
right; the reference codec then reads the message anew.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from codegen.errors import GenerationError
from codegen.fast import Fast, range_of
from codegen.model import MISSING, Array, Enum, Field, Item, Map, Record, Ref, Scalar, Shape, Union
from codegen.naming import node_name
from codegen.spelling import is_codes


class Readers:
    """Spells the readers of one surface."""

    def __init__(self, fast: Fast) -> None:
        self.fast = fast
        self.spelling = fast.spelling

    def reader(self, item: Item) -> list[str]:
        """The function that reads a type."""
        name = node_name(item.name)
        if not self.fast.has_fast_codec(item):
            return [f"read_{name} = slowly(nodes.{name})"]
        if isinstance(item, Record):
            return list(self._record_reader(item, name))
        if isinstance(item, Union):
            return list(self._union_reader(item, name))
        assert isinstance(item, Enum)
        return list(self._enum_reader(item, name))

    def _enum_reader(self, enum: Enum, name: str) -> Iterator[str]:
        if is_codes(enum):
            assert enum.bounds
            yield f"_{name.upper()} = {{code.value: code for code in {enum.name}}}"
            yield f"def read_{name}(value: Any) -> Any:"
            yield f"    if kind(value) is not int{_outside(enum.bounds)}:"
            yield "        raise Misfit"
            yield f"    return _{name.upper()}.get(value, value)"
            return
        yield f"_{name.upper()} = frozenset({json.dumps([value.value for value in enum.values])})"
        yield f"def read_{name}(value: Any) -> Any:"
        yield f"    if value in _{name.upper()}:"
        yield "        return value"
        if enum.other:
            yield "    if kind(value) is str:"
            yield f"        return str.__new__({enum.other}, value)"
        yield "    raise Misfit"

    def _union_reader(self, union: Union, name: str) -> Iterator[str]:
        assert union.tag
        assert union.other
        yield f"_{name.upper()}: dict[object, Callable[..., Any]] = {{"
        for variant in union.variants:
            assert isinstance(variant.shape, Ref)
            if variant.tag is None:
                continue
            yield f"    {json.dumps(variant.tag)}: read_{node_name(variant.shape.name)},"
        yield "}"
        tag = json.dumps(union.tag)
        yield f"def read_{name}(obj: Any, tags: int = 0) -> Any:"
        if union.default:
            yield f"    if {tag} not in obj:"
            yield f"        return read_{node_name(union.default)}(obj, tags)"
        yield f"    read = _{name.upper()}.get(obj[{tag}])"
        yield "    if read is None:"
        yield "        raise Misfit" if union.default else f"        return read_{node_name(union.other)}(obj, tags)"
        yield "    return read(obj, tags + 1)"

    def _record_reader(self, record: Record, name: str) -> Iterator[str]:
        fields = self.spelling.all_fields(record)
        required = [field for field in fields if field.required]
        optional = [field for field in fields if not field.required]
        rest, other = ("payload", "unknown_fields") if record.other else ("unknown_fields", None)
        wires = json.dumps([field.wire for field in fields])
        yield f"_{name.upper()}: frozenset[str] = frozenset({wires})"
        consumed = self.fast.consumed[record.name] or []
        if len(consumed) > 1:
            sets = ", ".join(
                f"_{name.upper()} | {{{', '.join(map(json.dumps, sorted(tags)))}}}" for tags in consumed[1:]
            )
            yield f"_{name.upper()}_AND_TAGS = (_{name.upper()}, {sets})"
        yield f'new_{name} = Twin({record.name}, globals(), "new_{name}")'
        known = f"_{name.upper()}_AND_TAGS[tags]" if len(consumed) > 1 else f"_{name.upper()}"
        yield f"def read_{name}(obj: Any, tags: int = 0) -> Any:"
        yield "    if kind(obj) is not dict:"
        yield "        raise Misfit"
        yield f"    new = new_{name}()"
        for field in required:
            yield f"    value = obj[{json.dumps(field.wire)}]"
            yield from self._store(field, "    ")
        yield f"    others = len(obj) - tags{f' - {len(required)}' if required else ''}"
        yield from _assign("UNSET", [field.name for field in optional if field.default is MISSING and field.patch])
        yield from _assign("None", [field.name for field in optional if field.default is MISSING and not field.patch])
        yield f"    new.{rest} = EMPTY"
        if other:
            yield f"    new.{other} = EMPTY"
        yield "    if others:"
        for field in optional:
            yield f"        if {json.dumps(field.wire)} in obj:"
            if field.when:
                yield f"            if obj.get({json.dumps(field.when[0])}) != {json.dumps(field.when[1])}:"
                yield "                raise Misfit"
            yield "            others -= 1"
            yield f"            value = obj[{json.dumps(field.wire)}]"
            yield from self._store(field, "            ")
        yield "        if others:"
        yield f"            new.{rest} = rest_of(obj, {known})"
        yield f"    new.__class__ = {record.name}"
        yield "    return new"

    def _store(self, field: Field, indent: str) -> Iterator[str]:
        """Check `value` and put it into its slot."""
        lines, result = self._check(field.shape)
        if field.nullable:
            # The slot of an optional member holds None already, that of a patch does not.
            if field.required or field.patch:
                yield f"{indent}if value is None:"
                yield f"{indent}    new.{field.name} = None"
                yield f"{indent}else:"
            else:
                yield f"{indent}if value is not None:"
            indent += "    "
        for line in lines:
            yield indent + line
        yield f"{indent}new.{field.name} = {result}"

    def _check(self, shape: Shape) -> tuple[list[str], str]:
        """Statements that refuse a `value` which is not plainly right, and the expression of what it reads as."""
        shape = self.fast.resolved(shape)
        if isinstance(shape, Scalar) and shape.kind in ("string", "boolean", "integer"):
            kind = {"string": "str", "boolean": "bool", "integer": "int"}[shape.kind]
            short = f" or len(value) < {shape.min_length}" if shape.min_length else ""
            return [f"if kind(value) is not {kind}{short}{_outside(shape)}:", "    raise Misfit"], "value"
        if isinstance(shape, Array):
            short = f" or len(value) < {shape.min_items}" if shape.min_items else ""
            lines = [f"if kind(value) is not list{short}:", "    raise Misfit"]
            return lines, f"tuple([{self._read(shape.item, 'item')} for item in value])"
        if isinstance(shape, Map):
            lines = ["if kind(value) is not dict:", "    raise Misfit"]
            if shape.value == Scalar("json"):
                return lines, "value"
            return lines, f"{{key: {self._read(shape.value, 'item')} for key, item in value.items()}}"
        return [], self._read(shape, "value")

    def _read(self, shape: Shape, variable: str) -> str:
        """The expression that reads a variable."""
        shape = self.fast.resolved(shape)
        if isinstance(shape, Ref):
            return f"read_{node_name(shape.name)}({variable})"
        if isinstance(shape, Scalar):
            if shape.kind == "json":
                return variable
            low, high = range_of(shape)
            bounds = f", {low}, {high}" if (low, high) != (None, None) else ""
            length = f", {shape.min_length}" if shape.min_length else ""
            return f"read_{shape.kind}({variable}{bounds}{length})"
        raise GenerationError(f"{self.spelling.surface.name}: an array or map of arrays or maps has no fast reader yet")


def _outside(shape: Scalar) -> str:
    low, high = range_of(shape)
    if (low, high) == (None, None):
        return ""
    return f" or not {f'{low} <= ' if low is not None else ''}value{f' <= {high}' if high is not None else ''}"


def _assign(value: str, names: list[str]) -> Iterator[str]:
    """One value for several members, a few a line."""
    for start in range(0, len(names), 4):
        batch = names[start : start + 4]
        yield f"    {''.join(f'new.{name} = ' for name in batch)}{value}"
