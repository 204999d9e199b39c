"""A session as it stands, of ACP v1.

    view = SessionView()
    view.set_up(new_session_response)
    view.start_turn(prompt)
    view.apply(note.update)             # each `session/update`, in the order received
    print(view.messages[-1].text)
    view.end_turn(prompt_response)
    stored = view.replay()              # as few updates as can be that make an equal view

The rules are the protocol's; what it leaves open is decided in docs/concepts/sessions.md. For the unstable surface there
is `acp_types.v1.unstable.session`.
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
"""What has a place in the timeline. A plan is its last update; an update that is not known stands as it came."""


class SessionSnapshot(Snapshot[SessionUpdate, Entity, PromptResponse, OtherSessionUpdate]):
    """A session as it stood at one moment: it reads like a `SessionView` and never changes."""

    __slots__ = ()


class SessionView(View[SessionUpdate, Entity, PromptResponse, OtherSessionUpdate]):
    """A session as it stands, made of its updates and of what only v1's requests and responses say.

    Two views are equal when what updates say of them is equal; where one chunk of plain text ends and the next begins
    makes no difference. An update costs the same however long the session is.
    """

    __slots__ = ()

    def snapshot(self) -> SessionSnapshot:
        """The session as it is now, which later updates do not change. Costs what has changed since the last look."""
        return SessionSnapshot(self._facts(), self._beside())
