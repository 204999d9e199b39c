"""Events: messages as input of the rules, typed, each reply with its request."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..errors import DecodeError, Path
from ..json_value import is_object
from ..messages import OTHER_SIDE, Kit, Side
from ..methods import AnyRequestMethod, Method
from ..model import Model
from .walk import Odd, Place, places

Id = Any
"""The id of a request: an integer or a string, in v1 also null."""

Key = tuple[Side, Id]
"""A request's sender and id. Each side has its own ids."""


class Call:
    """A request or a notification."""

    __slots__ = ("id", "is_request", "method", "name", "number", "odd", "params", "places", "problem", "raw", "sender")

    def __init__(self, kit: Kit, number: int, sender: Side, message: Any) -> None:
        self.number: int = number
        self.sender: Side = sender
        self.is_request: bool = isinstance(message, kit.request)
        self.id: Id = message.id if self.is_request else None
        self.name: str = message.method
        tables = kit.requests if self.is_request else kit.notifications
        self.method: Method | None = tables[OTHER_SIDE[sender]].get(self.name)
        self.raw: Any = message.params
        """The params of the message: typed, or JSON."""
        self.params: Any = None
        """The typed params; `None` if the surface does not define the method or they do not fit."""
        self.problem: DecodeError | None = None
        if self.method is not None:
            self._read(kit, self.method)
        self.places: Sequence[Place] = [*places(kit.forms(), self.params, (None, "params"))]
        self.odd: Sequence[Odd] = ()

    def _read(self, kit: Kit, method: Method) -> None:
        if isinstance(self.raw, Model) and kit.forms().find_node(method.params_form).owns(self.raw):
            self.params = self.raw
            return
        try:
            self.params = method.read_params(self.raw, at=(None, "params"))
        except DecodeError as error:
            self.problem = error

    @property
    def key(self) -> Key:
        return self.sender, self.id

    @property
    def label(self) -> str:
        """Its name in messages. Unknown names are not shown, because they are arbitrary input."""
        return "a message of an unknown method" if self.method is None else self.name

    @property
    def session_id(self) -> str | None:
        """The session that it is about; for an elicitation, that of its scope."""
        if self.params is None:
            found: object = self.raw.get("sessionId") if is_object(self.raw) else None
        else:
            found = getattr(self.params, "session_id", getattr(getattr(self.params, "scope", None), "session_id", None))
        return found if isinstance(found, str) else None


class Reply:
    """The reply to a request."""

    __slots__ = ("call", "error", "id", "number", "odd", "places", "problem", "raw", "result", "sender")

    def __init__(self, kit: Kit, number: int, sender: Side, message: Any, call: Call | None) -> None:
        self.number: int = number
        self.sender: Side = sender
        self.id: Id = message.id
        self.call: Call | None = call
        self.error: Any = message.error if isinstance(message, kit.error_response) else None
        self.raw: Any = None if self.error is not None else message.result
        """The raw result."""
        self.result: Any = None
        """The typed result; `None` if the request is unknown or was refused, or the result does not fit."""
        self.problem: DecodeError | None = None
        if self.error is None and call is not None and isinstance(call.method, AnyRequestMethod):
            self._read(call.method, self.raw)
        part, value = ("error", self.error) if self.error is not None else ("result", self.result)
        root: Path = (None, part)
        self.places: Sequence[Place] = [*places(kit.forms(), value, root)]
        self.odd: Sequence[Odd] = ()

    def _read(self, method: AnyRequestMethod, result: object) -> None:
        try:
            self.result = method.read_result(result)
        except DecodeError as error:
            self.problem = DecodeError("$.result" + error.path[1:], error.expected, error.got)

    @property
    def key(self) -> Key:
        """The name of its request's method."""
        return OTHER_SIDE[self.sender], self.id

    @property
    def name(self) -> str:
        """The method of its request."""
        return "" if self.call is None else self.call.name

    @property
    def label(self) -> str:
        """The name of its request in messages."""
        return "a message of an unknown method" if self.call is None else self.call.label

    @property
    def succeeded(self) -> bool:
        return self.error is None
