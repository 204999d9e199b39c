"""The entities of a v1 session while updates change them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from acp_types._runtime.json_value import EMPTY
from acp_types._runtime.session.body import Body, Log
from acp_types._runtime.session.cells import PatchedCell, replaced
from acp_types._runtime.session.patches import merged_unknown, patched
from acp_types._runtime.session.timeline import Cell
from acp_types.v1 import CompactionId, CompactionUpdate, ContentBlock, MessageId, SessionId, ToolCallId, ToolCallUpdate
from acp_types.v1 import ToolCall as ToolCallAnnounced

from .entities import Compaction, Message, Thought, ToolCall
from .subagents import PeerMessage, Subagent

if TYPE_CHECKING:
    from acp_types.v1.unstable import SessionMessage, SubagentUpdate


class SpeechCell(Cell):
    """A message or a thought."""

    __slots__ = ("log", "message_id", "role")

    def __init__(
        self, message_id: MessageId | None, role: Literal["user", "agent", "thought"], content: tuple[ContentBlock, ...]
    ) -> None:
        self.message_id = message_id
        self.role: Literal["user", "agent", "thought"] = role
        self.log: Log[ContentBlock] = Log(content)

    def freeze(self) -> Message | Thought:
        if self.role == "thought":
            return Thought(message_id=self.message_id, body=Body(self.log))
        return Message(message_id=self.message_id, role=self.role, body=Body(self.log))


class ToolCallCell(PatchedCell):
    """A tool call."""

    __slots__ = ("tool_call_id",)
    names = ("title", "name", "kind", "status", "content", "locations", "raw_input", "raw_output")

    def __init__(self, tool_call_id: ToolCallId) -> None:
        super().__init__()
        self.tool_call_id = tool_call_id

    def announce(self, update: ToolCallAnnounced) -> None:
        """All that it is, whatever was said of it before."""
        self.members.clear()
        self.meta = self.unknown_fields = EMPTY
        self.apply(update)

    def apply(self, update: ToolCallUpdate | ToolCallAnnounced) -> None:
        """What has changed. `null` and omission both leave a member as it is."""
        for name in self.names:
            value = getattr(update, name)
            if value is not None:
                self.members[name] = value
        if update.meta is not None:
            self.meta = update.meta
        self.unknown_fields = merged_unknown(self.unknown_fields, update.unknown_fields)

    def freeze(self) -> ToolCall:
        return ToolCall(tool_call_id=self.tool_call_id, **self.rest())


class _Patched(PatchedCell):
    """What came to v1 with the three states of v2, but for metadata, which is replaced as a whole."""

    __slots__ = ()

    def patch(self, update: Any) -> None:
        self.patch_members(update)
        self.meta = patched(self.meta, update.meta, EMPTY)
        self.unknown_fields = merged_unknown(self.unknown_fields, update.unknown_fields)


class CompactionCell(_Patched):
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


class SubagentCell(_Patched):
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


class PeerMessageCell(_Patched):
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
