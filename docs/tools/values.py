"""JSON examples for every type of a surface, made from the generator's model, so new types are covered.

An example has all members of its type except `_meta`, and the required members of the objects inside it.
"""

from __future__ import annotations

from typing import Any

from codegen.model import Array, Enum, Field, Map, Record, Ref, Scalar, Shape, Surface, Union
from codegen.spelling.python import Spelling

STRINGS = {
    "absolutePath": "/home/ada/project/main.py",
    "action": "_acme.retry",
    "additionalDirectories": "/home/ada/library",
    "args": "--stdio",
    "authMethodId": "api_key",
    "baseUrl": "https://llm.example/v1",
    "blob": "aGVsbG8=",
    "command": "/usr/bin/make",
    "compactionId": "compaction_1",
    "configId": "model",
    "content": "print('hello')\n",
    "currency": "EUR",
    "currentModeId": "ask",
    "currentValue": "fast",
    "cursor": "page_2",
    "cwd": "/home/ada/project",
    "data": "aGVsbG8=",
    "description": "Runs the test suite.",
    "elicitationContentValue": "main",
    "elicitationId": "elicitation_1",
    "email": "ada@example.com",
    "group": "models",
    "groupId": "models",
    "hint": "what to search for",
    "id": "item_1",
    "label": "Ada",
    "lastModified": "2026-11-02T12:00:00Z",
    "mcpRequestId": "req_1",
    "mcpServerAcpId": "server_1",
    "mediaType": "text/x-python",
    "message": "Which branch?",
    "messageId": "msg_1",
    "methodId": "api_key",
    "mimeType": "text/x-python",
    "modeId": "ask",
    "name": "tests",
    "newText": "x = 2\n",
    "nextCursor": "page_2",
    "oldPath": "/home/ada/project/old.py",
    "oldText": "x = 1\n",
    "optionId": "allow",
    "organization": "Example Ltd",
    "output": "2 passed\n",
    "path": "/home/ada/project/main.py",
    "pattern": "^[a-z]+$",
    "permissionOptionId": "allow",
    "planId": "plan_1",
    "providerId": "example",
    "recipientMessageId": "msg_3",
    "recipientSessionId": "sess_2",
    "requestId": "req_1",
    "required": "name",
    "senderMessageId": "msg_2",
    "senderSessionId": "sess_1",
    "serverId": "server_1",
    "sessionConfigGroupId": "models",
    "sessionConfigId": "model",
    "sessionConfigValueId": "fast",
    "sessionId": "sess_1",
    "sessionListCursor": "page_2",
    "sessionModeId": "ask",
    "signal": "SIGTERM",
    "sizes": "48x48",
    "src": "https://agent.example/icon.png",
    "terminalId": "term_1",
    "text": "Hello",
    "title": "Run the tests",
    "toolCallId": "call_1",
    "updatedAt": "2026-11-02T12:00:00Z",
    "uri": "file:///home/ada/project/main.py",
    "url": "https://agent.example/login",
    "value": "fast",
    "version": "1.0.0",
}
"""Values by the name of the member."""

NUMBERS = {
    "code": -32602,
    "cols": 80,
    "exitCode": 0,
    "limit": 1024,
    "maximum": 10,
    "maxItems": 3,
    "maxLength": 40,
    "outputByteLimit": 65536,
    "rows": 24,
    "size": 200000,
    "used": 53000,
}

OF_TYPE: dict[str, Any] = {
    "AgentAuthCapabilities.name": "agent",
    "AvailableCommand.name": "search",
    "AvailableCommand.description": "Searches the web.",
    "EnvVariable.name": "CI",
    "EnvVariable.value": "1",
    "Error.code": -32602,
    "Error.message": "Invalid params: $.prompt: expected array, got str",
    "ErrorData.message": "Invalid params: $.prompt: expected array, got str",
    "HttpHeader.name": "Accept",
    "HttpHeader.value": "text/event-stream",
    "Implementation.name": "my-editor",
    "Implementation.title": "My Editor",
    "Notice.message": "The model is slow today.",
    "PermissionOption.name": "Allow once",
    "PlanEntry.content": "Read the failing test",
    "ResourceLink.name": "main.py",
    "SessionConfigSelectOption.name": "Fast",
    "SessionInfoUpdate.title": "Fix the failing test",
    "SessionInfo.title": "Fix the failing test",
    "SessionMode.name": "Ask",
    "TextResourceContents.text": "print('hello')\n",
}
"""Values by type and member, where the member name alone is ambiguous."""

UNKNOWN = "_acme.sketch"
"""The tag or value that the examples of `Other...` classes have."""

UNKNOWN_CODE = -32042
"""The code that no schema names."""


class Values:
    """The examples of one surface."""

    def __init__(self, surface: Surface) -> None:
        self.surface = surface
        self.spelling = Spelling(surface)

    def record(self, record: Record, *, full: bool = True) -> dict[str, Any]:
        """An object as itself, without the tag of a union."""
        out: dict[str, Any] = {}
        for member in self.spelling.all_fields(record):
            shown = full and member.wire != "_meta"
            if shown and member.when:
                out[member.when[0]] = member.when[1]
            if shown or member.required:
                out[member.wire] = self._member(record, member)
        if self.spelling.scope_of(record):
            out |= self.of(self.spelling.scope_variants(record)[0], full=False)
        if record.other:
            out[record.other.tag.wire] = UNKNOWN
            out["detail"] = "kept as it came"
        return out

    def of(self, name: str, *, full: bool = True, wire: str = "") -> Any:
        """An example of an item. `wire` is the name of its member."""
        item = self.surface.items[name]
        if isinstance(item, Record):
            return self.record(item, full=full)
        if isinstance(item, Enum):
            return item.values[0].value
        if isinstance(item, Union):
            variant = next(variant for variant in item.variants if variant.shape != Scalar("null"))
            value = self._shape(variant.shape, wire or _first_lower(name), full=full)
            return {item.tag: variant.tag, **value} if item.tag and variant.tag else value
        return self._shape(item.shape, wire or _first_lower(name), full=full)

    def _member(self, record: Record, member: Field) -> Any:
        chosen = OF_TYPE.get(f"{record.name}.{member.wire}")
        if member.wire == "protocolVersion":
            return int(self.surface.version.removeprefix("v"))
        return chosen or self._shape(member.shape, member.wire, full=False)

    def _shape(self, shape: Shape, wire: str, *, full: bool) -> Any:
        if isinstance(shape, Ref):
            return self.of(shape.name, full=full, wire=wire)
        if isinstance(shape, Array):
            return [self._shape(shape.item, wire, full=full) for _ in range(max(1, shape.min_items))]
        if isinstance(shape, Map):
            return {"name": self._shape(shape.value, wire, full=full)}
        return _scalar(shape, wire)


def _scalar(shape: Scalar, wire: str) -> Any:
    if shape.kind == "json":
        return {"path": "main.py"}
    if shape.kind in ("integer", "number"):
        value = NUMBERS.get(wire, 1)
        return value if shape.maximum is None else min(value, shape.maximum)
    return {"string": STRINGS.get(wire, "example"), "boolean": True, "null": None}[shape.kind]


def _first_lower(name: str) -> str:
    """The member with the name of its type: `sessionId` for `SessionId`."""
    return name[0].lower() + name[1:]
