"""Reference reading and writing of JSON-RPC 2.0 messages: distinguishes the four kinds and refuses anything else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, NoReturn, TypeAlias

from . import errors
from .errors import DecodeError, format_path, kind_of
from .json_value import EMPTY, JsonValue, is_array, is_mapping, is_object, is_sequence
from .lazy import load
from .messages import INVALID_PARAMS, INVALID_REQUEST, PARSE_ERROR, Kit, Side
from .model import Model
from .refusals import member_name, refuse, twice
from .text import parse, write

if TYPE_CHECKING:
    from .messages import OnIssue

AnswerTo: TypeAlias = tuple[Any, ...] | None
"""The id for the reply, in a tuple because null is an id; None if there is no reply."""

_NOBODY: Final[AnswerTo] = (None,)
"""In JSON-RPC, the reply to an unreadable message has a null id."""

_REQUEST: Final = frozenset({"jsonrpc", "id", "method", "params"})
_RESPONSE: Final = frozenset({"jsonrpc", "id", "result", "error"})
_CALL: Final = _REQUEST | _RESPONSE
_ANSWER: Final = _RESPONSE | {"method"}
"""Members that a call cannot have, and those that a reply cannot have."""


def read_message(
    kit: Kit, text: str | bytes | bytearray, receiver: Side, strict: bool, on_issue: OnIssue | None
) -> Any:
    """Read one message for its receiver. Raises the surface's `MessageError`."""
    try:
        value = parse(text)
    except DecodeError as error:
        _refuse(kit, PARSE_ERROR, f"Parse error: {error}", _NOBODY, error)
    except TypeError:
        raise TypeError(f"expected JSON text, got {kind_of(text)}: {load('hints').of_line(text)}") from None
    if not is_object(value):
        _refuse(kit, INVALID_REQUEST, f"Invalid request: $: expected object, got {kind_of(value)}", _NOBODY)
    issues: list[errors.Issue] = []  # reported only if the message is accepted
    collect = None if on_issue is None else issues.append
    if "method" in value:
        message = _Incoming(kit, value, receiver, strict, collect).read()
    else:
        message = _read_response(kit, value, strict, collect)
    if on_issue is not None:
        for issue in issues:
            on_issue(issue)
    return message


class _Incoming:
    """A request or a notification being read."""

    def __init__(self, kit: Kit, value: dict[str, Any], receiver: Side, strict: bool, on_issue: OnIssue | None) -> None:
        self.kit = kit
        self.value = value
        self.receiver: Side = receiver
        self.strict = strict
        self.on_issue = on_issue
        self.is_request = "id" in value

    def read(self) -> Any:
        kit, value = self.kit, self.value
        ids = {"id": _read_id(kit, value["id"])} if self.is_request else {}
        # A notification has no id, so it gets no reply, even if it is invalid.
        answer = tuple(ids.values()) or None
        method = value["method"]
        _check_version(kit, value, answer)
        if not isinstance(method, str):
            _refuse(kit, INVALID_REQUEST, f"Invalid request: $.method: expected string, got {kind_of(method)}", answer)
        for stray in ("result", "error"):
            if stray in value:
                _refuse(kit, INVALID_REQUEST, f"Invalid request: $.{stray}: expected no such member in a call", answer)
        params = value.get("params")
        if not (params is None or is_object(params) or is_array(params)):
            expected = f"$.params: expected object, got {kind_of(params)}"
            _refuse(kit, INVALID_REQUEST, f"Invalid request: {expected}", answer)
        make = kit.request if self.is_request else kit.notification
        unknown = _unknown_members(value, _REQUEST, self.on_issue)
        return make(**ids, method=method, params=self._params(method, params, answer), unknown_fields=unknown)

    def _params(self, name: str, params: JsonValue, answer: AnswerTo) -> object:
        table = self.kit.requests if self.is_request else self.kit.notifications
        method = table[self.receiver].get(name)
        if method is None:
            return params
        try:
            return method.read_params(params, strict=self.strict, on_issue=self.on_issue, at=(None, "params"))
        except DecodeError as error:
            _refuse(self.kit, INVALID_PARAMS, f"Invalid params: {error}", answer, error)


def _read_response(kit: Kit, value: dict[str, Any], strict: bool, on_issue: OnIssue | None) -> Any:
    has_result, has_error = "result" in value, "error" in value
    if not has_result and not has_error:
        answer = (_read_id(kit, value["id"]),) if "id" in value else _NOBODY
        _refuse(kit, INVALID_REQUEST, "Invalid request: $: expected method, result or error, got none of these", answer)
    # An invalid reply gets no reply: the peer would have no request for it.
    _check_version(kit, value, None)
    if has_result and has_error:
        _refuse(kit, INVALID_REQUEST, "Invalid request: $: expected exactly one of result and error, got both", None)
    unknown = _unknown_members(value, _RESPONSE, on_issue)
    given = value.get("id")
    if has_result:
        if "id" not in value:
            _refuse(kit, INVALID_REQUEST, "Invalid request: $.id: expected an id, got nothing", None)
        return kit.response(id=_read_id(kit, given, answerable=False), result=value["result"], unknown_fields=unknown)
    try:
        error = kit.forms().decode(kit.error_form, value["error"], strict, on_issue, (None, "error"))
    except DecodeError as cause:
        _refuse(kit, INVALID_REQUEST, f"Invalid request: {cause}", None, cause)
    read = None if given is None else _read_id(kit, given, answerable=False)
    return kit.error_response(id=read, error=error, unknown_fields=unknown)


