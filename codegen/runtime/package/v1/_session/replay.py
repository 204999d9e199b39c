"""The fewest updates that make the entities of a v1 session what they are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from acp_types._runtime.session.patches import patch_for
from acp_types._runtime.session.replay import of_chunk, of_entity, opened
from acp_types.v1 import (
    AgentMessageChunk,
    AgentThoughtChunk,
    CompactionSummaryChunk,
    CompactionUpdate,
    ToolCallUpdate,
    UserMessageChunk,
)
from acp_types.v1 import ToolCall as ToolCallAnnounced

from .entities import Compaction, Message, Speech, Thought, ToolCall
from .subagents import PeerMessage, Subagent

_CHUNK: Mapping[str, Any] = {"user": UserMessageChunk, "agent": AgentMessageChunk, "thought": AgentThoughtChunk}


def updates_of(timeline: Iterable[object], gaps: Mapping[int, object]) -> Iterator[Any]:
    """The updates that make what is in a timeline; where a gap must be made, the update that made it."""
    before: object = None
    for position, entity in enumerate(timeline):
        if position in gaps and _would_go_on(before, entity):
            yield gaps[position]
        yield from _updates_of(entity)
        before = entity


def _would_go_on(before: object, entity: object) -> bool:
    """Whether a message would be read as more of the one before it."""
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
    if isinstance(entity, (Message, Thought)):
        return _speech(entity)
    if isinstance(entity, ToolCall):
        return _tool_call(entity)
    if isinstance(entity, Compaction):
        return _compaction(entity)
    if isinstance(entity, Subagent):
        return _subagent(entity)
    if isinstance(entity, PeerMessage):
        return _peer_message(entity)
    return iter((entity,))


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
    from acp_types.v1.unstable import SubagentUpdate

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
    from acp_types.v1.unstable import SessionMessage, SessionMessageChunk

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
