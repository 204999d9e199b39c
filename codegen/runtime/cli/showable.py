"""Text of a trace made safe for a terminal, and its width."""

from __future__ import annotations

import json
import re
from typing import Final
from unicodedata import category, east_asian_width

_ESCAPE: Final = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[@-Z\\-_])")
"""A control sequence of a terminal."""

_COMMANDS: Final = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
"""The categories of characters that move, hide or reorder others, or cannot be written."""

_JOINERS: Final = frozenset("\u200c\u200d")
"""The exceptions, which are needed for Persian, many Indian scripts and emoji."""

_NO_WIDTH: Final = frozenset({"Mn", "Me", "Cf"})


def clean(text: str) -> str:
    """Text with several lines: control characters are escaped."""
    text = _ESCAPE.sub("", text).replace("\r\n", "\n").expandtabs(4)
    return "".join(char if char == "\n" or is_showable(char) else _escaped(char) for char in text)


def clean_line(text: str) -> str:
    """Text that must stay on one line."""
    return " ".join(clean(text).split("\n"))


def exact(text: str) -> str:
    """A name or a value on one line, with JSON escapes."""
    return "".join(char if is_showable(char) else json.dumps(char)[1:-1] for char in text)


def is_showable(char: str) -> bool:
    """Whether a character is safe for a terminal, which shows a box if it has no glyph.

    `str.isprintable` is narrower: it refuses all spaces but one, and characters newer than its Unicode table.
    """
    return char.isprintable() or char in _JOINERS or category(char) not in _COMMANDS


def width(text: str) -> int:
    """The width of a text in columns of a terminal."""
    if text.isascii():
        return len(text)
    return sum(0 if category(char) in _NO_WIDTH else 1 + (east_asian_width(char) in "WF") for char in text)


def _escaped(char: str) -> str:
    return char.encode("unicode_escape").decode("ascii")
