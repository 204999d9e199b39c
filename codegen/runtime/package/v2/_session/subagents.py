"""Entities of the unstable surface only: sessions started by this one, and messages between sessions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from acp_types._runtime.model import EMPTY, JsonValue, Model, dataclass, slotted
from acp_types.v2 import AbsolutePath, MessageId, SessionId

from .entities import Speech

if TYPE_CHECKING:
    from acp_types.v2.unstable import StateUpdate, SubagentSessionCapabilities


@dataclass(frozen=True, slots=True, kw_only=True)
class Subagent(Model, metaclass=slotted):
    """A session started and owned by this one."""

    session_id: SessionId
    """The id of the child session in all messages."""
    title: str | None = None
    """This session's title for the child, for display."""
    description: str | None = None
    """The purpose of the child, for display."""
    capabilities: SubagentSessionCapabilities | None = None
    """What a client can do with the child. `None` permits nothing."""
    state: StateUpdate | None = None
    """The child's state as last reported. `None` means unconfirmed, not idle."""
    cwd: AbsolutePath | None = None
    """The child's working directory. `None` means that of this session."""
    additional_directories: tuple[AbsolutePath, ...] | None = None
    """The child's additional workspace roots. `None` means those of this session, an empty tuple none."""
    meta: Mapping[str, JsonValue] = EMPTY
    """The metadata of the association, with all patches applied. Empty if there is none."""
    unknown_fields: Mapping[str, JsonValue] = EMPTY
    """Members of its updates that the schema does not define, each with its last value."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PeerMessage(Speech, metaclass=slotted):
    """A message from one session to another, as this session's transcript shows it."""

    sender_session_id: SessionId | None = None
    """The session that sent it."""
    recipient_session_id: SessionId | None = None
    """The recipient session."""
    sender_message_id: MessageId | None = None
    """The id of the same message in the sender's transcript."""
    recipient_message_id: MessageId | None = None
    """The id of the same message in the recipient's transcript."""
