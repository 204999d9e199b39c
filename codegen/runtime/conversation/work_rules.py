"""Rules about the foreground work of v2: accepted, running, idle."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from .events import Call, Reply
from .rule import Finding
from .session import FINAL, Prompt, Session, listed, message_key, tag_of
from .state import State

_UPDATE: Final = "$.params.update"


def prompt_rejected(reply: Reply, state: State) -> Iterator[Finding]:
    session = state.session_of(reply)
    if session is None or reply.call is None or reply.succeeded:
        return
    others = [prompt for prompt in session.prompts.values() if prompt.call is not reply.call]
    inserted = [
        number
        for message_id, number in session.users.items()
        if number > reply.call.number and message_id not in session.claimed
    ]
    if inserted and not others:
        yield Finding("The agent refuses a prompt whose message it has already reported.")


def prompt_message_id(reply: Reply, state: State) -> Iterator[Finding]:
    session = state.session_of(reply)
    if session is None or reply.call is None or reply.result is None:
        return
    message_id = reply.result.message_id
    if message_id in session.claimed:
        yield Finding("The message has the id of another prompt's message.", "$.result.messageId")
    elif session.users.get(message_id, reply.number) < reply.call.number:
        yield Finding("The message has the id of a message reported before the prompt.", "$.result.messageId")


def prompt_reported(call: Call, state: State) -> Iterator[Finding]:
    session = state.session_of(call)
    if session is None or not _ends_work(session, call.params.update):
        return
    for prompt in session.accepted:
        if prompt.call.number < session.work_number and prompt.message_id not in session.users:
            yield Finding("The work ends, but the agent has not reported the message of the prompt.", _UPDATE)


def running_first(call: Call, state: State) -> Iterator[Finding]:
    session = state.session_of(call)
    if session is None or session.state != "idle" or session.replays or session.background:
        return
    if _begins_output(session, call.params.update):
        waiting = [prompt for prompt in _inserted(session) if not prompt.ran]
        for prompt in waiting:
            prompt.ran = True  # once is enough
        if waiting:
            yield Finding("The agent reports output of a prompt, but has not reported running.", _UPDATE)


def _inserted(session: Session) -> Iterator[Prompt]:
    """Prompts whose message is in the conversation, by response or report."""
    yield from session.accepted
    for prompt in session.prompts.values():
        if any(number > prompt.call.number for number in session.users.values()):
            yield prompt


def _begins_output(session: Session, update: Any) -> bool:
    """Whether an update is the first about a message of the agent, or about a tool call."""
    key = message_key(update)
    if key is not None:
        return key[0] != "user" and key not in session.messages
    return tag_of(update) == "tool_call_update" and update.tool_call_id not in session.tools


def _ends_work(session: Session, update: Any) -> bool:
    return bool(session.work and tag_of(update) == "state_update" and update.state == "idle")


def idle_reason(call: Call, state: State) -> Iterator[Finding]:
    session = state.session_of(call)
    if session is not None and _ends_work(session, call.params.update) and call.params.update.stop_reason is None:
        yield Finding("The idle update does not say why the work stopped.", f"{_UPDATE}.stopReason")


def cancelled_work(call: Call, state: State) -> Iterator[Finding]:
    session = state.session_of(call)
    if session is None or not session.cancelled or not _ends_work(session, call.params.update):
        return
    if call.params.update.stop_reason not in (None, "cancelled"):
        yield Finding("The work was cancelled, but the agent gives another stop reason.", f"{_UPDATE}.stopReason")


def unfinished_tools(call: Call, state: State) -> Iterator[Finding]:
    session = state.session_of(call)
    if session is None or not _ends_work(session, call.params.update) or call.params.update.stop_reason != "error":
        return
    background = listed(call.params.update.background)
    left = [
        tool_id
        for tool_id, tool in session.tools.items()
        if tool.work == session.work and tool.status not in FINAL and ("tool_call_id", tool_id) not in background
    ]
    if left:
        yield Finding(f"The work has failed, but {len(left)} of its tool calls are unfinished.", _UPDATE)


def late_update(call: Call, state: State) -> Iterator[Finding]:
    session = state.session_of(call)
    if session is None or session.state != "idle" or not session.ended or session.replays:
        return
    update = call.params.update
    key = message_key(update)
    if key is not None and key[0] != "user" and tag_of(update).endswith("_chunk"):
        if session.messages.get(key) == session.ended:
            session.messages[key] = 0  # once is enough
            yield Finding("This message belongs to work that has ended.", f"{_UPDATE}.messageId")
    elif tag_of(update) in ("tool_call_update", "tool_call_content_chunk"):
        tool = session.tools.get(update.tool_call_id)
        if tool is None or tool.work != session.ended or tool.reported or session.ended_reason != "cancelled":
            return
        if ("tool_call_id", update.tool_call_id) not in session.background:
            tool.reported = True
            yield Finding("This tool call belongs to work that was cancelled and has ended.", f"{_UPDATE}.toolCallId")


def background_announced(call: Call, state: State) -> Iterator[Finding]:
    session = state.session_of(call)
    update = call.params.update
    if session is None or tag_of(update) != "state_update" or getattr(update, "background", None) is None:
        return
    now = listed(update.background)
    if state.complete and any(not _is_known(session, state, *item) for item in now):
        yield Finding("The background list contains work that has not been reported.", f"{_UPDATE}.background")
    if any(not _is_over(session, *item) for item in session.background - now):
        yield Finding("Work has left the background list without its end being reported.", f"{_UPDATE}.background")


def _is_known(session: Session, state: State, kind: str, work_id: str) -> bool:
    known: Any = {"terminal_id": session.terminals, "tool_call_id": session.tools, "session_id": state.sessions}
    return work_id in known[kind]


def _is_over(session: Session, kind: str, work_id: str) -> bool:
    if kind == "terminal_id":
        return work_id not in session.terminals or session.terminals[work_id].exited
    return kind == "session_id" or work_id not in session.tools or session.tools[work_id].status in FINAL
