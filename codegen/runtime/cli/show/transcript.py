"""From the steps of a trace to connections, their sessions, and the turns of each.

The content of a turn is in the session view. This module keeps only where in its timeline a turn begins, and what no
view has, such as permissions and why a turn stopped.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal, TypeAlias

from ...conversation.events import Call, Reply
from ...conversation.session import HISTORY, is_replay, tag_of
from ..dialogue import Dialogue, Step

Beginning: TypeAlias = Literal["prompt", "agent", "history"]
"""How a turn begins: with a prompt, by the agent on its own, or as history replayed when a session is loaded."""

NoteKind: TypeAlias = Literal["notice", "mode", "question"]

_MAKERS: Final = frozenset({"session/new", "session/load", "session/resume", "session/fork"})
_CODES: Final = {-32800: "cancelled"}


@dataclass
class Note:
    """Something that happened between two entities of the timeline."""

    place: int
    """The number of entities before it."""
    kind: NoteKind
    text: str


@dataclass
class Permission:
    """A permission requested by the agent."""

    title: str | None
    answer: str | None = None
    """The name of the chosen option; `None` while it is open."""


@dataclass
class ClientTerminal:
    """A terminal of v1, run by the client: its state from the client's responses, with the members of one in v2."""

    command: str
    text: str = ""
    exit_status: Any = None


@dataclass
class Turn:
    beginning: Beginning
    number: int
    """Its number in the session, from 1; 0 for history."""
    line: int
    """The line of the trace where it begins."""
    start: int
    """The number of entities in the timeline before it."""
    prompt: tuple[Any, ...] = ()
    """The content of the prompt."""
    stop: str | None = None
    """Why it stopped; `None` until then."""
    error: str | None = None
    usage: Any = None
    """The usage of the session at the end of the turn."""
    notes: list[Note] = field(default_factory=list[Note])


@dataclass
class SessionLog:
    """One session, from its creation or loading."""

    id: str
    view: Any
    cwd: str | None = None
    line: int = 0
    """The line of the trace where it is first named."""
    turns: list[Turn] = field(default_factory=list[Turn])
    permissions: dict[str, list[Permission]] = field(default_factory=dict[str, list[Permission]])
    """By tool call id."""
    client_terminals: dict[str, ClientTerminal] = field(default_factory=dict[str, ClientTerminal])

    @property
    def terminals(self) -> Mapping[str, Any]:
        """By id: the agent's terminals, reported in v2, or those run by the client in v1."""
        found: Mapping[str, Any] = getattr(self.view, "terminals", self.client_terminals)
        return found

    @property
    def size(self) -> int:
        """The number of entities in the timeline, without plans, which can be removed."""
        return sum(not is_plan(entity) for entity in self.view.timeline)


@dataclass
class ConnectionLog:
    """One connection."""

    dialogue: Dialogue
    sessions: list[SessionLog] = field(default_factory=list[SessionLog])
    errors: list[str] = field(default_factory=list[str])
    """Refused requests that are not about a session."""
    broken: int = 0
    """The number of messages that do not fit their types."""
    violations: int = 0
    """The number of other violations of the protocol."""


def is_plan(entity: Any) -> bool:
    return type(entity).__name__ in ("Plan", "PlanUpdate")


