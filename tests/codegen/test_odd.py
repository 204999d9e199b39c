"""A package of its own from a schema of odd things does what any other does."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from codegen.__main__ import main
from tests.codegen.odd import make_odd
from tests.conftest import ROOT


@pytest.fixture(scope="module")
def odd(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("odd")
    make_odd(folder)
    return folder


def run(folder: Path, code: str) -> list[str]:
    """What a program prints."""
    environment = {**os.environ, "PYTHONPATH": str(folder), "PYTHONIOENCODING": "utf-8"}
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, check=True, capture_output=True, text=True, encoding="utf-8", env=environment)
    return done.stdout.splitlines()


def test_types_that_are_called_like_parts_of_the_codec_have_fast_ones(odd: Path) -> None:
    code = """
import json
import odd
from odd._readers import forms as readers
from odd._writers import forms as writers
for name in "Boolean", "Json", "Null", "Raw", "Rest", "Slowly":
    form = getattr(odd, name)
    for more in "", ',"any":[{"a":1}],"number":0.5,"part":true', ',"part":{"b":2},"unknown":[1]':
        text = '{"flag":true' + more + "}"
        value = readers.READERS[form](json.loads(text))
        assert writers.WRITERS[form](value) == text == odd.dumps(form, odd.loads(form, text)), (name, text)
        assert odd.loads(form, text) == odd.loads(form, text, on_issue=lambda issue: None) == value
print("all")
"""
    assert run(odd, code) == ["all"]


def test_the_bounds_of_a_definition_hold_wherever_it_is_named(odd: Path) -> None:
    code = """
import odd
for form, good, bad in ((odd.Code, "ab", "a"), (odd.Currency, "EUR", "eur"), (odd.Count, 1, 0)):
    assert odd.decode(form, good) == good
    try:
        odd.decode(form, bad)
    except odd.DecodeError as error:
        print(error.expected)
try:
    odd.decode(str, "a"), odd.decode(int, 0), odd.encode(odd.Code, "a")
except TypeError as error:
    print(error)
"""
    assert run(odd, code) == [
        "string of at least 2 characters",
        "string like ^[A-Z]{3}$",
        "integer 1..",
        "$: expected string of at least 2 characters, got str",
    ]


def test_odd_members_are_read_and_written_by_both_codecs_alike(odd: Path) -> None:
    code = """
import odd
from pathlib import Path
text = '{"word":"\\\\ud83d\\\\ude00","\\\\ud83d\\\\ude00":"face","payload":true,"2":3}'
value = odd.loads(odd.Holder, text)
assert value == odd.loads(odd.Holder, text, on_issue=print)
print(value.word == chr(0x1f600), value.field_, value.payload_, value.field_2, value.none, value.unknown_fields)
print(odd.dumps(odd.Holder, value) == text, odd.dumps(odd.Holder, odd.Holder(payload_=True)))
print(type(odd.loads(odd.Word, '"' + chr(0x1f600) + '"')).__name__)
sources = [path.read_text(encoding="utf-8") for path in Path(odd.__file__).parent.rglob("*.py")]
print([chr(0x202e) in source for source in sources if "Words that run" in source])
"""
    assert run(odd, code) == [
        "True face True 3 None {}",
        'True {"payload":true}',
        "str",
        "[False]",
    ]


def test_an_object_that_is_spelled_out_keeps_the_leniency_of_its_member(odd: Path) -> None:
    code = """
import odd
issues = []
print(odd.loads(odd.Holder, '{"nested":{"code":3}}', on_issue=issues.append).nested, [issue.rule for issue in issues])
print(odd.loads(odd.Holder, '{"nested":{"code":"ab"}}').nested, odd.HolderNested(code="cd"))
print(odd.Holder().word == "\\\\", odd.dumps(odd.Holder, odd.Holder()))
"""
    assert run(odd, code) == [
        "None ['default-on-error']",
        "HolderNested(code='ab') HolderNested(code='cd')",
        "True {}",
    ]


def test_a_union_may_stand_in_a_later_topic_than_what_it_nests(tmp_path: Path) -> None:
    """One payload behind two tags brings classes called `SessionUpdate...`, and the union with them to their topic."""
    schema = json.loads((ROOT / "schema" / "v2" / "schema.json").read_text(encoding="utf-8"))
    branches = schema["$defs"]["SessionUpdate"]["anyOf"]
    schema["$defs"]["AcmeScore"] = {"type": "object", "properties": {"score": {"type": "integer"}}}
    for value in ("_acme_up", "_acme_down"):
        tag = {"properties": {"sessionUpdate": {"type": "string", "const": value}}, "required": ["sessionUpdate"]}
        branches.insert(-1, {"type": "object", **tag, "allOf": [{"$ref": "#/$defs/AcmeScore"}]})
        branches[-1]["not"]["anyOf"].append({"type": "object", **tag})
    (tmp_path / "two.json").write_text(json.dumps(schema), encoding="utf-8")
    assert main(["generate", "--schema", str(tmp_path / "two.json"), "--package", "two", "--out", str(tmp_path)]) == 0
    code = """
import json, two
from two._readers.forms import READERS
from two._writers.forms import WRITERS
for body in '"_acme_down","score":3', '"state_update","state":"running"', '"state_update","state":"_acme_off"':
    text = '{"sessionUpdate":' + body + "}"
    update = READERS[two.SessionUpdate](json.loads(text))
    assert WRITERS[two.SessionUpdate](update) == text == two.dumps(two.SessionUpdate, update)
    print(type(update).__name__)
"""
    assert run(tmp_path, code) == ["SessionUpdateAcmeDown", "RunningStateUpdate", "OtherStateUpdate"]
