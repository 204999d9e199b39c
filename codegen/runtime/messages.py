"""Reading and writing of JSON-RPC 2.0 messages, and the parts that differ by surface. Shared by all surfaces."""

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

    # The interface of `fast_messages`, so that type checkers do not load it.

    class FastReader(Protocol):
        def read(self, text: str | bytes | bytearray, receiver: Side, /) -> Any: ...

    class FastWriter(Protocol):
        def write(self, message: Any, /) -> str: ...


Side: TypeAlias = Literal["client", "agent"]
"""One side of a connection."""

OTHER_SIDE: Final[Mapping[Side, Side]] = {"client": "agent", "agent": "client"}

PARSE_ERROR: Final = -32700
INVALID_REQUEST: Final = -32600
METHOD_NOT_FOUND: Final = -32601
INVALID_PARAMS: Final = -32602
INTERNAL_ERROR: Final = -32603


def receiver_of(sender: Side) -> Side:
    """The receiver for a sender. Raises `ValueError` for anything that is not a side."""
    for side, other in OTHER_SIDE.items():
        if side == sender:
            return other
    raise ValueError(f"sender: expected 'client' or 'agent', got {errors.kind_of(sender)}")


class Kit:
    """The parts of a surface that messages need: its message classes, types of id and error, codecs and methods."""

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
        """`requests` and `notifications` are by receiver, then by name."""
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
        """The reference codec, with the table of all types."""
        return self.wire.forms()

    def fast_reader(self) -> FastReader:
        """The fast reader of ordinary messages, which raises for any other."""
        reader = self._reader
        if reader is None:
            made: FastReader = load("fast_messages").FastReader(self)
            self._reader = reader = made
        return reader

    def fast_writer(self) -> FastWriter:
        """The fast writer of ordinary messages, which raises for any other."""
        writer = self._writer
        if writer is None:
            made: FastWriter = load("fast_messages").FastWriter(self)
            self._writer = writer = made
        return writer

    def error(self, code: int, message: str, data: object = None) -> Any:
        """The surface's error object, as its receiver will read it. The data may be JSON or typed.

        Raises `TypeError` or `ValueError` (including `DecodeError`) if it cannot be sent.
        """
        written = self.wire.encode(self.error_form, self.error_form(code=code, message=message, data=data))
        return self.wire.decode(self.error_form, written)


def read_message(kit: Kit, text: str | bytes | bytearray, sender: Side, strict: bool, on_issue: OnIssue | None) -> Any:
    """Read one message. Raises the surface's `MessageError`."""
    if on_issue is None and not strict:
        try:
            return kit.fast_reader().read(text, OTHER_SIDE[sender])
        except Exception:  # noqa: S110  (what follows reads it, or says what is wrong)
            pass
    return load("envelopes").read_message(kit, text, receiver_of(sender), strict, on_issue)


def write_message(kit: Kit, message: Any) -> str:
    """Write a message as one line of JSON text."""
    try:
        return kit.fast_writer().write(message)
    except Exception:  # noqa: S110  (what follows writes it, or says what is wrong)
        pass
    line: str = load("envelopes").write_message(kit, message)
    return line
