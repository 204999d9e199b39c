"""The entities of a v1 session, as immutable snapshots."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from acp_types._runtime.model import EMPTY, JsonValue, Model, dataclass, slotted
from acp_types._runtime.session.body import Body, Part
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
class Told(Model, metaclass=slotted):
    """An entity with streamed content."""

    body: Body[ContentBlock]
    """The content, with the pieces in which it was received."""

    @property
    def parts(self) -> tuple[Part[ContentBlock], ...]:
        """The content blocks, each with the `_meta` of its chunk."""
        return self.body.parts

    @property
    def text(self) -> str:
        """The text of all text blocks, joined."""
        return self.body.text

    def text_from(self, start: int) -> str:
        """The text from character `start` on, for a display that has already shown the characters before."""
        return self.body.text[start:]


@dataclass(frozen=True, slots=True, kw_only=True)
class Speech(Told, metaclass=slotted):
    """Common base of messages and thoughts."""

    message_id: MessageId | None = None
    """The id of the message, unique among messages of the same type. `None` if its chunks have no id."""

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
    """A thought of the agent."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolCall(Model, metaclass=slotted):
    """A tool call."""

    tool_call_id: ToolCallId
    """The id of the tool call."""
    title: str | None = None
    """What the tool is doing, for display. `None` if the call was never announced, only updated."""
    name: str | None = None
    """The programmatic name of the tool, if known."""
    kind: ToolKind = "other"
    """The category of the tool."""
    status: ToolCallStatus = "pending"
    """The status."""
    content: tuple[ToolCallContent, ...] = ()
    """The content that it produced."""
    locations: tuple[ToolCallLocation, ...] = ()
    """The files it works on."""
    raw_input: JsonValue = None
    """The raw input parameters sent to the tool."""
    raw_output: JsonValue = None
    """The raw output returned by the tool."""
    meta: Mapping[str, JsonValue] = EMPTY
    """The metadata that was last sent. Empty if there is none."""
    unknown_fields: Mapping[str, JsonValue] = EMPTY
    """Members of its updates that the schema does not define, each with its last value."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Compaction(Told, metaclass=slotted):
    """A compaction of the session's context."""

    compaction_id: CompactionId
    """The id of the compaction."""
    status: CompactionStatus
    """The status."""
    error: str | None = None
    """Why it failed, for display."""
    meta: Mapping[str, JsonValue] = EMPTY
    """The metadata that was last sent. Empty if there is none."""
    unknown_fields: Mapping[str, JsonValue] = EMPTY
    """Members of its updates that the schema does not define, each with its last value."""

    @property
    def summary(self) -> tuple[ContentBlock, ...]:
        """A summary of the compacted context, for display."""
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
    """Members of the last usage update that the schema does not define."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Info(Model, metaclass=slotted):
    """Information about the session as a whole."""

    title: str | None = None
    """The title, for display."""
    updated_at: str | None = None
    """The time of last activity in ISO 8601, unchanged."""
    meta: Mapping[str, JsonValue] = EMPTY
    """The metadata that was last sent. Empty if there is none."""
    unknown_fields: Mapping[str, JsonValue] = EMPTY
    """Members of its updates that the schema does not define, each with its last value."""
