"""A conversation of ACP v1 with its unstable features."""

from __future__ import annotations

from acp_types._runtime.conversation.conversation import BaseConversation
from acp_types.v1.unstable import InitializeRequest, InitializeResponse, RequestPermissionRequest
from acp_types.v1.unstable._messages import KIT, Message

from .session import SessionView


class Conversation(
    BaseConversation[Message, SessionView, InitializeRequest, InitializeResponse, RequestPermissionRequest]
):
    """Both directions of one connection, message by message.

    Pairs responses with requests, keeps a `SessionView` for each session, and tells which messages break a rule of the
    protocol.
    """

    def __init__(self, *, complete: bool = True, keep: bool = True) -> None:
        """With `complete=False` messages may have gone before: what they may have said is not missed.

        With `keep=False` views and violations are not kept, for whom what `add` returns is enough.
        """
        super().__init__(KIT, 1, SessionView, None, complete=complete, keep=keep)
