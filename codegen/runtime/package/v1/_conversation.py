"""A conversation of ACP v1: both directions of one connection, checked against the protocol."""

from __future__ import annotations

from types import ModuleType

from acp_types._runtime.conversation.conversation import BaseConversation
from acp_types._runtime.conversation.walk import Unstable
from acp_types._runtime.surface_codec import SurfaceCodec
from acp_types.v1 import InitializeRequest, InitializeResponse, RequestPermissionRequest
from acp_types.v1._messages import KIT, Message

from .session import SessionView


def _load_unstable() -> tuple[ModuleType, SurfaceCodec]:
    from acp_types.v1 import unstable
    from acp_types.v1.unstable._wire import forms

    return unstable, forms()


class Conversation(
    BaseConversation[Message, SessionView, InitializeRequest, InitializeResponse, RequestPermissionRequest]
):
    """Both directions of one connection, message by message.

    Matches responses with requests, keeps a `SessionView` for each session, and reports messages that violate a rule of the
    protocol. Features of `acp_types.v1.unstable` are violations too: use its `Conversation` for a connection that may
    use them.
    """

    _kit = KIT
    _version = 1
    _make_view = SessionView
    _unstable = Unstable(_load_unstable)
