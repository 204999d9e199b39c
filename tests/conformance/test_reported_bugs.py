"""What users of typed protocol bindings have reported, as kinds of bugs that this package must not have.

Each test is about a kind, over everything of that kind in all surfaces, not about the one input of a report. The corpus
beside some checkouts has such inputs; the last test says that each of them is of a kind that is tested here.
"""

from __future__ import annotations

import copy
import dataclasses
import inspect
import json
import pickle
import re
import sys
import typing
from collections.abc import Callable, Iterator
from contextlib import suppress
from types import ModuleType
from typing import Any, TypeVar, get_args, get_origin

import pytest

from acp_types import v1
from acp_types import v2 as acp
from acp_types._runtime.json_value import ITSELF
from acp_types.negotiation import version_of
from codegen.decisions import Decisions
from codegen.errors import GenerationError
from codegen.frontend import python_name
from codegen.model import MISSING, Array, Enum, Field, Map, Record, Ref, Scalar
from codegen.normalise import normalise
from tests.conformance.evil_schema import (
    EVIL_MEMBERS,
    EVIL_TEXTS,
    check_members,
    generate_evil,
    loop_schema,
    reversed_schema,
)
from tests.conformance.kinds import (
    comes_back,
    error_of,
    fields_of,
    is_lenient,
    issues_of,
    items_of,
    other_members,
    plain_objects,
    records,
    string_enums,
    tagged_unions,
    takes_null,
)
from tests.conformance.samples import Samples
from tests.conftest import CORPUS, SURFACES, model, surface
from tests.types.test_imports import modules_after

Test = TypeVar("Test", bound=Callable[..., object])

COVERED: set[tuple[str, str]] = set()
"""Kind and cluster of the reports that have a test here."""

NOT_APPLICABLE: dict[tuple[str, str], str] = {
    ("name-collision", "enum-member-keyword"): (
        "string enums are `Literal` types: no Python name is made of a value; integer codes are named by their titles"
    ),
}
"""Reports of what cannot go wrong here, and why."""


def reported(kind: str, *clusters: str) -> Callable[[Test], Test]:
    """Say which reports a test is about; it is named after their kind."""

    def register(test: Test) -> Test:
        assert test.__name__.startswith(f"test_{kind.replace('-', '_')}"), test
        COVERED.update((kind, cluster) for cluster in clusters)
        return test

    return register


every_surface = pytest.mark.parametrize("name", SURFACES)


def request(method: str, params: Any) -> str:
    return json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})


# -- unknown things ----------------------------------------------------------------------------------------------------

UNKNOWN_TAGS = ("_acme.thing", "thing_of_tomorrow", "", "_", "TEXT", "Text", "text ", "usage-update")


@every_surface
@reported("unknown-session-update", "usage-update-unknown", "unknown-tag-generic", "session-info-update")
def test_unknown_session_update(name: str) -> None:
    """Every tag of the schema has its class, and any other tag is kept with its payload, in every union."""
    module = surface(name)
    samples = Samples(model(name))
    for union, form in tagged_unions(name):
        for variant in union.variants:
            if variant.tag:
                value = {**samples.value(variant.shape, full=True), union.tag: variant.tag}
                known = comes_back(module, form, value)
                assert getattr(known, python_name(str(union.tag))) == variant.tag
                assert type(known).__name__ != union.other
        for tag in UNKNOWN_TAGS if union.other else ():
            other = comes_back(
                module, form, {**other_members(name, union), union.tag: tag, "payload": [1, {"a": None}]}
            )
            assert type(other).__name__ == union.other
            assert other.is_custom == tag.startswith("_")


@reported("unknown-session-update", "usage-update-unknown", "session-info-update")
def test_unknown_session_update_with_zeros_and_absent_members() -> None:
    for amount in (0, 0.0, 0.5):
        usage = {"sessionUpdate": "usage_update", "used": 0, "size": 9, "cost": {"amount": amount, "currency": "EUR"}}
        assert comes_back(v1, v1.SessionUpdate, usage).used == 0
    title = comes_back(v1, v1.SessionUpdate, {"sessionUpdate": "session_info_update", "title": "Fix the tests"})
    assert title == v1.SessionInfoUpdate(title="Fix the tests")
    assert title.updated_at is v1.UNSET


@every_surface
@reported("unknown-enum-value", "stop-reason-error", "permission-kind-unknown", "enum-late-crash")
def test_unknown_enum_value(name: str) -> None:
    """It is kept as what it is, works like any string, and is never one of the known values."""
    module = surface(name)
    for enum, form in string_enums(name):
        for text in ("_acme.value", "value_of_tomorrow", "", str(enum.values[0].value).upper()):
            value = comes_back(module, form, text)
            assert type(value).__name__ == enum.other
            assert value == text
            assert value not in [known.value for known in enum.values]
            assert {value: 1}[text] == 1
            for duplicate in (copy.copy(value), copy.deepcopy(value), pickle.loads(pickle.dumps(value))):
                assert (duplicate, type(duplicate), repr(duplicate)) == (value, type(value), repr(value))
            if not enum.open_in_schema:
                assert error_of(module, form, text, strict=True).startswith("$: expected one of ")


@reported("unknown-enum-value", "stop-reason-error", "permission-kind-unknown", "tool-kind-missing")
def test_unknown_enum_value_in_its_object() -> None:
    """It fails nothing around it; strict reading refuses the object and says where."""
    result = {"stopReason": "gave_up", "transcript": "/w/log"}
    answer = comes_back(v1, v1.PromptResponse, result)
    assert answer.stop_reason == v1.OtherStopReason("gave_up")
    assert error_of(v1, v1.PromptResponse, result, strict=True).startswith("$.stopReason: expected one of 'end_turn'")
    options = [{"optionId": kind, "name": kind, "kind": kind} for kind in ("allow_once", "allow_for_an_hour")]
    asked = {"sessionId": "s", "toolCall": {"toolCallId": "t"}, "options": options}
    kinds = [option.kind for option in comes_back(v1, v1.RequestPermissionRequest, asked).options]
    assert kinds == ["allow_once", v1.OtherPermissionOptionKind("allow_for_an_hour")]
    with pytest.raises(v1.MessageError, match=r"\$\.params\.options\[1\]\.kind: expected one of"):
        v1.read_message(request("session/request_permission", asked), sender="agent", strict=True)
    call, issues = issues_of(v1, v1.ToolCall, {"toolCallId": "t", "title": "No kind"})
    assert (call.kind, issues) == (None, [])
    assert v1.encode(v1.ToolCall, call) == {"toolCallId": "t", "title": "No kind"}


