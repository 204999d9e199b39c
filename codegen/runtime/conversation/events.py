"""Messages as the rules see them: typed, and each reply with the request that it answers."""

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
"""Of a request: an integer or a string, in v1 also null."""

Key = tuple[Side, Id]
"""A request: who sent it, and its id. Each side counts for itself."""


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
        """As the message has them: typed, or JSON."""
        self.params: Any = None
        """Typed; `None` where the surface does not know the method, or they are not what it takes."""
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
        """How a sentence names it. A name that the protocol does not know is its sender's, and could be anything."""
        return "a message of an unknown method" if self.method is None else self.name

    @property
    def session_id(self) -> str | None:
        """The session that it is about; an elicitation's stands in its scope."""
        if self.params is None:
            found: object = self.raw.get("sessionId") if is_object(self.raw) else None
        else:
            found = getattr(self.params, "session_id", getattr(getattr(self.params, "scope", None), "session_id", None))
        return found if isinstance(found, str) else None


class Reply:
    """The answer to a request."""

    __slots__ = ("call", "error", "id", "number", "odd", "places", "problem", "raw", "result", "sender")

    def __init__(self, kit: Kit, number: int, sender: Side, message: Any, call: Call | None) -> None:
        self.number: int = number
        self.sender: Side = sender
        self.id: Id = message.id
        self.call: Call | None = call
        self.error: Any = message.error if isinstance(message, kit.error_response) else None
        self.raw: Any = None if self.error is not None else message.result
        """The result as it came."""
        self.result: Any = None
        """Typed; `None` where the request is not known, was refused, or this is not what answers it."""
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
        """Of the request that it answers."""
        return OTHER_SIDE[self.sender], self.id

    @property
    def name(self) -> str:
        """The method of the request that it answers."""
        return "" if self.call is None else self.call.name

    @property
    def label(self) -> str:
        """How a sentence names what it answers."""
        return "a message of an unknown method" if self.call is None else self.call.label

    @property
    def succeeded(self) -> bool:
        return self.error is None
