"""JSON-RPC 2.0 messages: what is a surface's own about them, and how they are read and written. Shared by all surfaces."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

from . import errors
from .lazy import load
from .methods import AnyNotificationMethod, AnyRequestMethod

if TYPE_CHECKING:
    from typing import Protocol

    from .surface_codec import SurfaceCodec, WireModule

    OnIssue: TypeAlias = Callable[[errors.Issue], object]

    # What reads and writes what is plainly right: `fast_messages`, in outline, so that no checker loads it.

    class FastReader(Protocol):
        def read(self, text: str | bytes | bytearray, receiver: Side, /) -> Any: ...

    class FastWriter(Protocol):
        def write(self, message: Any, /) -> str: ...


Side: TypeAlias = Literal["client", "agent"]
"""One end of a connection."""

OTHER_SIDE: Final[Mapping[Side, Side]] = {"client": "agent", "agent": "client"}

PARSE_ERROR: Final = -32700
INVALID_REQUEST: Final = -32600
METHOD_NOT_FOUND: Final = -32601
INVALID_PARAMS: Final = -32602
INTERNAL_ERROR: Final = -32603


def receiver_of(sender: Side) -> Side:
    """Who receives what a side sends; raises `ValueError` for what is no side."""
    for side, other in OTHER_SIDE.items():
        if side == sender:
            return other
    raise ValueError(f"sender: expected 'client' or 'agent', got {errors.kind_of(sender)}")


class Kit:
    """What is a surface's own about messages: its classes, its types of id and error, its codecs, its methods."""

    __slots__ = (
        "_reader",
        "_writer",
        "error_form",
        "error_response",
        "id_form",
        "message_error",
        "notification",
        "notifications",
        "request",
        "requests",
        "response",
        "wire",
    )

    request: type[Any]
    notification: type[Any]
    response: type[Any]
    error_response: type[Any]
    message_error: Callable[..., Exception]
    id_form: object
    error_form: type[Any]
    wire: WireModule
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
        wire: WireModule,
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
        self.wire = wire
        self.requests = requests
        self.notifications = notifications
        self._reader: FastReader | None = None
        self._writer: FastWriter | None = None

    def forms(self) -> SurfaceCodec:
        """The reference codec, and the table of all types in it."""
        return self.wire.forms()

    def fast_reader(self) -> FastReader:
        """What reads messages that are plainly right, and raises at any other."""
        reader = self._reader
        if reader is None:
            made: FastReader = load("fast_messages").FastReader(self)
            self._reader = reader = made
        return reader

    def fast_writer(self) -> FastWriter:
        """What writes messages that are plainly right, and raises at any other."""
        writer = self._writer
        if writer is None:
            made: FastWriter = load("fast_messages").FastWriter(self)
            self._writer = writer = made
        return writer

    def error(self, code: int, message: str, data: object = None) -> Any:
        """The surface's error object, as its receiver will read it; data may be JSON or typed.

        Raises `TypeError` or `ValueError` (`DecodeError` is one) for what cannot be sent.
        """
        written = self.wire.encode(self.error_form, self.error_form(code=code, message=message, data=data))
        return self.wire.decode(self.error_form, written)


def read_message(kit: Kit, text: str | bytes | bytearray, sender: Side, strict: bool, on_issue: OnIssue | None) -> Any:
    """One message; raises the surface's `MessageError`."""
    if on_issue is None and not strict:
        try:
            return kit.fast_reader().read(text, OTHER_SIDE[sender])
        except Exception:  # noqa: S110  (what follows reads it, or says what is wrong)
            pass
    return load("envelopes").read_message(kit, text, receiver_of(sender), strict, on_issue)


def write_message(kit: Kit, message: Any) -> str:
    """One line of JSON text."""
    try:
        return kit.fast_writer().write(message)
    except Exception:  # noqa: S110  (what follows writes it, or says what is wrong)
        pass
    line: str = load("envelopes").write_message(kit, message)
    return line
