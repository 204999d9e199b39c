"""A proxy between a client and an agent of either version. It inspects, counts, and forwards messages without loss."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from acp_types import v1, v2
from acp_types.negotiation import Version, negotiate

# What the client (>) and the agent (<) send; each line is a `jsonrpc` message without that member.
V1_TALK = """
> {"id": 0, "method": "initialize", "params": {"protocolVersion": 2, "info": {"name": "c", "version": "1"}}}
< {"id": 0, "result": {"protocolVersion": 1, "_vendor": {"x": [1, null]}}}
< {"method": "session/update", "params": {"sessionId": "s", "update": {"sessionUpdate": "tool_call", \
   "toolCallId": "t", "title": "Look", "kind": "_acme.look", "rawInput": {"a": null}}}}
< {"method": "session/update", "params": {"sessionId": "s", "later": true, \
   "update": {"sessionUpdate": "from_the_future", "what": {"is": "this"}}}}
> {"id": "p", "method": "_acme.com/ping", "params": [1, 2.5, "three"]}
"""
V2_TALK = """
> {"id": 0, "method": "initialize", "params": {"protocolVersion": 2, "info": {"name": "c", "version": "1"}}}
< {"id": 0, "result": {"protocolVersion": 2, "info": {"name": "a", "version": "1"}, "capabilities": {"session": {}}}}
< {"method": "session/update", "params": {"sessionId": "s", "update": {"sessionUpdate": "tool_call_update", \
   "toolCallId": "t", "title": null, "status": "completed"}}}
< {"id": 9, "error": {"code": -32099, "message": "odd", "data": {"a": []}}, "_t": 1}
> {"id": 7, "method": "session/prompt", "params": {"sessionId": 7}}
"""


@dataclass
class Proxy:
    version: Version | None = None
    """What the two have agreed on; until then nothing but `initialize` is sent."""
    asked: dict[v2.RequestId, str] = field(default_factory=dict[v2.RequestId, str])
    seen: Counter[str] = field(default_factory=Counter[str])

    def forward(self, line: str, sender: v2.Side) -> str:
        """The line to send on. A message that this proxy cannot read goes on as it came: it is not for us to judge."""
        try:
            return self.forward_v1(line, sender) if self.version == 1 else self.forward_v2(line, sender)
        except (v1.MessageError, v2.MessageError) as error:
            self.seen[f"unreadable: {error}"] += 1
            return line

    def forward_v1(self, line: str, sender: v1.Side) -> str:
        message = v1.read_message(line, sender=sender)
        match message:
            case v1.Notification(params=v1.SessionNotification(update=v1.ToolCall(kind=v1.OtherToolKind() as kind))):
                self.seen[f"tool of kind {kind}"] += 1
            case v1.Notification(params=v1.SessionNotification(update=update)):
                self.seen[update.session_update] += 1
            case v1.Request() | v1.Notification():
                self.seen[message.method] += 1
            case v1.Response() | v1.ErrorResponse():
                self.seen["answer"] += 1
        return v1.write_message(message)

    def forward_v2(self, line: str, sender: v2.Side) -> str:
        message = v2.read_message(line, sender=sender)
        match message:
            case v2.Request(id=request_id, method=method):
                self.asked[request_id] = method
                self.seen[method] += 1
            case v2.Notification(params=v2.UpdateSessionNotification(update=v2.ToolCallUpdate(status=str(status)))):
                self.seen[f"tool {status}"] += 1
            case v2.Notification(method=method):
                self.seen[method] += 1
            case v2.Response(id=request_id, result=result):
                self.seen["answer"] += 1
                if self.asked.pop(request_id, None) == v2.INITIALIZE.name:
                    self.version = negotiate(result)
            case v2.ErrorResponse(error=error):
                self.seen[f"error {error.code}"] += 1
        return v2.write_message(message)


def run(talk: str) -> Proxy:
    proxy = Proxy()
    for spoken in talk.strip().splitlines():
        line = spoken[2:].replace("{", '{"jsonrpc": "2.0", ', 1)
        forwarded = proxy.forward(line, "client" if spoken.startswith(">") else "agent")
        if v2.loads(v2.JsonValue, forwarded) != v2.loads(v2.JsonValue, line):
            raise ValueError(f"changed on the way: {forwarded}")
    return proxy


if __name__ == "__main__":
    for proxy in (run(V1_TALK), run(V2_TALK)):
        print(f"version {proxy.version}:", ", ".join(f"{what} x{count}" for what, count in proxy.seen.items()))
