"""The state of one session that rules need. Its content is in the session view."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from ..model import OtherVariant, tag_field
from ..unset import UNSET
from .events import Call, Key, Reply

FINAL: Final = frozenset({"completed", "failed", "cancelled"})
"""The final statuses of a tool call or a compaction."""

_TAG: Final = "session_update"
"""The attribute with the discriminator of an update."""

HISTORY: Final = frozenset(
    {
        "user_message",
        "user_message_chunk",
        "agent_message",
        "agent_message_chunk",
        "agent_thought",
        "agent_thought_chunk",
    }
)
"""Updates that carry messages."""


_SETS_UP: Final = frozenset(
    {"session/new", "session/load", "session/resume", "session/fork", "session/set_config_option"}
)
"""Requests of v1 whose responses set up the session."""


class Tool:
    """A tool call."""

    __slots__ = ("cancellable", "reported", "status", "work")

    def __init__(self, work: int) -> None:
        self.work = work
        """The number of its turn or foreground work; 0 for none."""
        self.status = "pending"
        self.cancellable = False
        self.reported = False
        """Whether it was already reported as late."""


class Terminal:
    """An agent-owned terminal of v2."""

    __slots__ = ("cancellable", "command", "exited")

    def __init__(self) -> None:
        self.command: str | None = None
        self.exited = False
        self.cancellable = False


class Prompt:
    """A prompt, from its request until the end of its work."""

    __slots__ = ("call", "cancelled", "message_id", "ran")

    def __init__(self, call: Call, *, ran: bool) -> None:
        self.call = call
        self.cancelled = False
        self.message_id: str | None = None
        """Its message id, from the v2 response."""
        self.ran = ran
        """Whether the session has been busy since."""


class Session:
    """One session. A work is a turn in v1, and foreground work in v2. Works are numbered from 1; 0 is none."""

    def __init__(self, session_id: str, version: int, make_view: Callable[[], Any]) -> None:
        self.id = session_id
        self.version = version
        self.make_view = make_view
        self.view: Any = make_view()
        self.made_by: Call | None = None
        """The request to load or resume it, if that named it first: if the request fails, the session never existed."""
        self.closed: bool = False
        self.setup: Call | None = None
        """The open request that loads or resumes it."""
        self.state_reported = False
        """Whether a v2 state update has come since that request."""
        self.permissions: dict[Key, Call] = {}
        """Unanswered permission requests."""
        self.doomed: set[Key] = set()
        """Those among them that were cancelled."""
        self.prompts: dict[Key, Prompt] = {}
        """Unanswered prompts."""
        self.accepted: list[Prompt] = []
        """Answered prompts of v2, until the end of their work."""
        self.claimed: set[str] = set()
        """The message ids from the responses to prompts."""
        self.works: int = 0
        self.work: int = 0
        self.work_number: int = 0
        """The message that started it."""
        self.cancelled: bool = False
        """Whether it is being cancelled."""
        self.ended: int = 0
        """The last ended work, until another begins."""
        self.ended_reason: str | None = None
        self.state: str | None = None
        """The last reported state of v2; `None` if unknown."""
        self.background: frozenset[tuple[str, str]] = frozenset()
        """The kind and id of each work that v2 lists as running in the background."""
        self.tools: dict[str, Tool] = {}
        self.terminals: dict[str, Terminal] = {}
        self.compactions: dict[str, str] = {}
        """The status of each."""
        self.messages: dict[tuple[str, str], int] = {}
        """By speaker and id: the work in which a message began."""
        self.users: dict[str, int] = {}
        """By id of a user message: the number of the message that first reported it."""

    def begins_idle(self) -> None:
        """Record that it was just created."""
        self.closed = False
        if self.state is None:
            self.state = "idle"

    @property
    def replays(self) -> bool:
        """Whether updates are replayed history."""
        return self.setup is not None and is_replay(self.setup)

    def begin_work(self, number: int) -> None:
        self.works += 1
        self.work = self.works
        self.work_number = number
        self.cancelled = False
        self.ended = 0

    def end_work(self, reason: str | None) -> None:
        self.ended, self.ended_reason = self.work, reason
        self.work = 0
        self.cancelled = False

    def doom_permissions(self) -> None:
        self.cancelled = True
        self.doomed |= self.permissions.keys()


def is_replay(setup: Call) -> bool:
    """Whether a request for a session asks for its history."""
    return setup.name == "session/load" or getattr(setup.params, "replay_from", None) is not None


def tag_of(update: Any) -> str:
    """The discriminator of an update; empty if the surface does not define it."""
    if isinstance(update, OtherVariant) and tag_field(type(update)) == _TAG:
        return ""
    tag: str = getattr(update, _TAG)
    return tag


def speaker(update: Any) -> str:
    """The speaker: `user`, `agent` or `thought`."""
    tag = tag_of(update)
    return "user" if tag.startswith("user") else "thought" if tag.startswith("agent_thought") else "agent"


def message_key(update: Any) -> tuple[str, str] | None:
    """The key of a message: speaker and id. `None` for other updates, or a message without an id."""
    if tag_of(update) not in HISTORY or update.message_id is None:
        return None
    return speaker(update), update.message_id


def listed(background: Any) -> frozenset[tuple[str, str]]:
    """The kind and id of each piece of background work with an id."""
    found: set[tuple[str, str]] = set()
    for item in background or ():
        for kind in ("terminal_id", "tool_call_id", "session_id"):
            work_id = getattr(item, kind, None)
            if work_id is not None:
                found.add((kind, work_id))
    return frozenset(found)


# -- what a call changes -----------------------------------------------------------------------------------------------


def observe(session: Session, call: Call) -> None:
    if call.name == "session/update" and call.params is not None:
        observe_update(session, call.params.update, call.number)
    elif call.name == "session/prompt":
        session.prompts[call.key] = Prompt(call, ran=session.work > 0)
        if session.version == 1:
            session.view.start_turn(() if call.params is None else call.params.prompt)
            if not session.work:
                session.begin_work(call.number)
    elif call.name == "session/cancel":
        _cancel(session)
    elif call.name == "session/request_permission":
        session.permissions[call.key] = call
        if session.cancelled:
            session.doomed.add(call.key)
        _observe_subject(session, call.params)
    elif call.name in ("session/load", "session/resume"):
        session.setup, session.state_reported = call, False
        if is_replay(call):
            # The history is replayed from its beginning: what was seen before would be duplicated.
            session.view = session.make_view()


def _cancel(session: Session) -> None:
    if session.work:
        session.doom_permissions()
        for prompt in session.prompts.values():
            prompt.cancelled = True


def _observe_subject(session: Session, params: Any) -> None:
    """A permission request may announce the tool call that it is about."""
    update = getattr(params, "tool_call", None) or getattr(getattr(params, "subject", None), "tool_call", None)
    if update is not None:
        _observe_tool(session, update)


def observe_update(session: Session, update: Any, number: int) -> None:
    session.view.apply(update)
    tag = tag_of(update)
    key = message_key(update)
    if key is not None:
        session.messages.setdefault(key, 0 if session.replays else session.work)
        if key[0] == "user":
            session.users.setdefault(key[1], number)
    elif tag in ("tool_call", "tool_call_update"):
        _observe_tool(session, update)
    elif tag == "tool_call_content_chunk":
        session.tools.setdefault(update.tool_call_id, Tool(session.work))
    elif tag in ("terminal_update", "terminal_output_chunk"):
        _observe_terminal(session, update)
    elif tag == "compaction_update":
        session.compactions[update.compaction_id] = update.status
    elif tag == "state_update":
        _observe_state(session, update, number)


def _observe_tool(session: Session, update: Any) -> None:
    tool = session.tools.get(update.tool_call_id)
    if tool is None:
        tool = session.tools[update.tool_call_id] = Tool(0 if session.replays else session.work)
    status = update.status
    if session.version == 1:
        tool.status = status or tool.status
    elif status is not UNSET:
        tool.status = status or "pending"
    capabilities = getattr(update, "capabilities", UNSET)
    if capabilities is not UNSET:
        tool.cancellable = getattr(capabilities, "cancel", None) is not None


def _observe_terminal(session: Session, update: Any) -> None:
    terminal = session.terminals.setdefault(update.terminal_id, Terminal())
    if tag_of(update) == "terminal_output_chunk":
        return
    if update.command is not UNSET:
        terminal.command = update.command
    if update.exit_status is not UNSET:
        terminal.exited = update.exit_status is not None
    if update.capabilities is not UNSET:
        terminal.cancellable = getattr(update.capabilities, "cancel", None) is not None


def _observe_state(session: Session, update: Any, number: int) -> None:
    session.state = update.state
    session.state_reported = True
    session.background = listed(getattr(update, "background", None))
    if update.state in ("running", "requires_action"):
        if not session.work:
            session.begin_work(number)
        for prompt in (*session.prompts.values(), *session.accepted):
            prompt.ran = True
    elif update.state == "idle":
        if session.work:
            session.end_work(update.stop_reason)
            session.accepted = [prompt for prompt in session.accepted if not prompt.ran]
    else:
        # Neither idle nor the previous state: nothing can be concluded about what comes next.
        session.work = session.ended = 0


# -- what a reply changes ----------------------------------------------------------------------------------------------


def finish(session: Session, reply: Reply) -> None:
    if session.version == 1 and reply.name in _SETS_UP and reply.result is not None:
        session.view.set_up(reply.result)
    if reply.name == "session/prompt":
        _finish_prompt(session, reply)
    elif reply.name == "session/request_permission":
        session.permissions.pop(reply.key, None)
        session.doomed.discard(reply.key)
    elif reply.name in ("session/load", "session/resume"):
        session.setup = None
        session.closed = session.closed and not reply.succeeded
    elif reply.name == "session/close" and reply.succeeded:
        session.closed = True


def _finish_prompt(session: Session, reply: Reply) -> None:
    prompt = session.prompts.pop(reply.key, None)
    if session.version == 1:
        if session.work and not session.prompts:
            session.end_work(getattr(reply.result, "stop_reason", None))
            session.view.end_turn(reply.result)
        return
    if prompt is not None and reply.result is not None:
        prompt.message_id = reply.result.message_id
        session.claimed.add(reply.result.message_id)
        session.accepted.append(prompt)
