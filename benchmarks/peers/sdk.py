"""The official Python SDK, in the fastest way its pydantic models offer; its connection goes through dicts."""

from __future__ import annotations

import json

from acp import schema

from . import Code

CHUNK = (
    "schema.SessionNotification(session_id='sess_1', update=schema.AgentMessageChunk("
    "session_update='agent_message_chunk', content=schema.TextContentBlock(type='text', text='one two'), "
    "message_id='msg_1'))"
)


WRITTEN = (
    "json.dumps({'jsonrpc': '2.0', 'method': 'session/update', "
    "'params': value.model_dump(mode='json', by_alias=True, exclude_none=True, exclude_unset=True)})"
)


def decoding(form: str) -> Code:
    if form == "Notification":  # as its connection does
        return Code("schema.SessionNotification.model_validate(json.loads(text)['params'])", schema=schema, json=json)
    return Code(f"schema.{form}.model_validate_json(text)", schema=schema)


def encoding(form: str) -> Code:
    if form == "Notification":
        return Code(WRITTEN, json=json)
    return Code("value.model_dump_json(by_alias=True, exclude_none=True, exclude_unset=True)")


def structuring(form: str) -> Code:
    return Code(f"schema.{form}.model_validate(plain)", schema=schema)


def unstructuring(form: str) -> Code:  # noqa: ARG001  (the object knows)
    return Code("value.model_dump(mode='json', by_alias=True, exclude_none=True, exclude_unset=True)")


def describing() -> Code:
    return Code("str(error)")


def building() -> Code:
    return Code(CHUNK, schema=schema)
