"""Takes the messages of one connection, asks the rules, and keeps what has happened."""

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
    """A request that was not answered yet."""

    sender: Side
    id: Id
    method: str
    number: int
    """Its number as a message of the conversation."""


class WatchedSession(Generic[ViewT, PermissionT]):
    """A session of the connection, as it stands."""

    __slots__ = ("_session",)

    def __init__(self, session: Session) -> None:
        self._session = session

    @property
    def id(self) -> str:
        return self._session.id

    @property
    def view(self) -> ViewT:
        """What its updates have made of it; a v1 view has the prompts too. Empty where views are not kept."""
        view: ViewT = self._session.view
        return view

    @property
    def is_busy(self) -> bool:
        """Whether a turn (v1) or foreground work (v2) is in course."""
        return self._session.work > 0

    @property
    def is_closed(self) -> bool:
        """Whether it was closed, and not resumed since."""
        return self._session.closed

    @property
    def permissions(self) -> tuple[PermissionT, ...]:
        """The permission requests that wait for their answer, oldest first."""
        return tuple(call.params for call in self._session.permissions.values())


class NoView:
    """Takes what a session view takes, and keeps nothing."""

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
    """What only the unstable surface knows; none where this is that surface."""

    def __init__(self, *, complete: bool = True, keep: bool = True) -> None:
        """With `complete=False` messages may have gone before: what they may have said is not missed.

        With `keep=False` views and violations are not kept, for whom what `add` returns is enough.
        """
        make_view = self._make_view if keep else NoView
        self._state = State(self._kit, self._version, make_view, self._unstable, complete=complete)
        self._rules = _by_event(self._version)
        self._keeps = keep
        self._violations: list[Violation] = []
        self._count = 0

    def add(self, message: MessageT, *, sender: Side, number: int | None = None) -> tuple[Violation, ...]:
        """Take the next message of the connection, and tell what it breaks, or shows to be broken.

        `number` is what violations call the message, such as its line in a file, and grows with each; without it they
        are counted from 1.
        """
        return self.take(message, sender, number)[1]

    def take(self, message: MessageT, sender: Side, number: int | None) -> tuple[Call | Reply, tuple[Violation, ...]]:
        """As `add`, with the message as the rules see it."""
        receiver_of(sender)
        self._count += 1
        state = self._state
        event = self._read(message, sender, self._count if number is None else number)
        event.odd = [*oddities(event.places, state.unstable)]
        found = tuple(self._ask(event))
        if self._keeps:
            self._violations += found
        advance(state, event)
        event.places, event.odd = (), ()  # rules alone look at them, and a request is kept until its answer
        return event, found

    def skip(self, *, sender: Side, id: Id = None) -> None:
        """Count a message that cannot be read. If it had an id, it may be answered."""
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
        """All that were found so far, in that order."""
        return tuple(self._violations)

    @property
    def client(self) -> HelloT | None:
        """What the client has said of itself in `initialize`; `None` before that."""
        hello = self._state.hello
        return None if hello is None else hello.params

    @property
    def agent(self) -> WelcomeT | None:
        """What the agent has answered to it; `None` before that."""
        welcome: WelcomeT | None = self._state.welcome
        return welcome

    @property
    def sessions(self) -> Mapping[str, WatchedSession[ViewT, PermissionT]]:
        """The sessions that were named so far, by id."""
        return {session_id: WatchedSession(session) for session_id, session in self._state.sessions.items()}

    def session(self, session_id: str) -> WatchedSession[ViewT, PermissionT] | None:
        """One of the sessions; `None` for an id that was not named."""
        found = self._state.sessions.get(session_id)
        return None if found is None else WatchedSession(found)

    @property
    def pending(self) -> tuple[Pending, ...]:
        """The requests of both sides that wait for their answer, oldest first."""
        return tuple(Pending(call.sender, call.id, call.name, call.number) for call in self._state.open.values())


def _by_event(version: int) -> Mapping[str, tuple[Rule, ...]]:
    """The rules of a version by the events that can break them."""
    found: dict[str, tuple[Rule, ...]] = {}
    for rule in RULES.values():
        if version in rule.pages:
            for event in rule.on:
                found[event] = (*found.get(event, ()), rule)
    return found
