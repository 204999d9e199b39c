"""From the lines of a trace to conversations: one for each connection, in its negotiated version."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple, TypeAlias

from ..conversation.events import Call, Reply
from ..conversation.rule import Violation
from ..conversation.state import is_extension
from ..errors import DecodeError
from ..json_value import JsonValue, is_object
from ..messages import OTHER_SIDE, Side
from ..negotiation import Version, version_of
from .surfaces import Protocol, import_conversation
from .trace import Message

_Key: TypeAlias = tuple[Side, JsonValue]
_BOTH: Final[tuple[Side, ...]] = ("client", "agent")
OPEN_REQUESTS = 10_000
"""The maximum number of open requests."""

EARLY_MESSAGES = 100
"""The maximum number of messages before `initialize`, which determines their version."""

_FIRST_IDS: Final = 100
"""How many non-numeric ids are remembered, to detect a restarted program by repeated ids."""

_VERSIONS: Final[tuple[Version, ...]] = (1, 2)


class Sent(NamedTuple):
    """A message of the trace with its sender, recorded or inferred."""

    number: int
    """The number of its line."""
    sender: Side
    value: Mapping[str, JsonValue]

    @property
    def is_call(self) -> bool:
        return isinstance(self.value.get("method"), str)

    @property
    def is_hello(self) -> bool:
        return self.sender == "client" and self.value.get("method") == "initialize" and _is_id(self.value.get("id"))

    @property
    def is_extension(self) -> bool:
        """Whether it may be sent at any time, even before `initialize`."""
        name = self.value.get("method")
        return isinstance(name, str) and is_extension(name)


class Step(NamedTuple):
    """A message and what the conversation made of it."""

    number: int
    """The number of its line."""
    event: Call | Reply | None
    """`None` for an unreadable message."""
    violations: tuple[Violation, ...]


class Dialogue:
    """The conversation of one connection, which starts once its version is known.

    Until then messages are kept, because the response to `initialize` may choose another version. A connection without
    `initialize` among its first messages is assumed to start in the middle.
    """

    def __init__(self, protocol: Protocol, *, keep: bool) -> None:
        self._protocol = protocol
        self._keep = keep
        self._kept: list[Sent] = []
        self._hello: Sent | None = None
        self._kit: Any = None
        self.surface = ""
        """The name of its surface; empty until known."""
        self.conversation: Any = None
        """An instance of that surface's `Conversation`; `None` until known."""
        self._holds_others = False

    def take_other(self, number: int) -> Step:
        """Take a line without a message."""
        self._holds_others = True
        return Step(number, None, ())

    def take(self, sent: Sent) -> Iterator[Step]:
        if self.conversation is not None:
            yield self._step(sent)
            return
        self._kept.append(sent)
        if sent.is_hello:
            self._hello = sent
        elif self._hello is None:
            if len(self._kept) >= EARLY_MESSAGES:
                yield from self._begin(None)
        elif _answers(sent, self._hello):
            yield from self._begin(sent.value.get("result"))

    def end(self) -> Iterator[Step]:
        """Process the kept messages if `initialize` was never answered."""
        if self.conversation is None and (self._kept or self._holds_others):
            yield from self._begin(None)

    def _begin(self, answer: JsonValue) -> Iterator[Step]:
        asked = None if self._hello is None else self._hello.value.get("params")
        self.surface = self._protocol.surface(version_of(asked if answer is None else answer)).name
        self._kit, make = import_conversation(self.surface)
        first = next((sent for sent in self._kept if not sent.is_extension and _is_message(sent.value)), None)
        self.conversation = make(complete=first is None or first.is_hello, keep=self._keep)
        for sent in self._kept:
            yield self._step(sent)
        self._kept = []

    def _step(self, sent: Sent) -> Step:
        message = self._typed(sent.value)
        if message is None:
            request_id = sent.value.get("id")
            self.conversation.skip(sender=sent.sender, id=request_id if _is_id(request_id) else None)
            return Step(sent.number, None, ())
        event, found = self.conversation.take(message, sent.sender, sent.number)
        return Step(sent.number, event, found)

    def _typed(self, value: Mapping[str, JsonValue]) -> Any:
        """A message with raw params, which the conversation reads. `None` for anything but a message."""
        kit = self._kit
        parts = _parts(value)
        request_id = value.get("id")
        if len(parts) != 1 or not (request_id is None or _is_id(request_id)):
            return None
        if parts == ["method"]:
            name, params = value["method"], value.get("params")
            if not isinstance(name, str):
                return None
            if "id" in value:
                return kit.request(id=request_id, method=name, params=params)
            return kit.notification(method=name, params=params)
        if parts == ["result"]:
            return kit.response(id=request_id, result=value["result"])
        try:
            error = kit.forms().decode(kit.error_form, value["error"])
        except DecodeError:
            return None
        return kit.error_response(id=request_id, error=error)


