"""Reads a trace as a stream: one line at a time, never the whole file."""

from __future__ import annotations

import codecs
import gzip
import json
import zlib
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager
from io import BufferedReader
from typing import Final, NamedTuple, TypeAlias, TypeGuard

from ..errors import DecodeError
from ..json_value import JsonValue
from ..messages import Side
from ..text import parse

_TO_AGENT: Final = frozenset({"c2a", "client", "client->agent", "client-to-agent", "client_to_agent"})
_TO_CLIENT: Final = frozenset({"a2c", "agent", "agent->client", "agent-to-client", "agent_to_client"})
"""The spellings of a direction; a single name is the sender."""

_DIRECTION_MEMBERS: Final = ("dir", "direction")
_LINE_MEMBERS: Final = ("line", "message", "raw")

_GZIP_MAGIC: Final = b"\x1f\x8b"


class Message(NamedTuple):
    """A line of JSON, usually a JSON-RPC message."""

    number: int
    """The number of its line, from 1."""
    receiver: Side | None
    """None if the trace does not have it."""
    value: JsonValue | DecodeError
    """An error if it is JSON that must not be read: nested too deeply, not UTF-8, ..."""


class LogText(NamedTuple):
    """A line that is not JSON."""

    number: int
    like_json: bool
    """Whether it begins like an object and may be a truncated message."""


Lines: TypeAlias = Iterator["Message | LogText"]


class TraceError(Exception):
    """A trace that cannot be read, in one line."""


NO_MESSAGE: Final = "no line is a message or a record of one: see acp-types check --help for the format"
"""Why a file is not a trace. An empty recording or another kind of file must not pass as free of errors."""


@contextmanager
def open_trace(path: str, tick: Callable[[BufferedReader, int], object]) -> Generator[Lines, None, None]:
    """The lines of a file (standard input for `-`), decompressed if it is gzip, without blank lines.

    A line is a message or a record of one: `{"dir": "c2a", "line": "<the raw text>"}`, also spelt `direction`,
    and `message` or `raw`; it may also be JSON instead of text. Only a line feed ends a line. `tick` is called
    for each line with the raw file and the number of the line.
    """
    try:
        with open(0 if path == "-" else path, "rb", closefd=path != "-") as file:
            yield _read_lines(_unpacked(file), lambda number: tick(file, number))
    except IsADirectoryError:
        raise TraceError(f"{display_name(path)}: a directory: name the files in it") from None
    except (OSError, EOFError, zlib.error, _NoTraceError) as error:
        reason = error.strerror if isinstance(error, OSError) else None
        raise TraceError(f"{display_name(path)}: {reason or error}") from None


def display_name(path: str) -> str:
    return "<stdin>" if path == "-" else path


class _NoTraceError(Exception):
    """The content of a file is not a trace."""


def _read_lines(stream: Iterable[bytes], tick: Callable[[int], object]) -> Lines:
    for number, raw in enumerate(stream, 1):
        tick(number)
        text = raw.strip()
        if text:
            yield _read_line(number, text)


def _unpacked(file: BufferedReader) -> BufferedReader | gzip.GzipFile:
    """The text of a file, from its first line on."""
    stream = gzip.GzipFile(fileobj=file) if file.peek(2).startswith(_GZIP_MAGIC) else file
    head = stream.peek(1)
    if not head:
        raise _NoTraceError("empty: there is no message in it")
    if b"\0" in head:
        raise _NoTraceError("binary data, not a trace of JSON lines")
    if head.startswith(codecs.BOM_UTF8):
        stream.read(len(codecs.BOM_UTF8))
    return stream


def _read_line(number: int, text: bytes) -> Message | LogText:
    line = _parse(number, None, text)
    if isinstance(line, LogText) or not _is_record(line.value):
        return line
    direction = next(line.value[key] for key in _DIRECTION_MEMBERS if key in line.value)
    recorded = next(line.value[key] for key in _LINE_MEMBERS if key in line.value)
    receiver = _receiver(direction)
    return _parse(number, receiver, recorded) if isinstance(recorded, str) else Message(number, receiver, recorded)


def _is_record(value: JsonValue | DecodeError) -> TypeGuard[Mapping[str, JsonValue]]:
    return (
        isinstance(value, dict)
        and "jsonrpc" not in value
        and any(key in value for key in _DIRECTION_MEMBERS)
        and any(key in value for key in _LINE_MEMBERS)
    )


HALF_RECORD: Final = f"a record names its direction in {' or '.join(_DIRECTION_MEMBERS)}"
"""The hint for a record without one of these."""


def is_half_record(value: Mapping[str, JsonValue]) -> bool:
    """Whether it is a record without a direction."""
    return "jsonrpc" not in value and any(isinstance(value.get(key), (str, dict)) for key in _LINE_MEMBERS)


def _receiver(direction: JsonValue) -> Side | None:
    spelling = direction.lower() if isinstance(direction, str) else ""
    return "agent" if spelling in _TO_AGENT else "client" if spelling in _TO_CLIENT else None


def _parse(number: int, receiver: Side | None, text: str | bytes) -> Message | LogText:
    try:
        return Message(number, receiver, parse(text))
    except DecodeError as error:
        readable = text if isinstance(text, str) else text.decode("utf-8", "replace")
        if _is_json(readable):
            return Message(number, receiver, error)
        return LogText(number, readable.lstrip().startswith("{"))


def _is_json(text: str) -> bool:
    """Whether a text is JSON that `parse` refuses: `NaN`, a very long integer, deep nesting."""
    try:
        json.loads(text, parse_int=str)
    except RecursionError:
        return True
    except ValueError:
        return False
    return True
