"""The message corpus, where it stands beside the checkout. `test_samples` is its self-contained twin."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

import pytest

from tests.conformance.json_values import covers, same, without_nulls
from tests.conftest import CORPUS, surface


def module(record: dict[str, Any]) -> Any:
    return surface(record["protocol"].replace("-", "."))


def bodies(corpus: ModuleType, name: str) -> Iterator[tuple[dict[str, Any], Any, Any]]:
    """The valid records of a file: record, type and value. Extension traffic has no type."""
    for record in corpus.records(name):
        definition, value = corpus.body(record)
        if record["valid"] and definition is not None:
            yield record, getattr(module(record), definition), value


@pytest.mark.parametrize("name", ["messages", "synthetic"])
@pytest.mark.parametrize("strict", [False, True])
def test_valid_records_come_back(
    name: str, strict: bool, corpus: ModuleType, count: Callable[[str, int], None]
) -> None:
    """What the schema accepts is written back equal, but for null in a member that is no patch."""
    patches = json.loads((CORPUS / "patch_fields.json").read_text(encoding="utf-8"))
    equal = nulls = 0
    for record, form, value in bodies(corpus, name):
        acp = module(record)
        written = acp.encode(form, acp.decode(form, value, strict=strict))
        if same(written, value):
            equal += 1
            continue
        nulls += 1
        assert same(without_nulls(written), without_nulls(value)), record["id"]
        for wire in patches[record["protocol"]].get(record["type"], ()):
            assert value.get(wire, written.get(wire)) is written.get(wire), record["id"]
            assert (wire in value) == (wire in written), record["id"]
    mode = "strict" if strict else "default"
    count(f"valid records of {name} came back in {mode} mode ({nulls} but for nulls)", equal + nulls)
    assert equal > 400


def test_adversarial_records_get_their_answer(corpus: ModuleType, count: Callable[[str, int], None]) -> None:
    """Firm records give their answer in both modes; where sources differ there is a `DecodeError` or a value."""
    answers = strict_answers = values = open_ = 0
    for record in corpus.records("adversarial"):
        if record["type"] == "Message":
            continue
        acp, text = module(record), corpus.raw_input(record)
        form = getattr(acp, record["type"])
        answer = record.get("default_mode", record)
        value = loads(acp, form, text, strict=False)
        strict = loads(acp, form, text, strict=True)
        if record.get("either_ok"):
            open_ += 1
            continue
        answers += 1
        assert (value is None) == (answer["expected"] == "error"), record["id"]
        if "schema_keyword_valid" in record:
            strict_answers += 1
            assert (strict is not None) == record["schema_keyword_valid"], record["id"]
        if value is not None and "expected_value" in answer:
            values += 1
            assert covers(acp.encode(form, value[0]), answer["expected_value"]), record["id"]
    count("firm adversarial records gave their answer in default mode", answers)
    count("firm adversarial records gave their answer in strict mode", strict_answers)
    count("firm adversarial records gave their value", values)
    count("open adversarial records gave a DecodeError or a value", open_)
    assert answers > 4000


def loads(acp: Any, form: Any, text: bytes, *, strict: bool) -> tuple[Any] | None:
    """The value in a tuple, or nothing where reading refuses it. Any other exception is a failure."""
    try:
        return (acp.loads(form, text, strict=strict),)
    except acp.DecodeError:
        return None
