"""JSON-RPC 2.0 messages: what all surfaces have in common, and what is a surface's own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

from .methods import AnyNotificationMethod, AnyRequestMethod
from .surface_codec import SurfaceCodec

Side: TypeAlias = Literal["client", "agent"]
"""One end of a connection."""

OTHER_SIDE: Final[Mapping[Side, Side]] = {"client": "agent", "agent": "client"}

PARSE_ERROR: Final = -32700
INVALID_REQUEST: Final = -32600
METHOD_NOT_FOUND: Final = -32601
INVALID_PARAMS: Final = -32602
INTERNAL_ERROR: Final = -32603


@dataclass(frozen=True)
class Kit:
    """What is a surface's own about messages: its classes, its types of id and error, its methods."""

    request: type[Any]
    notification: type[Any]
    response: type[Any]
    error_response: type[Any]
    message_error: Callable[..., Exception]
    id_form: object
    error_form: type[Any]
    forms: Callable[[], SurfaceCodec]
    requests: Mapping[Side, Mapping[str, AnyRequestMethod]]
    """By who receives them, then by name."""
    notifications: Mapping[Side, Mapping[str, AnyNotificationMethod]]

    def is_request(self, message: object) -> bool:
        """Whether a message is a request, and not a notification; raises `TypeError` where it is neither."""
        if isinstance(message, self.request):
            return True
        if isinstance(message, self.notification):
            return False
        raise TypeError(f"expected a request or a notification, got {type(message).__name__}")

    def error(self, code: int, message: str, data: object = None) -> Any:
        """The surface's error object, as its receiver will read it; data may be JSON or typed.

        Raises `TypeError` or `ValueError` (`DecodeError` is one) for what cannot be sent.
        """
        written = self.forms().encode(self.error_form, self.error_form(code=code, message=message, data=data))
        self.forms().write(written)
        return self.forms().decode(self.error_form, written, strict=False, on_issue=None)
