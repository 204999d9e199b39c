"""Rules about turns: how v1 ends them, and how both versions cancel."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from .events import Call, Reply
from .rule import Finding
from .session import FINAL, message_key, tag_of
from .state import State

REQUEST_CANCELLED: Final = -32800
"""The error code for a cancelled request."""


def stop_reason(reply: Reply, state: State) -> Iterator[Finding]:  # noqa: ARG001  (a check takes both)
    if reply.problem is not None and reply.problem.path == "$.result.stopReason":
        yield Finding("The response to the prompt does not say why the turn stopped.", reply.problem.path)


def cancelled_permission(reply: Reply, state: State) -> Iterator[Finding]:
    session = state.session_of(reply)
    if session is None or reply.key not in session.doomed:
        return
    if reply.error is not None:
        answered = reply.error.code == REQUEST_CANCELLED
    else:
        answered = reply.result is None or reply.result.outcome.outcome == "cancelled"
    if not answered:
        yield Finding(
            "The client has cancelled, but does not answer this permission request with cancelled.",
            "$.error.code" if reply.error is not None else "$.result.outcome.outcome",
        )


def forgotten_permission(call: Call, state: State) -> Iterator[Finding]:
    session = state.session_of(call)
    if session is not None and session.doomed:
        yield Finding("The client continues without answering the permission requests that it has cancelled.")


def cancelled_turn(reply: Reply, state: State) -> Iterator[Finding]:
    session = state.session_of(reply)
    prompt = None if session is None else session.prompts.get(reply.key)
    if prompt is None or not prompt.cancelled:
        return
    if reply.error is not None:
        if reply.error.code != REQUEST_CANCELLED:
            yield Finding("The turn was cancelled, but the agent responds with an error.", "$.error.code")
    elif reply.result is not None and reply.result.stop_reason != "cancelled":
        yield Finding("The turn was cancelled, but the agent gives another stop reason.", "$.result.stopReason")


def late_update(call: Call, state: State) -> Iterator[Finding]:
    session = state.session_of(call)
    if session is None or session.work or not session.ended or session.replays:
        return
    update = call.params.update
    key = message_key(update)
    if key is not None and session.messages.get(key) == session.ended:
        session.messages[key] = 0  # once is enough
        yield Finding("This message belongs to a turn that has ended.", "$.params.update.messageId")
    elif tag_of(update) in ("tool_call", "tool_call_update"):
        tool = session.tools.get(update.tool_call_id)
        if tool is None or tool.work != session.ended or tool.reported:
            return
        # A tool call that is still running when its turn ends continues in the background.
        if tool.status in FINAL or session.ended_reason == "cancelled":
            tool.reported = True
            yield Finding("This tool call belongs to a turn that has ended.", "$.params.update.toolCallId")
