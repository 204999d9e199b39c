"""For the rules that only one version has: conversations that keep them and conversations that break them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.conversation.talk import (
    CANCEL,
    SID,
    Example,
    accepted,
    begun,
    c,
    chunk,
    end,
    hello,
    no,
    ok,
    prompt,
    resume_with,
    start,
    state,
    text,
    tool,
    up,
)


def own() -> Iterator[Example]:
    yield from turns()
    yield from client_features()
    yield from prompts()
    yield from work()
    yield from closing()
    yield from lists()


def turns() -> Iterator[Example]:
    reason = "stop-reason"
    yield Example(reason, 1, [*begun(1), end(1)])
    yield Example(reason, 1, [*begun(1), ok(2)], -1, "$.result.stopReason")
    yield Example(reason, 1, [*begun(1), no(2)])

    over = "turn-over"
    usage = up("usage_update", used=1, size=2)
    yield Example(over, 1, [*begun(1), chunk(), tool(1), end(1), usage, chunk(message_id=None), chunk(message_id="bg")])
    yield Example(over, 1, [*begun(1), tool(1), end(1), tool(1, status="completed", first=False)])
    yield Example(over, 1, [*begun(1), chunk(), end(1), prompt(3), tool(1), chunk(message_id="n")])
    yield Example(over, 1, [*begun(1), chunk(), end(1), chunk(), chunk()], -2, "$.params.update.messageId")
    done = [*begun(1), tool(1, status="completed"), end(1)]
    yield Example(over, 1, [*done, tool(1, status="failed", first=False)], -1, "$.params.update.toolCallId")
    stopped = [*begun(1), CANCEL, tool(1), end(1, "cancelled")]
    late = tool(1, status="failed", first=False)
    yield Example(over, 1, [*stopped, late, late], -2, "$.params.update.toolCallId")
    yield Example(over, 1, [*done, tool(1, "other", "completed")])

    cancelled = "cancel-turn"
    yield Example(cancelled, 1, [*begun(1), CANCEL, no(2, -32800)])
    yield Example(cancelled, 1, [*begun(1), CANCEL, no(2)], -1, "$.error.code")
    yield Example(cancelled, 1, [*begun(1), prompt(3), CANCEL, end(1, "cancelled"), ok(3, {"stopReason": "cancelled"})])


def client_features() -> Iterator[Example]:
    """What a client of v1 must have asked for."""
    feature = "feature-capability"
    notice = up("notice", severity="info", title="T")
    yield Example(feature, 1, [*start(1, {"session": {"notices": {}}}), notice])
    yield Example(feature, 1, [*start(1), notice], -1, "$.params.update")
    option = {"type": "boolean", "id": "o", "name": "O", "currentValue": True}
    options = up("config_option_update", configOptions=[option])
    yield Example(feature, 1, [*start(1, {"session": {"configOptions": {"boolean": {}}}}), options])
    yield Example(feature, 1, [*start(1), options], -1, "$.params.update.configOptions[0]")
    plan = up("plan_update", plan={"type": "items", "planId": "p", "entries": []})
    yield Example(feature, 1, [*start(1, {"plan": {}}), plan], unstable=True)
    yield Example(feature, 1, [*start(1), plan], -1, "$.params.update", unstable=True)


def prompts() -> Iterator[Example]:
    rejected = "prompt-rejected"
    user = up("user_message", messageId="u", content=[text()])
    yield Example(rejected, 2, [*start(2), prompt(), state("running"), no(2)])
    yield Example(rejected, 2, [*start(2), prompt(), user, no(2)], -1, None)
    two = [*start(2), prompt(), prompt(3), user, no(2), ok(3, {"messageId": "u"})]
    yield Example(rejected, 2, two)
    yield Example(rejected, 2, [*begun(2), end(2), prompt(3), no(3)])

    named = "prompt-message"
    yield Example(named, 2, [*start(2), prompt(), user, ok(2, {"messageId": "u"})])
    yield Example(named, 2, [*begun(2), prompt(3), ok(3, {"messageId": "u"})], -1, "$.result.messageId")
    early = [*start(2), user, prompt(), ok(2, {"messageId": "u"})]
    yield Example(named, 2, early, -1, "$.result.messageId")

    reported = "prompt-reported"
    silent = [*start(2), prompt(), ok(2, {"messageId": "u"}), state("running")]
    yield Example(reported, 2, [*silent, user, end(2)])
    yield Example(reported, 2, [*silent, up("user_message_chunk", messageId="u", content=text()), end(2)])
    yield Example(reported, 2, [*silent, end(2)], -1, "$.params.update")
    yield Example(reported, 2, [*begun(2), prompt(3), ok(3, {"messageId": "u3"}), end(2)])


def work() -> Iterator[Example]:
    first = "running-first"
    yield Example(first, 2, [*begun(2), chunk(), tool(2)])
    asleep = [*start(2), prompt(), ok(2, {"messageId": "u"}), up("user_message", messageId="u", content=[text()])]
    yield Example(first, 2, [*asleep, up("usage_update", used=1, size=2)])
    yield Example(first, 2, [*asleep, chunk(), chunk(message_id="n"), tool(2)], -3, "$.params.update")
    yield Example(first, 2, [*asleep, tool(2)], -1, "$.params.update")
    unanswered = [*start(2), prompt(), up("user_message", messageId="u", content=[text()]), chunk()]
    yield Example(first, 2, unanswered, -1, "$.params.update")
    yield Example(first, 2, [*start(2), prompt(), tool(2)])
    quiet = [*begun(2), tool(2, "bg"), state("idle", stopReason="end_turn", background=[BACKGROUND])]
    again = [prompt(3), ok(3, {"messageId": "u3"}), chunk(message_id="m3")]
    yield Example(first, 2, [*quiet, *again])
    yield Example(first, 2, [*begun(2), end(2), tool(2, "late")])
    yield Example(first, 2, [prompt(), ok(2, {"messageId": "u"}), chunk()], complete=False)

    reason = "idle-reason"
    yield Example(reason, 2, [*begun(2), end(2), state("idle")])
    yield Example(reason, 2, [*start(2), state("idle")])
    yield Example(reason, 2, [*begun(2), state("idle")], -1, "$.params.update.stopReason")

    stops = "cancel-work"
    yield Example(stops, 2, [*begun(2), CANCEL, state("running"), end(2, "cancelled"), *accepted(3, "u3"), end(2)])
    unknown = [*begun(2), CANCEL, state("_napping"), end(2)]
    yield Example(stops, 2, unknown)

    last = "idle-last"
    yield Example(last, 2, [*begun(2), chunk(), tool(2), end(2), tool(2, status="completed", first=False)])
    yield Example(last, 2, [*begun(2), chunk(), end(2), up("agent_message", messageId="m", _meta={"a": 1})])
    yield Example(last, 2, [*begun(2), chunk(), end(2), chunk(), chunk()], -2, "$.params.update.messageId")
    stopped = [*begun(2), CANCEL, tool(2), end(2, "cancelled")]
    late = tool(2, status="cancelled", first=False)
    yield Example(last, 2, [*stopped, late, late], -2, "$.params.update.toolCallId")
    content = up("tool_call_content_chunk", toolCallId="t", content={"type": "content", "content": text()})
    yield Example(last, 2, [*stopped, content], -1, "$.params.update.toolCallId")
    yield Example(last, 2, [*stopped, tool(2, "other")])
    kept = state("idle", stopReason="cancelled", background=[BACKGROUND])
    yield Example(last, 2, [*begun(2), CANCEL, tool(2, "bg"), kept, tool(2, "bg", first=False)])

    finished = "tools-finished"
    failed = tool(2, status="failed", first=False)
    yield Example(finished, 2, [*begun(2), tool(2), failed, end(2, "error")])
    yield Example(finished, 2, [*begun(2), tool(2), end(2, "error")], -1, "$.params.update")
    background = state("idle", stopReason="error", background=[BACKGROUND])
    yield Example(finished, 2, [*begun(2), tool(2, "bg"), background])
    yield Example(finished, 2, [*begun(2), tool(2), end(2)])


BACKGROUND = {"type": "tool_call", "toolCallId": "bg"}
TERMINAL = {"type": "terminal", "terminalId": "x"}


def closing() -> Iterator[Example]:
    idle = "close-idle"
    close = c("session/close", {"sessionId": SID}, 9)
    yield Example(idle, 2, [*begun(2), close, end(2, "cancelled"), ok(9)])
    yield Example(idle, 2, [*begun(2), close, no(9)])
    yield Example(idle, 2, [*begun(2), close, ok(9)], -1, None)

    told = "resume-state"
    yield Example(told, 2, [*hello(2), resume_with(9), state("idle"), ok(9)])
    yield Example(told, 2, [*hello(2), resume_with(9), no(9)])
    yield Example(told, 2, [*hello(2), resume_with(9), ok(9)], -1, None)

    offered = "auth-offered"
    agents = {"authMethods": [{"methodId": "a", "type": "agent", "name": "A"}]}
    yield Example(offered, 2, [*hello(2, **agents), c("auth/logout", {}, 9)])
    yield Example(offered, 2, [*hello(2), c("auth/logout", {}, 9)], -1, "$.method")

    stop = "cancellable"
    able: dict[str, Any] = {"capabilities": {"cancel": {}}}
    tool_cancel = c("tool_call/cancel", {"sessionId": SID, "toolCallId": "t"}, 9)
    terminal_cancel = c("terminal/cancel", {"sessionId": SID, "terminalId": "x"}, 9)
    yield Example(stop, 2, [*begun(2), tool(2, **able), tool_cancel])
    yield Example(stop, 2, [*begun(2), up("terminal_update", terminalId="x", **able), terminal_cancel])
    yield Example(stop, 2, [*begun(2), tool(2), tool_cancel], -1, "$.params.toolCallId")
    withdrawn = [tool(2, **able), tool(2, first=False, capabilities=None), tool_cancel]
    yield Example(stop, 2, [*begun(2), *withdrawn], -1, "$.params.toolCallId")
    yield Example(stop, 2, [*begun(2), terminal_cancel], -1, "$.params.terminalId")
    yield Example(stop, 2, [c("tool_call/cancel", {"sessionId": SID, "toolCallId": "t"}, 9)], complete=False)


def lists() -> Iterator[Example]:
    listed = "background"
    idle = state("idle", stopReason="end_turn", background=[BACKGROUND, TERMINAL])
    shown = [*begun(2), tool(2, "bg"), up("terminal_output_chunk", terminalId="x", data="AAAA")]
    yield Example(listed, 2, [*shown, idle])
    ends = [tool(2, "bg", "completed", first=False), up("terminal_update", terminalId="x", exitStatus={"exitCode": 0})]
    yield Example(listed, 2, [*shown, idle, *ends, state("idle", background=[])])
    yield Example(listed, 2, [*begun(2), idle], -1, "$.params.update.background")
    yield Example(listed, 2, [*shown, idle, ends[0], state("idle", background=[])], -1, "$.params.update.background")
    yield Example(listed, 2, [*shown, idle, ends[1], state("idle", background=[])], -1, "$.params.update.background")
    yield Example(listed, 2, [idle, state("idle", background=[])], complete=False)
    children = [*begun(2), up("subagent_update", sessionId="child", title="T")]
    child = {"type": "subagent", "sessionId": "child"}
    yield Example(
        listed, 2, [*children, state("running", background=[child]), state("running", background=[])], unstable=True
    )

    once = "entity-id"
    ran = up("terminal_update", terminalId="x", command="ls", exitStatus={"exitCode": 0})
    yield Example(once, 2, [*begun(2), ran, ran, up("terminal_update", terminalId="x", output={"data": "AAAA"})])
    other = up("terminal_update", terminalId="x", command="pwd")
    yield Example(once, 2, [*begun(2), ran, other], -1, "$.params.update.terminalId")