@every_surface
@reported("unknown-enum-value", "enum-from-number")
def test_unknown_enum_value_that_is_a_number(name: str) -> None:
    module = surface(name)
    for enum in items_of(name, Enum):
        if not enum.other and isinstance(enum.values[0].value, int):
            codes = getattr(module, enum.name)
            for known in enum.values:
                assert comes_back(module, codes, known.value) is codes(known.value)
            for unknown in (-32099, 0, 1, 2**31 - 1):
                assert type(comes_back(module, codes, unknown)) is int


@every_surface
@reported("unknown-content-variant", "vendor-image-shape", "resource-link-old-union")
def test_unknown_content_variant(name: str) -> None:
    """A known tag decides: what is wrong with its body is one error that says so, never an unknown variant."""
    module = surface(name)
    samples = Samples(model(name))
    for union, form in tagged_unions(name):
        for variant in union.variants:
            item = model(name).items[variant.shape.name] if isinstance(variant.shape, Ref) else None
            if not variant.tag or not isinstance(item, Record) or union.default:
                continue
            value: dict[Any, Any] = {**samples.record(item, full=False), union.tag: variant.tag}
            for field in samples.spelling.all_fields(item):
                if field.required and not is_lenient(field):
                    without = {key: part for key, part in value.items() if key != field.wire}
                    assert error_of(module, form, without).startswith(f"$.{field.wire}: expected ")


@reported("unknown-content-variant", "vendor-image-shape", "resource-link-old-union")
def test_unknown_content_variant_in_a_vendors_shape() -> None:
    image = {"type": "image", "source": {"kind": "base64", "data": "AA=="}}
    for module in (v1, acp):
        assert error_of(module, module.ContentBlock, image) == "$.data: expected string, got nothing"
    update = {"toolCallId": "t", "status": "completed", "content": [{"type": "content", "content": image}]}
    read, issues = issues_of(v1, v1.ToolCallUpdate, update)
    assert (read.status, read.content) == ("completed", ())
    assert issues == [("$.content[0]", "skip-invalid-items")]
    link = {"type": "resource_link", "name": "Terms", "uri": "https://example.test/terms"}
    assert comes_back(v1, v1.ContentBlock, link) == v1.ResourceLink(name="Terms", uri="https://example.test/terms")


# -- null and absent ---------------------------------------------------------------------------------------------------


@every_surface
@reported("missing-or-null-field", "usage-used-null", "null-where-absent")
def test_missing_or_null_field(name: str) -> None:
    """Null is a value of its own: read only where the schema has it or forgives it, and never as 0, '' or 'None'."""
    module = surface(name)
    for form, value, field in fields_of(name):
        nulled = {**value, field.wire: None}
        if field.nullable or field.patch:
            assert getattr(module.decode(form, nulled), field.name) is None
        elif field.required and not is_lenient(field) and not takes_null(name, field.shape):
            assert error_of(module, form, nulled).startswith(f"$.{field.wire}: expected ")
            missing = {key: part for key, part in value.items() if key != field.wire}
            assert error_of(module, form, missing).startswith(f"$.{field.wire}: expected ")


@reported("missing-or-null-field", "usage-used-null")
def test_missing_or_null_field_in_one_message_leaves_the_next_alone() -> None:
    def line(used: Any) -> str:
        update = {"sessionUpdate": "usage_update", "used": used, "size": 10, "cost": None}
        params = {"sessionId": "s", "update": update}
        return json.dumps({"jsonrpc": "2.0", "method": "session/update", "params": params})

    for module in (v1, acp):
        good = module.read_message(line(0), sender="agent")
        with pytest.raises(module.MessageError, match=r"\$\.params\.update\.used: expected integer .*, got null"):
            module.read_message(line(None), sender="agent")
        assert module.read_message(line(0), sender="agent") == good


@reported("missing-or-null-field", "tool-call-nulls", "diff-oldtext-null", "null-where-absent")
def test_missing_or_null_field_of_tool_calls() -> None:
    nulls = {"content": None, "locations": None, "rawInput": None}
    call, issues = issues_of(v1, v1.ToolCall, {"toolCallId": "t", "title": "Edit", **nulls})
    assert (call.content, call.locations, call.raw_input) == (None, None, None)
    assert issues == [("$.content", "default-on-error"), ("$.locations", "default-on-error")]
    update = comes_back(acp, acp.ToolCallUpdate, {"toolCallId": "t", "title": None, **nulls})
    assert (update.title, update.content, update.kind) == (None, None, acp.UNSET)
    # In v1 null leaves a member as it is, so it is the same as absence.
    assert v1.decode(v1.ToolCallUpdate, {"toolCallId": "t", "title": None, **nulls}) == v1.ToolCallUpdate(
        tool_call_id=v1.ToolCallId("t")
    )
    diff: dict[str, Any] = {"type": "diff", "path": "/w/new.py", "oldText": None, "newText": "1\n"}
    assert v1.decode(v1.ToolCallContent, diff) == v1.Diff(path="/w/new.py", new_text="1\n")
    assert acp.decode(acp.ToolCallUpdate, {"toolCallId": "t", "content": [diff]}).content == ()


