"""What a handler answers with where it has no result. Shared by all surfaces."""

from __future__ import annotations

from typing import NoReturn

from .errors import kind_of, reduced
from .json_value import JsonValue
from .messages import METHOD_NOT_FOUND
from .model import Model


class RpcError(Exception):
    """Raise it in a handler to answer a request with an error; a peer raises it where it was answered with one."""

    code: int
    message: str
    data: JsonValue | Model
    """Anything more about it; where the surface has types for it, one of those or its JSON."""

    def __init__(self, code: int, message: str, data: JsonValue | Model = None) -> None:
        super().__init__(f"{message} ({_shown(code)})")
        self.code = code
        self.message = message
        self.data = data

    def __reduce__(self) -> tuple[object, ...]:
        return reduced(self)


def _shown(code: object) -> str:
    """A code as its number. What is none is refused when it is to be sent."""
    return str(int(code)) if isinstance(code, int) else kind_of(code)


def method_not_found(name: str) -> NoReturn:
    """What every method of a handler does that is not overridden."""
    raise RpcError(METHOD_NOT_FOUND, f"Method not found: {name}")
