"""Takes the messages of one connection, checks the rules, and keeps the state."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, TypeVar, cast

from ..lazy import load
from ..messages import OTHER_SIDE, Kit, Side, receiver_of
from .events import Call, Id, Reply
from .rule import Rule, Violation
from .session import Session
from .state import State, advance, skip
from .table import RULES
from .walk import Unstable, oddities

if TYPE_CHECKING:
    from .rule import Finding

MessageT = TypeVar("MessageT")
ViewT = TypeVar("ViewT")
HelloT = TypeVar("HelloT")
WelcomeT = TypeVar("WelcomeT")
PermissionT = TypeVar("PermissionT")


class Pending(NamedTuple):
    """A request without a reply so far."""

    sender: Side
    id: Id
    method: str
    number: int
    """The number of its message in the conversation."""


class WatchedSession(Generic[ViewT, PermissionT]):
    """The current state of a session of the connection."""

    __slots__ = ("_session",)

    def __init__(self, session: Session) -> None:
        self._session = session

    @property
    def id(self) -> str:
        return self._session.id

    @property
    def view(self) -> ViewT:
        """Its session view; in v1 including the prompts. Empty if views are not kept."""
        view: ViewT = self._session.view
        return view

    @property
    def is_busy(self) -> bool:
        """Whether a turn (v1) or foreground work (v2) is in progress."""
        return self._session.work > 0

    @property
    def is_closed(self) -> bool:
        """Whether it was closed and not resumed."""
        return self._session.closed

    @property
    def permissions(self) -> tuple[PermissionT, ...]:
        """The unanswered permission requests, oldest first."""
        return tuple(call.params for call in self._session.permissions.values())


class NoView:
    """Has the interface of a session view, and keeps nothing."""

    def apply(self, update: object) -> None: ...
    def start_turn(self, prompt: object) -> None: ...
    def end_turn(self, response: object) -> None: ...
    def set_up(self, response: object) -> None: ...


class BaseConversation(Generic[MessageT, ViewT, HelloT, WelcomeT, PermissionT]):
    """Both directions of one connection."""

    _kit: ClassVar[Kit]
    _version: ClassVar[int]
    _make_view: ClassVar[type[Any]]
    _unstable: ClassVar[Unstable | None] = None
    """The names that only the unstable surface defines; `None` on the unstable surface."""

    def __init__(self, *, complete: bool = True, keep: bool = True) -> None:
        """`complete=False`: earlier messages may be missing, so nothing is reported that they could explain.

        `keep=False`: views and violations are not kept; `add` still returns violations.
        """
        make_view = self._make_view if keep else NoView
        self._state = State(self._kit, self._version, make_view, self._unstable, complete=complete)
        self._rules = _by_event(self._version)
        self._keeps = keep
        self._violations: list[Violation] = []
        self._count = 0

    def add(self, message: MessageT, *, sender: Side, number: int | None = None) -> tuple[Violation, ...]:
        """Take the next message of the connection, and return the violations that it causes or reveals.

        `number` identifies the message in violations, such as its line in a file, and must increase; without it, messages
        are counted from 1.
        """
        return self.take(message, sender, number)[1]

    def take(self, message: MessageT, sender: Side, number: int | None) -> tuple[Call | Reply, tuple[Violation, ...]]:
        """Like `add`, and also returns the message as an event for the rules."""
        receiver_of(sender)
        self._count += 1
        state = self._state
        event = self._read(message, sender, self._count if number is None else number)
        event.odd = [*oddities(event.places, state.unstable)]
        found = tuple(self._ask(event))
        if self._keeps:
            self._violations += found
        advance(state, event)
        event.places, event.odd = (), ()  # only rules use them, and a request is kept until its reply
        return event, found

    def skip(self, *, sender: Side, id: Id = None) -> None:
        """Count a message that cannot be read. If it had an id, it may get a reply."""
        receiver_of(sender)
        self._count += 1
        if id is not None:
            skip(self._state, (sender, id))

    def _read(self, message: Any, sender: Side, number: int) -> Call | Reply:
        kit = self._state.kit
        if isinstance(message, (kit.request, kit.notification)):
            return Call(kit, number, sender, message)
        if not isinstance(message, (kit.response, kit.error_response)):
            line = f"expected a message of this surface, got {type(message).__name__}"
            hints = load("hints")
            raise TypeError(hints.with_hint(line, hints.of_received(message, kit.request.__module__)))
        return Reply(kit, number, sender, message, self._state.open.get((OTHER_SIDE[sender], message.id)))

    def _ask(self, event: Call | Reply) -> Iterator[Violation]:
        kind = "call" if isinstance(event, Call) else "reply"
        rules = self._rules.get(f"{kind} *", ())
        if not isinstance(event, Call) or event.params is not None:
            rules = (*rules, *self._rules.get(f"{kind} {event.name}", ()))
        for rule in rules:
            check = cast("Callable[[Call | Reply, State], Iterable[Finding]]", rule.check)
            for finding in check(event, self._state):
                yield Violation(
                    rule.name,
                    rule.level,
                    rule.page(self._state.version),
                    event.number if finding.number is None else finding.number,
                    finding.sender or event.sender,
                    finding.message,
                    finding.path,
                )

    @property
    def violations(self) -> tuple[Violation, ...]:
        """All violations found so far, in order."""
        return tuple(self._violations)

    @property
    def client(self) -> HelloT | None:
        """What the client has declared in `initialize`; `None` before that."""
        hello = self._state.hello
        return None if hello is None else hello.params

    @property
    def agent(self) -> WelcomeT | None:
        """The agent's response to `initialize`; `None` before that."""
        welcome: WelcomeT | None = self._state.welcome
        return welcome

    @property
    def sessions(self) -> Mapping[str, WatchedSession[ViewT, PermissionT]]:
        """The sessions named so far, by id."""
        return {session_id: WatchedSession(session) for session_id, session in self._state.sessions.items()}

    def session(self, session_id: str) -> WatchedSession[ViewT, PermissionT] | None:
        """One of the sessions; `None` for an unknown id."""
        found = self._state.sessions.get(session_id)
        return None if found is None else WatchedSession(found)

    @property
    def pending(self) -> tuple[Pending, ...]:
        """The unanswered requests of both sides, oldest first."""
        return tuple(Pending(call.sender, call.id, call.name, call.number) for call in self._state.open.values())


def _by_event(version: int) -> Mapping[str, tuple[Rule, ...]]:
    """The rules of a version by the events that can violate them."""
    found: dict[str, tuple[Rule, ...]] = {}
    for rule in RULES.values():
        if version in rule.pages:
            for event in rule.on:
                found[event] = (*found.get(event, ()), rule)
    return found