@reported("missing-or-null-field", "clientinfo-version")
def test_missing_or_null_field_of_who_connects() -> None:
    info = {"name": "bridge", "title": "Bridge"}
    hello, issues = issues_of(v1, v1.InitializeRequest, {"protocolVersion": 1, "clientInfo": info})
    assert (hello.client_info, issues) == (None, [("$.clientInfo", "default-on-error")])
    assert "$.info.version" in error_of(acp, acp.InitializeRequest, {"protocolVersion": 2, "info": info})
    for module in (v1, acp):
        with pytest.raises(TypeError, match="'version'"):
            module.Implementation(name="bridge")


@every_surface
@reported("null-result", "response-envelope-null", "exclude-none-envelope")
def test_null_result(name: str) -> None:
    """A result of null is a success, and a success is always written with a result."""
    module = surface(name)
    success = module.read_message('{"jsonrpc":"2.0","id":"a","result":null}', sender="agent")
    assert success == module.Response(id="a", result=None)
    assert json.loads(module.write_message(success)) == {"jsonrpc": "2.0", "id": "a", "result": None}
    with pytest.raises(module.MessageError, match="expected method, result or error"):
        module.read_message('{"jsonrpc":"2.0","id":"a"}', sender="agent")
    read = 0
    for method in {**module.AGENT_REQUESTS, **module.CLIENT_REQUESTS}.values():
        try:
            empty = method.decode_result(None)
        except module.DecodeError:
            continue
        read += 1
        assert (
            json.loads(module.write_message(module.Response(id=0, result=method.encode_result(empty))))["result"] == {}
        )
    assert read > 3


@every_surface
@reported("null-vs-absent", "meta-null-v2", "session-info-null-title", "unset-written-as-null")
def test_null_vs_absent(name: str) -> None:
    """Each patch field has three states, apart in Python and on the wire; a new object writes what it must alone."""
    module = surface(name)
    patches = 0
    for form, value, field in fields_of(name):
        if field.patch:
            patches += 1
            least = {key: part for key, part in value.items() if key != field.wire}
            assert getattr(comes_back(module, form, least), field.name) is module.UNSET
            assert getattr(comes_back(module, form, {**least, field.wire: None}), field.name) is None
            assert getattr(comes_back(module, form, value), field.name)
            malformed = {**least, field.wire: Samples(model(name)).misfit(field.shape)}
            if field.default_on_error and malformed[field.wire] is not MISSING:
                assert getattr(module.decode(form, malformed), field.name) is module.UNSET
    assert patches >= 5
    update = acp.TerminalUpdate(terminal_id=acp.TerminalId("t"))
    assert acp.encode(acp.TerminalUpdate, update) == {"terminalId": "t"}


@reported("null-vs-absent", "nullable-enum")
def test_null_vs_absent_in_an_enum() -> None:
    """Null beside an enum makes a member nullable; it never becomes a value of the enum."""
    values = [{"type": "string", "const": value} for value in ("pending", "failed")]
    nullable = {"anyOf": [{"$ref": "#/$defs/Status"}, {"type": "null"}]}
    definitions = {"Status": {"oneOf": values}, "Task": {"type": "object", "properties": {"status": nullable}}}
    form = normalise({"$defs": definitions}, Decisions({}), "v2").definitions
    assert form["Status"]["enum"] == ["pending", "failed"]
    assert form["Task"]["properties"]["status"]["anyOf"][1] == {"type": "null"}
    with pytest.raises(GenerationError):  # a spelling that no published schema has
        normalise({"$defs": {"Mode": {"enum": ["a", "b", None]}}}, Decisions({}), "v2")


# -- unions ------------------------------------------------------------------------------------------------------------

STDIO: dict[str, Any] = {"name": "files", "command": "/bin/files"}


@reported("mcp-server-shape", "silently-dropped", "empty-arrays-omitted")
def test_mcp_server_shape_that_is_malformed() -> None:
    """Nothing disappears: what is malformed is an error that names the member, of the variant that was meant."""
    for server, where in (
        ({**STDIO, "transport": "stdio"}, r"args: expected array, got nothing"),
        ({**STDIO, "args": []}, r"env: expected array, got nothing"),
        ({"type": "http", "name": "web", "url": "https://example.test"}, r"headers: expected array, got nothing"),
    ):
        with pytest.raises(v1.MessageError, match=rf"\$\.params\.mcpServers\[0\]\.{where}"):
            v1.read_message(request("session/new", {"cwd": "/w", "mcpServers": [server]}), sender="client")
    # `stdio` is no tag in v1: what has it and is no such server either is kept, and reported.
    kept, issues = issues_of(v1, v1.McpServer, {"type": "stdio", **STDIO})
    assert v1.encode(v1.McpServer, kept) == {"type": "stdio", **STDIO}
    assert issues == [("$.type", "unknown-variant")]
    assert error_of(v1, v1.McpServer, {"type": "stdio", **STDIO}, strict=True)


@reported("mcp-server-shape", "empty-arrays-omitted", "stdio-with-type", "mcpserver-discriminator")
def test_mcp_server_shape_with_and_without_its_tag() -> None:
    full = {**STDIO, "args": [], "env": []}
    server = comes_back(v1, v1.McpServer, full)
    assert server == v1.McpServerStdio(name="files", command="/bin/files", args=(), env=())
    tagged = comes_back(v1, v1.McpServer, {**full, "type": "stdio"})
    assert isinstance(tagged, v1.McpServerStdio)
    assert v1.decode(v1.McpServer, {**full, "type": "stdio"}, strict=True) == tagged
    http = v1.McpServerHttp(name="web", url="https://example.test", headers=())
    assert json.loads(v1.dumps(v1.McpServer, http))["headers"] == []
    for shorter in ({"type": "stdio", **STDIO}, {"type": "http", "name": "web", "url": "https://example.test"}):
        assert comes_back(acp, acp.McpServer, shorter)
    assert error_of(acp, acp.McpServer, full) == "$.type: expected string, got nothing"


