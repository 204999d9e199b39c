"""Errors and issues: one line, with the place, and never the value."""

from __future__ import annotations

import json
import pickle
from typing import Any

import pytest

from acp_types import v1
from acp_types import v2 as acp

SECRET = "sk-secret-123"  # noqa: S105


@pytest.mark.parametrize(
    ("form", "value", "message"),
    [
        (acp.TextContent, {"text": 5}, "$.text: expected string, got int"),
        (acp.TextContent, {}, "$.text: expected string, got nothing"),
        (acp.TextContent, None, "$: expected object, got null"),
        (acp.ContentBlock, {"type": "text", "text": True}, "$.text: expected string, got bool"),
        (acp.ContentBlock, {"text": SECRET}, "$.type: expected string, got nothing"),
        (acp.ContentBlock, {"type": [SECRET]}, "$.type: expected string, got list"),
        (
            acp.PromptRequest,
            {"sessionId": "s", "prompt": [{"type": "text", "text": "a"}, {"type": "text"}]},
            "$.prompt[1].text: expected string, got nothing",
        ),
        (acp.PromptRequest, {"sessionId": "s", "prompt": []}, "$.prompt: expected array of at least 1 items, got list"),
        (acp.ErrorCode, 2**31, "$: expected integer -2147483648..2147483647, got int"),
        (acp.ErrorCode, True, "$: expected integer -2147483648..2147483647, got bool"),
        (acp.RequestId, [SECRET], "$: expected integer -9223372036854775808..9223372036854775807 or string, got list"),
        (acp.Notice, {"severity": "info", "title": ""}, "$.title: expected string of at least 1 characters, got str"),
        (
            acp.CreateElicitationRequest,
            {"mode": "url", "message": "m", "elicitationId": "e", "url": "u"},
            "$: expected object with exactly one of sessionId or requestId, got neither",
        ),
        (
            acp.CreateElicitationRequest,
            {"mode": "url", "message": "m", "elicitationId": "e", "url": "u", "sessionId": "s", "requestId": 1},
            "$: expected object with exactly one of sessionId or requestId, got both",
        ),
        (
            acp.EmbeddedResourceResource,
            {"text": SECRET},
            "$: expected TextResourceContents or BlobResourceContents, got dict",
        ),
        (acp.EmbeddedResourceResource, {"text": 1, "uri": SECRET}, "$.text: expected string, got int"),
        (
            acp.ElicitationSchema,
            {"type": "object", "properties": {"a b\n": {"type": "string", "minLength": SECRET}}},
            '$.properties["a b\\n"].minLength: expected integer 0..4294967295, got str',
        ),
        (acp.ElicitationSchema, {"type": SECRET, "properties": {}}, "$.type: expected one of 'object', got str"),
    ],
)
def test_decode_errors(form: Any, value: Any, message: str) -> None:
    with pytest.raises(acp.DecodeError) as caught:
        acp.decode(form, value)
    error = caught.value
    assert str(error) == message == f"{error.path}: expected {error.expected}, got {error.got}"
    assert SECRET not in repr(error)
    assert "\n" not in str(error)
    assert str(pickle.loads(pickle.dumps(error))) == message


def test_strict_closes_what_the_schema_closes() -> None:
    with pytest.raises(v1.DecodeError, match=r"\$: expected one of 'assistant', 'user', got str"):
        v1.decode(v1.Role, "system", strict=True)
    with pytest.raises(v1.DecodeError, match=r"\$\.outcome: expected one of 'cancelled', 'selected', got str"):
        v1.decode(v1.RequestPermissionOutcome, {"outcome": "_x"}, strict=True)
    assert acp.decode(acp.Role, "system", strict=True) == "system"


def issues_of(form: Any, value: Any, surface: Any = acp, **options: Any) -> list[tuple[str, str, Any]]:
    found: list[acp.Issue] = []
    surface.decode(form, value, on_issue=found.append, **options)
    return [(issue.path, issue.rule, issue.value) for issue in found]


def test_issues_say_what_was_done_and_nothing_else() -> None:
    update = {
        "toolCallId": "t",
        "title": 3,
        "kind": "_acme.lint",
        "content": [{"type": "content", "content": {"type": "_x", "a": 1}}, 17, {"type": "diff"}],
        "extra": None,
    }
    assert issues_of(acp.ToolCallUpdate, update) == [
        ("$.title", "default-on-error", 3),
        ("$.kind", "unknown-value", "_acme.lint"),
        ("$.content[0].content.type", "unknown-variant", "_x"),
        ("$.content[1]", "skip-invalid-items", 17),
        ("$.content[2]", "skip-invalid-items", {"type": "diff"}),
        ("$.extra", "unknown-member", None),
    ]


def test_what_was_dropped_reports_nothing_of_its_own() -> None:
    """Issues inside a value that is then replaced as a whole would speak of what is no longer there."""
    annotations = {"audience": ["_future"], "priority": {}, "x": 1}
    assert issues_of(acp.Annotations, annotations)[0] == ("$.audience[0]", "unknown-value", "_future")
    link = {"name": "n", "uri": "u", "icons": [{"src": 5, "theme": "_future"}]}
    assert issues_of(acp.ResourceLink, link) == [("$.icons[0]", "skip-invalid-items", {"src": 5, "theme": "_future"})]


def test_strict_reports_what_is_unknown() -> None:
    assert issues_of(acp.TextContent, {"text": "a", "b": 1}, strict=True) == [("$.b", "unknown-member", 1)]


