"""What the tests of session views share."""

from __future__ import annotations

import importlib
from collections.abc import Iterable
from typing import Any

from tests.conftest import surface


def session(name: str) -> Any:
    """The session module of a surface, untyped."""
    return importlib.import_module(f"acp_types.{name}.session")


def view_of(name: str, updates: Iterable[Any]) -> Any:
    """The view that typed updates make."""
    view = session(name).SessionView()
    for update in updates:
        view.apply(update)
    return view


def replayed(name: str, view: Any) -> Any:
    """The view that a view's replay makes."""
    return view_of(name, view.replay())


def read(name: str, *updates: dict[str, Any]) -> list[Any]:
    """Updates as they are on the wire, typed."""
    acp = surface(name)
    return [acp.decode(acp.SessionUpdate, update) for update in updates]


def seen(name: str, *updates: dict[str, Any]) -> Any:
    """The view that updates make, as they are on the wire."""
    return view_of(name, read(name, *updates))


def said(name: str, view: Any) -> list[Any]:
    """A view's replay, as it is on the wire."""
    acp = surface(name)
    return [acp.encode(acp.SessionUpdate, update) for update in view.replay()]


def text(value: str, **members: Any) -> dict[str, Any]:
    """A text block."""
    return {"type": "text", "text": value, **members}


def chunk(tag: str, value: str, message_id: str | None = None, **members: Any) -> dict[str, Any]:
    """A chunk of text of a message."""
    named = {} if message_id is None else {"messageId": message_id}
    return {"sessionUpdate": tag, **named, "content": text(value), **members}


CHILD = {"sessionUpdate": "subagent_update", "sessionId": "c"}
FULL_CHILD: dict[str, Any] = {
    **CHILD,
    "title": "Tests",
    "description": "Runs the tests",
    "capabilities": {"cancel": {}},
    "state": {"state": "idle", "stopReason": "end_turn"},
    "cwd": "/a",
    "additionalDirectories": ["/b"],
    "_meta": {"k": 1},
}
"""A session that the session started: a bare update and one that says all there is to say."""

OF_A_CALL: dict[str, Any] = {
    "name": "read_file",
    "kind": "read",
    "status": "completed",
    "content": [{"type": "content", "content": text("a")}],
    "locations": [{"path": "/a"}],
    "rawInput": {"path": "/a"},
    "rawOutput": 0,
}
"""What both versions can say of a tool call, besides its title."""
