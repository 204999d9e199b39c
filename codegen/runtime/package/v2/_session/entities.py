"""The entities of a v2 session, as immutable snapshots."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from acp_types._runtime.model import EMPTY, JsonValue, Model, dataclass, slotted
from acp_types._runtime.session.body import Body, Part
from acp_types.v2 import (
    AbsolutePath,
    CompactionId,
    CompactionStatus,
    ContentBlock,
    Cost,
    MessageId,
    TerminalCapabilities,
    TerminalExitStatus,
    TerminalId,
    TerminalSize,
    ToolCallCapabilities,
    ToolCallContent,
    ToolCallId,
    ToolCallLocation,
    ToolCallStatus,
    ToolKind,
)

from .output import Output, decoded


@dataclass(frozen=True, slots=True, kw_only=True)
class Told(Model, metaclass=slotted):
    """An entity with streamed content and metadata."""

    body: Body[ContentBlock]
    """The content, with the pieces in which it was received."""
    meta: Mapping[str, JsonValue] = EMPTY
    """Its metadata, with all patches applied. Empty if there is none."""
    unknown_fields: Mapping[str, JsonValue] = EMPTY
    """Members of its updates that the schema does not define, each with its last value."""

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

    message_id: MessageId
    """The id of the message, unique among messages of the same type."""

    @property
    def content(self) -> tuple[ContentBlock, ...]:
        """The content blocks: one for each member of an array and one for each chunk."""
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
    name: str | None = None
    """The programmatic name of the tool, if known."""
    title: str | None = None
    """What the tool is doing, for display."""
    kind: ToolKind = "other"
    """The category of the tool."""
    status: ToolCallStatus = "pending"
    """The status."""
    body: Body[ToolCallContent]
    """The content that it produced, with the pieces in which it was received."""
    locations: tuple[ToolCallLocation, ...] = ()
    """The files it works on."""
    raw_input: JsonValue = None
    """The raw input parameters sent to the tool."""
    raw_output: JsonValue = None
    """The raw output returned by the tool."""
    capabilities: ToolCallCapabilities | None = None
    """What a client can do with it now, such as cancelling it."""
    meta: Mapping[str, JsonValue] = EMPTY
    """The metadata of the tool call, with all patches applied. Empty if there is none."""
    unknown_fields: Mapping[str, JsonValue] = EMPTY
    """Members of its updates that the schema does not define, each with its last value."""

    @property
    def content(self) -> tuple[ToolCallContent, ...]:
        """The content that it produced."""
        return self.body.items

    @property
    def parts(self) -> tuple[Part[ToolCallContent], ...]:
        """The content that it produced, each item with the `_meta` of its chunk."""
        return self.body.parts


@dataclass(frozen=True, slots=True, kw_only=True)
class Terminal(Model, metaclass=slotted):
    """A terminal of the agent."""

    terminal_id: TerminalId
    """The id of the terminal."""
    command: str | None = None
    """The command that runs in it."""
    cwd: AbsolutePath | None = None
    """The working directory of the command."""
    body: Output
    """The output, with the pieces in which it was received."""
    exit_status: TerminalExitStatus | None = None
    """How it ended. `None` while it runs."""
    size: TerminalSize | None = None
    """Its size in character cells."""
    capabilities: TerminalCapabilities | None = None
    """What a client can do with it now, such as cancelling it."""
    meta: Mapping[str, JsonValue] = EMPTY
    """The metadata of the terminal, with all patches applied. Empty if there is none."""
    unknown_fields: Mapping[str, JsonValue] = EMPTY
    """Members of its updates that the schema does not define, each with its last value."""

    @property
    def output(self) -> bytes:
        """The output since the last snapshot: its bytes and those of the chunks after it."""
        return self.body.bytes_from(0)

    def output_from(self, start: int) -> bytes:
        """The output from byte `start` on, for a display that has already shown the bytes before."""
        return self.body.bytes_from(start)

    @property
    def text(self) -> str:
        """The output decoded as UTF-8, with U+FFFD for invalid bytes; escape sequences are kept."""
        return self.output.decode("utf-8", "replace")

    @property
    def parts(self) -> tuple[Part[str], ...]:
        """The pieces as received, in base64, each with the `_meta` of its snapshot or chunk."""
        return self.body.parts

    @property
    def undecoded(self) -> tuple[str, ...]:
        """The pieces that are not base64: they add no bytes and are replayed unchanged."""
        return tuple(data for data in self.body.items if decoded(data) is None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Compaction(Told, metaclass=slotted):
    """A compaction of the session's context."""

    compaction_id: CompactionId
    """The id of the compaction."""
    status: CompactionStatus
    """The status."""
    error: str | None = None
    """Why it failed, for display."""

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
    """The time of last activity in RFC 3339, unchanged."""
    meta: Mapping[str, JsonValue] = EMPTY
    """The metadata of the session, with all patches applied. Empty if there is none."""
    unknown_fields: Mapping[str, JsonValue] = EMPTY
    """Members of its updates that the schema does not define, each with its last value."""
