"""The mutable entities of a v1 session."""

from __future__ import annotations

from typing import Any

from acp_types._runtime.json_value import EMPTY
from acp_types._runtime.session.body import Body, Log
from acp_types._runtime.session.cells import PatchedCell, StreamedCell
from acp_types._runtime.session.patches import merged_unknown
from acp_types._runtime.session.timeline import Cell
from acp_types.v1 import ContentBlock, MessageId

from .entities import Compaction, Message, Thought, ToolCall
from .subagents import PeerMessage, Subagent


class SpeechCell(Cell):
    """A message or a thought, which consists of its chunks."""

    __slots__ = ("log", "message_id")

    def __init__(self, message_id: MessageId | None) -> None:
        self.message_id = message_id
        self.log: Log[ContentBlock] = Log()


class UserCell(SpeechCell):
    """A message of the user."""

    __slots__ = ()

    def freeze(self) -> Message:
        return Message(message_id=self.message_id, role="user", body=Body(self.log))


class AgentCell(SpeechCell):
    """A message of the agent."""

    __slots__ = ()

    def freeze(self) -> Message:
        return Message(message_id=self.message_id, role="agent", body=Body(self.log))


class ThoughtCell(SpeechCell):
    """A thought of the agent."""

    __slots__ = ()

    def freeze(self) -> Thought:
        return Thought(message_id=self.message_id, body=Body(self.log))


class ToolCallCell(PatchedCell):
    """A tool call."""

    __slots__ = ()
    frozen = ToolCall
    id_name = "tool_call_id"
    names = ("title", "name", "kind", "status", "content", "locations", "raw_input", "raw_output")

    def announce(self, update: Any) -> None:
        """Replace its whole state."""
        self.members.clear()
        self.meta = self.unknown_fields = EMPTY
        self.apply(update)

    def apply(self, update: Any) -> None:
        """Apply a change. `null` and omission both leave a member unchanged."""
        for name in self.names:
            value = getattr(update, name)
            if value is not None:
                self.members[name] = value
        if update.meta is not None:
            self.meta = update.meta
        self.unknown_fields = merged_unknown(self.unknown_fields, update.unknown_fields)


# These have the three states of v2, except for metadata, which is replaced as a whole.


class CompactionCell(StreamedCell):
    """A compaction."""

    __slots__ = ()
    frozen = Compaction
    id_name = "compaction_id"
    content = "summary"
    names = ("status", "error")
    start = {"status": "in_progress"}
    merges_meta = False


class SubagentCell(PatchedCell):
    """A session started by this one."""

    __slots__ = ()
    frozen = Subagent
    id_name = "session_id"
    names = ("title", "description", "capabilities", "state", "cwd", "additional_directories")
    merges_meta = False


class PeerMessageCell(StreamedCell):
    """A message from one session to another."""

    __slots__ = ()
    frozen = PeerMessage
    id_name = "message_id"
    names = ("sender_session_id", "recipient_session_id", "sender_message_id", "recipient_message_id")
    merges_meta = False
