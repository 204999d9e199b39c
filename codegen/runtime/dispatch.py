"""Errors as replies of handlers. Shared by all surfaces."""

from __future__ import annotations

from typing import NoReturn

from .errors import kind_of, reduced
from .json_value import JsonValue
from .messages import METHOD_NOT_FOUND
from .model import Model


class RpcError(Exception):
    """Raise it in a handler to answer a request with an error. A peer raises it for an error reply."""

    code: int
    message: str
    data: JsonValue | Model
    """Additional information: JSON, or one of the surface's types for it."""

    def __init__(self, code: int, message: str, data: JsonValue | Model = None) -> None:
        super().__init__(f"{message} ({_shown(code)})")
        self.code = code
        self.message = message
        self.data = data

    def __reduce__(self) -> tuple[object, ...]:
        return reduced(self)


def _shown(code: object) -> str:
    """A code as a number. Anything else is refused when it is sent."""
    return str(int(code)) if isinstance(code, int) else kind_of(code)


def method_not_found(name: str) -> NoReturn:
    """The default of every request method of a handler."""
    raise RpcError(METHOD_NOT_FOUND, f"Method not found: {name}")
