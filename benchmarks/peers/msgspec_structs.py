# mypy: disable-error-code="call-arg, misc"
"""msgspec, with Structs for the messages of the benchmark, decoded and encoded in C."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from . import Code


def wire_name(name: str) -> str:
    first, *rest = name.split("_")
    return "_meta" if name == "meta" else first + "".join(part.capitalize() for part in rest)


class Message(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, rename=wire_name):
    """What all have in common."""

    meta: dict[str, Any] | None = None


class Annotations(Message, frozen=True, kw_only=True):
    audience: list[Literal["assistant", "user"]] | None = None
    last_modified: str | None = None
    priority: float | None = None


class TextContent(Message, frozen=True, kw_only=True, tag_field="type", tag="text"):
    text: str
    annotations: Annotations | None = None


class ImageContent(Message, frozen=True, kw_only=True, tag_field="type", tag="image"):
    data: str
    mime_type: str
    uri: str | None = None
    annotations: Annotations | None = None


class AudioContent(Message, frozen=True, kw_only=True, tag_field="type", tag="audio"):
    data: str
    mime_type: str
    annotations: Annotations | None = None


class ResourceLink(Message, frozen=True, kw_only=True, tag_field="type", tag="resource_link"):
    name: str
    uri: str
    description: str | None = None
    mime_type: str | None = None
    size: int | None = None
    title: str | None = None
    annotations: Annotations | None = None


class ResourceContents(Message, frozen=True, kw_only=True):
    uri: str
    mime_type: str | None = None
    text: str | None = None
    blob: str | None = None


class EmbeddedResource(Message, frozen=True, kw_only=True, tag_field="type", tag="resource"):
    resource: ResourceContents
    annotations: Annotations | None = None


ContentBlock = TextContent | ImageContent | AudioContent | ResourceLink | EmbeddedResource


class ContentChunk(Message, frozen=True, kw_only=True, tag_field="sessionUpdate"):
    content: ContentBlock
    message_id: str | None = None


class UserMessageChunk(ContentChunk, frozen=True, kw_only=True, tag="user_message_chunk"):
    pass


class AgentMessageChunk(ContentChunk, frozen=True, kw_only=True, tag="agent_message_chunk"):
    pass


class AgentThoughtChunk(ContentChunk, frozen=True, kw_only=True, tag="agent_thought_chunk"):
    pass


class Content(Message, frozen=True, kw_only=True, tag_field="type", tag="content"):
    content: ContentBlock


class Diff(Message, frozen=True, kw_only=True, tag_field="type", tag="diff"):
    path: str
    new_text: str
    old_text: str | None = None


class Terminal(Message, frozen=True, kw_only=True, tag_field="type", tag="terminal"):
    terminal_id: str


class ToolCallLocation(Message, frozen=True, kw_only=True):
    path: str
    line: int | None = None


ToolKind = Literal["read", "edit", "delete", "move", "search", "execute", "think", "fetch", "switch_mode", "other"]
ToolCallStatus = Literal["pending", "in_progress", "completed", "failed"]


class ToolCallUpdate(Message, frozen=True, kw_only=True, tag_field="sessionUpdate", tag="tool_call_update"):
    tool_call_id: str
    kind: ToolKind | None = None
    status: ToolCallStatus | None = None
    title: str | None = None
    content: list[Content | Diff | Terminal] | None = None
    locations: list[ToolCallLocation] | None = None
    raw_input: Any = None
    raw_output: Any = None


class ToolCall(ToolCallUpdate, frozen=True, kw_only=True, tag_field="sessionUpdate", tag="tool_call"):
    title: str


class PlanEntry(Message, frozen=True, kw_only=True):
    content: str
    priority: Literal["high", "medium", "low"]
    status: Literal["pending", "in_progress", "completed"]


class Plan(Message, frozen=True, kw_only=True, tag_field="sessionUpdate", tag="plan"):
    entries: list[PlanEntry]


class CommandInput(Message, frozen=True, kw_only=True):
    hint: str


class AvailableCommand(Message, frozen=True, kw_only=True):
    name: str
    description: str
    input: CommandInput | None = None


class AvailableCommandsUpdate(
    Message, frozen=True, kw_only=True, tag_field="sessionUpdate", tag="available_commands_update"
):
    available_commands: list[AvailableCommand]


class CurrentModeUpdate(Message, frozen=True, kw_only=True, tag_field="sessionUpdate", tag="current_mode_update"):
    current_mode_id: str


class SessionInfoUpdate(Message, frozen=True, kw_only=True, tag_field="sessionUpdate", tag="session_info_update"):
    title: str | msgspec.UnsetType | None = msgspec.UNSET
    updated_at: str | msgspec.UnsetType | None = msgspec.UNSET


class Cost(Message, frozen=True, kw_only=True):
    amount: float
    currency: str


class UsageUpdate(Message, frozen=True, kw_only=True, tag_field="sessionUpdate", tag="usage_update"):
    used: int
    size: int
    cost: Cost | None = None


SessionUpdate = (
    UserMessageChunk
    | AgentMessageChunk
    | AgentThoughtChunk
    | ToolCall
    | ToolCallUpdate
    | Plan
    | AvailableCommandsUpdate
    | CurrentModeUpdate
    | SessionInfoUpdate
    | UsageUpdate
)


class SessionNotification(Message, frozen=True, kw_only=True):
    session_id: str
    update: SessionUpdate


class PromptRequest(Message, frozen=True, kw_only=True):
    session_id: str
    prompt: list[ContentBlock]


class Implementation(Message, frozen=True, kw_only=True):
    name: str
    version: str
    title: str | None = None


class PromptCapabilities(Message, frozen=True, kw_only=True):
    image: bool | None = None
    audio: bool | None = None
    embedded_context: bool | None = None


class McpCapabilities(Message, frozen=True, kw_only=True):
    http: bool | None = None
    sse: bool | None = None


class Supported(Message, frozen=True, kw_only=True):
    pass


class SessionCapabilities(Message, frozen=True, kw_only=True):
    list: Supported | None = None
    delete: Supported | None = None
    resume: Supported | None = None
    close: Supported | None = None


class AgentCapabilities(Message, frozen=True, kw_only=True):
    load_session: bool | None = None
    prompt_capabilities: PromptCapabilities | None = None
    mcp_capabilities: McpCapabilities | None = None
    session_capabilities: SessionCapabilities | None = None


class AuthMethod(Message, frozen=True, kw_only=True):
    id: str
    name: str
    type: Literal["terminal"] | None = None
    description: str | None = None
    args: list[str] | None = None
    env: dict[str, str] | None = None


class InitializeResponse(Message, frozen=True, kw_only=True):
    protocol_version: int
    agent_capabilities: AgentCapabilities | None = None
    auth_methods: list[AuthMethod] | None = None
    agent_info: Implementation | None = None


class Notification(msgspec.Struct, frozen=True, kw_only=True):
    jsonrpc: str
    method: str
    params: SessionNotification


FORMS = {form.__name__: form for form in (SessionNotification, PromptRequest, InitializeResponse, Notification)}

CHUNK = (
    "SessionNotification(session_id='sess_1', update=AgentMessageChunk("
    "content=TextContent(text='one two'), message_id='msg_1'))"
)


def decoding(form: str) -> Code:
    return Code("decoder.decode(text)", decoder=msgspec.json.Decoder(FORMS[form]))


def encoding(form: str) -> Code:  # noqa: ARG001  (the object knows)
    return Code("encoder.encode(value)", encoder=msgspec.json.Encoder())


def structuring(form: str) -> Code:
    return Code("convert(plain, form)", convert=msgspec.convert, form=FORMS[form])


def unstructuring(form: str) -> Code:  # noqa: ARG001  (the object knows)
    return Code("to_builtins(value)", to_builtins=msgspec.to_builtins)


def describing() -> Code:
    return Code("str(error)")


def building() -> Code:
    return Code(
        CHUNK, SessionNotification=SessionNotification, AgentMessageChunk=AgentMessageChunk, TextContent=TextContent
    )
