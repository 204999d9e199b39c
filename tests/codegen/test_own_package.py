"""A package of one's own, from the command line: what is made, and what is said where nothing can be."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from codegen.__main__ import main
from tests.codegen import vendor
from tests.conftest import ROOT

REVIEW: dict[str, Any] = {"x-side": "agent", "x-method": "_acme/review", "type": "object"}
CODE = {"type": "integer", "format": "int32"}
MINIMAL = {"$defs": {"ReviewRequest": REVIEW, "ReviewResponse": REVIEW}}


@pytest.fixture(scope="session")
def vendor_schema(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The published schema with the vendor's additions, made as the example makes it."""
    return vendor.make_schema(tmp_path_factory.mktemp("schema") / "acme.schema.json")


@pytest.fixture(scope="session")
def vendor_package(vendor_schema: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with `acme_acp` in it."""
    out = tmp_path_factory.mktemp("own")
    vendor.make_package(vendor_schema, out)
    return out


def options(schema: Path, package: str, out: Path, *more: str) -> list[str]:
    return ["--schema", str(schema), "--package", package, "--out", str(out), *more]


def generate(schema: Path, package: str, out: Path, *more: str) -> int:
    return main(["generate", *options(schema, package, out, *more)])


def run(out: Path, code: str) -> str:
    """What a program prints that has the package and nothing else."""
    command = [sys.executable, "-I", "-S", "-c", f"import sys; sys.path.insert(0, {str(out)!r})\n{code}"]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def write(path: Path, content: object) -> Path:
    path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return path


# -- what is made -----------------------------------------------------------------------------------------------------


def test_the_example_runs(vendor_package: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(vendor_package)}
    command = [sys.executable, str(vendor.FOLDER / "review.py")]
    done = subprocess.run(command, check=True, capture_output=True, text=True, env=environment)
    block = '{"type":"_acme_diagram","language":"dot","source":"a -> b"}'
    assert done.stdout.splitlines() == [
        f'> {{"jsonrpc":"2.0","id":1,"method":"session/prompt","params":{{"sessionId":"s","prompt":[{block}]}}}}',
        "a diagram in dot, of 6 characters",
        '> {"jsonrpc":"2.0","id":1,"method":"_acme/review","params":{"sessionId":"s","paths":["/project/a.py"]}}',
        "/project/a.py: 0 comments so far",
        "/project/a.py: approve",
        "approved: /project/a.py",
    ]


def test_extensions_are_types_of_their_own(vendor_package: Path) -> None:
    code = """
import acme_acp as acp
read = lambda text: acp.loads(acp.SessionUpdate, text)
for verdict in '', '"verdict":null,', '"verdict":"reject",', '"verdict":"later",':
    text = '{"sessionUpdate":"_acme_review","path":"/a",' + verdict + '"comments":1}'
    update = read(text)
    assert acp.dumps(acp.SessionUpdate, update) == text
    print(type(update).__name__, repr(update.verdict))
print(type(read('{"sessionUpdate":"_acme_other"}')).__name__)
try:
    read('{"sessionUpdate":"_acme_review","path":3}')
except acp.DecodeError as error:
    print(error)
print(acp.ACME_REVIEW, acp.ACME_REVIEW.attribute, acp.ACME_REVIEW.capability)
print(*(name for name in acp.SYMBOLS if "acme" in name.lower()))
print(acp.SCHEMA.source, acp.SCHEMA.protocol_version, "AcmeReview" in acp.SCHEMA.json()["$defs"])
print([name for name in sys.modules if name.startswith(("acp_types", "codegen"))])
"""
    assert run(vendor_package, code).splitlines() == [
        "AcmeReview UNSET",
        "AcmeReview None",
        "AcmeReview 'reject'",
        "AcmeReview OtherAcmeVerdict('later')",
        "OtherSessionUpdate",
        "$.path: expected string, got int",
        "<RequestMethod _acme/review to agent> acme_review ()",
        "ACME_REVIEW AcmeDiagram AcmeReview AcmeReviewRequest AcmeReviewResponse AcmeVerdict OtherAcmeVerdict",
        "acme.schema.json 2 True",
        "[]",
    ]


def test_no_file_of_it_imports_another_package_of_ours(vendor_package: Path) -> None:
    statements = re.compile(r"^\s*(from|import) (acp_types|codegen)\b", re.MULTILINE)
    files = [file for file in vendor_package.rglob("*.py") if statements.search(file.read_text(encoding="utf-8"))]
    assert files == []


def test_a_peer_that_does_not_know_them_forwards_them() -> None:
    from acp_types import v2

    text = '{"sessionUpdate":"_acme_review","path":"/a","verdict":null,"comments":1}'
    update = v2.loads(v2.SessionUpdate, text)
    assert isinstance(update, v2.OtherSessionUpdate)
    assert update.is_custom
    assert v2.dumps(v2.SessionUpdate, update) == text


def test_it_stands_alone(vendor_package: Path) -> None:
    files = [path for path in (vendor_package / "acme_acp").rglob("*.py") if "__pycache__" not in path.parts]
    assert len(files) > 80
    for path in files:
        text = path.read_text(encoding="utf-8")
        assert text.startswith("# @generated by `python -m codegen generate` from "), path
        assert not re.search(r"^\s*(from|import) (acp_types|codegen)\b", text, re.MULTILINE), path


def test_pydantic_reads_and_writes_its_classes(vendor_package: Path) -> None:
    pytest.importorskip("pydantic", reason="pydantic is only in the session that tests it")
    code = """
import acme_acp
from pydantic import BaseModel
class Turn(BaseModel):
    diagram: acme_acp.AcmeDiagram
text = '{"diagram":{"type":"_acme_diagram","language":"dot","source":"a"}}'
turn = Turn.model_validate_json(text)
print(turn.diagram, turn.model_dump_json() == text)
"""
    environment = {**os.environ, "PYTHONPATH": str(vendor_package)}
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True, env=environment)
    assert done.stdout == "AcmeDiagram(language='dot', source='a') True\n"


def test_every_name_is_there(vendor_package: Path) -> None:
    code = "import acme_acp\nprint(sum(getattr(acme_acp, name) is not None for name in acme_acp.__all__))"
    assert int(run(vendor_package, code)) > 300


def test_a_vendor_may_have_no_more_than_a_method(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    request = {**REVIEW, "properties": {"_acme": {"type": "boolean"}, "path": {"type": "string"}}}
    schema = write(tmp_path / "mini.json", {"$defs": {"ReviewRequest": request, "ReviewResponse": REVIEW}})
    assert generate(schema, "mini", tmp_path, "--like", "v2") == 0
    assert capsys.readouterr().out.splitlines() == [
        f"{tmp_path / 'mini'}: 4 types and 1 methods, with the decisions for v2",
        "no capability is decided for these, so `supports` is true for them: _acme/review",
    ]
    code = """
import mini
line = '{"jsonrpc":"2.0","id":1,"method":"_acme/review","params":{"_acme":true}}'
print(mini.read_message(line, sender="client"), len([getattr(mini, name) for name in mini.__all__]) > 30)
"""
    assert run(tmp_path, code) == "Request(id=1, method='_acme/review', params=ReviewRequest(acme=True)) True\n"


def test_integers_of_any_size(tmp_path: Path) -> None:
    codes = {"anyOf": [{"type": "integer", "const": 1, "title": "One"}, {"type": "integer"}]}
    holder = {"type": "object", "properties": {"code": {"$ref": "#/$defs/Code"}}, "required": ["code"]}
    schema = write(tmp_path / "codes.json", {"$defs": {"Code": codes, "Holder": holder}})
    assert generate(schema, "own", tmp_path) == 0
    code = """
import own
for text in '{"code":1}', '{"code":-5}', '{"code":1234567890123456789012}':
    holder = own.loads(own.Holder, text)
    print(repr(holder.code), own.dumps(own.Holder, holder) == text)
"""
    assert run(tmp_path, code).splitlines() == ["Code.ONE True", "-5 True", "1234567890123456789012 True"]


def test_decisions_that_have_no_place_in_an_older_schema_are_left_out(tmp_path: Path) -> None:
    published = json.loads((ROOT / "schema" / "v2" / "schema.json").read_text(encoding="utf-8"))
    older = published["$defs"]
    del older["SessionCapabilities"]["properties"]["delete"]
    del older["UsageUpdate"]["properties"]["cost"]
    assert generate(write(tmp_path / "older.json", published), "older", tmp_path) == 0
    code = """
import older
print(older.SESSION_DELETE.capability, older.SESSION_PROMPT.capability, older.UsageUpdate(used=1, size=2))
"""
    assert run(tmp_path, code) == "() ('session',) UsageUpdate(used=1, size=2)\n"


# -- again ------------------------------------------------------------------------------------------------------------


def test_it_is_written_anew_and_checked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    schema = write(tmp_path / "mini.json", MINIMAL)
    arguments = options(schema, "mini", tmp_path / "out")
    assert main(["generate", *arguments]) == 0
    assert main(["check", *arguments]) == 0
    write(schema, {"$defs": {**MINIMAL["$defs"], "Extra": {"type": "string"}}})
    capsys.readouterr()
    assert main(["check", *arguments]) == 1
    out, err = capsys.readouterr()
    assert "+Extra: TypeAlias = str" in out.splitlines()
    assert err == f"codegen: {tmp_path / 'out' / 'mini'} differs from the generator's output: generate it again\n"
    assert main(["generate", *arguments]) == 0
    assert main(["check", *arguments]) == 0


@pytest.mark.parametrize("stray", ["notes.txt", "mine.py", "_types/mine.py"])
def test_what_was_not_generated_is_not_deleted(stray: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    schema = write(tmp_path / "mini.json", MINIMAL)
    assert generate(schema, "mini", tmp_path) == 0
    mine = write(tmp_path / "mini" / stray, "mine = 1\n")
    capsys.readouterr()
    assert generate(schema, "mini", tmp_path) == 1
    assert capsys.readouterr().err == f"codegen: {mine} was not generated: move it away, or choose another --out\n"
    assert mine.exists()


# -- what is refused --------------------------------------------------------------------------------------------------


def told(capsys: pytest.CaptureFixture[str]) -> str:
    """The one line of an error."""
    (line,) = capsys.readouterr().err.splitlines()
    return line.removeprefix("codegen: ")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "FILE: No such file or directory"),
        ("{", "FILE: not JSON: Expecting property name enclosed in double quotes: line 1 column 2 (char 1)"),
        ("[" * 200_000, "FILE: not JSON: maximum recursion depth exceeded"),
        ('{"$defs": {"A": {}, "A": {}}}', 'FILE: an object has the member "A" twice'),
        ('{"$defs": {"A": {"minimum": NaN}}}', "FILE: not JSON: NaN"),
        ([1], "FILE: expected a JSON Schema with its definitions in $defs"),
        ({"$defs": {}}, "FILE: expected a JSON Schema with its definitions in $defs"),
        ({"definitions": {"A": {}}}, "FILE: expected a JSON Schema with its definitions in $defs"),
        ({"$defs": {"A": 3}}, 'FILE: /$defs/A: not a JSON Schema: expected type ["object", "boolean"]'),
        ({"$defs": {"A": True}}, "/$defs/A: a schema that is not an object"),
        ({"$defs": {"A": {"type": "secret"}}}, "FILE: /$defs/A/type: not a JSON Schema: expected"),
        (
            {"$defs": {"A": {"type": "object", "properties": {"b/c": {"$ref": "#/$defs/B"}}}}},
            "/$defs/A/properties/b~1c/$ref: a reference to a missing definition",
        ),
        (
            {"$defs": {"A": {"type": "object", "properties": {"b": {"$ref": "b.json"}}}}},
            "/$defs/A/properties/b/$ref: a reference to something other than a definition",
        ),
        (
            {"$defs": {"A": {"type": "object", "patternProperties": {}}}},
            "/$defs/A: keywords that no rule covers here: ['patternProperties']",
        ),
        (
            {"$defs": {"A": {"anyOf": [{"type": "string", "const": 1}, {"type": "string"}]}}},
            "/$defs/A/anyOf/0: a code without a name",
        ),
        (
            {"$defs": {"A": {"anyOf": [{"type": "integer", "const": "x", "title": "X"}, CODE]}}},
            "/$defs/A: a constant that is not of type integer",
        ),
        ({"$defs": {"a-b": {"type": "object"}}}, "/$defs/a-b: 'a-b' cannot be the name of a type"),
        ({"$defs": {"Mapping": {"type": "object"}}}, "/$defs/Mapping: 'Mapping' cannot be the name of a type"),
        ({"$defs": {"Exception": {"type": "object"}}}, "/$defs/Exception: 'Exception' cannot be the name of a type"),
        (
            {"$defs": {"AB": {"type": "object"}, "Ab": {"type": "object"}}},
            "/$defs/Ab: Ab is too like AB: in snake case they are the same",
        ),
        (
            {"$defs": {"Request": {"type": "object"}}},
            "/$defs/Request: Request is already the name of something else in the surface",
        ),
        (
            {"$defs": {"ReviewRequest": REVIEW}},
            "/$defs/ReviewRequest: nothing answers _acme/review: expected a definition that ends in Response",
        ),
        (
            {"$defs": {"ANotification": {"type": "object", "x-method": "_a"}}},
            "/$defs/ANotification: a method whose x-method and x-side are not both strings",
        ),
        (
            {"$defs": {"ANotification": {"type": "object", "x-method": "_", "x-side": "agent"}}},
            "/$defs/ANotification/x-method: the method '_': its name cannot be a Python identifier",
        ),
        (
            {"$defs": {"ANotification": {"type": "object", "x-method": "schema", "x-side": "agent"}}},
            "own: two things are called SCHEMA: a method's name makes one of them",
        ),
        (
            {"$defs": {"A": {"type": "object", "description": "Omitted members are unchanged."}}},
            "/$defs/A/description: the description mentions omitted, unchanged or cleared members: decide A",
        ),
    ],
)
def test_a_schema_that_is_none(
    content: object, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    schema = tmp_path / "own.json"
    if content is not None:
        write(schema, content)
    assert generate(schema, "own", tmp_path / "out") == 1
    assert told(capsys).startswith(message.replace("FILE", str(schema)))
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[[wish]]\n", "own.toml: unknown table [[wish]]"),
        ("plain = 1\n", "own.toml: plain is not an array of tables: write [[plain]]"),
        ("[[plain]\n", "own.toml: Expected ']]' at the end of an array declaration"),
        ('[[plain]]\ntype = "ReviewRequest"\n', "own.toml: an entry of [[plain]] lacks ['why']: type ="),
        ('[[plain]]\ntype = "A"\nwhy = ""\nsurfaces = ["v2"]\n', "own.toml: an entry of [[plain]] has unknown keys"),
        ('[[plain]]\ntype = 3\nwhy = ""\n', "own.toml: an entry of [[plain]] type must be a string"),
        (
            '[[baseline]]\nside = "agent"\nmethods = "m"\nwhy = ""\n',
            "own.toml: an entry of [[baseline]] methods must be an array of strings",
        ),
        ('[[plain]]\ntype = "Gone"\nwhy = ""\n', "own.toml: [[plain]] type = 'Gone' is not needed for own"),
        (
            '[[patch]]\ntype = "ReviewRequest"\nmembers = ["gone"]\nwhy = ""\n',
            "/$defs/ReviewRequest: [[patch]] names ['gone'], which ReviewRequest does not have",
        ),
        (
            '[[capability]]\nside = "agent"\nmethods = ["_acme/review"]\nneeds = "review"\nwhy = ""\n',
            "decisions.toml: _acme/review needs review: there is no review",
        ),
    ],
)
def test_decisions_that_do_not_fit(text: str, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    schema = write(tmp_path / "own.json", MINIMAL)
    assert generate(schema, "own", tmp_path / "out", "--decisions", str(write(tmp_path / "own.toml", text))) == 1
    assert told(capsys).startswith(message)
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("name", ["a-b", "", "class", "a.b", "json", "../own", "pydantic", "\ufb01"])
def test_a_name_that_cannot_be_imported(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert generate(write(tmp_path / "own.json", MINIMAL), name, tmp_path / "out") == 1
    assert told(capsys).startswith("--package: ")
    assert not (tmp_path / "out").exists()


def test_a_place_that_is_no_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    schema = write(tmp_path / "own.json", MINIMAL)
    assert generate(schema, "own", schema) == 1
    assert told(capsys) == f"--out: {schema} is not a folder"
    file = write(tmp_path / "own", "mine")
    assert generate(schema, "own", tmp_path) == 1
    assert told(capsys) == f"{file} is not a folder: move it away, or choose another --out"


@pytest.mark.parametrize("given", [["--schema", "s.json"], ["--decisions", "d.toml"], ["--like", "v2"]])
def test_options_that_go_together(given: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["generate", *given])
    assert f"error: {given[0]} needs " in capsys.readouterr().err