def test_no_issue_without_cause() -> None:
    assert issues_of(acp.TextContent, {"text": "a", "annotations": None, "_meta": {"any": "thing"}}) == []


def test_a_name_that_is_no_string_has_a_place() -> None:
    """Parsed JSON has none; what YAML or a program gives may."""
    names: dict[Any, Any] = {None: 1, 2: 1, (3, "a b"): 1, True: 1}
    assert [place for place, _, _ in issues_of(acp.TextContent, {"text": "a", "x": 1} | names)] == [
        "$.x",
        "$.None",
        "$[2]",
        "$[\"(3, 'a b')\"]",
        "$.True",
    ]


def test_null_for_a_list() -> None:
    server: dict[str, Any] = {"name": "n", "command": "/c", "args": None, "env": []}
    assert issues_of(v1.McpServer, server, v1) == [("$.args", "default-on-null", None)]


@pytest.mark.parametrize(
    ("form", "value", "message"),
    [
        (acp.TextContent, {"text": "a"}, "$: expected TextContent, got dict"),
        (acp.ContentBlock, v1.TextContent(text="a"), "$: expected ContentBlock, got TextContent"),
        (acp.ContentBlock, "a", "$: expected ContentBlock, got str"),
        (acp.TextContent, acp.TextContent(text=None), "$.text: expected string, got null"),  # type: ignore[arg-type]
        (acp.Role, "sytem", "$: expected one of 'assistant', 'user' or OtherRole, got str"),
        (
            acp.PromptRequest,
            acp.PromptRequest(session_id=acp.SessionId("s"), prompt=({"type": "text"},)),  # type: ignore[arg-type]
            "$.prompt[0]: expected ContentBlock, got dict",
        ),
        (
            acp.PromptRequest,
            acp.PromptRequest(session_id=acp.UNSET, prompt=()),  # type: ignore[arg-type]
            "$.sessionId: expected string, got UnsetType",
        ),
    ],
)
def test_encode_errors(form: Any, value: Any, message: str) -> None:
    with pytest.raises(TypeError) as caught:
        acp.encode(form, value)
    # A hint may follow: tests/types/test_mistakes.py has those.
    assert str(caught.value) == message or str(caught.value).startswith(f"{message}: ")


TWICE = "expected no member of that name in unknown_fields"


@pytest.mark.parametrize(
    ("form", "value", "message"),
    [
        (acp.TextContent, acp.TextContent(text="a", unknown_fields={"text": SECRET}), f"$.text: {TWICE}, got str"),
        (
            acp.ToolCallUpdate,
            acp.ToolCallUpdate(tool_call_id=acp.ToolCallId("t"), title=None, unknown_fields={"title": SECRET}),
            f"$.title: {TWICE}, got str",
        ),
        (
            v1.AgentCapabilities,
            v1.AgentCapabilities(load_session=False, unknown_fields={"loadSession": None}),
            f"$.loadSession: {TWICE}, got null",
        ),
        (
            acp.PromptRequest,
            acp.PromptRequest(
                session_id=acp.SessionId("s"),
                prompt=(acp.TextContent(text="a", meta={}, unknown_fields={"_meta": {SECRET: 1}}),),
            ),
            f"$.prompt[0]._meta: {TWICE}, got dict",
        ),
        (acp.ContentBlock, acp.TextContent(text="a", unknown_fields={"type": SECRET}), f"$.type: {TWICE}, got str"),
        (
            acp.ContentBlock,
            acp.OtherContentBlock(type="_x", payload={"type": SECRET}),
            "$.type: expected no member of that name in payload, got str",
        ),
        (
            acp.ContentBlock,
            acp.OtherContentBlock(type="_x", payload={"a": 1}, unknown_fields={"a": 2}),
            f"$.a: {TWICE}, got int",
        ),
    ],
)
def test_a_member_is_not_written_twice(form: Any, value: Any, message: str) -> None:
    """Else one of the two values would be lost, and nobody told."""
    for write in (surface_of(form).encode, surface_of(form).dumps):
        with pytest.raises(TypeError) as caught:
            write(form, value)
        assert str(caught.value) == message


def surface_of(form: Any) -> Any:
    return v1 if form is v1.AgentCapabilities else acp


def test_a_member_that_is_absent_may_stand_among_the_unknown_ones() -> None:
    """A value that the type has no room for can be sent all the same, and what was read so comes back."""
    odd = acp.TextContent(text="a", unknown_fields={"annotations": 5, "type": "text"})
    assert acp.encode(acp.TextContent, odd) == {"text": "a", "annotations": 5, "type": "text"}
    assert acp.encode(acp.ContentBlock, odd) == {"type": "text", "text": "a", "annotations": 5}
    assert json.loads(acp.dumps(acp.ContentBlock, odd)) == acp.encode(acp.ContentBlock, odd)
    idle = {"stopReason": "end_turn", "error": {"code": 1, "message": "m"}}
    assert acp.encode(acp.IdleStateUpdate, acp.decode(acp.IdleStateUpdate, idle)) == idle


def test_a_form_of_another_surface_is_refused() -> None:
    expected = r"expected a type of this surface, or a tuple of one, got acp_types\.v1\.\w+\.content\.TextContent: "
    with pytest.raises(TypeError, match=expected):
        acp.decode(v1.TextContent, {})
    with pytest.raises(TypeError, match=r"expected a type of this surface, or a tuple of one, got dict: "):
        acp.decode({}, {})  # type: ignore[arg-type]
