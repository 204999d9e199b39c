"""pydantic: our types as fields, JSON in and out, without loss; and what it says of them in JSON Schema."""

from __future__ import annotations

import copy
import functools
import json
import subprocess
import sys
import warnings
from collections.abc import Callable
from typing import Annotated, Any, Optional

import jsonschema
import pytest

from acp_types import v1, v2
from acp_types._runtime.nodes import Object, Tagged, Values
from acp_types._runtime.pydantic_fields import variants, wire_of
from acp_types.pydantic import Wire
from codegen.model import MISSING
from tests.conformance.json_values import same
from tests.conformance.samples import Sample
from tests.conformance.test_samples import samples
from tests.conftest import SURFACES, surface

pydantic = pytest.importorskip("pydantic", reason="pydantic is not here: `nox -s ecosystem` has it")
pydantic_core = pytest.importorskip("pydantic_core", reason="pydantic is not here: `nox -s ecosystem` has it")
BaseModel: Any = pydantic.BaseModel

UPDATE = {
    "sessionId": "s",
    "update": {"sessionUpdate": "tool_call_update", "toolCallId": "1", "title": None, "_x": [1]},
    "_meta": {"a": None},
}


def adapter(form: Any) -> Any:
    return pydantic.TypeAdapter(form)


@functools.cache
def wire_adapter(name: str, definition: str) -> Any:
    acp = surface(name)
    return adapter(Annotated[getattr(acp, definition), Wire(acp)])


@functools.cache
def plain_adapter(name: str, definition: str) -> Any:
    return adapter(getattr(surface(name), definition))


def check(adapter: Any, acp: Any, sample: Sample) -> None:
    """That pydantic reads and writes a sample as `decode` and `encode` do."""
    form = getattr(acp, sample.definition)
    if sample.written is MISSING:
        with pytest.raises(pydantic.ValidationError):
            adapter.validate_python(sample.value)
        return
    value = adapter.validate_json(json.dumps(sample.value))
    assert value == acp.decode(form, sample.value), sample
    assert type(value) is type(acp.decode(form, sample.value)), sample
    assert adapter.validate_python(value) == value, sample
    assert same(json.loads(adapter.dump_json(value)), sample.written), sample
    assert same(adapter.dump_python(value), sample.written), sample


def test_fields_of_a_model_can_be_copied() -> None:
    """As who makes a model like another one, but with all fields optional, does it."""

    class Turn(BaseModel):
        block: Annotated[v2.ContentBlock, Wire(v2)]

    field = copy.deepcopy(Turn.model_fields["block"])
    field.default = None
    made: Any = pydantic.create_model("Partial", block=(field.annotation, field))
    assert made().block is None
    assert made(block={"type": "text", "text": "a"}).block == v2.TextContent(text="a")


# -- every type --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SURFACES)
def test_every_type_marked_with_wire(name: str, count: Callable[[str, int], None]) -> None:
    for sample in samples(name):
        check(wire_adapter(name, sample.definition), surface(name), sample)
    count(f"samples of {name} through pydantic with Wire", len(samples(name)))


@pytest.mark.parametrize("name", SURFACES)
def test_every_object_tagged_union_and_enum_as_it_is(name: str, count: Callable[[str, int], None]) -> None:
    """All but scalars, which are pydantic's own, and what a tag of a wider union selects, which the next test has."""
    acp, forms = surface(name), wire_of(f"acp_types.{name}").forms()
    cases = 0
    for sample in samples(name):
        form = getattr(acp, sample.definition)
        plain = isinstance(forms.nodes[form], (Object, Tagged, Values)) and form not in variants(forms)
        if plain and sample.definition != "StateUpdate":
            check(plain_adapter(name, sample.definition), acp, sample)
            cases += 1
    count(f"samples of {name} through pydantic as they are", cases)


@pytest.mark.parametrize("name", SURFACES)
def test_every_variant_by_itself_has_its_tag(name: str) -> None:
    acp, forms = surface(name), wire_of(f"acp_types.{name}").forms()
    cases = 0
    for sample in samples(name):
        form = getattr(acp, sample.definition)
        if sample.written is not MISSING and isinstance(forms.nodes[form], Tagged):
            value = acp.decode(form, sample.value)
            home = variants(forms)[type(value)]
            if home.form == form:
                alone = adapter(type(value))
                assert alone.validate_python(sample.value) == value
                assert same(json.loads(alone.dump_json(value)), sample.written)
                cases += 1
    assert cases > 100


