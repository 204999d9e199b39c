"""Reads the messages of one connection with the types of their methods in the negotiated version."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from typing import Final, Literal, NamedTuple, TypeAlias

from ..errors import DecodeError, Issue, kind_of
from ..json_value import JsonValue
from ..messages import Side
from ..methods import Method, Receiver
from ..negotiation import Version, version_of
from .surfaces import Kind, MethodKey, Protocol, Surface
from .trace import HALF_RECORD, Message, is_half_record

MessageKind: TypeAlias = Literal["request", "response", "error", "notification", "invalid"]
"""`error` is an error reply, `invalid` anything but a JSON-RPC message."""

_Object: TypeAlias = Mapping[str, JsonValue]
_RequestKey: TypeAlias = tuple["Side | None", JsonValue]
"""A request's receiver (None if unknown) and id: 1 and "1" are different."""

_OPEN_REQUESTS: Final = 10_000
"""The maximum number of open requests: a trace of one direction never answers any."""

_ASKED: Final[Mapping[Side | None, tuple[Side | None, ...]]] = {
    "agent": ("client", None),
    "client": ("agent", None),
    None: ("agent", "client", None),
}
"""By the receiver of a reply: the possible receivers of its request."""

_RECEIVERS: Final[Mapping[Side | None, tuple[Receiver, ...]]] = {
    "agent": ("agent", "protocol", "proxy"),
    "client": ("client", "protocol", "proxy"),
    None: ("agent", "client", "protocol", "proxy"),
}
"""By the receiver of a call: the sides whose methods it may name. `$/` methods and those of a proxy go both ways."""

_NEGOTIATING: Final = frozenset({"initialize", "proxy/initialize"})


class Outcome(NamedTuple):
    """The outcome of one message."""

    surface: str
    method: str | None
    """For a reply, the method of its request: None if the request was not seen."""
    kind: MessageKind
    error: DecodeError | None = None
    issues: Sequence[Issue] = ()
    known: bool = True
    """Whether the surface defines the method."""


class _Request(NamedTuple):
    """A request without a reply so far."""

    line: int
    surface: Surface
    method: str
    key: MethodKey | None
    """None if the surface does not define the method."""


class _Reading(NamedTuple):
    """One part of a message, decoded as one type."""

    surface: Surface
    error: DecodeError | None = None
    issues: Sequence[Issue] = ()


