"""Growing content: an append-only log, and immutable snapshots of it.

A streamed message is appended to thousands of times and read while it grows. So its items are in one list that only
grows (`Log`), and a snapshot (`Body`) is that list and a length. Taking a snapshot copies nothing, and later
additions do not change it; replacing the content starts a new log.

Two bodies are equal if they have the same content: the boundaries between chunks of plain text do not
matter.
"""

from __future__ import annotations

from _thread import allocate_lock
from collections.abc import Iterator, Mapping
from typing import Any, Generic, TypeVar

from ..json_value import EMPTY, JsonValue
from ..model import Model, dataclass, slotted

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Part(Model, Generic[T_co], metaclass=slotted):
    """One item of content, with the metadata of its chunk."""

    content: T_co
    """The item."""
    meta: Mapping[str, JsonValue] = EMPTY
    """The `_meta` of the chunk, which does not apply to the whole. Empty if there was none."""
    unknown_fields: Mapping[str, JsonValue] = EMPTY
    """Members of the chunk that the schema does not define, unchanged."""

    @property
    def is_plain(self) -> bool:
        """Whether the chunk had only content, so that it need not stay a separate chunk."""
        return not self.meta and not self.unknown_fields


class Log(Generic[T]):
    """Items in the order received. Append-only."""

    __slots__ = ("_lock", "_text", "_upto", "array", "first_note", "items", "notes")

    def __init__(self, array: tuple[T, ...] = ()) -> None:
        self.items: list[T] = [*array]
        self.array: int = len(array)
        """How many items at the beginning came as one array; all later ones are chunks."""
        self.notes: dict[int, Part[T]] = {}
        """The chunks with more than their content, by position."""
        self.first_note: int | None = None
        """The first of these positions."""
        self._text = ""
        self._upto = 0
        self._lock = allocate_lock()

    def append(self, item: T, meta: Mapping[str, JsonValue] | None, unknown_fields: Mapping[str, JsonValue]) -> None:
        """Add a chunk."""
        if meta or unknown_fields:
            position = len(self.items)
            self.notes[position] = Part(content=item, meta=meta or EMPTY, unknown_fields=unknown_fields)
            if self.first_note is None:
                self.first_note = position
        self.items.append(item)

    def part(self, index: int) -> Part[T]:
        return self.notes.get(index) or Part(content=self.items[index])

    def text(self, count: int) -> str:
        """The text of the first `count` items, joined.

        Each item is joined once. Without another reference to the text of the last call, it is extended in place (CPython
        does so for a string with one reference), so reading a stream continuously costs only the new text.
        """
        with self._lock:
            if count < self._upto:
                return "".join(map(text_of, self.items[:count]))
            text, self._text = self._text, ""
            for item in self.items[self._upto : count]:
                text += text_of(item)
            self._text, self._upto = text, count
            return text


class Body(Generic[T_co]):
    """Content at one moment. Immutable; compared by content, ignoring chunk boundaries."""

    __slots__ = ("_count", "_log")

    def __init__(self, log: Log[Any]) -> None:
        self._log = log
        self._count = len(log.items)

    @property
    def items(self) -> tuple[T_co, ...]:
        """The items, one for each chunk or member of an array."""
        return tuple(self._log.items[: self._count])

    @property
    def parts(self) -> tuple[Part[T_co], ...]:
        """The items with the metadata of each."""
        return tuple(self._parts(0, self._count))

    @property
    def text(self) -> str:
        """The text of all text blocks, joined."""
        return self._log.text(self._count)

    def __len__(self) -> int:
        return self._count

    def whole(self) -> tuple[T_co, ...]:
        """The longest initial part that fits into one array, with adjacent streamed text joined."""
        return tuple(part.content for part in self._whole())

    def chunks(self) -> tuple[Part[T_co], ...]:
        """The chunks that must follow `whole()`, as few as possible."""
        return tuple(join(self._parts(self._first_note(), self._count)))

    def runs(self) -> tuple[Part[T_co], ...]:
        """All content as chunks, as few as possible."""
        return (*self._whole(), *self.chunks())

    def _whole(self) -> Iterator[Part[T_co]]:
        array = self._log.array
        yield from self._parts(0, array)
        yield from join(self._parts(array, self._first_note()))

    def _first_note(self) -> int:
        """The number of items before the first with more than its content."""
        first = self._log.first_note
        return self._count if first is None else min(first, self._count)

    def _parts(self, start: int, stop: int) -> Iterator[Part[T_co]]:
        return map(self._log.part, range(start, stop))

    def _seen(self) -> tuple[Part[T_co], ...]:
        return tuple(join(self._parts(0, self._count)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Body):
            return NotImplemented
        if self._log is other._log and self._count == other._count:
            return True
        return self._seen() == other._seen()

    def __hash__(self) -> int:
        return hash(self._seen())

    def __repr__(self) -> str:
        return f"{type(self).__name__}({list(self._seen())!r})"

    def __reduce__(self) -> tuple[object, ...]:
        return _restored, (self.parts, self._log.array)


def _restored(parts: tuple[Part[Any], ...], array: int) -> Body[Any]:
    log: Log[Any] = Log(tuple(part.content for part in parts[:array]))
    for part in parts[array:]:
        log.append(part.content, part.meta, part.unknown_fields)
    return Body(log)


def text_of(item: Any) -> str:
    """The text of a text block; empty for any other item."""
    text: str = item.text if getattr(item, "type", None) == "text" else ""
    return text


def is_plain_text(part: Part[Any]) -> bool:
    """Whether a part is only text, so that it may be joined with its neighbour."""
    block = part.content
    return (
        part.is_plain
        and getattr(block, "type", None) == "text"
        and block.annotations is None
        and block.meta is None
        and not block.unknown_fields
    )


def join(parts: Iterator[Part[T]]) -> Iterator[Part[T]]:
    """The same parts, with adjacent plain text joined."""
    run: list[Any] = []
    for part in parts:
        if is_plain_text(part):
            run.append(part.content)
        else:
            yield from _joined(run)
            run = []
            yield part
    yield from _joined(run)


def _joined(run: list[Any]) -> Iterator[Part[Any]]:
    if len(run) == 1:
        yield Part(content=run[0])
    elif run:
        yield Part(content=type(run[0])(text="".join(block.text for block in run)))
