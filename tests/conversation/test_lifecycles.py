"""Whole conversations that pass: our own, and those that the protocol's pages are made of."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

import pytest

from tests.conversation.talk import (
    ALLOWED,
    CANCEL,
    CANCELLED,
    SID,
    Said,
    accepted,
    c,
    chunk,
    end,
    hello,
    listen,
    new,
    ok,
    permission,
    prompt,
    resume_with,
    start,
    state,
    text,
    tool,
    up,
)

ABLE: dict[int, tuple[dict[str, Any], dict[str, Any]]] = {
    1: (
        {
            "fs": {"readTextFile": True, "writeTextFile": True},
            "terminal": True,
            "plan": {},
            "session": {"notices": {}, "compaction": {}},
        },
        {"promptCapabilities": {"embeddedContext": True}, "loadSession": True},
    ),
    2: ({}, {"session": {"prompt": {"embeddedContext": {}}}}),
}
"""By version: what both sides of a conversation of the pages must have advertised."""


def work(version: int) -> list[Said]:
    """What an agent reports of a prompt."""
    plan = [{"content": "Look", "priority": "high", "status": "in_progress"}]
    planned = (
        up("plan", entries=plan)
        if version == 1
        else up("plan_update", plan={"type": "items", "planId": "p", "entries": plan})
    )
    return [
        planned,
        chunk("agent_thought_chunk", "th"),
        chunk(words="I will"),
        chunk(words=" look."),
        tool(version, status="pending"),
        permission(version, 0),
        ok(0, ALLOWED, "client"),
        tool(version, first=False),
        tool(version, status="completed", first=False, content=[{"type": "content", "content": text("3")}]),
        chunk(message_id="m2", words="Done."),
        up("usage_update", used=1, size=2),
    ]


def test_v1() -> None:
    reads = [
        ("fs/read_text_file", {"path": "/w/a"}, {"content": "a"}),
        ("terminal/create", {"command": "ls"}, {"terminalId": "x"}),
    ]
    asked = [
        said
        for id, (method, params, result) in enumerate(reads, 7)
        for said in (
            ("agent", {"jsonrpc": "2.0", "id": id, "method": method, "params": {"sessionId": SID, **params}}),
            ok(id, result, "client"),
        )
    ]
    load = c("session/load", {"sessionId": SID, "cwd": "/w", "mcpServers": []}, 9)
    said: list[Any] = [
        *start(1, *ABLE[1]),
        prompt(),
        *work(1)[:-3],
        *asked,
        *work(1)[-3:],
        end(1),
        up("available_commands_update", availableCommands=[]),
        prompt(3),
        permission(1, 1),
        CANCEL,
        ok(1, CANCELLED, "client"),
        ok(3, {"stopReason": "cancelled"}),
        load,
        up("user_message_chunk", content=text()),
        chunk(),
        tool(1),
        tool(1, status="completed", first=False),
        ok(9),
        prompt(10),
        chunk(message_id="m3"),
        ok(10, {"stopReason": "end_turn"}),
    ]
    talk = listen(1, said)
    assert talk.violations == ()
    assert talk.pending == ()


def test_v2() -> None:
    said = [
        *start(2),
        *accepted(),
        *work(2)[:6],
        state("requires_action"),
        work(2)[6],
        state("running"),
        *work(2)[7:],
        end(2),
        *accepted(3, "u3"),
        prompt(4),
        up("user_message_chunk", messageId="u4", content=text("wait")),
        ok(4, {"messageId": "u4"}),
        tool(2, "t2"),
        CANCEL,
        tool(2, "t2", "cancelled", first=False),
        end(2, "cancelled"),
        state("idle"),
        state("running"),
        up("agent_message", messageId="own", content=[text("by the way")]),
        end(2),
        c("session/close", {"sessionId": SID}, 9),
        ok(9),
        resume_with(10, replayFrom={"type": "start"}),
        up("user_message", messageId="u", content=[text()]),
        up("agent_message", messageId="m", content=[text("I will look.")]),
        tool(2, status="completed"),
        state("idle"),
        ok(10),
        *accepted(11, "u11"),
        end(2),
    ]
    talk = listen(2, said)
    assert talk.violations == ()
    assert talk.pending == ()


# -- what the protocol allows -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("version", [1, 2])
def test_what_is_allowed(version: int) -> None:
    """Updates before the answer that names their session, permission for a tool call not announced before, ids of 0."""
    said = [
        *hello(version),
        new(0),
        up("available_commands_update", availableCommands=[]),
        ok(0, {"sessionId": SID}),
        *([prompt()] if version == 1 else accepted()),
        permission(version, 0),
        ok(0, ALLOWED, "client"),
        up("tool_call_update", toolCallId="t", status="completed"),
        end(version),
        up("usage_update", used=1, size=2),
        chunk(message_id="background"),
    ]
    assert listen(version, said).violations == ()


# -- the protocol's pages ---------------------------------------------------------------------------------------------

PAGES = [
    f"docs/protocol/{folder}/{page}.mdx"
    for folder, pages in {
        "v1": ("prompt-turn", "tool-calls"),
        "v1/draft": ("prompt-turn", "tool-calls"),
        "v2": ("prompt-lifecycle", "tool-calls"),
        "v2/draft": ("prompt-lifecycle", "tool-calls"),
    }.items()
    for page in pages
]
PAGE_SESSION = "sess_abc123def456"


@pytest.mark.parametrize("page", PAGES)
def test_examples_of_the_pages(page: str, corpus: ModuleType, count: Callable[[str, int], None]) -> None:
    """In the order of the page, after what must have gone before. Those that the newest schema refuses are left out."""
    version, unstable = int(page[15]), "draft" in page
    records = [record for record in corpus.records("messages") if record["source"] == page and record["valid"]]
    asks = [record for record in records if record["kind"] == "request"]
    said = [*hello(version, *ABLE[version]), new(), ok(1, {"sessionId": PAGE_SESSION})]
    said += [*_conversation(version, records)]
    talk = listen(version, said, unstable=unstable)
    assert talk.violations == ()
    assert len(records) > 4 or not asks
    count("messages of the protocol's pages in conversations", len(records))


def _conversation(version: int, records: list[dict[str, Any]]) -> Iterator[Said]:
    """What the records say; an answer of the client comes after a request of its id."""
    for record in sorted(records, key=lambda record: int(record["line"])):
        payload = record["payload"]
        if record["kind"] == "fragment":
            yield _holding(version, record["type"], payload)
            continue
        if record["kind"] == "response" and record["direction"] == "client":
            sender, message = permission(version, payload["id"])
            if payload["id"] not in [each["payload"].get("id") for each in records if each["kind"] == "request"]:
                yield sender, {**message, "params": {**message["params"], "sessionId": PAGE_SESSION}}
        yield record["direction"], payload


def _holding(version: int, kind: str, value: Any) -> Said:
    """A message with a part of one."""
    if kind == "SessionUpdate":
        return up(value["sessionUpdate"], PAGE_SESSION, **{key: value[key] for key in value if key != "sessionUpdate"})
    if kind == "RequestPermissionSubject":
        sender, message = permission(version, "held")
        return sender, {**message, "params": {**message["params"], "sessionId": PAGE_SESSION, "subject": value}}
    member = {"ToolCallContent": "content", "ToolCallLocation": "locations"}[kind]
    return up("tool_call_update", PAGE_SESSION, toolCallId="held", **{member: [value]})
