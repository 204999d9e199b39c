"""The source of the fast writers: one function per type, as lines of Python.

The writer of an object gets its `head`: the opening brace, followed by any tags that unions put before its members.
The text of a known string is looked up. A writer raises for anything but ordinary values; the
reference codec then writes the value.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterable, Iterator

from codegen.errors import GenerationError
from codegen.model import MISSING, Array, Enum, Field, Item, Map, Record, Ref, Scalar, Shape, Union
from codegen.spelling.fast import CLASSES, Speller, has_values
from codegen.spelling.naming import node_name
from codegen.spelling.python import is_codes, literal


class Writers(Speller):
    """Spells the writers of one surface."""

    def _lines(self, item: Item, topic: str) -> Iterable[str]:
        name = node_name(item.name)
        if isinstance(item, Enum):
            return self._enum_writer(item, name)
        if not self.fast.has_fast_codec(item):
            return [f'write_{name} = write_slowly(".._codec.{topic}.{name}", globals())']
        if isinstance(item, Record):
            return self._record_writer(item, name)
        assert isinstance(item, Union)
        return self._union_writer(item, name) if item.tag else self._untagged_writer(item, name)

    def _enum_writer(self, enum: Enum, name: str) -> Iterator[str]:
        if not is_codes(enum):
            yield f"{name}_texts: dict[object, str] = {{"
            for value in enum.values:
                yield f"    {literal(value.value)}: {json.dumps(value.value)!r},"
            yield "}"
        yield f"def write_{name}(value: Any) -> str:"
        if is_codes(enum):
            yield f"    if kind(value) is int or kind(value) is {enum.name}:"
            yield "        return int.__repr__(value)"
        else:
            other = f" or kind(value) is {enum.other}" if enum.other else ""
            yield f"    if value in {name}_texts{other}:"
            yield "        return quote(value)"
        yield "    raise Misfit"

    def _union_writer(self, union: Union, name: str) -> Iterator[str]:
        yield f"_{name.upper()}: dict[object, tuple[str, Callable[..., str]]] = {{"
        for record, head in self._heads(union, "{"):
            yield f"    {record}: ({head!r}, {self._function('write', record)}),"
        yield "}"
        yield f"def write_{name}(value: Any) -> str:"
        yield f"    head, write = _{name.upper()}[kind(value)]"
        yield "    return write(value, head)"

    def _heads(self, union: Union, head: str) -> Iterator[tuple[str, str]]:
        """Each class of a union, with the text before its members."""
        for variant in union.variants:
            assert isinstance(variant.shape, Ref)
            tagged = head if variant.tag is None else f"{head}{json.dumps(union.tag)}:{json.dumps(variant.tag)},"
            item = self.fast.item_of(variant.shape)
            if isinstance(item, Union):
                yield from self._heads(item, tagged)
            else:
                yield item.name, tagged
        assert union.other
        yield union.other, head

    def _untagged_writer(self, union: Union, name: str) -> Iterator[str]:
        shapes = [self.fast.resolved(variant.shape) for variant in union.variants]
        arrays = [shape for shape in shapes if isinstance(shape, Array)]
        yield f"_{name.upper()}: dict[object, Callable[[Any], str]] = {{"
        for shape in shapes:
            inner = self.fast.resolved(shape.item) if isinstance(shape, Array) else shape
            if isinstance(inner, Ref):
                item = self.fast.item_of(inner)
                yield f"    {item.name}: {self._function('write', item.name)},"
            elif isinstance(inner, Scalar) and inner.kind != "json":
                yield f"    {CLASSES[inner.kind]}: {'quote' if inner.kind == 'string' else f'write_{inner.kind}'},"
        yield "}"
        yield f"def write_{name}(value: Any) -> str:"
        if arrays:
            yield f"    items = items_of(value, {max(1, *(array.min_items for array in arrays))})"
            yield f"    write = _{name.upper()}[kind(items[0])]"
            yield '    return "[" + ",".join([write(item) for item in items]) + "]"'
        elif Scalar("json") in shapes:
            yield f"    return _{name.upper()}.get(kind(value), write_raw)(value)"
        else:
            yield f"    return _{name.upper()}[kind(value)](value)"

    def _record_writer(self, record: Record, name: str) -> Iterator[str]:
        fields = self.spelling.all_fields(record)
        known = literal([*(field.wire for field in fields), *(tag.wire for tag in record.tags)])
        yield f"_{name.upper()}: frozenset[str] = frozenset({known})"
        if any(field.default is not MISSING for field in fields):
            yield f"show_given({record.name})"
        yield f'def write_{name}(record: Any, head: str = "{{") -> str:'
        if not all(map(_is_always_written, fields)):
            yield "    value: Any"
        yield f"    if kind(record) is not {record.name}:"
        yield "        raise Misfit"
        before = list(itertools.takewhile(lambda field: not _is_always_written(field), fields))
        always = list(itertools.takewhile(_is_always_written, fields[len(before) :]))
        if not always:
            before = []
        # After a member that is always written, the others have a comma before them; before it, after them.
        if before:
            yield '    before = ""'
        for field in before:
            yield from self._put(field, "before", "{},")
        yield '    rest = ""'
        for field in fields[len(before) + len(always) :]:
            yield from self._put(field, "rest", ",{}")
        others = "payload" if record.other else "unknown_fields"
        yield f"    if record.{others} is not EMPTY:"
        yield f"        rest += write_rest(record.{others}, _{name.upper()})"
        if record.other:  # reading leaves none, and others could collide with the payload
            yield "    if record.unknown_fields is not EMPTY:"
            yield "        raise Misfit"
        if not always:
            yield '    return head + rest[1:] + "}" if rest else head.rstrip(",") + "}"'
            return
        # One string for Python, on several lines.
        commas = ["{head}{before}" if before else "{head}", *("," for _ in always[1:])]
        parts = [
            comma + _key(field) + self._part(field.shape, f"record.{field.name}")
            for comma, field in zip(commas, always, strict=True)
        ]
        parts[-1] += "{rest}}}"
        yield f"    return ({' '.join(f'f{part!r}' for part in parts)})"

    def _put(self, field: Field, target: str, place: str) -> Iterator[str]:
        """Write a member unless it is absent. `place` is the position of its comma."""
        text = self._part(field.shape, "value")
        if field.default is not MISSING:
            yield f"    value = record._given_{field.name}"
            yield "    if value is not NOT_GIVEN:"
        else:
            yield f"    value = record.{field.name}"
            if not field.required:
                yield f"    if value is not {'UNSET' if field.patch else 'None'}:"
        indent = "    " if field.required else "        "
        if field.nullable and (field.required or field.patch):
            yield f"{indent}if value is None:"
            yield f"{indent}    {target} += {place.format(_key(field) + 'null')!r}"
            yield f"{indent}else:"
            indent += "    "
        yield f"{indent}{target} += f{place.format(_key(field) + text)!r}"

    def _part(self, shape: Shape, variable: str) -> str:
        """The part of an f-string that is a variable's JSON text."""
        shape = self.fast.resolved(shape)
        if isinstance(shape, Array):
            least = "" if shape.skip_invalid or not shape.min_items else f", {shape.min_items}"
            return f'[{{",".join([{self._text(shape.item, "item")} for item in items_of({variable}{least})])}}]'
        if isinstance(shape, Map) and shape.value != Scalar("json"):
            members = f'[quote(key) + ":" + {self._text(shape.value, "item")} for key, item in {variable}.items()]'
            return f'{{{{{{",".join({members})}}}}}}'
        return f"{{{self._text(shape, variable)}}}"

    def _text(self, shape: Shape, variable: str) -> str:
        """The expression of a variable's JSON text."""
        shape = self.fast.resolved(shape)
        if isinstance(shape, Ref):
            item = self.fast.item_of(shape)
            texts = self._table(f"{node_name(item.name)}_texts", item.name) if has_values(item) else ""
            known = f"{texts}.get({variable}) or " if texts else ""
            return f"{known}{self._function('write', item.name)}({variable})"
        if isinstance(shape, Map) and shape.value == Scalar("json"):
            return f"write_object({variable})"
        if not isinstance(shape, Scalar):
            raise GenerationError(
                f"{self.spelling.surface.name}: an array or map of arrays or maps has no fast writer yet"
            )
        if shape.kind == "json":
            return f"write_raw({variable})"
        if shape.kind == "string" and not shape.min_length:
            return f"quote({variable})"
        bounds = f", {shape.minimum}, {shape.maximum}" if (shape.minimum, shape.maximum) != (None, None) else ""
        length = f", {shape.min_length}" if shape.min_length else ""
        return f"write_{shape.kind}({variable}{bounds}{length})"


def _is_always_written(field: Field) -> bool:
    return field.required and not field.nullable


def _key(field: Field) -> str:
    """A member's name with its colon, as a part of an f-string."""
    return f"{json.dumps(field.wire)}:".replace("{", "{{").replace("}", "}}")
