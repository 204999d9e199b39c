"""Session state for ACP v1 with its unstable features.

Like `acp_types.v1.session`, with the types of this surface: plans with ids and their removal, sessions that this one
started, and messages between sessions.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, TypeAlias, Union

from acp_types._runtime.session.body import Body, Part
from acp_types._runtime.session.timeline import Entities
from acp_types.v1._session.entities import Compaction, Info, Message, Thought, ToolCall, Usage
from acp_types.v1._session.reading import Reading, Snapshot
from acp_types.v1._session.subagents import PeerMessage, Subagent
from acp_types.v1._session.view import View, plans_in
from acp_types.v1.unstable import OtherSessionUpdate, Plan, PlanId, PlanUpdate, PromptResponse, SessionId, SessionUpdate

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
    "Part",
    "PeerMessage",
    "Pending",
    "Rule",
    "SessionSnapshot",
    "SessionView",
    "Subagent",
    "Thought",
    "ToolCall",
    "Usage",
    "Violation",
    "WatchedSession",
]

Entity: TypeAlias = Union[
    Message, Thought, ToolCall, Compaction, Plan, PlanUpdate, Subagent, PeerMessage, OtherSessionUpdate
]
"""An entry of the timeline. A plan is its last update; an unknown update is itself."""


class _Reading(Reading[SessionUpdate, Entity, PromptResponse, OtherSessionUpdate]):
    """The readable properties of a session of this surface."""

    __slots__ = ()

    @property
    def plans(self) -> Mapping[PlanId, PlanUpdate]:
        """The plans with ids, in the order first seen: for each its last update, which contains all of it."""
        return plans_in(self.timeline)

    @property
    def subagents(self) -> Mapping[SessionId, Subagent]:
        """The sessions started by this one, by id, in the order first seen."""
        return {entity.session_id: entity for entity in self._facts().timeline.only(Subagent)}

    @property
    def peer_messages(self) -> Entities[PeerMessage]:
        """The messages between this session and others, in the order first seen."""
        return self._facts().timeline.only(PeerMessage)


class SessionSnapshot(Snapshot[SessionUpdate, Entity, PromptResponse, OtherSessionUpdate], _Reading):
    """The state of a session at one moment: it has the properties of a `SessionView` and never changes."""

    __slots__ = ()


class SessionView(View[SessionUpdate, Entity, PromptResponse, OtherSessionUpdate], _Reading):
    """The current state of a session, assembled from its updates and from v1's requests and responses.

    Two views are equal if their updates describe the same state; the boundaries between chunks of plain text do not
    matter. An update costs the same however long the session is.
    """

    __slots__ = ()

    def snapshot(self) -> SessionSnapshot:
        """The current state, which later updates do not change. The cost depends on what has changed since the last call."""
        return SessionSnapshot(self._facts(), self._beside())