@pytest.mark.parametrize("name", SURFACES)
def test_json_schema_accepts_what_is_written(name: str, count: Callable[[str, int], None]) -> None:
    cases = 0
    for sample in samples(name):
        lenient = any(rule.startswith(("default-", "skip-")) for _, rule in sample.issues)
        if sample.written is not MISSING and not lenient:
            assert validator(name, sample.definition).is_valid(sample.written), sample
            cases += 1
    count(f"samples of {name} valid by the schema that pydantic makes", cases)


@pytest.mark.parametrize("name", SURFACES)
def test_json_schema_refuses_what_is_not_read(name: str) -> None:
    refused = [sample for sample in samples(name) if sample.written is MISSING]
    assert len(refused) > 400
    assert not [sample for sample in refused if validator(name, sample.definition).is_valid(sample.value)]


@functools.cache
def validator(name: str, definition: str) -> Any:
    schema = wire_adapter(name, definition).json_schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


# -- a model -----------------------------------------------------------------------------------------------------------


class Turn(BaseModel):
    """Our types as a user would put them in a model of their own."""

    note: v2.UpdateSessionNotification
    blocks: tuple[v2.ContentBlock, ...] = ()
    kind: v2.ToolKind = "read"
    session: Optional[v2.SessionId] = None
    update: Optional[Annotated[v2.SessionUpdate, Wire(v2)]] = None


TURN = {
    "note": UPDATE,
    "blocks": [{"type": "_gone", "a": 1}, {"type": "text", "text": "hi", "_x": {"y": None}}],
    "kind": "_lint",
    "session": "s",
    "update": {"sessionUpdate": "state_update", "state": "idle"},
}


def test_a_model_loses_nothing() -> None:
    turn = Turn.model_validate(TURN)
    assert turn.note.update == v2.ToolCallUpdate(
        tool_call_id=v2.ToolCallId("1"), title=None, unknown_fields={"_x": [1]}
    )
    assert turn.note.update.status is v2.UNSET
    assert turn.blocks[0] == v2.OtherContentBlock(type="_gone", payload={"a": 1})
    assert turn.kind == v2.OtherToolKind("_lint")
    assert json.loads(turn.model_dump_json()) == turn.model_dump(mode="json") == TURN
    assert turn.model_dump()["note"] == UPDATE
    assert Turn.model_validate_json(turn.model_dump_json()) == turn
    assert turn.model_copy(deep=True) == turn


def test_a_model_takes_objects_as_they_are() -> None:
    note = v2.decode(v2.UpdateSessionNotification, UPDATE)
    turn = Turn(note=note, blocks=[v2.TextContent(text="hi")], update=note.update)
    assert turn.note is note
    assert turn.update is note.update
    assert turn.model_dump()["blocks"] == ({"type": "text", "text": "hi"},)


def errors_of(call: Callable[[], object]) -> list[Any]:
    with pytest.raises(pydantic.ValidationError) as caught:
        call()
    assert "secret" not in str(caught.value)
    found: list[Any] = caught.value.errors()
    return found


def test_an_error_names_the_place_and_not_the_value() -> None:
    note = {"sessionId": "s", "update": {"sessionUpdate": "agent_message", "messageId": {"secret": 1}}}
    (error,) = errors_of(lambda: Turn.model_validate({**TURN, "note": note}))
    assert error["loc"] == ("note", "update", "messageId")
    assert error["msg"] == "$.update.messageId: expected string, got dict"
    assert error["type"] == "acp_decode"
    assert error["input"] == "<not shown>"
    assert error["ctx"] == {"message": error["msg"], "expected": "string", "got": "dict"}


