"""The entities of a v2 session while updates change them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from acp_types._runtime.session.body import Body, Log
from acp_types._runtime.session.cells import PatchedCell, replaced
from acp_types._runtime.session.patches import merged_meta, merged_unknown
from acp_types._runtime.unset import UNSET
from acp_types.v2 import (
    AgentMessage,
    AgentThought,
    CompactionId,
    CompactionUpdate,
    ContentBlock,
    MessageId,
    SessionId,
    TerminalId,
    TerminalUpdate,
    ToolCallContent,
    ToolCallId,
    ToolCallUpdate,
    UserMessage,
)

from .entities import Compaction, Message, Terminal, Thought, ToolCall
from .output import Output, OutputLog
from .subagents import PeerMessage, Subagent

if TYPE_CHECKING:
    from acp_types.v2.unstable import SessionMessage, SubagentUpdate


class _Entity(PatchedCell):
    __slots__ = ()

    def patch(self, update: Any) -> None:
        """Apply what all updates of entities can say: patches, metadata, and members that the schema does not know."""
        self.patch_members(update)
        self.meta = merged_meta(self.meta, update.meta)
        self.unknown_fields = merged_unknown(self.unknown_fields, update.unknown_fields)


class SpeechCell(_Entity):
    """A message or a thought."""

    __slots__ = ("log", "message_id", "role")
    names = ()

    def __init__(self, message_id: MessageId, role: Literal["user", "agent", "thought"]) -> None:
        super().__init__()
        self.message_id = message_id
        self.role: Literal["user", "agent", "thought"] = role
        self.log: Log[ContentBlock] = Log()

    def apply(self, update: UserMessage | AgentMessage | AgentThought) -> None:
        self.log = replaced(self.log, update.content)
        self.patch(update)

    def freeze(self) -> Message | Thought:
        if self.role == "thought":
            return Thought(message_id=self.message_id, body=Body(self.log), **self.rest())
        return Message(message_id=self.message_id, role=self.role, body=Body(self.log), **self.rest())


class ToolCallCell(_Entity):
    """A tool call."""

    __slots__ = ("log", "tool_call_id")
    names = ("name", "title", "kind", "status", "locations", "raw_input", "raw_output", "capabilities")

    def __init__(self, tool_call_id: ToolCallId) -> None:
        super().__init__()
        self.tool_call_id = tool_call_id
        self.log: Log[ToolCallContent] = Log()

    def apply(self, update: ToolCallUpdate) -> None:
        self.log = replaced(self.log, update.content)
        self.patch(update)

    def freeze(self) -> ToolCall:
        return ToolCall(tool_call_id=self.tool_call_id, body=Body(self.log), **self.rest())


class TerminalCell(_Entity):
    """A terminal."""

    __slots__ = ("log", "terminal_id")
    names = ("command", "cwd", "exit_status", "size", "capabilities")

    def __init__(self, terminal_id: TerminalId) -> None:
        super().__init__()
        self.terminal_id = terminal_id
        self.log = OutputLog()

    def apply(self, update: TerminalUpdate) -> None:
        if update.output is not UNSET:
            self.log = OutputLog(update.output)
        self.patch(update)

    def freeze(self) -> Terminal:
        return Terminal(terminal_id=self.terminal_id, body=Output(self.log), **self.rest())


class CompactionCell(_Entity):
    """A compaction."""

    __slots__ = ("compaction_id", "log", "status")
    names = ("error",)

    def __init__(self, compaction_id: CompactionId) -> None:
        super().__init__()
        self.compaction_id = compaction_id
        self.status: Any = "in_progress"
        self.log: Log[ContentBlock] = Log()

    def apply(self, update: CompactionUpdate) -> None:
        self.status = update.status
        self.log = replaced(self.log, update.summary)
        self.patch(update)

    def freeze(self) -> Compaction:
        return Compaction(compaction_id=self.compaction_id, status=self.status, body=Body(self.log), **self.rest())


class SubagentCell(_Entity):
    """A session that this one started."""

    __slots__ = ("session_id",)
    names = ("title", "description", "capabilities", "state", "cwd", "additional_directories")

    def __init__(self, session_id: SessionId) -> None:
        super().__init__()
        self.session_id = session_id

    def apply(self, update: SubagentUpdate) -> None:
        self.patch(update)

    def freeze(self) -> Subagent:
        return Subagent(session_id=self.session_id, **self.rest())


class PeerMessageCell(_Entity):
    """A message from one session to another."""

    __slots__ = ("log", "message_id")
    names = ("sender_session_id", "recipient_session_id", "sender_message_id", "recipient_message_id")

    def __init__(self, message_id: MessageId) -> None:
        super().__init__()
        self.message_id = message_id
        self.log: Log[ContentBlock] = Log()

    def apply(self, update: SessionMessage) -> None:
        self.log = replaced(self.log, update.content)
        self.patch(update)

    def freeze(self) -> PeerMessage:
        return PeerMessage(message_id=self.message_id, body=Body(self.log), **self.rest())