def _read_id(kit: Kit, value: JsonValue, *, answerable: bool = True) -> Any:
    try:
        return kit.forms().decode(kit.id_form, value, strict=False, on_issue=None, at=(None, "id"))
    except DecodeError as error:
        _refuse(kit, INVALID_REQUEST, f"Invalid request: {error}", _NOBODY if answerable else None, error)


def _check_version(kit: Kit, value: dict[str, Any], answer: AnswerTo) -> None:
    version = value.get("jsonrpc")
    if version != "2.0":
        got = (
            "nothing" if "jsonrpc" not in value else "another version" if isinstance(version, str) else kind_of(version)
        )
        _refuse(kit, INVALID_REQUEST, f"Invalid request: $.jsonrpc: expected '2.0', got {got}", answer)


def _unknown_members(value: dict[str, Any], known: frozenset[str], on_issue: OnIssue | None) -> Mapping[str, JsonValue]:
    unknown = {key: item for key, item in value.items() if key not in known}
    if on_issue is not None:
        for key, item in unknown.items():
            on_issue(errors.Issue(format_path((None, key)), "unknown-member", item))
    return unknown or EMPTY


def _refuse(kit: Kit, code: int, why: str, answer: AnswerTo, cause: Exception | None = None) -> NoReturn:
    """Raise the surface's error with the error object, and the reply to send if there is one."""
    error = kit.error(code, why)
    reply = None if answer is None else kit.error_response(id=answer[0], error=error)
    raise kit.message_error(error, reply) from cause


def write_message(kit: Kit, message: Any) -> str:
    """Write a message as one line of JSON text."""
    out: dict[str, Any] = {"jsonrpc": "2.0"}
    if isinstance(message, kit.request):
        out |= {"id": _written_id(kit, message.id), "method": _written_method(message.method)}
        _put_params(out, message, kit.requests, kit.notifications)
    elif isinstance(message, kit.notification):
        out["method"] = _written_method(message.method)
        _put_params(out, message, kit.notifications, kit.requests)
    elif isinstance(message, kit.response):
        out |= {"id": _written_id(kit, message.id), "result": message.result}
    elif isinstance(message, kit.error_response):
        out["id"] = None if message.id is None else _written_id(kit, message.id)
        out["error"] = kit.forms().encode(kit.error_form, message.error, (None, "error"))
    else:
        line = f"$: expected Request, Notification, Response or ErrorResponse, got {kind_of(message)}"
        hints = load("hints")
        raise TypeError(hints.with_hint(line, hints.of_message(message, kit.request.__module__)))
    if not is_mapping(message.unknown_fields):
        refuse((None, "unknown_fields"), "object", message.unknown_fields)
    taken = _CALL if "method" in out else _ANSWER
    for key, item in message.unknown_fields.items():
        name = member_name(key, None)
        if name in taken:
            twice((None, name), "unknown_fields", item)
        out[name] = item
    return write(out)


def _written_id(kit: Kit, value: Any) -> Any:
    """An id that a peer can read and send back."""
    written = kit.forms().encode(kit.id_form, value, (None, "id"))
    try:
        return kit.forms().decode(kit.id_form, written, at=(None, "id"))
    except DecodeError as error:
        raise TypeError(str(error)) from None


def _written_method(name: object) -> str:
    if not isinstance(name, str):
        hint = "pass its name" if hasattr(name, "name") else ""
        raise TypeError(load("hints").with_hint(f"$.method: expected string, got {kind_of(name)}", hint))
    return name


def _put_params(
    out: dict[str, Any],
    message: Any,
    tables: Mapping[Side, Mapping[str, Any]],
    others: Mapping[Side, Mapping[str, Any]],
) -> None:
    """The params of a request or a notification. `tables` has the methods of its kind, `others` those of the other kind."""
    params = message.params
    if params is None:
        return
    if is_mapping(params) or is_sequence(params):
        out["params"] = params
        return
    errors: list[TypeError] = []
    for table in tables.values():
        method = table.get(message.method)
        if method is not None:
            try:
                out["params"] = method.write_params(params, at=(None, "params"))
            except TypeError as error:
                errors.append(error)
            else:
                return
    if errors:
        raise errors[0]
    if not isinstance(params, Model):
        refuse((None, "params"), "object", params)
    hints = load("hints")
    if any(message.method in table for table in others.values()):
        raise TypeError(hints.of_kind(is_request="id" in out))
    line = f"$.params: expected JSON, since {message.method!r} is not a method of this surface"
    known = [name for table in tables.values() for name in table]
    raise TypeError(hints.with_hint(line, hints.of_method(message.method, known)))
