"""The official Python SDK, in the fastest way its pydantic models offer; its connection goes through dicts."""

from __future__ import annotations

from acp import schema

from . import Code

CHUNK = (
    "schema.SessionNotification(session_id='sess_1', update=schema.AgentMessageChunk("
    "session_update='agent_message_chunk', content=schema.TextContentBlock(type='text', text='one two'), "
    "message_id='msg_1'))"
)


def decoding(form: str) -> Code:
    return Code(f"schema.{form}.model_validate_json(text)", schema=schema)


def encoding(form: str) -> Code:  # noqa: ARG001  (the model knows)
    return Code("value.model_dump_json(by_alias=True, exclude_none=True, exclude_unset=True)")


def describing() -> Code:
    return Code("str(error)")


def building() -> Code:
    return Code(CHUNK, schema=schema)