def test_the_place_in_an_array_and_under_an_odd_name() -> None:
    (error,) = errors_of(lambda: adapter(v2.PromptRequest).validate_python({"sessionId": "s", "prompt": [{"type": 1}]}))
    assert error["loc"] == ("prompt", 0, "type")
    server = {"type": "stdio", "name": "n", "command": "c", "args": [], "env": [{"name": "n"}]}
    (error,) = errors_of(lambda: adapter(v1.NewSessionRequest).validate_python({"cwd": "/", "mcpServers": "secret"}))
    assert error["loc"] == ("mcpServers",)
    (error,) = errors_of(lambda: adapter(Annotated[v2.McpServer, Wire(v2)]).validate_python(server))
    assert error["loc"] == ("env", 0, "value")


def test_a_union_has_one_error_with_wire_and_one_for_each_variant_without() -> None:
    block = {"type": "text", "text": 1}
    (error,) = errors_of(lambda: adapter(Annotated[v2.ContentBlock, Wire(v2)]).validate_python(block))
    assert error["loc"] == ("text",)
    found = errors_of(lambda: adapter(v2.ContentBlock).validate_python(block))
    assert len(found) == 6
    assert found[0]["msg"] == "$.text: expected string, got int"
    assert found[1]["msg"] == "expected ImageContent, where type is 'image'"


def test_a_variant_has_its_tag_and_with_wire_it_has_none() -> None:
    text = v2.TextContent(text="hi")
    assert adapter(v2.TextContent).dump_python(text) == {"type": "text", "text": "hi"}
    assert errors_of(lambda: adapter(v2.TextContent).validate_python({"text": "hi"}))[0]["loc"] == ()
    itself = adapter(Annotated[v2.TextContent, Wire(v2)])
    assert itself.dump_python(text) == {"text": "hi"}
    assert itself.validate_python({"text": "hi"}) == text


def test_a_union_inside_another_needs_wire_to_stand_alone() -> None:
    idle = v2.IdleStateUpdate()
    assert adapter(v2.StateUpdate).dump_python(idle) == {"sessionUpdate": "state_update", "state": "idle"}
    assert errors_of(lambda: adapter(v2.StateUpdate).validate_python({"state": "idle"}))
    alone = adapter(Annotated[v2.StateUpdate, Wire(v2)])
    assert alone.dump_python(idle) == {"state": "idle"}
    assert alone.validate_python({"state": "idle"}) == idle


def test_wire_reports_and_is_strict_on_demand() -> None:
    issues: list[Any] = []
    lenient = adapter(Annotated[v2.TextContent, Wire(v2, on_issue=issues.append)])
    assert lenient.validate_python({"text": "hi", "annotations": 1}) == v2.TextContent(text="hi")
    assert issues == [v2.Issue("$.annotations", "default-on-error", 1)]
    strict = adapter(Annotated[v2.TextContent, Wire(v2, strict=True)])
    assert errors_of(lambda: strict.validate_python({"text": "hi", "annotations": 1}))[0]["loc"] == ("annotations",)
    assert repr(Wire(v2, strict=True)) == "Wire(acp_types.v2, strict=True)"


@pytest.mark.parametrize("form", [v1.TextContent, v1.ContentBlock, Optional[v2.TextContent], bytes])
def test_wire_refuses_what_is_no_type_of_the_surface(form: Any) -> None:
    with pytest.raises(TypeError, match="expected a type of this surface"):
        adapter(Annotated[form, Wire(v2)])


def test_an_object_of_the_wrong_kind_inside_is_not_written() -> None:
    wrong = v2.TextContent(text=1)  # type: ignore[arg-type]
    for form in (v2.TextContent, v2.ContentBlock, Any, Annotated[v2.ContentBlock, Wire(v2)]):
        with pytest.raises(pydantic_core.PydanticSerializationError, match=r"\$\.text: expected string, got int"):
            adapter(form).dump_json(wrong)


def test_a_field_without_a_type_is_written_by_the_codec_too() -> None:
    class Mine(v2.TextContent):
        """A subclass of a user's own."""

    update = v2.ToolCallUpdate(tool_call_id=v2.ToolCallId("1"), title=None)
    request = v2.Request(id=1, method="session/close", params=v2.CloseSessionRequest(session_id=v2.SessionId("s")))
    expected = [
        {"sessionUpdate": "tool_call_update", "toolCallId": "1", "title": None},
        {"type": "text", "text": "hi"},
        {"jsonrpc": "2.0", "id": 1, "method": "session/close", "params": {"sessionId": "s"}},
    ]
    values = [update, Mine(text="hi"), request]
    assert json.loads(adapter(Any).dump_json(values)) == expected
    assert pydantic_core.to_jsonable_python(values) == expected


