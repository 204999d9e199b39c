"""The output of a terminal: bytes, with each piece encoded in base64 separately."""

from __future__ import annotations

from binascii import Error, a2b_base64, b2a_base64
from collections.abc import Iterator
from typing import Any

from acp_types._runtime.session.body import Body, Log, Part
from acp_types.v2 import TerminalOutput


class OutputLog(Log[str]):
    """Pieces of output in the order received, as base64; the first may be a snapshot."""

    __slots__ = ("_bytes",)

    def __init__(self, snapshot: TerminalOutput | None = None) -> None:
        super().__init__()
        self._bytes = bytearray()
        if snapshot is not None:
            self.append(snapshot.data, snapshot.meta, snapshot.unknown_fields)
            self.array = 1

    def bytes_from(self, start: int, count: int) -> bytes:
        """The bytes of the first `count` pieces from byte `start` on. Each piece is decoded once."""
        with self._lock:
            if count < self._upto:
                return b"".join(decoded(data) or b"" for data in self.items[:count])[start:]
            for data in self.items[self._upto : count]:
                self._bytes += decoded(data) or b""
            self._upto = count
            return bytes(self._bytes[start:])


class Output(Body[str]):
    """The output of a terminal at one moment. Immutable; compared by its bytes, not by its pieces."""

    __slots__ = ()
    _log: OutputLog

    def bytes_from(self, start: int) -> bytes:
        return self._log.bytes_from(start, self._count)

    def snapshot(self) -> Part[str] | None:
        """The initial part that fits into one snapshot."""
        if self._log.array and not _is_bytes(self._log.part(0)):
            return self._log.part(0)
        first = next(iter(self._seen()), None)
        return first if first and _is_bytes(first) else None

    def chunks(self) -> tuple[Part[str], ...]:
        """The chunks that must follow `snapshot()`, as few as possible."""
        return self._seen()[1:] if self.snapshot() else self._seen()

    def _seen(self) -> tuple[Part[str], ...]:
        return tuple(_join(self._parts(0, self._count)))

    def __reduce__(self) -> tuple[object, ...]:
        return _restored, (self.parts, self._log.array)


def _restored(parts: tuple[Part[str], ...], array: int) -> Output:
    log = OutputLog()
    for part in parts:
        log.append(part.content, part.meta, part.unknown_fields)
    log.array = array
    return Output(log)


def decoded(data: str) -> bytes | None:
    """The bytes of a piece; `None` if it is not base64."""
    try:
        return a2b_base64(data)
    except (Error, ValueError):
        return None


def encoded(data: bytes) -> str:
    return b2a_base64(data, newline=False).decode("ascii")


def _is_bytes(part: Part[str]) -> bool:
    """Whether a piece contains only bytes, so that it may be joined with its neighbour."""
    return part.is_plain and decoded(part.content) is not None


def _join(parts: Iterator[Part[str]]) -> Iterator[Part[str]]:
    """The same pieces, with adjacent ones that contain only bytes joined."""
    run = bytearray()
    for part in parts:
        if _is_bytes(part):
            run += decoded(part.content) or b""
        else:
            yield from _flushed(run)
            run = bytearray()
            yield part
    yield from _flushed(run)


def _flushed(run: bytearray) -> Iterator[Part[Any]]:
    if run:
        yield Part(content=encoded(bytes(run)))