class Connection:
    """The state of one trace: the negotiated version, and the open requests.

    Messages before the first `initialize` are read as v1, because a trace may begin in the middle. Between an `initialize`
    and its response the version of the request applies, unless one was already negotiated.
    """

    def __init__(self, protocol: Protocol) -> None:
        self._protocol = protocol
        self._proposed: Version = 1
        self._agreed: Version | None = None
        self._open: OrderedDict[_RequestKey, _Request] = OrderedDict()

    def read(self, message: Message) -> Outcome:
        value = message.value
        if isinstance(value, DecodeError):
            return self._invalid(value)
        if not isinstance(value, dict):
            return self._invalid(DecodeError("$", "JSON-RPC message", kind_of(value)))
        parts = [name for name in ("method", "result", "error") if name in value]
        if len(parts) != 1:
            got = " and ".join(parts) or "none of these"
            hint = HALF_RECORD if is_half_record(value) else ""
            return self._invalid(DecodeError("$", "object with exactly one of method, result and error", got, hint))
        if parts == ["result"]:
            return self._read_response(value, message.receiver)
        if parts == ["error"]:
            return self._read_error(value, message.receiver)
        name = value["method"]
        if not isinstance(name, str):
            return self._invalid(DecodeError("$.method", "string", kind_of(name)))
        return self._read_call(value, name, message)

    def _surface(self) -> Surface:
        return self._protocol.surface(self._agreed or self._proposed)

    def _invalid(self, error: DecodeError) -> Outcome:
        return Outcome(self._surface().name, None, "invalid", error)

    def _read_call(self, value: _Object, name: str, message: Message) -> Outcome:
        kind: Kind = "request" if "id" in value else "notification"
        params: JsonValue = {} if value.get("params") is None else value["params"]
        if kind == "request" and name in _NEGOTIATING:
            self._proposed = version_of(params)
            surface = self._protocol.surface(self._proposed)
        else:
            surface = self._surface()
        candidates: list[MethodKey] = [(receiver, kind, name) for receiver in _RECEIVERS[message.receiver]]
        methods: Mapping[MethodKey, Method] = surface.requests if kind == "request" else surface.notifications
        keys = [key for key in candidates if key in methods]
        readings = [_read(surface, methods[key].params_form, params, "params") for key in keys]
        chosen = _first_fit(readings)
        reading = readings[chosen] if keys else _Reading(surface)
        error = _id_error(surface, value) if kind == "request" else None
        if kind == "request" and error is None:
            request = _Request(message.number, surface, name, keys[chosen] if keys else None)
            self._remember(request, message.receiver, value["id"])
        error = error or _version_error(value) or reading.error
        return Outcome(surface.name, name, kind, error, reading.issues, bool(keys))

    def _remember(self, request: _Request, receiver: Side | None, request_id: JsonValue) -> None:
        if receiver is None and request.key is not None and (request.key[0] == "agent" or request.key[0] == "client"):
            receiver = request.key[0]
        self._open.pop((receiver, request_id), None)
        self._open[receiver, request_id] = request
        if len(self._open) > _OPEN_REQUESTS:
            self._open.popitem(last=False)

    def _requests(self, receiver: Side | None, request_id: JsonValue) -> list[_RequestKey]:
        """The open requests that a reply may belong to, the likeliest first: known methods, then the newest."""
        keys: list[_RequestKey] = [(side, request_id) for side in _ASKED[receiver] if (side, request_id) in self._open]
        return sorted(keys, key=lambda key: (self._open[key].key is None, -self._open[key].line))

    def _read_response(self, value: _Object, receiver: Side | None) -> Outcome:
        error = _id_error(self._surface(), value)
        keys = [] if error else self._requests(receiver, value["id"])
        error = error or _version_error(value)
        if not keys:
            return Outcome(self._surface().name, None, "response", error)
        result = value["result"]
        readings = [self._read_result(self._open[key], result) for key in keys]
        chosen = _first_fit(readings)
        request, reading = self._open.pop(keys[chosen]), readings[chosen]
        if request.method in _NEGOTIATING and isinstance(result, dict):
            self._agreed = version_of(result)
        error = error or reading.error
        return Outcome(reading.surface.name, request.method, "response", error, reading.issues, request.key is not None)

    def _read_result(self, request: _Request, result: JsonValue) -> _Reading:
        surface = request.surface
        if request.method in _NEGOTIATING and isinstance(result, dict):
            surface = self._protocol.surface(version_of(result))
        if request.key is None:
            return _Reading(surface)
        form = surface.requests[request.key].result_form
        if result is None:
            # Agents send null for an empty result, as shown in older documentation.
            empty = _read(surface, form, {}, "result")
            if empty.error is None:
                return empty
        return _read(surface, form, result, "result")

    def _read_error(self, value: _Object, receiver: Side | None) -> Outcome:
        """An error reply to an unreadable message has no id, or null."""
        surface, request_id = self._surface(), value.get("id")
        error = None if request_id is None else _id_error(surface, value)
        keys = [] if error else self._requests(receiver, request_id)
        request = self._open.pop(keys[0]) if keys else None
        reading = _read(surface, surface.error, value["error"], "error")
        error = error or _version_error(value) or reading.error
        if request is None:
            return Outcome(surface.name, None, "error", error, reading.issues)
        return Outcome(surface.name, request.method, "error", error, reading.issues, request.key is not None)


def _first_fit(readings: Sequence[_Reading]) -> int:
    """The index of the first reading without an error, or 0."""
    return next((place for place, reading in enumerate(readings) if reading.error is None), 0)


def _read(surface: Surface, form: object, value: JsonValue, part: str) -> _Reading:
    """Decode one part of a message. Paths start at the message, not at the part."""
    issues: list[Issue] = []
    try:
        surface.forms.decode(form, value, strict=False, on_issue=issues.append, at=(None, part))
    except DecodeError as error:
        return _Reading(surface, error)
    return _Reading(surface, None, issues)


def _id_error(surface: Surface, value: _Object) -> DecodeError | None:
    if "id" not in value:
        return DecodeError("$.id", "integer or string", "nothing")
    return _read(surface, surface.request_id, value["id"], "id").error


def _version_error(value: _Object) -> DecodeError | None:
    version = value.get("jsonrpc")
    if version == "2.0":
        return None
    return DecodeError("$.jsonrpc", "'2.0'", kind_of(version) if "jsonrpc" in value else "nothing")
