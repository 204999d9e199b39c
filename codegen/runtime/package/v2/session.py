"""Session state for the ACP v2 draft.

    view = SessionView()
    view.apply(note.update)             # each `session/update`, in the order received
    print(view.messages[-1].text)
    stored = view.replay()              # as few updates as possible that give an equal view

The rules come from the protocol; docs/concepts/sessions.md decides what it leaves open. For the unstable surface use
`acp_types.v2.unstable.session`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias, Union

from acp_types._runtime.session.body import Body, Part
from acp_types._runtime.session.timeline import Entities
from acp_types.v2 import IdleStateUpdate, OtherSessionUpdate, PlanUpdate, SessionUpdate, StateUpdate

from ._session.entities import Compaction, Info, Message, Terminal, Thought, ToolCall, Usage
from ._session.output import Output
from ._session.reading import Snapshot
from ._session.view import View

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
    "Pending",
    "Rule",
    "SessionSnapshot",
    "SessionView",
    "Terminal",
    "Thought",
    "ToolCall",
    "Usage",
    "Violation",
    "WatchedSession",
]

Entity: TypeAlias = Union[Message, Thought, ToolCall, Terminal, Compaction, PlanUpdate, OtherSessionUpdate]
"""An entry of the timeline. A plan is its last update; an unknown update is itself."""


class SessionSnapshot(Snapshot[SessionUpdate, Entity, StateUpdate, IdleStateUpdate, PlanUpdate, OtherSessionUpdate]):
    """The state of a session at one moment: it has the properties of a `SessionView` and never changes."""

    __slots__ = ()


class SessionView(View[SessionUpdate, Entity, StateUpdate, IdleStateUpdate, PlanUpdate, OtherSessionUpdate]):
    """The current state of a session, assembled from its updates.

    Two views are equal if their updates describe the same state; the boundaries between chunks of plain text do not
    matter. An update costs the same however long the session is.
    """

    __slots__ = ()

    def snapshot(self) -> SessionSnapshot:
        """The current state, which later updates do not change. The cost depends on what has changed since the last call."""
        return SessionSnapshot(self._facts())
