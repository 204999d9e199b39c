"""Session state for the ACP v2 draft with its unstable features.

Like `acp_types.v2.session`, with the types of this surface: plans of all forms and their removal, sessions that this one
started, and messages between sessions.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, TypeAlias, Union

from acp_types._runtime.session.body import Body, Part
from acp_types._runtime.session.timeline import Entities
from acp_types.v2._session.entities import Compaction, Info, Message, Terminal, Thought, ToolCall, Usage
from acp_types.v2._session.output import Output
from acp_types.v2._session.reading import Reading, Snapshot
from acp_types.v2._session.subagents import PeerMessage, Subagent
from acp_types.v2._session.view import View
from acp_types.v2.unstable import IdleStateUpdate, OtherSessionUpdate, PlanUpdate, SessionId, SessionUpdate, StateUpdate

if TYPE_CHECKING:
    from acp_types._runtime.conversation.conversation import Pending, WatchedSession
    from acp_types._runtime.conversation.rule import Rule, Violation
    from acp_types._runtime.conversation.table import RULES

    from ._conversation import Conversation
else:
    from acp_types._runtime.session.exports import conversation_names

    __getattr__, __dir__ = conversation_names(__name__)

__all__ = [
    "RULES",
    "Body",
    "Compaction",
    "Conversation",
    "Entities",
    "Entity",
    "Info",
    "Message",
    "Output",
    "Part",
    "PeerMessage",
    "Pending",
    "Rule",
    "SessionSnapshot",
    "SessionView",
    "Subagent",
    "Terminal",
    "Thought",
    "ToolCall",
    "Usage",
    "Violation",
    "WatchedSession",
]

Entity: TypeAlias = Union[
    Message, Thought, ToolCall, Terminal, Compaction, PlanUpdate, Subagent, PeerMessage, OtherSessionUpdate
]
"""An entry of the timeline. A plan is its last update; an unknown update is itself."""


class _Reading(Reading[SessionUpdate, Entity, StateUpdate, IdleStateUpdate, PlanUpdate, OtherSessionUpdate]):
    """The readable properties of a session of this surface."""

    __slots__ = ()

    @property
    def subagents(self) -> Mapping[SessionId, Subagent]:
        """The sessions started by this one, by id, in the order first seen."""
        return {entity.session_id: entity for entity in self._facts().timeline.only(Subagent)}

    @property
    def peer_messages(self) -> Entities[PeerMessage]:
        """The messages between this session and others, in the order first seen."""
        return self._facts().timeline.only(PeerMessage)


class SessionSnapshot(
    Snapshot[SessionUpdate, Entity, StateUpdate, IdleStateUpdate, PlanUpdate, OtherSessionUpdate], _Reading
):
    """The state of a session at one moment: it has the properties of a `SessionView` and never changes."""

    __slots__ = ()


class SessionView(View[SessionUpdate, Entity, StateUpdate, IdleStateUpdate, PlanUpdate, OtherSessionUpdate], _Reading):
    """The current state of a session, assembled from its updates.

    Two views are equal if their updates describe the same state; the boundaries between chunks of plain text do not
    matter. An update costs the same however long the session is.
    """

    __slots__ = ()

    def snapshot(self) -> SessionSnapshot:
        """The current state, which later updates do not change. The cost depends on what has changed since the last call."""
        return SessionSnapshot(self._facts())
