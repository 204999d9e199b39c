"""The mutable entities of a v2 session."""

from __future__ import annotations

from typing import Any

from acp_types._runtime.session.cells import PatchedCell, StreamedCell
from acp_types._runtime.unset import UNSET

from .entities import Compaction, Message, Terminal, Thought, ToolCall
from .output import Output, OutputLog
from .subagents import PeerMessage, Subagent


class UserCell(StreamedCell):
    """A message of the user."""

    __slots__ = ()
    frozen = Message
    id_name = "message_id"
    start = {"role": "user"}


class AgentCell(StreamedCell):
    """A message of the agent."""

    __slots__ = ()
    frozen = Message
    id_name = "message_id"
    start = {"role": "agent"}


class ThoughtCell(StreamedCell):
    """A thought of the agent."""

    __slots__ = ()
    frozen = Thought
    id_name = "message_id"


class ToolCallCell(StreamedCell):
    """A tool call."""

    __slots__ = ()
    frozen = ToolCall
    id_name = "tool_call_id"
    names = ("name", "title", "kind", "status", "locations", "raw_input", "raw_output", "capabilities")


class TerminalCell(PatchedCell):
    """A terminal, which has output instead of content."""

    __slots__ = ("log",)
    frozen = Terminal
    id_name = "terminal_id"
    names = ("command", "cwd", "exit_status", "size", "capabilities")

    def __init__(self, entity_id: Any) -> None:
        super().__init__(entity_id)
        self.log = OutputLog()

    def apply(self, update: Any) -> None:
        if update.output is not UNSET:
            self.log = OutputLog(update.output)
        self.patch(update)

    def freeze(self) -> Terminal:
        return Terminal(body=Output(self.log), **self.said())


class CompactionCell(StreamedCell):
    """A compaction."""

    __slots__ = ()
    frozen = Compaction
    id_name = "compaction_id"
    content = "summary"
    names = ("status", "error")
    start = {"status": "in_progress"}


class SubagentCell(PatchedCell):
    """A session started by this one."""

    __slots__ = ()
    frozen = Subagent
    id_name = "session_id"
    names = ("title", "description", "capabilities", "state", "cwd", "additional_directories")


class PeerMessageCell(StreamedCell):
    """A message from one session to another."""

    __slots__ = ()
    frozen = PeerMessage
    id_name = "message_id"
    names = ("sender_session_id", "recipient_session_id", "sender_message_id", "recipient_message_id")
