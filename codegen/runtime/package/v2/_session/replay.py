"""The fewest updates that make an entity what it is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from acp_types._runtime.session.body import Part
from acp_types._runtime.session.patches import patch_for
from acp_types._runtime.session.replay import of_chunk, of_entity, opened
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

from .entities import Compaction, Message, Terminal, Thought, ToolCall
from .subagents import PeerMessage, Subagent

_WHOLE: Mapping[str, Any] = {"user": UserMessage, "agent": AgentMessage, "thought": AgentThought}
_CHUNK: Mapping[str, Any] = {"user": UserMessageChunk, "agent": AgentMessageChunk, "thought": AgentThoughtChunk}


def updates_of(entity: object) -> Iterator[Any]:
    """The updates that make an entity; what is no entity of ours is the one update that it came as."""
    if isinstance(entity, Message):
        return _speech(entity, entity.role)
    if isinstance(entity, Thought):
        return _speech(entity, "thought")
    if isinstance(entity, ToolCall):
        return _tool_call(entity)
    if isinstance(entity, Terminal):
        return _terminal(entity)
    if isinstance(entity, Compaction):
        return _compaction(entity)
    if isinstance(entity, Subagent):
        return _subagent(entity)
    if isinstance(entity, PeerMessage):
        return _peer_message(entity)
    return iter((entity,))


def _of_output(part: Part[str]) -> dict[str, Any]:
    return {"data": part.content, "meta": part.meta or None, "unknown_fields": part.unknown_fields}


def _speech(entity: Message | Thought, role: str) -> Iterator[Any]:
    whole, chunk = _WHOLE[role], _CHUNK[role]
    return opened(
        whole(message_id=entity.message_id, content=patch_for(entity.body.whole(), ()), **of_entity(entity)),
        whole(message_id=entity.message_id),
        [chunk(message_id=entity.message_id, **of_chunk(part)) for part in entity.body.chunks()],
    )


def _tool_call(entity: ToolCall) -> Iterator[Any]:
    return opened(
        ToolCallUpdate(
            tool_call_id=entity.tool_call_id,
            name=patch_for(entity.name),
            title=patch_for(entity.title),
            kind=patch_for(entity.kind, "other"),
            status=patch_for(entity.status, "pending"),
            content=patch_for(entity.body.whole(), ()),
            locations=patch_for(entity.locations, ()),
            raw_input=patch_for(entity.raw_input),
            raw_output=patch_for(entity.raw_output),
            capabilities=patch_for(entity.capabilities),
            **of_entity(entity),
        ),
        ToolCallUpdate(tool_call_id=entity.tool_call_id),
        [ToolCallContentChunk(tool_call_id=entity.tool_call_id, **of_chunk(part)) for part in entity.body.chunks()],
    )


def _terminal(entity: Terminal) -> Iterator[Any]:
    snapshot = entity.body.snapshot()
    return opened(
        TerminalUpdate(
            terminal_id=entity.terminal_id,
            command=patch_for(entity.command),
            cwd=patch_for(entity.cwd),
            output=TerminalOutput(**_of_output(snapshot)) if snapshot else UNSET,
            exit_status=patch_for(entity.exit_status),
            size=patch_for(entity.size),
            capabilities=patch_for(entity.capabilities),
            **of_entity(entity),
        ),
        TerminalUpdate(terminal_id=entity.terminal_id),
        [TerminalOutputChunk(terminal_id=entity.terminal_id, **_of_output(part)) for part in entity.body.chunks()],
    )


def _compaction(entity: Compaction) -> Iterator[Any]:
    chunks = entity.body.chunks()
    yield CompactionUpdate(
        compaction_id=entity.compaction_id,
        # Summary chunks belong between the start of a compaction and its end.
        status="in_progress" if chunks else entity.status,
        summary=patch_for(entity.body.whole(), ()),
        error=patch_for(entity.error),
        **of_entity(entity),
    )
    for part in chunks:
        yield CompactionSummaryChunk(compaction_id=entity.compaction_id, **of_chunk(part))
    if chunks and entity.status != "in_progress":
        yield CompactionUpdate(compaction_id=entity.compaction_id, status=entity.status)


def _subagent(entity: Subagent) -> Iterator[Any]:
    from acp_types.v2.unstable import SubagentUpdate

    yield SubagentUpdate(
        session_id=entity.session_id,
        title=patch_for(entity.title),
        description=patch_for(entity.description),
        capabilities=patch_for(entity.capabilities),
        state=patch_for(entity.state),
        cwd=patch_for(entity.cwd),
        additional_directories=patch_for(entity.additional_directories),
        **of_entity(entity),
    )


def _peer_message(entity: PeerMessage) -> Iterator[Any]:
    from acp_types.v2.unstable import SessionMessage, SessionMessageChunk

    return opened(
        SessionMessage(
            message_id=entity.message_id,
            sender_session_id=patch_for(entity.sender_session_id),
            recipient_session_id=patch_for(entity.recipient_session_id),
            sender_message_id=patch_for(entity.sender_message_id),
            recipient_message_id=patch_for(entity.recipient_message_id),
            content=patch_for(entity.body.whole(), ()),
            **of_entity(entity),
        ),
        SessionMessage(message_id=entity.message_id),
        [SessionMessageChunk(message_id=entity.message_id, **of_chunk(part)) for part in entity.body.chunks()],
    )
