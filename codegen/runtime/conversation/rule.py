"""Rules and violations."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, NoReturn, TypeAlias

from ..messages import Side

if TYPE_CHECKING:
    from .state import State

Level: TypeAlias = Literal["MUST", "SHOULD"]
"""The requirement level of the protocol."""

PAGES: Final = "https://agentclientprotocol.com/protocol"


class Violation(NamedTuple):
    """A message that violates a rule of the protocol."""

    rule: str
    """The name of the rule, a key of `RULES`."""
    level: Level
    page: str
    """The URL of the page of the specification."""
    number: int
    """The number of the message: as passed to `add`, or its position in the conversation, from 1."""
    sender: Side
    """Who sent that message."""
    message: str
    """A one-sentence description. It names methods, members and identifiers of types, never a value."""
    path: str | None = None
    """The place in the message as a JSON path, if there is one."""


class Finding(NamedTuple):
    """The result of a rule's check. The rest of a violation comes from the rule and the event."""

    message: str
    path: str | None = None
    number: int | None = None
    """The message that violates the rule, if it is earlier than the one that reveals it."""
    sender: Side | None = None
    """Who sent that one."""


class Rule(NamedTuple):
    """One rule of the protocol."""

    name: str
    level: Level
    summary: str
    """The requirement, in one sentence."""
    pages: Mapping[int, str]
    """By protocol version: the page of the specification, relative to that version. Other versions lack the rule."""
    on: tuple[str, ...]
    """The events that can violate it: `call` or `reply`, with the name of the method or `*`."""
    check: Callable[[NoReturn, State], Iterable[Finding]]
    """Called with the event and the state before it. Each accepts only the kind of event that `on` names."""

    def page(self, version: int) -> str:
        """The URL of the page of the specification."""
        return f"{PAGES}/v{version}/{self.pages[version]}"
