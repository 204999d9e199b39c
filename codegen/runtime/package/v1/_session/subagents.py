"""What only the unstable surface can say: sessions that this one started, and messages between sessions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from acp_types._runtime.model import EMPTY, JsonValue, Model, dataclass, slotted
from acp_types.v1 import ContentBlock, MessageId, SessionId

from .entities import Told

if TYPE_CHECKING:
    from acp_types.v1.unstable import StateUpdate, SubagentSessionCapabilities


@dataclass(frozen=True, slots=True, kw_only=True)
class Subagent(Model, metaclass=slotted):
    """A session that this one started and owns."""

    session_id: SessionId
    """The id of the child session in all messages."""
    title: str | None = None
    """This session's title for the child, for people."""
    description: str | None = None
    """What the child is for, for people."""
    capabilities: SubagentSessionCapabilities | None = None
    """What a client may do to the child. Nothing permits nothing."""
    state: StateUpdate | None = None
    """The child's state as last reported. Nothing leaves it unconfirmed: it does not mean idle."""
    cwd: str | None = None
    """Where the child works. Nothing means where this session works."""
    additional_directories: tuple[str, ...] | None = None
    """The child's further workspace roots. Nothing means those of this session, an empty tuple none."""
    meta: Mapping[str, JsonValue] = EMPTY
    """The metadata that was last sent. Empty where there is none."""
    unknown_fields: Mapping[str, JsonValue] = EMPTY
    """Members of its updates that the schema does not know, each with the value it last had."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PeerMessage(Told, metaclass=slotted):
    """A message from one session to another, as this session's transcript shows it."""

    message_id: MessageId
    """The id of the message in this session's transcript."""
    sender_session_id: SessionId | None = None
    """The session that sent it."""
    recipient_session_id: SessionId | None = None
    """The session that it was sent to."""
    sender_message_id: MessageId | None = None
    """The id of the same message in the sender's transcript."""
    recipient_message_id: MessageId | None = None
    """The id of the same message in the recipient's transcript."""
    meta: Mapping[str, JsonValue] = EMPTY
    """The metadata that was last sent. Empty where there is none."""
    unknown_fields: Mapping[str, JsonValue] = EMPTY
    """Members of its updates that the schema does not know, each with the value it last had."""

    @property
    def content(self) -> tuple[ContentBlock, ...]:
        """The content blocks: one for each member of an array and one for each chunk."""
        return self.body.items
