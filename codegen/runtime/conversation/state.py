"""The state of a connection. Rules read it; only `advance` and `skip` change it, after the rules were checked."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator
from typing import Any, Final

from ..json_value import is_object
from ..messages import OTHER_SIDE, Kit, Side
from .events import Call, Key, Reply
from .session import Session, finish, observe
from .walk import Unstable

MAKES_SESSION: Final = frozenset({"session/new", "session/load", "session/resume", "session/fork"})
"""Requests whose response creates a session."""

_NAMED_BY_ANSWER: Final = frozenset({"session/new", "session/fork"})

OPEN_REQUESTS = 10_000
"""The maximum number of open requests, and of answered or unreadable ones that are remembered."""

_CAPABILITIES: Final = {
    1: {"client": "client_capabilities", "agent": "agent_capabilities"},
    2: {"client": "capabilities", "agent": "capabilities"},
}


class Stray:
    """The first message about a session that was not named before."""

    __slots__ = ("label", "name", "number", "path", "sender", "session_id")

    def __init__(self, call: Call, session_id: str) -> None:
        self.session_id = session_id
        self.number = call.number
        self.sender: Side = call.sender
        self.name = call.name
        self.label = call.label
        self.path = "$.params.sessionId"


class State:
    """Both sides of one connection."""

    def __init__(
        self, kit: Kit, version: int, make_view: Callable[[], Any], unstable: Unstable | None, *, complete: bool
    ) -> None:
        self.kit = kit
        self.version = version
        self.make_view = make_view
        self.unstable = unstable
        """The names that only the unstable schema has; `None` on a connection that may use them."""
        self.complete = complete
        """Whether the conversation is seen from its first message."""
        self.hello: Call | None = None
        """The current `initialize`: the last one that was sent, or answered successfully."""
        self.welcome: Any = None
        """The last successful response to it."""
        self.began_work = False
        """Whether the client has sent any other request of the protocol."""
        self.early: set[Side] = set()
        """The sides already reported for sending before `initialize`."""
        self.disagreed = False
        """Whether the client was already reported for not supporting the negotiated version."""
        self.open: OrderedDict[Key, Call] = OrderedDict()
        self.forgets = False
        """Whether unanswered requests had to be dropped."""
        self.answered: OrderedDict[Key, None] = OrderedDict()
        """The last answered requests, oldest first."""
        self.unreadable: OrderedDict[Key, None] = OrderedDict()
        """Unreadable messages with an id, oldest first."""
        self.sessions: dict[str, Session] = {}
        self.strays: dict[str, Stray] = {}

    @property
    def initialized(self) -> bool:
        return self.welcome is not None

    def capabilities(self, side: Side) -> Any:
        """The advertised capabilities of a side, or `None`. Use only if `initialized`."""
        message = self.welcome if side == "agent" else None if self.hello is None else self.hello.params
        return getattr(message, _CAPABILITIES[self.version][side], None)

    def session_of(self, event: Call | Reply) -> Session | None:
        """The session that a call, or the request of a reply, is about."""
        call = event.call if isinstance(event, Reply) else event
        session_id = None if call is None else call.session_id
        return None if session_id is None else self.sessions.get(session_id)

    def open_makers(self) -> Iterator[Call]:
        """Open requests for a session, whose response may name any session."""
        return (call for call in self.open.values() if call.name in MAKES_SESSION)

    def names_session(self, reply: Reply) -> str | None:
        """The session that a successful response creates."""
        if reply.call is None or not reply.succeeded or reply.name not in MAKES_SESSION:
            return None
        if reply.name in _NAMED_BY_ANSWER:
            # Read from the raw result: unstable methods create sessions too.
            found: object = reply.raw.get("sessionId") if is_object(reply.raw) else None
            return found if isinstance(found, str) else None
        return reply.call.session_id


def advance(state: State, event: Call | Reply) -> None:
    """Take an event into account."""
    if isinstance(event, Call):
        _advance_call(state, event)
    else:
        _advance_reply(state, event)


def skip(state: State, key: Key) -> None:
    """Take an unreadable message into account: it has an id and may get a reply."""
    state.unreadable[key] = None
    if len(state.unreadable) > OPEN_REQUESTS:
        state.unreadable.popitem(last=False)
        state.forgets = True


def _advance_call(state: State, call: Call) -> None:
    if call.is_request:
        state.open.pop(call.key, None)
        state.open[call.key] = call
        state.answered.pop(call.key, None)
        if len(state.open) > OPEN_REQUESTS:
            state.open.popitem(last=False)
            state.forgets = True
    if call.name == "initialize" and call.sender == "client":
        if not state.initialized:
            state.hello = call
    elif not is_extension(call.name):
        if call.sender == "client" and call.is_request:
            state.began_work = True
        if not state.initialized:
            state.early.add(call.sender)
        elif call.sender == "client" and not state.disagreed:
            state.disagreed = chose_unknown_version(state)
    session = _session_for(state, call)
    if session is not None:
        observe(session, call)


def _session_for(state: State, call: Call) -> Session | None:
    """The session that a call is about. A message may come before the response that names its session."""
    session_id = call.session_id
    if session_id is None:
        return None
    known = session_id in state.sessions
    if call.name in MAKES_SESSION:
        if not known and call.name not in _NAMED_BY_ANSWER:
            state.sessions[session_id] = Session(session_id, state.version, state.make_view)
            state.sessions[session_id].made_by = call
        return state.sessions.get(session_id)
    if call.name == "session/update" and call.params is not None:
        child = _child_session(call.params.update)
        if child is not None:
            state.sessions.setdefault(child, Session(child, state.version, state.make_view))
    if not known:
        if any(True for _maker in state.open_makers()):
            state.strays.setdefault(session_id, Stray(call, session_id))
        # The session now counts as known: one violation is enough.
        state.sessions[session_id] = Session(session_id, state.version, state.make_view)
    return state.sessions[session_id]


def _child_session(update: Any) -> str | None:
    """The session of a subagent, which its parent's update announces; the stable schema does not know that update."""
    if update.session_update != "subagent_update":
        return None
    found = getattr(update, "session_id", None)
    if found is None:
        found = update.payload.get("sessionId")
    return found if isinstance(found, str) else None


