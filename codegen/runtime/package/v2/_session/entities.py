"""What a session is made of, each as it stood at one moment."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from acp_types._runtime.model import EMPTY, JsonValue, Model, dataclass, slotted
from acp_types._runtime.session.body import Body, Part
from acp_types._runtime.session.told import Told
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
class Described(Told[ContentBlock], metaclass=slotted):
    """What has streamed content, and metadata of its own."""

    meta: Mapping[str, JsonValue] = EMPTY
    """Its metadata, all patches applied. Empty where there is none."""
    unknown_fields: Mapping[str, JsonValue] = EMPTY
    """Members of its updates that the schema does not know, each with the value it last had."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Speech(Described, metaclass=slotted):
    """What messages and thoughts have in common."""

    message_id: MessageId
    """The id of the message, its own only among messages of the same type."""

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
    """Something the agent thought."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolCall(Model, metaclass=slotted):
    """A tool call."""

    tool_call_id: ToolCallId
    """The id of the tool call."""
    name: str | None = None
    """The programmatic name of the tool, where it is known."""
    title: str | None = None
    """What the tool is doing, for people."""
    kind: ToolKind = "other"
    """The category of the tool."""
    status: ToolCallStatus = "pending"
    """How far it is."""
    body: Body[ToolCallContent]
    """What it produced, with how it came."""
    locations: tuple[ToolCallLocation, ...] = ()
    """The files it works on."""
    raw_input: JsonValue = None
    """The raw input parameters sent to the tool."""
    raw_output: JsonValue = None
    """The raw output returned by the tool."""
    capabilities: ToolCallCapabilities | None = None
    """What a client may do to it now, such as cancel it."""
    meta: Mapping[str, JsonValue] = EMPTY
    """The metadata of the tool call, all patches applied. Empty where there is none."""
    unknown_fields: Mapping[str, JsonValue] = EMPTY
    """Members of its updates that the schema does not know, each with the value it last had."""

    @property
    def content(self) -> tuple[ToolCallContent, ...]:
        """What it produced."""
        return self.body.items

    @property
    def parts(self) -> tuple[Part[ToolCallContent], ...]:
        """What it produced, with the `_meta` of the chunk that brought each item."""
        return self.body.parts


@dataclass(frozen=True, slots=True, kw_only=True)
class Terminal(Model, metaclass=slotted):
    """A terminal of the agent's."""

    terminal_id: TerminalId
    """The id of the terminal."""
    command: str | None = None
    """The command that is run in it."""
    cwd: AbsolutePath | None = None
    """The working directory of the command."""
    body: Output
    """What came out, with how it came."""
    exit_status: TerminalExitStatus | None = None
    """How it ended. Nothing while it runs."""
    size: TerminalSize | None = None
    """Its size in character cells."""
    capabilities: TerminalCapabilities | None = None
    """What a client may do to it now, such as cancel it."""
    meta: Mapping[str, JsonValue] = EMPTY
    """The metadata of the terminal, all patches applied. Empty where there is none."""
    unknown_fields: Mapping[str, JsonValue] = EMPTY
    """Members of its updates that the schema does not know, each with the value it last had."""

    @property
    def output(self) -> bytes:
        """What came out, since the last snapshot: its bytes and those of the chunks after it."""
        return self.body.bytes_from(0)

    def output_from(self, start: int) -> bytes:
        """What came out from byte `start` on: what a display that has shown that many needs next."""
        return self.body.bytes_from(start)

    @property
    def text(self) -> str:
        """The output as UTF-8, with U+FFFD for what is not; escape sequences are left in it."""
        return self.output.decode("utf-8", "replace")

    @property
    def parts(self) -> tuple[Part[str], ...]:
        """The pieces as they came, in base64, with the `_meta` of the snapshot or chunk that brought each."""
        return self.body.parts

    @property
    def undecoded(self) -> tuple[str, ...]:
        """The pieces that are not base64: they add no bytes and are replayed as they came."""
        return tuple(data for data in self.body.items if decoded(data) is None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Compaction(Described, metaclass=slotted):
    """A compaction of the session's context."""

    compaction_id: CompactionId
    """The id of the compaction."""
    status: CompactionStatus
    """How far it is."""
    error: str | None = None
    """Why it failed, for people."""

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
    """When something last happened, RFC 3339, as it came."""
    meta: Mapping[str, JsonValue] = EMPTY
    """The metadata of the session, all patches applied. Empty where there is none."""
    unknown_fields: Mapping[str, JsonValue] = EMPTY
    """Members of its updates that the schema does not know, each with the value it last had."""
