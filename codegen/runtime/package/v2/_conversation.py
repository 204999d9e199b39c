"""A conversation of the ACP v2 draft: both directions of one connection, checked against the protocol."""

from __future__ import annotations

from types import ModuleType

from acp_types._runtime.conversation.conversation import BaseConversation
from acp_types._runtime.conversation.walk import Unstable
from acp_types._runtime.surface_codec import SurfaceCodec
from acp_types.v2 import InitializeRequest, InitializeResponse, RequestPermissionRequest
from acp_types.v2._messages import KIT, Message

from .session import SessionView


class Conversation(
    BaseConversation[Message, SessionView, InitializeRequest, InitializeResponse, RequestPermissionRequest]
):
    """Both directions of one connection, message by message.

    Pairs responses with requests, keeps a `SessionView` for each session, and tells which messages break a rule of the
    protocol. What only `acp_types.v2.unstable` knows breaks one too: use its `Conversation` for a connection that may
    have it.
    """

    def __init__(self, *, complete: bool = True, keep: bool = True) -> None:
        """With `complete=False` messages may have gone before: what they may have said is not missed.

        With `keep=False` views and violations are not kept, for whom what `add` returns is enough.
        """
        super().__init__(KIT, 2, SessionView, Unstable(_load_unstable), complete=complete, keep=keep)


def _load_unstable() -> tuple[ModuleType, SurfaceCodec]:
    from acp_types.v2 import unstable
    from acp_types.v2.unstable._wire import forms

    return unstable, forms()
