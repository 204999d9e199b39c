"""Content as lines of text: blocks, diffs, terminals."""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from ..showable import clean, clean_line
from .style import Look

_INPUT_LIMIT: Final = 160


class Line(NamedTuple):
    """One line, and its style."""

    text: str
    looks: tuple[Look, ...] = ()


def block_text(block: Any) -> str:
    """A content block: its text, or its kind in brackets."""
    kind = block.type
    if kind == "text":
        return clean(block.text)
    if kind in ("image", "audio"):
        return f"[{kind} {clean_line(str(block.mime_type))}, {_size(len(block.data) * 3 // 4)}]"
    if kind == "resource_link":
        return f"[link {clean_line(block.name)}: {clean_line(block.uri)}]"
    if kind == "resource":
        resource = block.resource
        text = getattr(resource, "text", None)
        named = f"[file {clean_line(resource.uri)}]"
        return named if text is None else f"{named}\n{clean(text)}"
    return f"[{clean_line(str(kind))}]"


def blocks_text(blocks: Iterable[Any]) -> str:
    """Content blocks as one text. Text continues the block before it; anything else has separate lines."""
    text = ""
    for block in blocks:
        if block.type == "text":
            text += block_text(block)
        else:
            text += ("" if not text or text.endswith("\n") else "\n") + block_text(block) + "\n"
    return text.strip("\n")


def tool_content(content: Iterable[Any], terminals: Mapping[str, Any]) -> Iterator[Line]:
    """The output of a tool call. Terminals of v2 are looked up by id."""
    for item in content:
        kind = item.type
        if kind == "content":
            yield from (Line(line) for line in block_text(item.content).splitlines())
        elif kind == "diff":
            yield from _diff_lines(item)
        elif kind == "terminal":
            yield from _terminal_lines(item, terminals)
        else:
            yield Line(f"[{clean_line(str(kind))}]", ("dim",))


def _diff_lines(diff: Any) -> Iterator[Line]:
    if hasattr(diff, "new_text"):
        yield from (_diff_line(line) for line in unified(diff.path, diff.old_text, diff.new_text))
        return
    for change in diff.changes:
        yield Line(_change(change), ("bold",))
    if diff.patch is not None:
        yield from (_diff_line(line) for line in clean(diff.patch.text).splitlines() if not _is_header(line))


def unified(path: str, old: str | None, new: str) -> Iterator[str]:
    """A unified diff of a file, without line ends."""
    name = clean_line(path)
    before, after = clean(old or "").splitlines(), clean(new).splitlines()
    origin = "/dev/null" if old is None else name
    lines = list(difflib.unified_diff(before, after, origin, name, lineterm=""))
    yield from lines or [f"--- {origin}", f"+++ {name}"]


def _diff_line(line: str) -> Line:
    if line.startswith(("---", "+++")):
        return Line(line, ("bold",))
    looks: Mapping[str, tuple[Look, ...]] = {"+": ("green",), "-": ("red",), "@": ("cyan",)}
    return Line(line, looks.get(line[:1], ()))


def _is_header(line: str) -> bool:
    return line.startswith(("diff --git ", "index "))


def _change(change: Any) -> str:
    operation, path = clean_line(str(change.operation)), getattr(change, "path", None)
    old = getattr(change, "old_path", None)
    if path is None:
        return operation
    return f"{operation} {clean_line(path)}" if old is None else f"{operation} {clean_line(old)} to {clean_line(path)}"


def _terminal_lines(item: Any, terminals: Mapping[str, Any]) -> Iterator[Line]:
    terminal = terminals.get(item.terminal_id)
    if terminal is None:
        yield Line(f"[terminal {clean_line(item.terminal_id)}]", ("dim",))
        return
    yield from terminal_lines(terminal)


def terminal_lines(terminal: Any) -> Iterator[Line]:
    """A terminal of v2: its command, output and exit status."""
    if terminal.command is not None:
        yield Line(f"$ {clean_line(terminal.command)}", ("bold",))
    yield from (Line(line) for line in clean(terminal.text).splitlines())
    status = terminal.exit_status
    if status is not None and (status.exit_code or status.signal):
        yield Line(f"exit: {clean_line(str(status.signal or status.exit_code))}", ("red",))


def short_json(value: object) -> str:
    """JSON on one line, truncated."""
    text = clean_line(json.dumps(value, ensure_ascii=False))
    return text if len(text) <= _INPUT_LIMIT else text[: _INPUT_LIMIT - 3] + "..."


def _size(count: int) -> str:
    return f"{count} bytes" if count < 1000 else f"{count / 1000:,.0f} kB"
