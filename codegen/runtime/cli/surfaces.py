"""The surfaces as used by the checker, each imported for the first message that needs it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from ..codec import Forms
from ..methods import AnyNotificationMethod, AnyRequestMethod, Receiver
from ..negotiation import Version

SURFACES: Final = ("v1", "v1.unstable", "v2", "v2.unstable")


Kind: TypeAlias = Literal["request", "notification"]
MethodKey: TypeAlias = tuple[Receiver, Kind, str]
"""One name can be a request in one direction and a notification in the other, so a name alone is not enough."""


class Surface(NamedTuple):
    """One surface: its tables, and the types that messages of all methods share."""

    name: str
    requests: Mapping[MethodKey, AnyRequestMethod]
    notifications: Mapping[MethodKey, AnyNotificationMethod]
    forms: Forms
    error: object
    request_id: object


def import_surface(name: str) -> ModuleType:
    """Import a surface with a statement, which tools that freeze programs can detect."""
    if name == "v1":
        from acp_types import v1

        return v1
    if name == "v1.unstable":
        from acp_types.v1 import unstable as v1_unstable

        return v1_unstable
    if name == "v2":
        from acp_types import v2

        return v2
    from acp_types.v2 import unstable as v2_unstable

    return v2_unstable


def import_conversation(name: str) -> tuple[Any, Any]:
    """The message classes of a surface and its `Conversation`, also imported with a statement."""
    if name == "v1":
        from acp_types.v1._conversation import Conversation as V1Conversation
        from acp_types.v1._messages import KIT as V1_KIT

        return V1_KIT, V1Conversation
    if name == "v1.unstable":
        from acp_types.v1.unstable._conversation import Conversation as V1UnstableConversation
        from acp_types.v1.unstable._messages import KIT as V1_UNSTABLE_KIT

        return V1_UNSTABLE_KIT, V1UnstableConversation
    if name == "v2":
        from acp_types.v2._conversation import Conversation as V2Conversation
        from acp_types.v2._messages import KIT as V2_KIT

        return V2_KIT, V2Conversation
    from acp_types.v2.unstable._conversation import Conversation as V2UnstableConversation
    from acp_types.v2.unstable._messages import KIT as V2_UNSTABLE_KIT

    return V2_UNSTABLE_KIT, V2UnstableConversation


@cache
def load_surface(name: str) -> Surface:
    module = import_surface(name)
    forms: Forms = import_module("._codec.forms", module.__name__).FORMS
    requests: dict[MethodKey, AnyRequestMethod] = {}
    notifications: dict[MethodKey, AnyNotificationMethod] = {}
    for side in ("AGENT", "CLIENT", "PROXY"):
        for request in getattr(module, f"{side}_REQUESTS", {}).values():
            requests[request.receiver, "request", request.name] = request
        for notification in getattr(module, f"{side}_NOTIFICATIONS", {}).values():
            notifications[notification.receiver, "notification", notification.name] = notification
    return Surface(name, requests, notifications, forms, module.Error, module.RequestId)


class Protocol(NamedTuple):
    """The command-line options about the protocol."""

    name: str | None = None
    """The surface for all messages; None to use the version that each trace negotiates."""
    unstable: bool = False
    """Whether to use the unstable surfaces of negotiated versions."""

    def surface(self, version: Version) -> Surface:
        return load_surface(self.name or f"v{version}{'.unstable' if self.unstable else ''}")