class Recorder:
    """Processes the steps of one connection."""

    def __init__(self, dialogue: Dialogue) -> None:
        self.log = ConnectionLog(dialogue)
        self._current: dict[str, SessionLog] = {}
        self._prompts: dict[object, Turn] = {}
        self._asked: dict[object, tuple[Permission, Any]] = {}

    def take(self, step: Step) -> None:
        event = step.event
        self.log.violations += sum(violation.rule != "type" for violation in step.violations)
        if event is None or event.problem is not None:
            self.log.broken += 1
        if isinstance(event, Call):
            self._take_call(event)
        elif event is not None:
            self._take_reply(event)

    # -- sessions -----------------------------------------------------------------------------------------------------

    def _session(self, session_id: str, line: int) -> SessionLog | None:
        """The log of a session known to the conversation."""
        watched = self.log.dialogue.conversation.session(session_id)
        if watched is None:
            return None
        known = self._current.get(session_id)
        if known is None or known.view is not watched.view:
            known = self._current[session_id] = SessionLog(session_id, watched.view, line=line)
            self.log.sessions.append(known)
        return known

    def _begin(self, session: SessionLog, turn: Turn) -> Turn:
        session.turns.append(turn)
        return turn

    def _open_turn(self, session: SessionLog) -> Turn | None:
        turn = session.turns[-1] if session.turns else None
        return turn if turn is not None and turn.stop is None and turn.error is None else None

    # -- calls --------------------------------------------------------------------------------------------------------

    def _take_call(self, call: Call) -> None:
        session_id = call.session_id
        session = None if session_id is None else self._session(session_id, call.number)
        if session is None:
            return
        if call.name in _MAKERS:
            session.cwd = getattr(call.params, "cwd", None) or session.cwd
            if is_replay(call):
                self._begin(session, Turn("history", 0, call.number, 0))
        elif call.name == "session/prompt":
            self._prompts[call.key] = self._begin_prompt(session, call)
        elif call.name == "session/request_permission" and call.params is not None:
            self._ask(session, call)
        elif call.name == "session/update" and call.params is not None:
            self._update(session, call)

    def _begin_prompt(self, session: SessionLog, call: Call) -> Turn:
        prompt: tuple[Any, ...] = () if call.params is None else call.params.prompt
        # The view of v1 already has the prompt, as a message of the user.
        start = session.size - (1 if prompt and self._is_v1 else 0)
        number = 1 + sum(turn.number > 0 for turn in session.turns)
        return self._begin(session, Turn("prompt", number, call.number, start, prompt))

    @property
    def _is_v1(self) -> bool:
        return self.log.dialogue.surface.startswith("v1")

    def _ask(self, session: SessionLog, call: Call) -> None:
        params = call.params
        subject = getattr(params, "subject", None)
        update = getattr(params, "tool_call", None) or getattr(subject, "tool_call", None)
        tool_call_id = getattr(update, "tool_call_id", None) or getattr(subject, "tool_call_id", None) or ""
        permission = Permission(getattr(params, "title", None) or getattr(update, "title", None) or None)
        session.permissions.setdefault(tool_call_id, []).append(permission)
        self._asked[call.key] = permission, params

    def _update(self, session: SessionLog, call: Call) -> None:
        update = call.params.update
        tag = tag_of(update)
        if tag == "state_update":
            self._state(session, update, call.number)
        elif tag == "notice":
            text = update.title if not update.description else f"{update.title}: {update.description}"
            self._note(session, "notice", f"{update.severity}: {text}")
        elif tag == "current_mode_update":
            self._note(session, "mode", update.current_mode_id)
        elif tag in HISTORY and not session.turns:
            # Messages without a prompt: the trace begins in the middle, or the agent has started on its own.
            self._begin(session, Turn("agent", 0, call.number, 0))

    def _state(self, session: SessionLog, update: Any, line: int) -> None:
        turn = self._open_turn(session)
        if update.state in ("running", "requires_action"):
            if turn is None:
                self._begin(session, Turn("agent", 0, line, session.size))
        elif update.state == "idle" and turn is not None and turn.beginning != "history" and session.size > turn.start:
            turn.stop = update.stop_reason or "idle"
            turn.usage = session.view.usage
            failure = getattr(update, "error", None)
            turn.error = None if failure is None else failure.message

    def _note(self, session: SessionLog, kind: NoteKind, text: str) -> None:
        if session.turns:
            session.turns[-1].notes.append(Note(session.size, kind, text))

    # -- replies ------------------------------------------------------------------------------------------------------

    def _take_reply(self, reply: Reply) -> None:
        if reply.call is None:
            return
        if reply.name == "session/prompt":
            self._answer_prompt(reply)
        elif reply.name == "session/request_permission":
            self._answer_permission(reply)
        elif reply.name == "elicitation/create":
            self._answer_question(reply.call, reply)
        elif reply.name in ("terminal/create", "terminal/output") and reply.result is not None:
            self._answer_terminal(reply.call, reply.result)
        elif reply.name in _MAKERS:
            self._answer_maker(reply)
        elif reply.error is not None and reply.sender == "agent":
            self._refused(reply)

    def _answer_prompt(self, reply: Reply) -> None:
        turn = self._prompts.pop(reply.key, None)
        if turn is None:
            return
        if reply.error is not None:
            turn.error = _failure(reply.error)
        elif self._is_v1:
            turn.stop = getattr(reply.result, "stop_reason", None) or "answered"
            session = None if reply.call is None else self._current.get(reply.call.session_id or "")
            turn.usage = None if session is None else session.view.usage

    def _answer_permission(self, reply: Reply) -> None:
        asked = self._asked.pop(reply.key, None)
        if asked is None:
            return
        permission, params = asked
        if reply.error is not None:
            permission.answer = _failure(reply.error)
            return
        outcome = getattr(reply.result, "outcome", None)
        chosen = getattr(outcome, "option_id", None)
        names = {option.option_id: option.name for option in params.options}
        permission.answer = names.get(chosen, chosen) if chosen is not None else getattr(outcome, "outcome", "?")

    def _answer_question(self, call: Call, reply: Reply) -> None:
        session = self._current.get(call.session_id or "")
        if session is not None and call.params is not None:
            answer = _failure(reply.error) if reply.error is not None else getattr(reply.result, "action", "?")
            self._note(session, "question", f"{call.params.message} - {answer}")

    def _answer_terminal(self, call: Call, result: Any) -> None:
        session = self._current.get(call.session_id or "")
        if session is None or call.params is None:
            return
        if call.name == "terminal/create":
            command = " ".join((call.params.command, *(call.params.args or ())))
            session.client_terminals[result.terminal_id] = ClientTerminal(command)
        elif call.params.terminal_id in session.client_terminals:
            terminal = session.client_terminals[call.params.terminal_id]
            terminal.text, terminal.exit_status = result.output, result.exit_status

    def _answer_maker(self, reply: Reply) -> None:
        assert reply.call is not None
        if reply.error is not None:
            self._refused(reply)
            return
        named = getattr(reply.result, "session_id", None) or reply.call.session_id
        session = None if named is None else self._session(named, reply.number)
        if session is not None:
            session.cwd = getattr(reply.call.params, "cwd", None) or session.cwd
            turn = self._open_turn(session)
            if turn is not None and turn.beginning == "history":
                turn.stop = "replayed"

    def _refused(self, reply: Reply) -> None:
        self.log.errors.append(f"{reply.name} was refused: {_failure(reply.error)}")


def _failure(error: Any) -> str:
    return _CODES.get(error.code) or f"{error.message} ({int(error.code)})"
