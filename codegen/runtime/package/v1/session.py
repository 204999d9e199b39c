"""Session state for ACP v1.

    view = SessionView()
    view.set_up(new_session_response)
    view.start_turn(prompt)
    view.apply(note.update)             # each `session/update`, in the order received
    print(view.messages[-1].text)
    view.end_turn(prompt_response)
    stored = view.replay()              # as few updates as possible that give an equal view

The rules come from the protocol; docs/concepts/sessions.md decides what it leaves open. For the unstable surface use
`acp_types.v1.unstable.session`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias, Union

from acp_types._runtime.session.body import Body, Part
from acp_types._runtime.session.timeline import Entities
from acp_types.v1 import OtherSessionUpdate, Plan, PromptResponse, SessionUpdate

from ._session.entities import Compaction, Info, Message, Thought, ToolCall, Usage
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
    "Part",
    "Pending",
    "Rule",
    "SessionSnapshot",
    "SessionView",
    "Thought",
    "ToolCall",
    "Usage",
    "Violation",
    "WatchedSession",
]

Entity: TypeAlias = Union[Message, Thought, ToolCall, Compaction, Plan, OtherSessionUpdate]
"""An entry of the timeline. A plan is its last update; an unknown update is itself."""


class SessionSnapshot(Snapshot[SessionUpdate, Entity, PromptResponse, OtherSessionUpdate]):
    """The state of a session at one moment: it has the properties of a `SessionView` and never changes."""

    __slots__ = ()


class SessionView(View[SessionUpdate, Entity, PromptResponse, OtherSessionUpdate]):
    """The current state of a session, assembled from its updates and from v1's requests and responses.

    Two views are equal if their updates describe the same state; the boundaries between chunks of plain text do not
    matter. An update costs the same however long the session is.
    """

    __slots__ = ()

    def snapshot(self) -> SessionSnapshot:
        """The current state, which later updates do not change. The cost depends on what has changed since the last call."""
        return SessionSnapshot(self._facts(), self._beside())