def _advance_reply(state: State, reply: Reply) -> None:
    if reply.call is None:
        return
    del state.open[reply.key]
    state.answered[reply.key] = None
    if len(state.answered) > OPEN_REQUESTS:
        state.answered.popitem(last=False)
    if reply.name == "initialize" and reply.call.sender == "client" and reply.result is not None:
        state.hello, state.welcome = reply.call, reply.result
    named = state.names_session(reply)
    if named is not None:
        state.strays.pop(named, None)
        fresh = named not in state.sessions
        if fresh:
            state.sessions[named] = Session(named, state.version, state.make_view)
        if reply.name == "session/new":
            state.sessions[named].begins_idle()
    if not any(True for _maker in state.open_makers()):
        state.strays.clear()
    if reply.name == "session/list" and reply.result is not None:
        for info in reply.result.sessions:
            state.sessions.setdefault(info.session_id, Session(info.session_id, state.version, state.make_view))
    session = state.session_of(reply) if named is None else state.sessions[named]
    if session is not None:
        finish(session, reply)
        if not reply.succeeded and session.made_by is reply.call:
            del state.sessions[session.id]


def is_extension(name: str) -> bool:
    """Whether a method is outside the protocol's rules: an extension, a `$/` or a `proxy/` method."""
    return name.startswith(("_", "$/", "proxy/"))


def chose_unknown_version(state: State) -> bool:
    """Whether the agent's response names a later version than the client's latest."""
    asked = asked_version(state.hello)
    return asked is not None and state.initialized and state.welcome.protocol_version > asked


def asked_version(hello: Call | None) -> int | None:
    """The version that an `initialize` requests, even if the rest of it belongs to another version."""
    if hello is None:
        return None
    if hello.params is not None:
        number: int = hello.params.protocol_version
        return number
    raw: object = hello.raw.get("protocolVersion") if is_object(hello.raw) else None
    return raw if isinstance(raw, int) else None


def receiver_of(event: Call | Reply) -> Side:
    return OTHER_SIDE[event.sender]
