"""A recorded session as JSON."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ...json_value import JsonValue
from ..surfaces import import_surface
from .transcript import ConnectionLog, Note, SessionLog, is_plan
from .turns import Segment, segments


class MachineShow:
    """Converts one connection to plain values. Content has its wire format; everything else has Python's names."""

    def __init__(self, log: ConnectionLog) -> None:
        self._log = log
        self._surface: Any = import_surface(log.dialogue.surface)

    def connection(self) -> dict[str, JsonValue]:
        conversation = self._log.dialogue.conversation
        return {
            "protocol": self._log.dialogue.surface,
            "client": self._encoded(self._surface.InitializeRequest, conversation.client),
            "agent": self._encoded(self._surface.InitializeResponse, conversation.agent),
            "errors": self._log.errors,
            "sessions": [self._session(session) for session in self._log.sessions],
            "misfits": self._log.broken,
            "violations": self._log.violations,
        }

    def _encoded(self, form: object, value: object) -> JsonValue:
        found: JsonValue = None if value is None else self._surface.encode(form, value)
        return found

    def _session(self, session: SessionLog) -> dict[str, JsonValue]:
        usage = session.view.usage
        return {
            "session_id": session.id,
            "cwd": session.cwd,
            "title": session.view.info.title,
            "line": session.line,
            "turns": [self._segment(session, segment) for segment in segments(session)],
            "usage": _usage(usage),
        }

    def _segment(self, session: SessionLog, segment: Segment) -> dict[str, JsonValue]:
        items = [self._item(session, item) for item in segment.items]
        turn = segment.turn
        if turn is None:
            return {"beginning": "before", "items": items}
        return {
            "beginning": turn.beginning,
            "number": turn.number or None,
            "line": turn.line,
            "prompt": self._content(turn.prompt),
            "items": items,
            "stop_reason": turn.stop,
            "error": turn.error,
            "usage": _usage(turn.usage),
        }

    def _content(self, blocks: Iterable[Any]) -> list[JsonValue]:
        return [self._encoded(self._surface.ContentBlock, block) for block in blocks]

    def _item(self, session: SessionLog, item: Any) -> dict[str, JsonValue]:
        kind = type(item).__name__
        if isinstance(item, Note):
            return {"type": item.kind, "text": item.text}
        if kind in ("Message", "Thought"):
            role = getattr(item, "role", "agent")
            said: dict[str, JsonValue] = {"role": role, "message_id": item.message_id, "text": item.text}
            return {"type": kind.lower(), **said, "content": self._content(item.content)}
        if kind == "ToolCall":
            return self._tool_call(session, item)
        if kind == "Terminal":
            ended = self._encoded(getattr(self._surface, "TerminalExitStatus", None), item.exit_status)
            shown: dict[str, JsonValue] = {"terminal_id": item.terminal_id, "command": item.command, "cwd": item.cwd}
            return {"type": "terminal", **shown, "output": item.text, "exit_status": ended}
        if kind == "Compaction":
            return {"type": "compaction", "compaction_id": item.compaction_id, "status": item.status, "text": item.text}
        if is_plan(item):
            return {"type": "plan", "update": self._encoded(self._surface.SessionUpdate, item)}
        if kind == "Subagent":
            return {"type": "subagent", "session_id": item.session_id, "title": item.title}
        if kind == "PeerMessage":
            return {"type": "session_message", "message_id": item.message_id, "text": item.text}
        return {"type": "unknown", "update": self._encoded(self._surface.SessionUpdate, item)}

    def _tool_call(self, session: SessionLog, call: Any) -> dict[str, JsonValue]:
        content = [self._encoded(self._surface.ToolCallContent, item) for item in call.content]
        locations = [self._encoded(self._surface.ToolCallLocation, location) for location in call.locations]
        permissions: list[JsonValue] = [
            {"title": permission.title, "answer": permission.answer}
            for permission in session.permissions.get(call.tool_call_id, ())
        ]
        return {
            "type": "tool_call",
            "tool_call_id": call.tool_call_id,
            "title": call.title,
            "name": call.name,
            "kind": call.kind,
            "status": call.status,
            "permissions": permissions,
            "content": content,
            "locations": locations,
            "raw_input": call.raw_input,
            "raw_output": call.raw_output,
        }


def _usage(usage: Any) -> JsonValue:
    if usage is None:
        return None
    cost = None if usage.cost is None else {"amount": usage.cost.amount, "currency": usage.cost.currency}
    return {"used": usage.used, "size": usage.size, "cost": cost}