@every_surface
@reported("permission-outcome-shape", "outcome-flat", "outcome-nested")
def test_permission_outcome_shape(name: str) -> None:
    """An answer that is no answer is an error; it can never be taken for an approval."""
    module = surface(name)
    form = module.RequestPermissionResponse
    for flat in ({"optionId": "yes"}, {"outcome": "selected"}, {"outcome": {"optionId": "yes"}}, {"outcome": None}):
        assert error_of(module, form, flat).startswith("$.outcome")
        with pytest.raises(module.DecodeError):
            module.CLIENT_REQUESTS["session/request_permission"].decode_result(flat)
    nested = comes_back(module, form, {"outcome": {"outcome": "selected", "optionId": "yes"}})
    assert nested.outcome == module.SelectedPermissionOutcome(option_id="yes")


@reported("untagged-union", "command-input")
def test_untagged_union() -> None:
    """A union of one, without a tag on the wire, is read as that one."""
    command = {"name": "review", "description": "Look at it", "input": {"hint": "at what"}}
    assert comes_back(v1, v1.AvailableCommand, command).input == v1.UnstructuredCommandInput(hint="at what")
    commands, issues = issues_of(acp, acp.AvailableCommandsUpdate, {"availableCommands": [command]})
    assert (commands.available_commands, issues) == ((), [("$.availableCommands[0]", "skip-invalid-items")])


@reported("untagged-union", "anyof-discriminator")
def test_untagged_union_is_told_from_a_tagged_one_without_a_discriminator() -> None:
    def branch(**more: Any) -> dict[str, Any]:
        return {"type": "object", "properties": {"type": {"type": "string", **more}}, "required": ["type"]}

    rest = {**branch(), "title": "other", "additionalProperties": True, "not": {"anyOf": [branch(const="start")]}}
    form = normalise({"$defs": {"From": {"anyOf": [branch(const="start"), rest]}}}, Decisions({}), "v2").definitions
    assert form["From"]["x-acp"]["tag"] == "type"
    assert form["OtherFrom"]["x-acp"]["other"] == {"union": "From", "tag": "type", "known": ["start"]}


@every_surface
@reported("union-fallback", "first-member", "raw-dict", "default-swallows")
def test_union_fallback(name: str) -> None:
    """What has no tag is no variant, not even the first; and what was read is always an object of a class."""
    module = surface(name)
    samples = Samples(model(name))
    for union, form in tagged_unions(name):
        value = samples.value(Ref(union.name), full=True)
        assert dataclasses.is_dataclass(module.decode(form, value))
        tags: list[Any] = [None, 7, [], {}]
        no_text = [{**value, union.tag: tag} for tag in tags]
        for untagged in ({}, {"metrics": {"count": 1}}, *no_text, [], "text"):
            if not (union.default and isinstance(untagged, dict)):
                assert error_of(module, form, untagged).startswith("$")
    chunk = {"sessionUpdate": "agent_message_chunk", "messageId": "m", "content": {"type": "text"}}
    assert error_of(module, module.SessionUpdate, chunk) == "$.content.text: expected string, got nothing"
    assert error_of(acp, acp.SessionUpdate, {**chunk, "messageId": None}).startswith("$.messageId: expected string")


@every_surface
@reported("union-fallback", "missing-hook")
def test_union_fallback_of_the_codec_is_never_needed(name: str) -> None:
    """Every definition, and every variant of every union, can be read and written."""
    module = surface(name)
    samples = Samples(model(name))
    for item in model(name).items.values():
        for full in (False, True):
            comes_back(module, getattr(module, item.name), samples.value(Ref(item.name), full=full))


# -- leniency and types ------------------------------------------------------------------------------------------------


@every_surface
@reported("over-lenient", "prompt-malformed")
def test_over_lenient(name: str) -> None:
    """Only what the schema marks is forgiven."""
    module = surface(name)
    samples = Samples(model(name))
    for form, value, field in fields_of(name):
        misfit = samples.misfit(field.shape)
        if field.default_on_error or misfit is MISSING:
            continue
        assert error_of(module, form, {**value, field.wire: misfit}).startswith(f"$.{field.wire}")
        if isinstance(field.shape, Array) and not field.shape.skip_invalid:
            inner = samples.misfit(field.shape.item)
            error = error_of(module, form, {**value, field.wire: [*value[field.wire], inner]})
            assert error.startswith(f"$.{field.wire}[{len(value[field.wire])}]")
    for prompt in ([{"type": "text"}], "hello", {"type": "text", "text": "hello"}, [None]):
        error_of(module, module.PromptRequest, {"sessionId": "s", "prompt": prompt})


@every_surface
@reported("number-type", "line-malformed", "line-fraction")
def test_number_type(name: str) -> None:
    """Integers are whole numbers in range, and `int`; nothing else is read as one."""
    module = surface(name)
    found = 0
    for form, value, field in fields_of(name):
        shape = field.shape
        if isinstance(shape, Scalar) and shape.kind == "integer":
            found += 1
            for wrong in ("1", 1.5, True, [], -(2**70), 2**70, "", 1e300, *([-1] if shape.minimum == 0 else [])):
                if field.default_on_error:
                    assert getattr(module.decode(form, {**value, field.wire: wrong}), field.name) != wrong
                else:
                    assert error_of(module, form, {**value, field.wire: wrong}).startswith(
                        f"$.{field.wire}: expected int"
                    )
            read = getattr(module.decode(form, {**value, field.wire: 2.0}), field.name)
            assert (read, type(read)) == (2, int)
    assert found > 3


@reported("number-type", "line-malformed", "big-int")
def test_number_type_in_messages_and_raw_json() -> None:
    file = {"sessionId": "s", "path": "/w/a.txt"}
    for member, wrong in (("line", -1), ("limit", "10"), ("line", 1.5)):
        with pytest.raises(v1.MessageError, match=rf"\$\.params\.{member}: expected integer") as caught:
            v1.read_message(request("fs/read_text_file", {**file, member: wrong}), sender="agent")
        assert caught.value.error.code == v1.ErrorCode.INVALID_PARAMS
    assert v1.decode(v1.ReadTextFileRequest, {**file, "line": None, "limit": 0}).limit == 0
    digits = '{"toolCallId":"t","rawOutput":{"id":123456789012345678901234567890,"n":9007199254740993,"f":1e2}}'
    for module in (v1, acp):
        update = module.loads(module.ToolCallUpdate, digits)
        assert update.raw_output == {"id": 123456789012345678901234567890, "n": 9007199254740993, "f": 100}
        assert '"id":123456789012345678901234567890' in module.dumps(module.ToolCallUpdate, update)