def _parts(value: Mapping[str, JsonValue]) -> list[str]:
    """The members that determine the kind of a message, which must have exactly one."""
    return [name for name in ("method", "result", "error") if name in value]


def _is_message(value: JsonValue | DecodeError) -> bool:
    """Whether it is a message, judged by its kind."""
    if isinstance(value, DecodeError) or not is_object(value):
        return False
    parts = _parts(value)
    return len(parts) == 1 and (parts != ["method"] or isinstance(value["method"], str))


def _is_id(value: JsonValue) -> bool:
    return isinstance(value, (int, str))


def _answers(sent: Sent, hello: Sent) -> bool:
    return sent.sender == "agent" and not sent.is_call and sent.value.get("id") == hello.value["id"]


class Dialogues:
    """The connections of one trace, one after the other.

    An `initialize` starts a new connection if the client has already used its id, or a higher number, because ids start
    again when a program restarts. With any other id it is a second one on the same connection.
    """

    def __init__(self, protocol: Protocol, *, keep: bool = False) -> None:
        """With `keep`, each conversation keeps its views and violations."""
        self._protocol = protocol
        self._keep = keep
        self._current = Dialogue(protocol, keep=keep)
        self._ids: set[JsonValue] = set()
        self._highest = -1
        self._open: OrderedDict[_Key, None] = OrderedDict()
        self._senders: dict[str, set[Side]] | None = None

    @property
    def current(self) -> Dialogue:
        return self._current

    def take(self, line: Message) -> Iterator[Step]:
        """The steps of one line of the trace. `current` is the connection of the step being yielded."""
        sent = self._sent(line)
        if sent is None:
            if not _is_message(line.value):
                yield self._current.take_other(line.number)
            return
        if sent.is_hello and self._starts_anew(sent.value["id"]):
            yield from self._current.end()
            self._current = Dialogue(self._protocol, keep=self._keep)
            self._ids, self._highest, self._open = set(), -1, OrderedDict()
        self._note(sent)
        yield from self._current.take(sent)

    def end(self) -> Iterator[Step]:
        yield from self._current.end()

    def _starts_anew(self, request_id: JsonValue) -> bool:
        if isinstance(request_id, int):
            return request_id <= self._highest
        return request_id in self._ids

    def _note(self, sent: Sent) -> None:
        request_id = sent.value.get("id")
        if not _is_id(request_id):
            return
        if not sent.is_call:
            self._open.pop((OTHER_SIDE[sent.sender], request_id), None)
            return
        self._open[sent.sender, request_id] = None
        if len(self._open) > OPEN_REQUESTS:
            self._open.popitem(last=False)
        if sent.sender == "client":
            if isinstance(request_id, int):
                self._highest = max(self._highest, request_id)
            elif len(self._ids) < _FIRST_IDS:
                self._ids.add(request_id)

    def _sent(self, line: Message) -> Sent | None:
        value = line.value
        if isinstance(value, DecodeError) or not is_object(value):
            return None
        sender = self._sender(line.receiver, value)
        return None if sender is None else Sent(line.number, sender, value)

    def _sender(self, receiver: Side | None, value: Mapping[str, JsonValue]) -> Side | None:
        """The sender of a message; `None` if unknown."""
        if receiver is not None:
            return OTHER_SIDE[receiver]
        name, request_id = value.get("method"), value.get("id")
        found: set[Side] = set()
        if isinstance(name, str):
            if self._senders is None:
                self._senders = _senders(self._protocol)
            found = self._senders.get(name, set())
        elif _is_id(request_id):
            found = {OTHER_SIDE[side] for side in _BOTH if (side, request_id) in self._open}
        return next(iter(found)) if len(found) == 1 else None


def _senders(protocol: Protocol) -> dict[str, set[Side]]:
    """The sender by method."""
    found: dict[str, set[Side]] = {}
    for version in _VERSIONS:
        surface = protocol.surface(version)
        for receiver, _kind, name in (*surface.requests, *surface.notifications):
            for side in _BOTH:
                if receiver in (side, "protocol"):
                    found.setdefault(name, set()).add(OTHER_SIDE[side])
    return found
