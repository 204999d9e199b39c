"""Fast reading and writing of ordinary messages, with the fast readers and writers of their surface.

Anything else raises an exception; `messages` then uses the reference implementation.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from .fast import Misfit, quote, twin_of, write_raw
from .json_value import EMPTY, kind
from .nesting import text_nests_deeply
from .text import scan_line

if TYPE_CHECKING:
    from .messages import Kit, Side
    from .methods import Method

FormsByName: TypeAlias = "dict[Side, dict[str, object]]"
"""The types of params, by the receiver of the method, then by its name."""

_LEAST_ID: Final = -(2**63)
_GREATEST_ID: Final = 2**63 - 1


class FastReader:
    """Reads the messages of one surface."""

    __slots__ = (
        "_kit",
        "_new_error_response",
        "_new_notification",
        "_new_request",
        "_new_response",
        "_notified",
        "_read",
        "_requested",
    )

    def __init__(self, kit: Kit) -> None:
        self._kit = kit
        self._read = kit.wire.readers()
        self._requested = _forms_by_name(kit.requests)
        self._notified = _forms_by_name(kit.notifications)
        self._new_request = twin_of(kit.request)
        self._new_notification = twin_of(kit.notification)
        self._new_response = twin_of(kit.response)
        self._new_error_response = twin_of(kit.error_response)

    def read(self, text: str | bytes | bytearray, receiver: Side) -> Any:
        """The message of a line."""
        line, value = scan_line(text)
        if value["jsonrpc"] != "2.0":
            raise Misfit
        if "method" not in value:
            return self._read_answer(line, value)
        kit = self._kit
        if "id" in value:
            cls, new, forms = kit.request, self._new_request(), self._requested[receiver]
            new.id = _read_id(value["id"])
            others = len(value) - 3
        else:
            cls, new, forms = kit.notification, self._new_notification(), self._notified[receiver]
            others = len(value) - 2
        params = None
        if "params" in value:
            others -= 1
            params = value["params"]
        if others:
            raise Misfit
        method = value["method"]
        if method in forms:
            params = self._read[forms[method]]({} if params is None else params)
        elif kind(method) is not str or not _may_be_params(params) or text_nests_deeply(line):
            raise Misfit
        new.method = method
        new.params = params
        new.unknown_fields = EMPTY
        new.__class__ = cls
        return new

    def _read_answer(self, line: str, value: Any) -> Any:
        kit = self._kit
        if len(value) != 3:
            raise Misfit
        if "result" in value:
            if text_nests_deeply(line):
                raise Misfit
            cls, new = kit.response, self._new_response()
            new.result = value["result"]
        else:
            cls, new = kit.error_response, self._new_error_response()
            new.error = self._read[kit.error_form](value["error"])
        new.id = _read_id(value["id"])
        new.unknown_fields = EMPTY
        new.__class__ = cls
        return new


class FastWriter:
    """Writes the messages of one surface."""

    __slots__ = ("_kit", "_notified", "_requested", "_write")

    def __init__(self, kit: Kit) -> None:
        self._kit = kit
        self._write = kit.wire.writers()
        self._requested = _forms_by_name(kit.requests)
        self._notified = _forms_by_name(kit.notifications)

    def write(self, message: Any) -> str:
        """A message as one line of JSON text."""
        kit = self._kit
        cls = kind(message)
        if message.unknown_fields is not EMPTY:
            raise Misfit
        if cls is kit.notification:
            params = self._write_params(message, self._notified)
            return f'{{"jsonrpc":"2.0","method":{quote(message.method)}{params}}}'
        if cls is kit.request:
            params = self._write_params(message, self._requested)
            return f'{{"jsonrpc":"2.0","id":{_write_id(message.id)},"method":{quote(message.method)}{params}}}'
        if cls is kit.response:
            return f'{{"jsonrpc":"2.0","id":{_write_id(message.id)},"result":{write_raw(message.result)}}}'
        if cls is kit.error_response:
            error = self._write[kit.error_form](message.error)
            answered = "null" if message.id is None else _write_id(message.id)
            return f'{{"jsonrpc":"2.0","id":{answered},"error":{error}}}'
        raise Misfit

    def _write_params(self, message: Any, tables: FormsByName) -> str:
        params = message.params
        if params is None:
            return ""
        if kind(params) is dict or kind(params) is list:
            return f',"params":{write_raw(params)}'
        for forms in tables.values():
            if message.method in forms:
                return f',"params":{self._write[forms[message.method]](params)}'
        raise Misfit


def _forms_by_name(tables: Mapping[Side, Mapping[str, Method]]) -> FormsByName:
    return {side: {name: method.params_form for name, method in methods.items()} for side, methods in tables.items()}


def _may_be_params(value: Any) -> bool:
    return value is None or kind(value) is dict or kind(value) is list


def _read_id(value: Any) -> Any:
    """An id that every surface allows. Some also allow null, which is rare."""
    if kind(value) is str or (kind(value) is int and _LEAST_ID <= value <= _GREATEST_ID):
        return value
    raise Misfit


def _write_id(value: Any) -> str:
    """An id that every surface allows. `quote` raises for anything but a string."""
    return repr(value) if kind(value) is int and _LEAST_ID <= value <= _GREATEST_ID else quote(value)