@every_surface
@reported("required-empty-dropped", "text-empty")
def test_required_empty_dropped(name: str) -> None:
    """Empty values are values: they are written like any other."""
    module = surface(name)
    for form, value, field in fields_of(name):
        for empty in empty_values(field):
            comes_back(module, form, {**value, field.wire: empty})


def empty_values(field: Field) -> list[Any]:
    shape = field.shape
    if isinstance(shape, Array):
        return [] if shape.min_items else [[]]
    if isinstance(shape, Map):
        return [{}]
    if not isinstance(shape, Scalar) or shape.pattern:
        return []
    values: dict[str, list[Any]] = {
        "string": [] if shape.min_length else [""],
        "boolean": [False],
        "integer": [] if (shape.minimum or 0) > 0 else [0],
        "number": [0, 0.0],
        "json": [0, "", False, [], {}],
    }
    return values.get(shape.kind, [])


@every_surface
@reported("over-strict-string", "uri-strict", "image-uri-scheme")
def test_over_strict_string(name: str) -> None:
    """Text is text: no URL is checked or rewritten, no date parsed, no base64 decoded."""
    module = surface(name)
    found = 0
    for form, value, field in fields_of(name):
        if isinstance(field.shape, Scalar) and field.shape.kind == "string" and not field.shape.pattern:
            found += 1
            for text in (
                "items/42",
                "editor:///agent/pasted?name=A b",
                "HTTP://Example.COM",
                "not base64!",
                "yesterday",
            ):
                assert getattr(comes_back(module, form, {**value, field.wire: text}), field.name) == text
    assert found > 50


# -- versions and names ------------------------------------------------------------------------------------------------


@reported("protocol-version", "pv-string")
def test_protocol_version() -> None:
    """A whole number, however it is spelled; text is none, whatever it looks like."""
    for module in (v1, acp):
        for text in ("1", "1.0", "2024-11-05", "", True, None, [1], 1.5, -1, 65536):
            error_of(module, module.ProtocolVersion, text)
        for number in (0, 1, 1.0, 2, 65535):
            version = module.decode(module.ProtocolVersion, number)
            assert (version, type(version)) == (number, int)
    hello: dict[str, Any] = {"protocolVersion": "1.0", "capabilities": {}, "clientInfo": {"name": "c", "version": "9"}}
    assert error_of(v1, v1.InitializeRequest, hello) == "$.protocolVersion: expected integer 0..65535, got str"
    assert version_of(hello) == 1


@reported("version-mixup", "v2-number-v1-body", "v2-variant-on-v1")
def test_version_mixup() -> None:
    """The versions share no classes: neither reads nor writes what is the other's as its own."""
    hello: dict[str, Any] = {
        "protocolVersion": 2,
        "clientInfo": {"name": "c", "version": "1"},
        "clientCapabilities": {"terminal": True},
    }
    assert error_of(acp, acp.InitializeRequest, hello).startswith(
        "$.info: expected Implementation, got nothing: ACP v1 "
    )
    assert v1.decode(v1.InitializeRequest, hello).client_capabilities.terminal is True
    assert version_of(hello) == 1
    idle = {"sessionUpdate": "state_update", "state": "idle", "stopReason": "end_turn"}
    kept = comes_back(v1, v1.SessionUpdate, idle)
    assert isinstance(kept, v1.OtherSessionUpdate)
    with pytest.raises(TypeError, match="expected SessionUpdate, got IdleStateUpdate"):
        v1.encode(v1.SessionUpdate, acp.decode(acp.SessionUpdate, idle))
    classes = [{id(one) for one in vars(module).values() if dataclasses.is_dataclass(one)} for module in (v1, acp)]
    assert not classes[0] & classes[1]


@every_surface
@reported("name-casing", "tag-value-casing")
def test_name_casing(name: str) -> None:
    """Names and values are what the schema writes, to the letter; another spelling is something unknown."""
    module = surface(name)
    for union, form in tagged_unions(name):
        tags = [variant.tag for variant in union.variants if variant.tag]
        for tag in tags:
            for spelling in {tag.upper(), tag.title(), camel(tag), python_name(tag), tag.replace("_", "-")} - set(tags):
                if union.other:
                    value: dict[Any, Any] = {**other_members(name, union), union.tag: spelling}
                    assert type(comes_back(module, form, value)).__name__ == union.other
    for form, value, field in fields_of(name):
        if field.name != field.wire and field.name not in value:
            extra = comes_back(module, form, {**value, field.name: "not the member"})
            rest = extra.payload if hasattr(extra, "payload") else extra.unknown_fields
            assert rest[field.name] == "not the member"


def camel(text: str) -> str:
    first, *rest = text.split("_")
    return first + "".join(part.title() for part in rest)


@reported("name-casing", "group-vs-groupid")
def test_name_casing_of_the_other_version() -> None:
    """An item with the other version's names is skipped whole and reported, not read by half."""
    inner = {"name": "Vendor", "options": [{"value": "a", "name": "A"}]}
    option = {"name": "Model", "type": "select", "currentValue": "a"}
    old = {**option, "id": "m", "options": [{"group": "g", **inner}]}
    new = {**option, "configId": "m", "options": [{"groupId": "g", **inner}]}
    for module, own, others in ((v1, old, new), (acp, new, old)):
        assert comes_back(module, module.SessionConfigOption, own).options[0].options[0].value == "a"
        read, issues = issues_of(module, module.ConfigOptionUpdate, {"configOptions": [others]})
        assert (read.config_options, issues) == ((), [("$.configOptions[0]", "skip-invalid-items")])


