"""Text of a trace as a terminal may be given it: without what commands it, and how wide that is."""

from __future__ import annotations

import json
import re
from typing import Final
from unicodedata import category, east_asian_width

_ESCAPE: Final = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[@-Z\\-_])")
"""A control sequence of a terminal."""

_COMMANDS: Final = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
"""The categories of characters that move, hide or turn round what stands beside them, or cannot be written."""

_JOINERS: Final = frozenset("\u200c\u200d")
"""Of these, the ones that Persian, many Indian scripts and emoji are written with."""

_NO_WIDTH: Final = frozenset({"Mn", "Me", "Cf"})


def clean(text: str) -> str:
    """Text of many lines: each control character is shown as an escape."""
    text = _ESCAPE.sub("", text).replace("\r\n", "\n").expandtabs(4)
    return "".join(char if char == "\n" or is_showable(char) else _escaped(char) for char in text)


def clean_line(text: str) -> str:
    """Text that has to stay on its line, whatever it holds."""
    return " ".join(clean(text).split("\n"))


def exact(text: str) -> str:
    """A name or a value on one line: what is not shown as itself is the escape that JSON has for it."""
    return "".join(char if is_showable(char) else json.dumps(char)[1:-1] for char in text)


def is_showable(char: str) -> bool:
    """Whether a terminal may be given a character; what it has no glyph for it shows as a box.

    `str.isprintable` is narrower: it refuses all spaces but one, and what is newer than its table of Unicode.
    """
    return char.isprintable() or char in _JOINERS or category(char) not in _COMMANDS


def width(text: str) -> int:
    """How many columns of a terminal a text takes."""
    if text.isascii():
        return len(text)
    return sum(0 if category(char) in _NO_WIDTH else 1 + (east_asian_width(char) in "WF") for char in text)


def _escaped(char: str) -> str:
    return char.encode("unicode_escape").decode("ascii")
