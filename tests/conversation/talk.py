"""Short ways to write down conversations, and what a conversation says of them."""

from __future__ import annotations

import importlib
import json
from collections.abc import Iterable
from typing import Any, Literal, NamedTuple

from tests.conftest import surface

Side = Literal["client", "agent"]
Said = tuple[Side, dict[str, Any]]

SID = "sess"


class Example(NamedTuple):
    """A conversation that keeps a rule, or breaks it in one message."""

    rule: str
    version: int
    said: list[Said]
    breaks: int | None = None
    """The place in `said` of the message that breaks it, from the end where negative; None for one that is sound."""
    path: str | None = None
    unstable: bool = False
    complete: bool = True

    @property
    def name(self) -> str:
        return f"{self.rule}-v{self.version}"


def call(side: Side, method: str, params: Any = None, id: Any = None) -> Said:
    message: dict[str, Any] = {"jsonrpc": "2.0", "method": method}
    if id is not None:
        message["id"] = id
    if params is not None:
        message["params"] = params
    return side, message


def c(method: str, params: Any = None, id: Any = None) -> Said:
    """The client calls."""
    return call("client", method, params, id)


def a(method: str, params: Any = None, id: Any = None) -> Said:
    """The agent calls."""
    return call("agent", method, params, id)


def ok(id: Any, result: Any = None, by: Side = "agent") -> Said:
    return by, {"jsonrpc": "2.0", "id": id, "result": {} if result is None else result}


def no(id: Any, code: int = -32603, by: Side = "agent") -> Said:
    return by, {"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": "no"}}


def up(tag: str, session_id: str = SID, **members: Any) -> Said:
    """The agent reports."""
    update = {"sessionUpdate": tag, **members}
    return a("session/update", {"sessionId": session_id, "update": update})


def text(content: str = "hi") -> dict[str, Any]:
    return {"type": "text", "text": content}


IMAGE = {"type": "image", "data": "AAAA", "mimeType": "image/png"}
AUDIO = {"type": "audio", "data": "AAAA", "mimeType": "audio/wav"}
RESOURCE = {"type": "resource", "resource": {"uri": "file:///w/a", "text": "a"}}
LINK = {"type": "resource_link", "name": "a", "uri": "file:///w/a"}
"""Content blocks besides text."""


def prompt(id: Any = 2, *blocks: Any, session_id: str = SID) -> Said:
    return c("session/prompt", {"sessionId": session_id, "prompt": [*blocks] or [text()]}, id)


def state(name: str, **members: Any) -> Said:
    return up("state_update", state=name, **members)


def hello(version: int, client: Any = None, agent: Any = None, **answer: Any) -> list[Said]:
    """`initialize`, answered; with the capabilities of both sides."""
    about = {"name": "x", "version": "1"}
    if version == 1:
        params = {"protocolVersion": 1, "clientCapabilities": client or {}}
        result = {"protocolVersion": 1, "agentCapabilities": agent or {}}
    else:
        params = {"protocolVersion": 2, "info": about, "capabilities": client or {}}
        result = {"protocolVersion": 2, "info": about, "capabilities": {"session": {}} if agent is None else agent}
    return [c("initialize", params, 0), ok(0, {**result, **answer})]


def new(id: Any = 1, **params: Any) -> Said:
    return c("session/new", {"cwd": "/w", "mcpServers": [], **params}, id)


def start(version: int, client: Any = None, agent: Any = None, **answer: Any) -> list[Said]:
    """`initialize` and a new session."""
    return [*hello(version, client, agent, **answer), new(), ok(1, {"sessionId": SID})]


def permission(version: int, id: Any = 50) -> Said:
    """The agent asks."""
    options = [{"optionId": "yes", "name": "Yes", "kind": "allow_once"}]
    call_id = {"toolCallId": "t"}
    about = (
        {"toolCall": call_id} if version == 1 else {"title": "?", "subject": {"type": "tool_call", "toolCall": call_id}}
    )
    return a("session/request_permission", {"sessionId": SID, "options": options, **about}, id)


CANCELLED = {"outcome": {"outcome": "cancelled"}}
ALLOWED = {"outcome": {"outcome": "selected", "optionId": "yes"}}
CANCEL = c("session/cancel", {"sessionId": SID})
FORM = {"mode": "form", "sessionId": SID, "message": "?", "requestedSchema": {"type": "object", "properties": {}}}


def accepted(id: Any = 2, message_id: str = "u") -> list[Said]:
    """v2: a prompt, accepted and reported, and the agent at work."""
    return [
        prompt(id),
        ok(id, {"messageId": message_id}),
        up("user_message", messageId=message_id, content=[text()]),
        state("running"),
    ]


def resume_with(id: Any, **params: Any) -> Said:
    return c("session/resume", {"sessionId": SID, "cwd": "/w", "mcpServers": [], **params}, id)


def begun(version: int) -> list[Said]:
    """A session that is at work on a prompt."""
    return [*start(version), prompt()] if version == 1 else [*start(version), *accepted()]


def end(version: int, reason: str = "end_turn") -> Said:
    """The work on it ends."""
    return ok(2, {"stopReason": reason}) if version == 1 else state("idle", stopReason=reason)


def chunk(kind: str = "agent_message_chunk", message_id: str | None = "m", words: str = "hi", **members: Any) -> Said:
    named = {} if message_id is None else {"messageId": message_id}
    return up(kind, **named, content=text(words), **members)


def tool(version: int, id: str = "t", status: str = "in_progress", *, first: bool = True, **members: Any) -> Said:
    tag = "tool_call" if version == 1 and first else "tool_call_update"
    titled = {"title": "Run"} if first else {}
    return up(tag, toolCallId=id, status=status, **titled, **members)


def surface_name(version: int, *, unstable: bool = False) -> str:
    return f"v{version}.unstable" if unstable else f"v{version}"


def conversation(version: int, *, unstable: bool = False, **options: Any) -> Any:
    module = importlib.import_module(f"acp_types.{surface_name(version, unstable=unstable)}.session")
    return module.Conversation(**options)


def read(version: int, said: Said, *, unstable: bool = False) -> Any:
    """A message as typed as it can be: one that does not fit keeps its params as they came."""
    acp = surface(surface_name(version, unstable=unstable))
    sender, message = said
    try:
        return acp.read_message(json.dumps(message), sender=sender)
    except acp.MessageError:
        params = message.get("params")
        if "id" in message:
            return acp.Request(id=message["id"], method=message["method"], params=params)
        return acp.Notification(method=message["method"], params=params)


def listen(version: int, said: Iterable[Said], *, unstable: bool = False, **options: Any) -> Any:
    """The conversation after all of these."""
    talk = conversation(version, unstable=unstable, **options)
    for sender, message in said:
        talk.add(read(version, (sender, message), unstable=unstable), sender=sender)
    return talk