@every_surface
@reported("name-casing", "auth-extra-required")
def test_name_casing_and_required_members_are_the_schemas(name: str) -> None:
    """What must be given, to a constructor and on the wire, is what the schema requires; nothing was added by hand."""
    module = surface(name)
    found = 0
    for definition, schema in plain_objects(name):
        found += 1
        required = set(schema.get("required", ()))
        parameters = inspect.signature(getattr(module, definition)).parameters.values()
        given = {parameter.name for parameter in parameters if parameter.default is inspect.Parameter.empty}
        assert given == set(map(python_name, required)), definition
        least = Samples(model(name)).value(Ref(definition), full=False)
        assert least.keys() == required
        comes_back(module, getattr(module, definition), least)
    assert found > 80


@every_surface
@reported("name-collision", "keyword-alias-wire", "builtin-field")
def test_name_collision(name: str) -> None:
    """However a member is called in Python, on the wire it has its own name; and its type is what it says."""
    module = surface(name)
    for form, value, field in fields_of(name):
        assert field.wire in module.encode(form, module.decode(form, value))
    for _, form in records(name):
        assert typing.get_type_hints(form).keys() >= {field.name for field in dataclasses.fields(form)}
    option = comes_back(module, module.EnumOption, {"const": "eu", "title": "Europe"})
    assert option == module.EnumOption(const="eu", title="Europe")


