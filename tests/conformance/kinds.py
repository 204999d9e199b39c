"""What the surfaces have, kind by kind, for tests that go over everything of a kind; and readings of one value."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeVar

import pytest

from codegen.model import Enum, Field, Record, Ref, Scalar, Shape, Union
from codegen.source import read_sources
from tests.conformance.json_values import same
from tests.conformance.samples import Samples
from tests.conftest import model, surface

Kind = TypeVar("Kind", Record, Union, Enum)


def items_of(name: str, kind: type[Kind]) -> Iterator[Kind]:
    return (item for item in model(name).items.values() if isinstance(item, kind))


def tagged_unions(name: str) -> Iterator[tuple[Union, Any]]:
    """Each union told apart by a tag, and its type."""
    for union in items_of(name, Union):
        if union.tag:
            yield union, getattr(surface(name), union.name)


def string_enums(name: str) -> Iterator[tuple[Enum, Any]]:
    for enum in items_of(name, Enum):
        if enum.other:
            yield enum, getattr(surface(name), enum.name)


def records(name: str) -> Iterator[tuple[Record, Any]]:
    for record in items_of(name, Record):
        yield record, getattr(surface(name), record.name)


def fields_of(name: str) -> Iterator[tuple[Any, dict[str, Any], Field]]:
    """Each member of each record: the record's type, a value with all its members, the member."""
    samples = Samples(model(name))
    for record, form in records(name):
        for field in samples.spelling.all_fields(record):
            if not field.when:
                yield form, samples.record(record, full=True), field


def is_lenient(field: Field) -> bool:
    return field.default_on_error or field.default_on_null


def takes_null(name: str, shape: Shape) -> bool:
    """Whether null is a value of a type, as it is of v1's ids and of raw JSON."""
    if isinstance(shape, Ref):
        item = model(name).items[shape.name]
        shapes = [variant.shape for variant in item.variants] if isinstance(item, Union) else []
        return any(takes_null(name, variant) for variant in shapes)
    return isinstance(shape, Scalar) and shape.kind in ("null", "json")


def other_members(name: str, union: Union) -> dict[str, Any]:
    """What an unknown variant needs beside its tag: the union's common properties."""
    other = model(name).items[union.other or ""]
    assert isinstance(other, Record)
    return Samples(model(name)).record(other, full=False)


def plain_objects(name: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """The definitions of the published schema that are nothing but an object with members."""
    source = next(source for source in read_sources() if source.surface == name)
    for definition, schema in source.schema["$defs"].items():
        if "properties" in schema and not schema.keys() & {"anyOf", "oneOf", "allOf", "x-docs-ignore"}:
            yield definition, schema


def issues_of(module: Any, form: Any, value: Any) -> tuple[Any, list[tuple[str, str]]]:
    issues: list[Any] = []
    decoded = module.decode(form, value, on_issue=issues.append)
    return decoded, [(issue.path, issue.rule) for issue in issues]


def comes_back(module: Any, form: Any, value: Any) -> Any:
    """Read a value and write it; what was read."""
    decoded = module.decode(form, value)
    assert same(module.encode(form, decoded), value)
    assert module.loads(form, module.dumps(form, decoded)) == decoded
    return decoded


def error_of(module: Any, form: Any, value: Any, **options: Any) -> str:
    with pytest.raises(module.DecodeError) as caught:
        module.decode(form, value, **options)
    return str(caught.value)
