"""acp-types, through its public functions."""

from __future__ import annotations

from acp_types.v1 import unstable as acp

from . import Code

CHUNK = (
    "SessionNotification(session_id=session, update=AgentMessageChunk("
    "content=TextContent(text='one two'), message_id=message))"
)


def decoding(form: str) -> Code:
    if form == "Notification":
        return Code("read_message(text, sender='agent')", read_message=acp.read_message)
    return Code("loads(form, text)", loads=acp.loads, form=getattr(acp, form))


def encoding(form: str) -> Code:
    if form == "Notification":
        return Code("write_message(value)", write_message=acp.write_message)
    return Code("dumps(form, value)", dumps=acp.dumps, form=getattr(acp, form))


def structuring(form: str) -> Code:
    return Code("decode(form, plain)", decode=acp.decode, form=getattr(acp, form))


def unstructuring(form: str) -> Code:
    return Code("encode(form, value)", encode=acp.encode, form=getattr(acp, form))


def describing() -> Code:
    return Code("str(error)")


def building() -> Code:
    classes = (acp.SessionNotification, acp.AgentMessageChunk, acp.TextContent)
    ids = {"session": acp.SessionId("sess_1"), "message": acp.MessageId("msg_1")}
    return Code(CHUNK, **ids, **{cls.__name__: cls for cls in classes})
