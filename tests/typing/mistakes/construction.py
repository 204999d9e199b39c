"""Objects that cannot be made so. A comment names the mistake on its line, mistakes.toml what each checker reports."""

from __future__ import annotations

from acp_types import v1
from acp_types import v2 as acp


def missing_field() -> acp.TextContent:
    return acp.TextContent()  # error: missing-field


def misspelt_keyword() -> acp.TextContent:
    return acp.TextContent(text="x", anotations=None)  # error: misspelt-keyword


def wire_name() -> acp.CloseSessionRequest:
    return acp.CloseSessionRequest(sessionId="s")  # error: wire-name


def positional() -> acp.TextContent:
    return acp.TextContent("x")  # error: positional


def tag() -> acp.TextContent:
    return acp.TextContent(type="text", text="x")  # error: tag-as-argument


def misspelt_literal() -> acp.ToolCallUpdate:
    return acp.ToolCallUpdate(tool_call_id=acp.ToolCallId("t"), kind="raed")  # error: misspelt-literal


def any_text_for_an_enum(kind: str) -> acp.ToolCallUpdate:
    return acp.ToolCallUpdate(tool_call_id=acp.ToolCallId("t"), kind=kind)  # error: text-for-enum


def value_of_another_enum() -> acp.ToolKind:
    return acp.OtherToolCallStatus("_acme.waiting")  # error: other-enum


def wrong_id(call: acp.ToolCallId) -> acp.CloseSessionRequest:
    return acp.CloseSessionRequest(session_id=call)  # error: wrong-id


def plain_text_for_id() -> acp.CloseSessionRequest:
    return acp.CloseSessionRequest(session_id="s")  # error: text-for-id


def wrong_id_as_key(names: dict[acp.SessionId, str], message: acp.MessageId) -> str:
    return names[message]  # error: wrong-id-as-key


def none_for_a_value() -> acp.TextContent:
    return acp.TextContent(text=None)  # error: none-for-value


def unset_where_nothing_is_patched() -> acp.TextContent:
    return acp.TextContent(text="x", annotations=acp.UNSET)  # error: unset-for-value


def list_for_tuple(session: acp.SessionId, blocks: list[acp.ContentBlock]) -> acp.PromptRequest:
    return acp.PromptRequest(session_id=session, prompt=blocks)  # error: list-for-tuple


def one_for_many(session: acp.SessionId, block: acp.ContentBlock) -> acp.PromptRequest:
    return acp.PromptRequest(session_id=session, prompt=block)  # error: one-for-many


def dict_for_object() -> acp.Content:
    return acp.Content(content={"type": "text", "text": "x"})  # error: dict-for-object


def variant_of_another_union(diff: acp.Diff) -> acp.ContentBlock:
    return diff  # error: other-union


def other_version(block: v1.TextContent) -> acp.ContentBlock:
    return block  # error: other-version


def other_version_in_a_field(block: v1.TextContent) -> acp.Content:
    return acp.Content(content=block)  # error: other-version-in-field


def object_in_json(block: acp.TextContent) -> acp.OtherContentBlock:
    return acp.OtherContentBlock(type="_acme.box", payload={"inner": block})  # error: object-in-json


def misspelt_literal_of_a_required_member() -> acp.PlanEntry:
    return acp.PlanEntry(content="x", priority="hihg", status="pending")  # error: misspelt-literal-of-required
