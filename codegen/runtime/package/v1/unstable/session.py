"""A session as it stands, of ACP v1 with its unstable features.

As `acp_types.v1.session`, with the types of this surface: plans with ids and their removal, sessions that this one
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
"""What has a place in the timeline. A plan is its last update; an update that is not known stands as it came."""


class _Reading(Reading[SessionUpdate, Entity, PromptResponse, OtherSessionUpdate]):
    """What there is to read of a session of this surface."""

    __slots__ = ()

    @property
    def plans(self) -> Mapping[PlanId, PlanUpdate]:
        """The plans that have ids, in the order first seen: of each its last update, which says all of it."""
        return plans_in(self.timeline)

    @property
    def subagents(self) -> Mapping[SessionId, Subagent]:
        """The sessions that this one started, by their ids, in the order first seen."""
        return {entity.session_id: entity for entity in self._facts().timeline.only(Subagent)}

    @property
    def peer_messages(self) -> Entities[PeerMessage]:
        """The messages between this session and others, in the order first seen."""
        return self._facts().timeline.only(PeerMessage)


class SessionSnapshot(Snapshot[SessionUpdate, Entity, PromptResponse, OtherSessionUpdate], _Reading):
    """A session as it stood at one moment: it reads like a `SessionView` and never changes."""

    __slots__ = ()


class SessionView(View[SessionUpdate, Entity, PromptResponse, OtherSessionUpdate], _Reading):
    """A session as it stands, made of its updates and of what only v1's requests and responses say.

    Two views are equal when what updates say of them is equal; where one chunk of plain text ends and the next begins
    makes no difference. An update costs the same however long the session is.
    """

    __slots__ = ()

    def snapshot(self) -> SessionSnapshot:
        """The session as it is now, which later updates do not change. Costs what has changed since the last look."""
        return SessionSnapshot(self._facts(), self._beside())
