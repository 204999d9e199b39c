"""The official Python SDK, in the fastest way its pydantic models offer; its connection goes through dicts."""

from __future__ import annotations

import json

from acp import schema

from . import Code

CHUNK = (
    "SessionNotification(session_id='sess_1', update=AgentMessageChunk("
    "session_update='agent_message_chunk', content=TextContentBlock(type='text', text='one two'), "
    "message_id='msg_1'))"
)


WRITTEN = (
    "dumps({'jsonrpc': '2.0', 'method': 'session/update', "
    "'params': value.model_dump(mode='json', by_alias=True, exclude_none=True, exclude_unset=True)})"
)


def decoding(form: str) -> Code:
    if form == "Notification":  # as its connection does
        return Code("form.model_validate(loads(text)['params'])", form=schema.SessionNotification, loads=json.loads)
    return Code("form.model_validate_json(text)", form=getattr(schema, form))


def encoding(form: str) -> Code:
    if form == "Notification":
        return Code(WRITTEN, dumps=json.dumps)
    return Code("value.model_dump_json(by_alias=True, exclude_none=True, exclude_unset=True)")


def structuring(form: str) -> Code:
    return Code("form.model_validate(plain)", form=getattr(schema, form))


def unstructuring(form: str) -> Code:  # noqa: ARG001  (the object knows)
    return Code("value.model_dump(mode='json', by_alias=True, exclude_none=True, exclude_unset=True)")


def describing() -> Code:
    return Code("str(error)")


def building() -> Code:
    classes = (schema.SessionNotification, schema.AgentMessageChunk, schema.TextContentBlock)
    return Code(CHUNK, **{cls.__name__: cls for cls in classes})
