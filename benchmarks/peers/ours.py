"""acp-types, through its public functions."""

from __future__ import annotations

from acp_types.v1 import unstable as acp

from . import Code

CHUNK = (
    "acp.SessionNotification(session_id=session, update=acp.AgentMessageChunk("
    "content=acp.TextContent(text='one two'), message_id=message))"
)


def decoding(form: str) -> Code:
    if form == "Notification":
        return Code("acp.read_message(text, sender='agent')", acp=acp)
    return Code(f"acp.loads(acp.{form}, text)", acp=acp)


def encoding(form: str) -> Code:
    if form == "Notification":
        return Code("acp.write_message(value)", acp=acp)
    return Code(f"acp.dumps(acp.{form}, value)", acp=acp)


def structuring(form: str) -> Code:
    return Code(f"acp.decode(acp.{form}, plain)", acp=acp)


def unstructuring(form: str) -> Code:
    return Code(f"acp.encode(acp.{form}, value)", acp=acp)


def describing() -> Code:
    return Code("str(error)")


def building() -> Code:
    return Code(CHUNK, acp=acp, session=acp.SessionId("sess_1"), message=acp.MessageId("msg_1"))
