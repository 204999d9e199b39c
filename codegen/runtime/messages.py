"""JSON-RPC 2.0 messages: what is a surface's own about them, and how they are read and written. Shared by all surfaces."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

from . import errors
from .lazy import load
from .methods import AnyNotificationMethod, AnyRequestMethod

if TYPE_CHECKING:
    from typing import Protocol

    from .surface_codec import SurfaceCodec

    OnIssue: TypeAlias = Callable[[errors.Issue], object]

    class Plain(Protocol):
        """What reads and writes what is plainly right: `plain_messages`, in outline, so that no checker loads it."""

        def read(self, text: str | bytes | bytearray, receiver: Side, /) -> Any: ...

        def write(self, message: Any, /) -> str: ...


Side: TypeAlias = Literal["client", "agent"]
"""One end of a connection."""

OTHER_SIDE: Final[Mapping[Side, Side]] = {"client": "agent", "agent": "client"}

EXPECTED_SIDE: Final = "expected 'client' or 'agent'"
"""What an error says where something else is given for a side."""

PARSE_ERROR: Final = -32700
INVALID_REQUEST: Final = -32600
METHOD_NOT_FOUND: Final = -32601
INVALID_PARAMS: Final = -32602
INTERNAL_ERROR: Final = -32603


class Kit:
    """What is a surface's own about messages: its classes, its types of id and error, its codec, its methods."""

    __slots__ = (
        "_plain",
        "error_form",
        "error_response",
        "forms",
        "id_form",
        "message_error",
        "notification",
        "notifications",
        "readers",
        "request",
        "requests",
        "response",
        "writers",
    )

    request: type[Any]
    notification: type[Any]
    response: type[Any]
    error_response: type[Any]
    message_error: Callable[..., Exception]
    id_form: object
    error_form: type[Any]
    forms: Callable[[], SurfaceCodec]
    readers: Callable[[], Mapping[object, Callable[[object], Any]]]
    writers: Callable[[], Mapping[object, Callable[[object], str]]]
    requests: Mapping[Side, Mapping[str, AnyRequestMethod]]
    notifications: Mapping[Side, Mapping[str, AnyNotificationMethod]]

    def __init__(
        self,
        *,
        request: type[Any],
        notification: type[Any],
        response: type[Any],
        error_response: type[Any],
        message_error: Callable[..., Exception],
        id_form: object,
        error_form: type[Any],
        forms: Callable[[], SurfaceCodec],
        readers: Callable[[], Mapping[object, Callable[[object], Any]]],
        writers: Callable[[], Mapping[object, Callable[[object], str]]],
        requests: Mapping[Side, Mapping[str, AnyRequestMethod]],
        notifications: Mapping[Side, Mapping[str, AnyNotificationMethod]],
    ) -> None:
        """`requests` and `notifications` are by who receives them, then by name."""
        self.request = request
        self.notification = notification
        self.response = response
        self.error_response = error_response
        self.message_error = message_error
        self.id_form = id_form
        self.error_form = error_form
        self.forms = forms
        self.readers = readers
        self.writers = writers
        self.requests = requests
        self.notifications = notifications
        self._plain: Plain | None = None

    def plain(self) -> Plain:
        """What reads and writes messages that are plainly right, and raises at any other."""
        plain = self._plain
        if plain is None:
            made: Plain = load("plain_messages").PlainMessages(self)
            self._plain = plain = made
        return plain

    def error(self, code: int, message: str, data: object = None) -> Any:
        """The surface's error object, as its receiver will read it; data may be JSON or typed.

        Raises `TypeError` or `ValueError` (`DecodeError` is one) for what cannot be sent.
        """
        written = self.forms().encode(self.error_form, self.error_form(code=code, message=message, data=data))
        self.forms().write(written)
        return self.forms().decode(self.error_form, written, strict=False, on_issue=None)


def read_message(kit: Kit, text: str | bytes | bytearray, sender: Side, strict: bool, on_issue: OnIssue | None) -> Any:
    """One message; raises the surface's `MessageError`."""
    if on_issue is None and not strict:
        try:
            return kit.plain().read(text, OTHER_SIDE[sender])
        except Exception:  # noqa: S110  (what follows reads it, or says what is wrong)
            pass
    if sender not in OTHER_SIDE:
        raise ValueError(f"read_message(sender): {EXPECTED_SIDE}")
    return load("envelopes").read_message(kit, text, OTHER_SIDE[sender], strict, on_issue)


def write_message(kit: Kit, message: Any) -> str:
    """One line of JSON text."""
    try:
        return kit.plain().write(message)
    except Exception:  # noqa: S110  (what follows writes it, or says what is wrong)
        pass
    line: str = load("envelopes").write_message(kit, message)
    return line
