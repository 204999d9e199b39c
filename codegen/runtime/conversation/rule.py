"""What a rule is, and what it says when it is broken."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, NoReturn, TypeAlias

from ..messages import Side

if TYPE_CHECKING:
    from .state import State

Level: TypeAlias = Literal["MUST", "SHOULD"]
"""How strongly the protocol asks for something."""

PAGES: Final = "https://agentclientprotocol.com/protocol"


class Violation(NamedTuple):
    """A message that breaks a rule of the protocol."""

    rule: str
    """The name of the rule, a key of `RULES`."""
    level: Level
    page: str
    """The address of the specification page that asks for it."""
    number: int
    """The message that breaks it: what `add` was told, or its place in the conversation, from 1."""
    sender: Side
    """Who sent that message."""
    message: str
    """What is wrong, in one sentence. It names methods, members and identifiers of types, never a value."""
    path: str | None = None
    """Where in the message, as a JSON path, if there is such a place."""


class Finding(NamedTuple):
    """What a rule's check says; the rest of the violation is the rule's and the event's."""

    message: str
    path: str | None = None
    number: int | None = None
    """The message that breaks the rule where it is an earlier one than that which shows it."""
    sender: Side | None = None
    """Who sent that one."""


class Rule(NamedTuple):
    """One rule of the protocol."""

    name: str
    level: Level
    summary: str
    """What the protocol asks for, in one sentence."""
    pages: Mapping[int, str]
    """By version of the protocol: the specification page, relative to that version's. Other versions lack the rule."""
    on: tuple[str, ...]
    """The events that can break it: `call` or `reply`, with the name of the method or `*`."""
    check: Callable[[NoReturn, State], Iterable[Finding]]
    """Called with the event, and the state before it. Each takes the kind of event that `on` names, and no other."""

    def page(self, version: int) -> str:
        """The address of the specification page."""
        return f"{PAGES}/v{version}/{self.pages[version]}"