@pytest.fixture(scope="module")
def evil(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """The v2 surface of a schema with everything in it that could break generated code."""
    folder = tmp_path_factory.mktemp("evil")
    generate_evil(folder / "acp_evil")
    sys.path.insert(0, str(folder))
    try:
        yield __import__("acp_evil.v2").v2
    finally:
        sys.path.remove(str(folder))


@reported("name-collision", "builtin-field")
def test_name_collision_with_what_annotations_use(evil: Any) -> None:
    """Members called like builtins, and like what the generated code itself uses, hide none of it."""
    value = {"name": "n", "version": "1", **{wire: [True] for wire in EVIL_MEMBERS}}
    read = comes_back(evil, evil.Implementation, value)
    hints = typing.get_type_hints(evil.Implementation)
    names = [field.name for field in dataclasses.fields(read)[: len(EVIL_MEMBERS)]]
    for name in names:
        assert getattr(read, name) == (True,)
        assert hints[name] == (tuple[bool, ...] | None)
    made = evil.Implementation(name="n", version="1", **dict.fromkeys(names, (True,)))
    assert made == read == eval(repr(read), vars(evil)) == pickle.loads(pickle.dumps(read)) == copy.deepcopy(read)
    assert hash(made) == hash(read)


@pytest.mark.parametrize("wire", ["tuple", "str", "int", "float", "bool", "field", "payload", "is_custom"])
@reported("name-collision", "builtin-field")
def test_name_collision_that_would_hide_something(evil: Any, wire: str) -> None:
    """A member whose name would change what the annotations beside it mean, or hide a member of all, gets another."""
    assert getattr(evil.Implementation(name="n", version="1", **{f"{wire}_": (True,)}), f"{wire}_") == (True,)
    with pytest.raises(GenerationError, match=f"two members .*are called {wire}_ in Python"):
        check_members(wire, f"{wire}_")


@reported("docstring-escape", "triple-quote")
def test_docstring_escape(evil: Any) -> None:
    """Whatever a description holds, the code that is made of it compiles, and its words are in the docstring."""
    for name, text in EVIL_TEXTS.items():
        documented = getattr(evil, name).__doc__
        for word in text.split():
            assert word in documented, name


@reported("forward-ref-recursion", "alias-cycle", "self-reference-py")
def test_forward_ref_recursion() -> None:
    """JSON is the one recursive type, and every annotation resolves; a recursive schema stops the generator."""
    for name in SURFACES:
        for _, form in records(name):
            for hint in typing.get_type_hints(form).values():
                assert "ForwardRef" not in repr(hint).replace(f"ForwardRef({ITSELF!r})", "")
    for cycle in (("Task",), ("Sum", "Term")):
        with pytest.raises(GenerationError, match=f"{' -> '.join((*cycle, cycle[0]))}: a type that contains itself"):
            loop_schema(*cycle)


# -- generation, import, typing ----------------------------------------------------------------------------------------


@reported("generation-drift", "ordering")
def test_generation_drift() -> None:
    """The order of the schema's definitions and members is the order of the code's, and changes nothing else in it.

    But for how writers join members: those that are always written, and come first, are one text. And for the places in
    the schema that symbols are from, which count its lists.
    """
    forwards, backwards = (reversed_schema(backwards=turned) for turned in (False, True))
    assert forwards.keys() == backwards.keys()
    assert forwards != backwards
    for path, text in forwards.items():
        said = functions if "/_writers/" in path else names if path.endswith("_symbols.py") else words
        assert said(text) == said(backwards[path]), path


def words(text: str) -> list[str]:
    """All that a text says, whatever stands where."""
    return sorted(re.findall(r"\w+", text))


def names(text: str) -> set[str]:
    """The names in a text."""
    return set(re.findall(r"[A-Za-z_]\w*", text))


def functions(text: str) -> list[str]:
    """The functions that a text defines."""
    return sorted(re.findall(r"def (\w+)", text))


@every_surface
@reported("generation-drift", "ordering", "schema-reorder")
def test_generation_drift_breaks_no_constructor(name: str) -> None:
    """Members have no position, so their order means nothing to whoever uses them."""
    for _, form in records(name):
        assert all(field.kw_only for field in dataclasses.fields(form))
        assert form.__match_args__ == ()


@every_surface
@reported("api-break", "positional-order")
def test_api_break(name: str) -> None:
    """Values cannot be swapped by position: constructors take names, and methods one object."""
    module = surface(name)
    for _, form in records(name):
        with pytest.raises(TypeError):
            form("a", "b")
    for stub in (module.AgentStub, module.ClientStub, module.SyncAgentStub, module.SyncClientStub):
        for method in stub_methods(stub):
            assert list(inspect.signature(method).parameters) == ["self", "params"]
    swapped = {"sessionId": [{"type": "text", "text": "hi"}], "prompt": "s"}
    assert error_of(module, module.PromptRequest, swapped).startswith("$.sessionId: expected string, got list")


def stub_methods(stub: Any) -> list[Any]:
    """What a stub has for the protocol's methods: all but those for extensions."""
    return [
        method
        for name, method in inspect.getmembers(stub, inspect.isfunction)
        if not name.startswith(("_", "extension", "request", "notify"))
    ]


@reported("import-time", "import-generated")
def test_import_time() -> None:
    """What is not used is not loaded: the other version, the unstable surface, the codec that is not needed."""
    plain = 'from acp_types import v1; v1.loads(v1.ContentBlock, \'{"type":"text","text":"a"}\')'
    loaded = modules_after(plain)
    assert {"acp_types.v1._readers.content"} == {name for name in loaded if name.startswith("acp_types.v1._readers.c")}
    assert not loaded & {"acp_types.v1._codec", "acp_types._runtime.nodes"}
    assert "acp_types.v1._codec" in modules_after(plain.replace("')", "', strict=True)"))
    assert not {
        name for name in loaded if name.startswith(("acp_types.v2", "acp_types.v1.unstable", "acp_types.v1._stubs"))
    }
    assert not loaded & {"dataclasses", "inspect", "asyncio", "jsonschema", "pydantic"}
    assert not {name for name in modules_after("import acp_types") if name.startswith("acp_types.")}


@every_surface
@reported("static-typing", "sequence-variance", "strict-generics", "private-import-usage")
def test_static_typing(name: str) -> None:
    """Members have no invariant or bare containers, and no types that are not public names of the surface."""
    module = surface(name)
    public = {getattr(module, public) for public in module.__all__ if isinstance(getattr(module, public), type)}
    for _, form in records(name):
        hints = typing.get_type_hints(form)
        for member in (name for name in hints if not name.startswith("__")):
            for part in parts_of(hints[member]):
                assert get_origin(part) not in (list, dict, set), form
                assert part not in (list, dict, tuple, object, Any), form
                if isinstance(part, type) and part.__module__.startswith("acp_types"):
                    assert part in public, form


def parts_of(hint: Any) -> Iterator[Any]:
    yield hint
    for argument in get_args(hint):
        yield from parts_of(argument)


@every_surface
@reported("static-typing", "stub-vs-runtime")
def test_static_typing_of_stubs(name: str) -> None:
    """A stub's method takes and returns the very types of the method's row in the table."""
    module = surface(name)
    for side in ("Agent", "Client"):
        requests = getattr(module, f"{side.upper()}_REQUESTS")
        notifications = getattr(module, f"{side.upper()}_NOTIFICATIONS")
        for stub in (getattr(module, f"{side}Stub"), getattr(module, f"Sync{side}Stub")):
            methods = [*requests.values(), *notifications.values()]
            assert {method.attribute for method in methods} == {method.__name__ for method in stub_methods(stub)}
            for method in methods:
                hints = typing.get_type_hints(getattr(stub, method.attribute))
                assert hints["params"] == method.params_form
                assert hints["return"] == getattr(method, "result_form", type(None))


@every_surface
@reported("static-typing", "protocol-new-methods")
def test_static_typing_of_handlers(name: str) -> None:
    """Whoever implements one method has all others: they answer that there is no such method."""
    module = surface(name)

    class Handler(module.SyncAgentHandler):  # type: ignore[misc, name-defined]
        def session_cancel(self, params: Any) -> None:
            cancelled.append(params)

    cancelled: list[Any] = []
    cancel = module.AGENT_NOTIFICATIONS["session/cancel"].decode_params({"sessionId": "s"})
    module.sync_dispatch_to_agent(Handler(), module.Notification(method="session/cancel", params=cancel))
    assert cancelled == [cancel]
    for method in module.AGENT_REQUESTS.values():
        params = Samples(model(name)).value(Ref(method_params(name, method.name)), full=False)
        reply = module.sync_dispatch_to_agent(
            Handler(), module.read_message(request(method.name, params), sender="client")
        )
        assert reply.error.code == module.ErrorCode.METHOD_NOT_FOUND


def method_params(name: str, method: str) -> str:
    methods = model(name).methods
    return next(m.params for m in methods if m.name == method and m.kind == "request" and m.is_received_by("agent"))


@every_surface
@reported("hash-pickle", "frozen-slots-pickle", "sentinel-pickle")
def test_hash_pickle(name: str) -> None:
    """Every object of every class can be copied, pickled, replaced and hashed; what is unset stays unset."""
    module = surface(name)
    samples = Samples(model(name))
    for record, form in records(name):
        for full in (False, True):
            value = module.decode(form, samples.record(record, full=full))
            pickled = (pickle.loads(pickle.dumps(value, protocol)) for protocol in range(pickle.HIGHEST_PROTOCOL + 1))
            for duplicate in (copy.copy(value), copy.deepcopy(value), dataclasses.replace(value), *pickled):
                assert duplicate == value
                assert hash(duplicate) == hash(value)
                for field in dataclasses.fields(form):
                    if getattr(value, field.name) is module.UNSET:
                        assert getattr(duplicate, field.name) is module.UNSET
    assert not module.UNSET
    assert repr(module.UNSET) == "UNSET"


# -- messages ----------------------------------------------------------------------------------------------------------


@every_surface
@reported("id-type", "string-id", "int-id-refused")
def test_id_type(name: str) -> None:
    """An id goes back as it came: the same type, the same value."""
    module = surface(name)
    for id_ in (0, 1, -7, 2**53 + 1, "", "a-17", "1", "0", "é"):
        asked = module.read_message(json.dumps({"jsonrpc": "2.0", "id": id_, "method": "_x"}), sender="client")
        answer = json.loads(module.write_message(module.Response(id=asked.id, result={})))
        assert (answer["id"], type(answer["id"])) == (id_, type(id_))
        again = module.read_message(json.dumps(answer), sender="agent")
        assert (again.id, type(again.id)) == (id_, type(id_))


@every_surface
@reported("meta-loss", "meta-alias", "unknown-keys-stripped", "meta-missing-in-schema")
def test_meta_loss(name: str) -> None:
    """Nothing is lost on the way through: `_meta` under its own name, and members that nobody knows, at any depth."""
    module = surface(name)
    samples = Samples(model(name))
    strangers = {"future": {"a": [1, None]}, "meta": 1, "field_meta": 2, "unknown_fields": 3, "self": 4, "payload": 5}
    for record, form in records(name):
        wires = {field.wire for field in samples.spelling.all_fields(record)}
        extra = {key: part for key, part in strangers.items() if key not in wires}
        comes_back(module, form, {**samples.record(record, full=True), **extra})
        least = module.encode(form, module.decode(form, samples.record(record, full=False)))
        assert not {"_meta", "meta", "field_meta"} & least.keys()
    for definition, schema in plain_objects(name):
        members = {field.name for field in dataclasses.fields(getattr(module, definition))}
        assert ("meta" in members) == ("_meta" in schema["properties"])


@reported("meta-loss", "meta-alias", "meta-missing-in-schema")
def test_meta_loss_at_each_level() -> None:
    trace = {"example.test/trace": "t-1"}
    content = {"type": "text", "text": "a", "_meta": trace}
    update = {"sessionUpdate": "agent_message_chunk", "messageId": "m", "content": content, "_meta": trace}
    for module, form in ((v1, v1.SessionNotification), (acp, acp.UpdateSessionNotification)):
        note = comes_back(module, form, {"sessionId": "s", "update": update, "_meta": trace})
        assert note.meta == note.update.meta == note.update.content.meta == trace
    option = {"optionId": "a", "name": "A", "kind": "allow_once"}
    asked = {"sessionId": "s", "toolCall": {"toolCallId": "t"}, "options": [option], "_meta": None}
    assert v1.decode(v1.RequestPermissionRequest, asked).meta is None


@every_surface
@reported("framing-noise", "stdout-noise", "u2028", "lone-surrogate")
def test_framing_noise(name: str) -> None:
    """A line that is no message is an error of its own; no text can break a line, and all of it can be sent."""
    module = surface(name)
    output = b'starting up...\n{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1}}\n\xff\n\n'

    def kind_of(line: bytes) -> object:
        try:
            return type(module.read_message(line, sender="agent")).__name__
        except module.MessageError as error:
            return error.error.code

    assert [kind_of(line) for line in output.split(b"\n")] == [-32700, "Response", -32700, -32700, -32700]
    for text in ("a\u2028b\u2029c\x85d\x0be\x0c", "\r\n", "caf\udcaf", "\ud83d", "\x00", "😀"):
        read = module.loads(module.TextContent, json.dumps({"text": text}))
        written = module.dumps(module.TextContent, read)
        assert len(written.splitlines()) == 1
        assert module.loads(module.TextContent, written.encode("utf-8")).text == text


@every_surface
@reported("rpc-dispatch", "ext-prefix")
def test_rpc_dispatch(name: str) -> None:
    """An extension's name is what stands on the wire, on every way through: nothing is put before it or taken off."""
    module = surface(name)
    seen: list[Any] = []

    class Handler(module.SyncAgentHandler):  # type: ignore[misc, name-defined]
        def extension_request(self, method: str, params: Any) -> Any:
            seen.append((method, params))
            return params

    class Peer:
        def request(self, method: str, params: Any) -> Any:
            seen.append((method, params))

    params = {"x": [1, {"y": None}], "_meta": {"method": "other"}}
    for method in ("_vendor.example/do", "__vendor.example/do", "_", "vendor", "Session/Prompt", "_session/prompt"):
        raw = request(method, params)
        message = module.read_message(raw, sender="client")
        assert (message.method, message.params) == (method, params)
        assert json.loads(module.write_message(message)) == json.loads(raw)
        assert module.sync_dispatch_to_agent(Handler(), message).result == params
        module.SyncAgentStub(Peer()).extension_request(method, params)
        assert seen[-2:] == [(method, params)] * 2


# -- the corpus --------------------------------------------------------------------------------------------------------


@pytest.mark.skipif(not CORPUS.is_dir(), reason="no corpus of reports beside this checkout")
def test_every_report_is_of_a_kind_that_is_tested(corpus: ModuleType, count: Callable[[str, int], None]) -> None:
    """Each input gives a value or the documented error, and each kind is tested above or cannot occur."""
    reports = list(corpus.records("bug_reports"))
    inputs = 0
    for report in reports:
        kind = (report["kind"], report["cluster"])
        assert (kind in COVERED) != (kind in NOT_APPLICABLE), kind
        inputs += reads_or_refuses(report)
    not_applicable = sum((report["kind"], report["cluster"]) in NOT_APPLICABLE for report in reports)
    assert len(reports) == 80
    count("reports are of a kind that has a test", len(reports) - not_applicable)
    count("reports do not apply", not_applicable)
    count("inputs of reports gave a value or the documented error", inputs)


def reads_or_refuses(report: dict[str, Any]) -> int:
    """Read a report's input as what it is, on every surface, in both modes; how many readings there were."""
    readings = 0
    for name in SURFACES:
        module = surface(name)
        form = getattr(module, report["type"], None) if report["type"].isidentifier() else None
        for strict in (False, True):
            for line in lines_of(report["input"]):
                for sender in ("client", "agent"):
                    readings += 1
                    with suppress(module.MessageError):
                        module.write_message(module.read_message(line, sender=sender, strict=strict))
            if form is not None:
                readings += 1
                with suppress(module.DecodeError):
                    module.dumps(form, module.decode(form, report["input"], strict=strict))
    return readings


def lines_of(value: Any) -> list[str]:
    """The lines of what is a message, or several."""
    if isinstance(value, str):
        return value.split("\n")
    return [json.dumps(value)] if isinstance(value, dict) and "jsonrpc" in value else []
