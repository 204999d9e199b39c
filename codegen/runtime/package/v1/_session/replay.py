"""Minimal updates that recreate the entities of a v1 session."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from acp_types._runtime.session.replay import of_chunk, of_compaction, of_entity, of_streamed
from acp_types.v1 import (
    AgentMessageChunk,
    AgentThoughtChunk,
    CompactionSummaryChunk,
    CompactionUpdate,
    ToolCallUpdate,
    UserMessageChunk,
)
from acp_types.v1 import ToolCall as ToolCallAnnounced

from .cells import PeerMessageCell, SubagentCell
from .entities import Compaction, Message, Speech, Thought, ToolCall
from .subagents import PeerMessage, Subagent

_CHUNK: Mapping[str, Any] = {"user": UserMessageChunk, "agent": AgentMessageChunk, "thought": AgentThoughtChunk}


def updates_of(timeline: Iterable[object], gaps: Mapping[int, object]) -> Iterator[Any]:
    """The updates that recreate a timeline; to separate two messages, the update that originally did so."""
    before: object = None
    for position, entity in enumerate(timeline):
        if position in gaps and _would_go_on(before, entity):
            yield gaps[position]
        yield from _updates_of(entity)
        before = entity


def _would_go_on(before: object, entity: object) -> bool:
    """Whether a message would be read as a continuation of the one before it."""
    return (
        isinstance(entity, Speech)
        and isinstance(before, Speech)
        and entity.message_id is None
        and before.message_id is None
        and _role(entity) == _role(before)
    )


def _role(entity: Speech) -> str:
    return entity.role if isinstance(entity, Message) else "thought"


def _updates_of(entity: object) -> Iterator[Any]:
    """The updates that recreate an entity; anything else is the update itself."""
    make = _UPDATES.get(type(entity))
    return iter((entity,)) if make is None else make(entity)


def _speech(entity: Speech) -> Iterator[Any]:
    chunk = _CHUNK[_role(entity)]
    for part in entity.body.runs():
        yield chunk(message_id=entity.message_id, **of_chunk(part))


def _tool_call(entity: ToolCall) -> Iterator[Any]:
    members: dict[str, Any] = {
        "tool_call_id": entity.tool_call_id,
        "name": entity.name,
        "kind": None if entity.kind == "other" else entity.kind,
        "status": None if entity.status == "pending" else entity.status,
        "content": entity.content or None,
        "locations": entity.locations or None,
        "raw_input": entity.raw_input,
        "raw_output": entity.raw_output,
        "meta": entity.meta or None,
        "unknown_fields": entity.unknown_fields,
    }
    if entity.title is None:  # it was never announced, and cannot be without a title
        yield ToolCallUpdate(**members)
    else:
        yield ToolCallAnnounced(title=entity.title, **members)


def _compaction(entity: Compaction) -> Iterator[Any]:
    return of_compaction(entity, CompactionUpdate, CompactionSummaryChunk)


def _subagent(entity: Subagent) -> Iterator[Any]:
    from acp_types.v1.unstable import SubagentUpdate

    yield SubagentUpdate(session_id=entity.session_id, **of_entity(entity, SubagentCell.names))


def _peer_message(entity: PeerMessage) -> Iterator[Any]:
    from acp_types.v1.unstable import SessionMessage, SessionMessageChunk

    ids, members = {"message_id": entity.message_id}, of_entity(entity, PeerMessageCell.names)
    return of_streamed(entity, SessionMessage, SessionMessageChunk, ids, members)


_UPDATES: Mapping[type, Callable[[Any], Iterator[Any]]] = {
    Message: _speech,
    Thought: _speech,
    ToolCall: _tool_call,
    Compaction: _compaction,
    Subagent: _subagent,
    PeerMessage: _peer_message,
}
