"""Takes the messages of one connection, asks the rules, and keeps what has happened."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeVar

from ..messages import OTHER_SIDE, Kit, Side
from .events import Call, Reply
from .rule import Rule, Violation
from .state import State, advance
from .table import RULES
from .walk import Unstable, oddities

MessageT = TypeVar("MessageT", contravariant=True)


class BaseConversation(Generic[MessageT]):
    """Both directions of one connection."""

    def __init__(
        self,
        kit: Kit,
        version: int,
        make_view: Callable[[], Any],
        unstable: Unstable | None,
        *,
        complete: bool,
    ) -> None:
        self._state = State(kit, version, make_view, unstable, complete=complete)
        self._rules = _by_event(version)
        self._violations: list[Violation] = []
        self._count = 0

    def add(self, message: MessageT, *, sender: Side, number: int | None = None) -> tuple[Violation, ...]:
        """Take the next message of the connection, and tell what it breaks, or shows to be broken.

        `number` is what violations call the message, such as its line in a file; they are counted from 1 otherwise.
        """
        self._count += 1
        state = self._state
        event = self._read(message, sender, self._count if number is None else number)
        event.odd = tuple(oddities(event.places, state.forms, state.unstable))
        kind = "call" if isinstance(event, Call) else "reply"
        rules = (*self._rules.get(f"{kind} *", ()), *self._rules.get(f"{kind} {event.name}", ()))
        found = tuple(
            Violation(
                rule.name,
                rule.level,
                rule.page(state.version),
                event.number if finding.number is None else finding.number,
                finding.sender or event.sender,
                finding.message,
                finding.path,
            )
            for rule in rules
            for finding in rule.check(event, state)
        )
        self._violations += found
        advance(state, event)
        return found

    def _read(self, message: Any, sender: Side, number: int) -> Call | Reply:
        kit = self._state.kit
        if isinstance(message, (kit.request, kit.notification)):
            return Call(kit, number, sender, message)
        if not isinstance(message, (kit.response, kit.error_response)):
            raise TypeError(f"expected a message of this surface, got {type(message).__name__}")
        return Reply(kit, number, sender, message, self._state.open.get((OTHER_SIDE[sender], message.id)))

    @property
    def violations(self) -> tuple[Violation, ...]:
        """All that were found so far, in that order."""
        return tuple(self._violations)


def _by_event(version: int) -> Mapping[str, tuple[Rule, ...]]:
    """The rules of a version by the events that can break them."""
    found: dict[str, tuple[Rule, ...]] = {}
    for rule in RULES.values():
        if version in rule.pages:
            for event in rule.on:
                found[event] = (*found.get(event, ()), rule)
    return found
