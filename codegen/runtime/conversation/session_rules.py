"""Rules about sessions: they must be known, set up and closed, and ids must be unique."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from ..unset import UNSET
from .events import Call, Reply
from .rule import Finding
from .session import FINAL, HISTORY, Session, message_key, tag_of
from .state import State

NEEDS_SESSION: Final = frozenset({"session/prompt", "session/set_mode", "session/set_config_option"})
"""Methods that a client may call only for a session that it has set up."""

_ID: Final = "$.params.sessionId"
_UPDATE: Final = "$.params.update"


def unknown_session(event: Call | Reply, state: State) -> Iterator[Finding]:
    if not state.complete:
        return
    if isinstance(event, Reply):
        yield from _named_by_nobody(event, state)
    elif (
        (event.sender == "agent" or event.name in NEEDS_SESSION)
        and event.session_id is not None
        and event.session_id not in state.sessions
        and not any(True for _maker in state.open_makers())
    ):
        yield Finding(f"No request has created or named the session of {event.label}.", _ID)


def _named_by_nobody(reply: Reply, state: State) -> Iterator[Finding]:
    """Messages about sessions that no response has named, although all that could are in."""
    waiting = [call for call in state.open_makers() if call is not reply.call]
    if waiting or not state.strays:
        return
    named = state.names_session(reply)
    for stray in state.strays.values():
        if stray.session_id != named and (stray.sender == "agent" or stray.name in NEEDS_SESSION):
            yield Finding(
                f"No request has created or named the session of {stray.label}.",
                stray.path,
                stray.number,
                stray.sender,
            )


def session_closed(call: Call, state: State) -> Iterator[Finding]:
    session = state.session_of(call)
    if session is None or not session.closed or session.setup is not None:
        return
    if call.sender == "client" and call.name in NEEDS_SESSION:
        yield Finding(f"The session of this {call.name} was closed and not resumed.", _ID)
    elif call.name == "session/update" and state.version == 2:
        yield Finding("The agent reports on a session after confirming that it is closed.", _ID)


def session_id(reply: Reply, state: State) -> Iterator[Finding]:
    named = state.names_session(reply)
    session = None if named is None else state.sessions.get(named)
    if session is not None and named not in state.strays:
        yield Finding("The new session has the id of an existing session.", "$.result.sessionId")


def replay_asked(call: Call, state: State) -> Iterator[Finding]:
    session = state.session_of(call)
    if session is None or session.setup is None or session.replays or session.work:
        return
    if tag_of(call.params.update) in HISTORY:
        yield Finding("The agent replays messages that the request to resume did not ask for.", _UPDATE)


def live_notice(call: Call, state: State) -> Iterator[Finding]:
    session = state.session_of(call)
    if session is not None and session.replays and tag_of(call.params.update) == "notice":
        yield Finding("The agent replays a notice, or sends one before the replay is complete.", _UPDATE)


def state_after_resume(reply: Reply, state: State) -> Iterator[Finding]:
    session = state.session_of(reply)
    if session is not None and reply.succeeded and not session.state_reported:
        yield Finding("The agent responds before it has reported the state of the session.")


def idle_before_close(reply: Reply, state: State) -> Iterator[Finding]:
    session = state.session_of(reply)
    if session is not None and reply.succeeded and session.work:
        yield Finding("The agent confirms that the session is closed before it has reported it idle.")


def entity_id(call: Call, state: State) -> Iterator[Finding]:
    session = state.session_of(call)
    if session is None or session.replays:
        return
    update = call.params.update
    tag = tag_of(update)
    if tag in ("tool_call", "tool_call_update"):
        if _reopens_tool(session, update):
            yield Finding("This is the id of an earlier tool call that has ended.", f"{_UPDATE}.toolCallId")
    elif tag == "terminal_update":
        terminal = session.terminals.get(update.terminal_id)
        if terminal is not None and terminal.exited and update.command not in (UNSET, None, terminal.command):
            yield Finding("This is the id of an earlier terminal that has exited.", f"{_UPDATE}.terminalId")
    elif tag == "compaction_update":
        if session.compactions.get(update.compaction_id) in FINAL and update.status == "in_progress":
            yield Finding("This is the id of an earlier compaction that has ended.", f"{_UPDATE}.compactionId")
    elif tag.endswith("_chunk") and _continues_earlier_message(session, update):
        yield Finding("This is the id of a message of earlier work.", f"{_UPDATE}.messageId")


def _reopens_tool(session: Session, update: Any) -> bool:
    tool = session.tools.get(update.tool_call_id)
    if tool is None or tool.status not in FINAL:
        return False
    if session.version == 1:
        return bool(tag_of(update) == "tool_call" and session.work and tool.work not in (0, session.work))
    return update.status in ("pending", "in_progress")


def _continues_earlier_message(session: Session, update: Any) -> bool:
    key = message_key(update)
    return bool(key and session.work and session.messages.get(key, 0) not in (0, session.work))
