"""A conversation of the ACP v2 draft with its unstable features."""

from __future__ import annotations

from acp_types._runtime.conversation.conversation import BaseConversation
from acp_types.v2.unstable import InitializeRequest, InitializeResponse, RequestPermissionRequest
from acp_types.v2.unstable._messages import KIT, Message

from .session import SessionView


class Conversation(
    BaseConversation[Message, SessionView, InitializeRequest, InitializeResponse, RequestPermissionRequest]
):
    """Both directions of one connection, message by message.

    Matches responses with requests, keeps a `SessionView` for each session, and reports messages that violate a rule of the
    protocol.
    """

    _kit = KIT
    _version = 2
    _make_view = SessionView