def test_a_subclass_cannot_be_read() -> None:
    class Mine(v2.TextContent):
        """A subclass of a user's own."""

    with pytest.raises(pydantic.errors.PydanticSchemaGenerationError, match="Mine is your own subclass"):
        adapter(Mine)
    assert adapter(v2.ContentBlock).dump_python(Mine(text="hi")) == {"type": "text", "text": "hi"}
    assert adapter(pydantic.InstanceOf[Mine]).validate_python(Mine(text="hi")) == Mine(text="hi")


def test_messages_are_written_but_not_read() -> None:
    line = '{"jsonrpc":"2.0","id":1,"method":"session/close","params":{"sessionId":"s"}}'
    message = v2.read_message(line, sender="client")
    for form in (v2.Message, v2.Request):
        assert adapter(form).validate_python(message) is message
        assert adapter(form).dump_json(message).decode() == line
    assert "read_message" in errors_of(lambda: adapter(v2.Request).validate_json(line))[0]["msg"]
    assert adapter(v2.Request).json_schema() == {"additionalProperties": True, "type": "object"}


# -- UNSET, scalars, raw JSON ------------------------------------------------------------------------------------------


class Patched(BaseModel):
    """A patch of a user's own."""

    title: v2.Patch[str] = pydantic.Field(default_factory=lambda: v2.UNSET, exclude_if=lambda value: value is v2.UNSET)


def test_unset_is_left_out_with_exclude_if() -> None:
    assert Patched().title is v2.UNSET
    assert Patched().model_dump_json() == "{}"
    assert Patched(title=None).model_dump_json() == '{"title":null}'
    assert Patched.model_validate_json('{"title":null}').title is None
    assert Patched(title=v2.UNSET) == Patched()
    assert Patched.model_json_schema()["properties"]["title"]["anyOf"] == [{"type": "string"}, {"type": "null"}]


def test_unset_is_never_written() -> None:
    class Forgetful(BaseModel):
        title: v2.Patch[str] = v2.UNSET

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with pytest.raises(pydantic_core.PydanticSerializationError):
            Forgetful().model_dump_json()
    with pytest.raises(pydantic_core.PydanticSerializationError):
        pydantic_core.to_json([v2.UNSET])
    assert Forgetful(title="UNSET").title == "UNSET"


def test_scalars_are_pydantics_own_without_wire() -> None:
    assert adapter(v2.SessionId).validate_python("s") == "s"
    assert adapter(v2.RequestId).validate_python(1.0) == 1
    assert errors_of(lambda: adapter(Annotated[v2.RequestId, Wire(v2)]).validate_python(True))
    assert adapter(v2.ErrorCode).validate_python(-32700) is v2.ErrorCode.PARSE_ERROR


def test_raw_json_needs_wire() -> None:
    with pytest.raises((pydantic.errors.PydanticUserError, RecursionError)):
        adapter(v2.JsonValue).validate_python([1])
    assert adapter(Annotated[v2.JsonValue, Wire(v2)]).validate_python([1, {"a": None}]) == [1, {"a": None}]


@pytest.mark.parametrize("number", ["NaN", "-Infinity", "1e400"])
def test_what_pydantic_would_write_as_null_is_refused(number: str) -> None:
    text = adapter(v2.TextContent)
    (error,) = errors_of(lambda: text.validate_json(f'{{"type":"text","text":"","_meta":{{"a":[{number}]}}}}'))
    assert error["msg"] == "$: expected numbers that JSON can hold, got NaN or a larger one"
    value = v2.TextContent(text="", meta={"a": float(number)})
    with pytest.raises(
        pydantic_core.PydanticSerializationError, match=r"\$\._meta\.a: expected a finite number, got float"
    ):
        text.dump_json(value)
    assert text.validate_python(value) is value


def test_numbers_in_raw_json_keep_their_digits() -> None:
    raw = '{"type":"text","text":"","_meta":{"a":1000000000000000000000000000001,"b":1.0}}'
    text = adapter(v2.TextContent)
    assert text.dump_json(text.validate_json(raw)).decode() == raw


