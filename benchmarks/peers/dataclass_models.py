"""Standard dataclasses for the messages of the benchmark: what plain code, cattrs and mashumaro read into."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal


@dataclass(frozen=True, slots=True, kw_only=True)
class Annotations:
    audience: list[Literal["assistant", "user"]] | None = None
    last_modified: str | None = None
    priority: float | None = None
    meta: dict[str, Any] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TextContent:
    text: str
    annotations: Annotations | None = None
    meta: dict[str, Any] | None = None
    type: Literal["text"] = "text"


@dataclass(frozen=True, slots=True, kw_only=True)
class ImageContent:
    data: str
    mime_type: str
    uri: str | None = None
    annotations: Annotations | None = None
    meta: dict[str, Any] | None = None
    type: Literal["image"] = "image"


@dataclass(frozen=True, slots=True, kw_only=True)
class AudioContent:
    data: str
    mime_type: str
    annotations: Annotations | None = None
    meta: dict[str, Any] | None = None
    type: Literal["audio"] = "audio"


@dataclass(frozen=True, slots=True, kw_only=True)
class ResourceLink:
    name: str
    uri: str
    description: str | None = None
    mime_type: str | None = None
    size: int | None = None
    title: str | None = None
    annotations: Annotations | None = None
    meta: dict[str, Any] | None = None
    type: Literal["resource_link"] = "resource_link"


@dataclass(frozen=True, slots=True, kw_only=True)
class ResourceContents:
    uri: str
    mime_type: str | None = None
    text: str | None = None
    blob: str | None = None
    meta: dict[str, Any] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class EmbeddedResource:
    resource: ResourceContents
    annotations: Annotations | None = None
    meta: dict[str, Any] | None = None
    type: Literal["resource"] = "resource"


ContentBlock = TextContent | ImageContent | AudioContent | ResourceLink | EmbeddedResource


@dataclass(frozen=True, slots=True, kw_only=True)
class UserMessageChunk:
    content: ContentBlock
    message_id: str | None = None
    meta: dict[str, Any] | None = None
    session_update: Literal["user_message_chunk"] = "user_message_chunk"


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentMessageChunk:
    content: ContentBlock
    message_id: str | None = None
    meta: dict[str, Any] | None = None
    session_update: Literal["agent_message_chunk"] = "agent_message_chunk"


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentThoughtChunk:
    content: ContentBlock
    message_id: str | None = None
    meta: dict[str, Any] | None = None
    session_update: Literal["agent_thought_chunk"] = "agent_thought_chunk"


@dataclass(frozen=True, slots=True, kw_only=True)
class Content:
    content: ContentBlock
    meta: dict[str, Any] | None = None
    type: Literal["content"] = "content"


@dataclass(frozen=True, slots=True, kw_only=True)
class Diff:
    path: str
    new_text: str
    old_text: str | None = None
    meta: dict[str, Any] | None = None
    type: Literal["diff"] = "diff"


@dataclass(frozen=True, slots=True, kw_only=True)
class Terminal:
    terminal_id: str
    meta: dict[str, Any] | None = None
    type: Literal["terminal"] = "terminal"


ToolCallContent = Content | Diff | Terminal


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolCallLocation:
    path: str
    line: int | None = None
    meta: dict[str, Any] | None = None


ToolKind = Literal["read", "edit", "delete", "move", "search", "execute", "think", "fetch", "switch_mode", "other"]
ToolCallStatus = Literal["pending", "in_progress", "completed", "failed"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolCall:
    tool_call_id: str
    title: str
    kind: ToolKind | None = None
    status: ToolCallStatus | None = None
    content: list[ToolCallContent] | None = None
    locations: list[ToolCallLocation] | None = None
    raw_input: Any = None
    raw_output: Any = None
    meta: dict[str, Any] | None = None
    session_update: Literal["tool_call"] = "tool_call"


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolCallUpdate:
    tool_call_id: str
    title: str | None = None
    kind: ToolKind | None = None
    status: ToolCallStatus | None = None
    content: list[ToolCallContent] | None = None
    locations: list[ToolCallLocation] | None = None
    raw_input: Any = None
    raw_output: Any = None
    meta: dict[str, Any] | None = None
    session_update: Literal["tool_call_update"] = "tool_call_update"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanEntry:
    content: str
    priority: Literal["high", "medium", "low"]
    status: Literal["pending", "in_progress", "completed"]
    meta: dict[str, Any] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    entries: list[PlanEntry]
    meta: dict[str, Any] | None = None
    session_update: Literal["plan"] = "plan"


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandInput:
    hint: str
    meta: dict[str, Any] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AvailableCommand:
    name: str
    description: str
    input: CommandInput | None = None
    meta: dict[str, Any] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AvailableCommandsUpdate:
    available_commands: list[AvailableCommand]
    meta: dict[str, Any] | None = None
    session_update: Literal["available_commands_update"] = "available_commands_update"


@dataclass(frozen=True, slots=True, kw_only=True)
class CurrentModeUpdate:
    current_mode_id: str
    meta: dict[str, Any] | None = None
    session_update: Literal["current_mode_update"] = "current_mode_update"


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionInfoUpdate:
    title: str | None = None
    updated_at: str | None = None
    meta: dict[str, Any] | None = None
    session_update: Literal["session_info_update"] = "session_info_update"


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    amount: float
    currency: str
    meta: dict[str, Any] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class UsageUpdate:
    used: int
    size: int
    cost: Cost | None = None
    meta: dict[str, Any] | None = None
    session_update: Literal["usage_update"] = "usage_update"


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


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionNotification:
    session_id: str
    update: SessionUpdate
    meta: dict[str, Any] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptRequest:
    session_id: str
    prompt: list[ContentBlock]
    meta: dict[str, Any] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Implementation:
    name: str
    version: str
    title: str | None = None
    meta: dict[str, Any] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptCapabilities:
    image: bool | None = None
    audio: bool | None = None
    embedded_context: bool | None = None
    meta: dict[str, Any] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class McpCapabilities:
    http: bool | None = None
    sse: bool | None = None
    meta: dict[str, Any] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Supported:
    meta: dict[str, Any] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionCapabilities:
    list: Supported | None = None
    delete: Supported | None = None
    resume: Supported | None = None
    close: Supported | None = None
    meta: dict[str, Any] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentCapabilities:
    load_session: bool | None = None
    prompt_capabilities: PromptCapabilities | None = None
    mcp_capabilities: McpCapabilities | None = None
    session_capabilities: SessionCapabilities | None = None
    meta: dict[str, Any] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AuthMethod:
    id: str
    name: str
    type: Literal["terminal"] | None = None
    description: str | None = None
    args: list[str] | None = None
    env: dict[str, str] | None = None
    meta: dict[str, Any] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class InitializeResponse:
    protocol_version: int
    agent_capabilities: AgentCapabilities | None = None
    auth_methods: list[AuthMethod] | None = None
    agent_info: Implementation | None = None
    meta: dict[str, Any] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Notification:
    jsonrpc: str
    method: str
    params: SessionNotification


def wire_name(name: str) -> str:
    """A member's name in JSON."""
    first, *rest = name.split("_")
    return "_meta" if name == "meta" else first + "".join(part.capitalize() for part in rest)
