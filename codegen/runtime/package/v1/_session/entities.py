"""What a v1 session is made of, each as it stood at one moment."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from acp_types._runtime.model import EMPTY, JsonValue, Model, dataclass, slotted
from acp_types._runtime.session.told import Told
from acp_types.v1 import (
    CompactionId,
    CompactionStatus,
    ContentBlock,
    Cost,
    MessageId,
    ToolCallContent,
    ToolCallId,
    ToolCallLocation,
    ToolCallStatus,
    ToolKind,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Speech(Told[ContentBlock], metaclass=slotted):
    """What messages and thoughts have in common."""

    message_id: MessageId | None = None
    """The id of the message, its own only among messages of the same type. Nothing where its chunks have none."""

    @property
    def content(self) -> tuple[ContentBlock, ...]:
        """The content blocks, one for each chunk."""
        return self.body.items


@dataclass(frozen=True, slots=True, kw_only=True)
class Message(Speech, metaclass=slotted):
    """A message of the user or the agent."""

    role: Literal["user", "agent"]
    """Whose message it is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Thought(Speech, metaclass=slotted):
    """Something the agent thought."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolCall(Model, metaclass=slotted):
    """A tool call."""

    tool_call_id: ToolCallId
    """The id of the tool call."""
    title: str | None = None
    """What the tool is doing, for people. Nothing where the call was never announced, only updated."""
    name: str | None = None
    """The programmatic name of the tool, where it is known."""
    kind: ToolKind = "other"
    """The category of the tool."""
    status: ToolCallStatus = "pending"
    """How far it is."""
    content: tuple[ToolCallContent, ...] = ()
    """What it produced."""
    locations: tuple[ToolCallLocation, ...] = ()
    """The files it works on."""
    raw_input: JsonValue = None
    """The raw input parameters sent to the tool."""
    raw_output: JsonValue = None
    """The raw output returned by the tool."""
    meta: Mapping[str, JsonValue] = EMPTY
    """The metadata that was last sent. Empty where there is none."""
    unknown_fields: Mapping[str, JsonValue] = EMPTY
    """Members of its updates that the schema does not know, each with the value it last had."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Compaction(Told[ContentBlock], metaclass=slotted):
    """A compaction of the session's context."""

    compaction_id: CompactionId
    """The id of the compaction."""
    status: CompactionStatus
    """How far it is."""
    error: str | None = None
    """Why it failed, for people."""
    meta: Mapping[str, JsonValue] = EMPTY
    """The metadata that was last sent. Empty where there is none."""
    unknown_fields: Mapping[str, JsonValue] = EMPTY
    """Members of its updates that the schema does not know, each with the value it last had."""

    @property
    def summary(self) -> tuple[ContentBlock, ...]:
        """What is kept of what was compacted, for people."""
        return self.body.items


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage(Model, metaclass=slotted):
    """The session's context window and cost."""

    used: int
    """Tokens in context now."""
    size: int
    """Size of the context window in tokens."""
    cost: Cost | None = None
    """Cumulative cost of the session, as last reported."""
    meta: Mapping[str, JsonValue] | None = None
    """The metadata of the last usage update."""
    unknown_fields: Mapping[str, JsonValue] = EMPTY
    """Members of the last usage update that the schema does not know."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Info(Model, metaclass=slotted):
    """What is said of the session as a whole."""

    title: str | None = None
    """The title, for people."""
    updated_at: str | None = None
    """When something last happened, ISO 8601, as it came."""
    meta: Mapping[str, JsonValue] = EMPTY
    """The metadata that was last sent. Empty where there is none."""
    unknown_fields: Mapping[str, JsonValue] = EMPTY
    """Members of its updates that the schema does not know, each with the value it last had."""
