"""The fast writers, spelled: one function a type, as lines of Python.

A `write` function gives an object's members with their commas in front, so that a union can put its tag before them; a
`text` function gives the whole value.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator

from codegen.fast import Fast
from codegen.model import MISSING, Array, Enum, Field, Item, Map, Record, Ref, Scalar, Shape, Union
from codegen.naming import node_name
from codegen.spelling import is_codes


class Writers:
    """Spells the writers of one surface."""

    def __init__(self, fast: Fast) -> None:
        self.fast = fast
        self.spelling = fast.spelling

    def writer(self, item: Item) -> list[str]:
        """The function that writes a type: an object's members with commas in front, or any other value's text."""
        name = node_name(item.name)
        if isinstance(item, Enum):
            return list(self._enum_writer(item, name))
        if not self.fast.has_fast_codec(item):
            return [f"text_{name} = text_slowly(nodes.{name})", f"write_{name} = members_slowly(nodes.{name})"]
        lines = self._record_writer(item, name) if isinstance(item, Record) else self._union_writer(item, name)
        return [*lines, f"def text_{name}(value: Any) -> str:", f'    return "{{" + write_{name}(value)[1:] + "}}"']

    def _enum_writer(self, enum: Enum, name: str) -> Iterator[str]:
        if not is_codes(enum):
            yield f"_{name.upper()} = frozenset({json.dumps([value.value for value in enum.values])})"
        yield f"def text_{name}(value: Any) -> str:"
        if is_codes(enum):
            yield f"    if kind(value) is int or kind(value) is {enum.name}:"
            yield "        return int.__repr__(value)"
        else:
            other = f" or kind(value) is {enum.other}" if enum.other else ""
            yield f"    if value in _{name.upper()}{other}:"
            yield "        return quote(value)"
        yield "    raise Misfit"

    def _union_writer(self, item: Item, name: str) -> Iterator[str]:
        assert isinstance(item, Union)
        assert item.other
        yield f"_{name.upper()}_WRITERS: dict[object, tuple[str, Callable[[Any], str]]] = {{"
        for variant in item.variants:
            assert isinstance(variant.shape, Ref)
            head = "" if variant.tag is None else f",{json.dumps(item.tag)}:{json.dumps(variant.tag)}"
            for record in self.fast.records(variant.shape):
                yield f"    {record}: ({json.dumps(head)}, write_{node_name(variant.shape.name)}),"
        yield f'    {item.other}: ("", write_{node_name(item.other)}),'
        yield "}"
        yield f"def write_{name}(value: Any) -> str:"
        yield f"    head, write = _{name.upper()}_WRITERS[kind(value)]"
        yield "    return head + write(value)"

    def _record_writer(self, record: Record, name: str) -> Iterator[str]:
        known = json.dumps(
            [*(field.wire for field in self.spelling.all_fields(record)), *(tag.wire for tag in record.tags)]
        )
        yield f"_{name.upper()}: frozenset[str] = frozenset({known})"
        if any(field.default is not MISSING for field in self.spelling.all_fields(record)):
            yield f"slots_of_{name} = slot_getters({record.name})"
        yield f"def write_{name}(record: Any) -> str:"
        fields = self.spelling.all_fields(record)
        leading = list(itertools.takewhile(_is_always_written, fields))
        if len(fields) > len(leading):
            yield "    value: Any"
        yield f"    if kind(record) is not {record.name}:"
        yield "        raise Misfit"
        parts = [f",{json.dumps(f.wire)}:{{{self._text(f.shape, f'record.{f.name}')}}}" for f in leading]
        yield f"    text = f{''.join(parts)!r}" if parts else '    text = ""'
        for field in fields[len(leading) :]:
            yield from self._put(field, record)
        for rest in ("payload", "unknown_fields") if record.other else ("unknown_fields",):
            yield f"    if record.{rest} is not EMPTY:"
            yield f"        text += write_rest(record.{rest}, _{name.upper()})"
        yield "    return text"

    def _put(self, field: Field, record: Record) -> Iterator[str]:
        key = json.dumps(f",{json.dumps(field.wire)}:")
        text = self._text(field.shape, "value")
        if field.default is not MISSING:
            yield "    try:"
            yield f'        value = slots_of_{node_name(record.name)}["{field.name}"](record)'
            yield "    except AttributeError:"
            yield "        pass"
            yield "    else:"
            yield f"        text += {key} + {text}"
            return
        yield f"    value = record.{field.name}"
        if field.required and not field.nullable:
            yield f"    text += {key} + {text}"
        elif field.required:
            yield f'    text += {key} + ("null" if value is None else {text})'
        elif field.patch:
            yield "    if value is not UNSET:"
            yield f'        text += {key} + ("null" if value is None else {text})'
        else:
            yield "    if value is not None:"
            yield f"        text += {key} + {text}"

    def _text(self, shape: Shape, variable: str) -> str:
        """The expression of a variable's JSON text."""
        shape = self.fast.resolved(shape)
        if isinstance(shape, Ref):
            return f"text_{node_name(shape.name)}({variable})"
        if isinstance(shape, Array):
            least = "" if shape.skip_invalid or not shape.min_items else f", {shape.min_items}"
            return f'"[" + ",".join([{self._text(shape.item, "item")} for item in items_of({variable}{least})]) + "]"'
        if isinstance(shape, Map):
            if shape.value == Scalar("json"):
                return f"text_object({variable})"
            value = self._text(shape.value, "item")
            return f'"{{" + ",".join([quote(key) + ":" + {value} for key, item in {variable}.items()]) + "}}"'
        if shape.kind == "string" and not shape.min_length:
            return f"quote({variable})"
        bounds = f", {shape.minimum}, {shape.maximum}" if (shape.minimum, shape.maximum) != (None, None) else ""
        length = f", {shape.min_length}" if shape.min_length else ""
        return f"text_{shape.kind}({variable}{bounds}{length})"


def _is_always_written(field: Field) -> bool:
    return field.required and not field.nullable


def writer_verbs(item: Item) -> tuple[str, ...]:
    """The names of a type's writers begin so."""
    return ("text",) if isinstance(item, Enum) else ("text", "write")
