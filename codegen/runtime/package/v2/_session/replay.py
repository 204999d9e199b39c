"""Minimal updates that recreate an entity."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from acp_types._runtime.session.body import Part
from acp_types._runtime.session.patches import patch_for
from acp_types._runtime.session.replay import of_compaction, of_entity, of_streamed, opened
from acp_types._runtime.unset import UNSET
from acp_types.v2 import (
    AgentMessage,
    AgentMessageChunk,
    AgentThought,
    AgentThoughtChunk,
    CompactionSummaryChunk,
    CompactionUpdate,
    TerminalOutput,
    TerminalOutputChunk,
    TerminalUpdate,
    ToolCallContentChunk,
    ToolCallUpdate,
    UserMessage,
    UserMessageChunk,
)

from .cells import PeerMessageCell, SubagentCell, TerminalCell
from .entities import Compaction, Message, Terminal, Thought, ToolCall
from .subagents import PeerMessage, Subagent

_WHOLE: Mapping[str, Any] = {"user": UserMessage, "agent": AgentMessage, "thought": AgentThought}
_CHUNK: Mapping[str, Any] = {"user": UserMessageChunk, "agent": AgentMessageChunk, "thought": AgentThoughtChunk}


def updates_of(entity: object) -> Iterator[Any]:
    """The updates that recreate an entity; anything else is the update itself."""
    make = _UPDATES.get(type(entity))
    return iter((entity,)) if make is None else make(entity)


def _of_output(part: Part[str]) -> dict[str, Any]:
    return {"data": part.content, "meta": part.meta or None, "unknown_fields": part.unknown_fields}


def _speech(entity: Message | Thought) -> Iterator[Any]:
    role = entity.role if isinstance(entity, Message) else "thought"
    ids = {"message_id": entity.message_id}
    return of_streamed(entity, _WHOLE[role], _CHUNK[role], ids, of_entity(entity))


def _tool_call(entity: ToolCall) -> Iterator[Any]:
    members = {
        "kind": patch_for(entity.kind, "other"),
        "status": patch_for(entity.status, "pending"),
        "locations": patch_for(entity.locations, ()),
        **of_entity(entity, ("name", "title", "raw_input", "raw_output", "capabilities")),
    }
    return of_streamed(entity, ToolCallUpdate, ToolCallContentChunk, {"tool_call_id": entity.tool_call_id}, members)


def _terminal(entity: Terminal) -> Iterator[Any]:
    snapshot = entity.body.snapshot()
    return opened(
        TerminalUpdate(
            terminal_id=entity.terminal_id,
            output=TerminalOutput(**_of_output(snapshot)) if snapshot else UNSET,
            **of_entity(entity, TerminalCell.names),
        ),
        TerminalUpdate(terminal_id=entity.terminal_id),
        [TerminalOutputChunk(terminal_id=entity.terminal_id, **_of_output(part)) for part in entity.body.chunks()],
    )


def _compaction(entity: Compaction) -> Iterator[Any]:
    return of_compaction(entity, CompactionUpdate, CompactionSummaryChunk)


def _subagent(entity: Subagent) -> Iterator[Any]:
    from acp_types.v2.unstable import SubagentUpdate

    yield SubagentUpdate(session_id=entity.session_id, **of_entity(entity, SubagentCell.names))


def _peer_message(entity: PeerMessage) -> Iterator[Any]:
    from acp_types.v2.unstable import SessionMessage, SessionMessageChunk

    ids, members = {"message_id": entity.message_id}, of_entity(entity, PeerMessageCell.names)
    return of_streamed(entity, SessionMessage, SessionMessageChunk, ids, members)


_UPDATES: Mapping[type, Callable[[Any], Iterator[Any]]] = {
    Message: _speech,
    Thought: _speech,
    ToolCall: _tool_call,
    Terminal: _terminal,
    Compaction: _compaction,
    Subagent: _subagent,
    PeerMessage: _peer_message,
}