def test_lone_surrogates_are_refused_by_pydantic_itself() -> None:
    with pytest.raises(pydantic.ValidationError, match="Invalid JSON"):
        adapter(v2.TextContent).validate_json(r'{"type":"text","text":"\ud800"}')
    with pytest.raises(pydantic_core.PydanticSerializationError, match="surrogates"):
        adapter(v2.TextContent).dump_json(v2.TextContent(text="\ud800"))


def test_open_values() -> None:
    kinds = adapter(tuple[v2.ToolKind, ...])
    read = kinds.validate_json('["read", "_lint"]')
    assert [type(kind) for kind in read] == [str, v2.OtherToolKind]
    assert kinds.dump_json(read) == b'["read","_lint"]'
    assert kinds.json_schema()["items"]["anyOf"][1] == {"type": "string"}
    assert errors_of(lambda: adapter(v2.OtherToolKind).validate_python("read"))


def test_a_discriminator_is_refused() -> None:
    with pytest.raises(TypeError, match="discriminat"):
        adapter(Annotated[v2.ContentBlock, pydantic.Field(discriminator="type")])


# -- JSON Schema -------------------------------------------------------------------------------------------------------


def test_json_schema_of_a_variant() -> None:
    schema = adapter(tuple[v2.TextContent, ...]).json_schema()["$defs"]["TextContent"]
    assert schema["description"] == v2.TextContent.__doc__
    assert schema["required"] == ["type", "text"]
    assert schema["additionalProperties"] is True
    assert schema["properties"]["type"] == {"const": "text", "title": "type", "type": "string"}
    assert schema["properties"]["annotations"] == {
        "anyOf": [{"$ref": "#/$defs/Annotations"}, {"type": "null"}],
        "title": "annotations",
    }


def test_json_schema_of_a_class_in_two_shapes_has_two_names() -> None:
    itself = Annotated[v1.ToolCallUpdate, Wire(v1)]
    names = adapter(tuple[itself, v1.ToolCallUpdate]).json_schema()["$defs"]
    assert {"ToolCallUpdate", "ToolCallUpdateUntagged"} <= names.keys()
    states = adapter(tuple[Annotated[v2.StateUpdate, Wire(v2)], v2.SessionUpdate]).json_schema()["$defs"]
    assert {"IdleStateUpdate", "IdleStateUpdateByState"} <= states.keys()


def test_json_schema_of_two_versions_at_once() -> None:
    names = adapter(tuple[v1.TextContent, v2.TextContent]).json_schema()["$defs"]
    assert [name for name in names if name.endswith("TextContent")] == [
        "acp_types__v1__TextContent",
        "acp_types__v2__TextContent",
    ]


def test_json_schema_is_the_same_for_reading_and_writing() -> None:
    assert Turn.model_json_schema(mode="validation")["$defs"] == Turn.model_json_schema(mode="serialization")["$defs"]


# -- without pydantic --------------------------------------------------------------------------------------------------


def test_no_library_is_loaded_before_it_is_used() -> None:
    """Not by an import of the surface, of `Wire` or `register`, nor by whoever lists the attributes of an object."""
    code = (
        "import sys, inspect; from acp_types import v2; from acp_types.pydantic import Wire; Wire(v2);"
        "from acp_types.cattrs import register;"
        "inspect.getmembers(v2.TextContent(text='')); inspect.getmembers(v2.TextContent);"
        "print([name for name in sys.modules if name.startswith(('pydantic', 'attr', 'cattr', 'IPython', 'rich'))])"
    )
    path = [part for part in sys.path if part]
    code = f"import sys; sys.path[:] = {path!r}; {code}"
    assert subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout == "[]\n"


def test_without_docstrings() -> None:
    code = "import pydantic; from acp_types import v2; print(pydantic.TypeAdapter(v2.TextContent).json_schema())"
    code = f"import sys; sys.path[:] = {[part for part in sys.path if part]!r}; {code}"
    run = subprocess.run([sys.executable, "-OO", "-c", code], check=True, capture_output=True, text=True)
    assert "'const': 'text'" in run.stdout
    assert "description" not in run.stdout
