"""Colours and signs, as far as the output supports them."""

from __future__ import annotations

import os
import sys
from typing import Final, Literal, TypeAlias

Look: TypeAlias = Literal["bold", "dim", "red", "green", "yellow", "blue", "cyan"]

_CODES: Final = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33", "blue": "34", "cyan": "36"}

_SIGNS: Final = {
    "completed": ("✓", "ok"),
    "failed": ("✗", "!!"),
    "cancelled": ("⊘", "--"),
    "in_progress": ("▶", ">>"),
    "paused": ("⏸", "||"),
    "pending": ("○", ".."),
    "rule": ("─", "-"),
    "more": ("…", "..."),
}
"""By meaning: a sign, and its plain alternative."""

ENCODING_FALLBACK: Final = "backslashreplace"


class Style:
    """The style of one output stream."""

    def __init__(self, *, colour: bool, signs: bool) -> None:
        self._colour = colour
        self._column = 0 if signs else 1

    def paint(self, text: str, *looks: Look) -> str:
        if not self._colour or not text or not looks:
            return text
        codes = ";".join(_CODES[look] for look in looks)
        return f"\x1b[{codes}m{text}\x1b[0m"

    def sign(self, name: str) -> str:
        """The sign for a status; that of `in_progress` for an unknown one."""
        return _SIGNS.get(name, _SIGNS["in_progress"])[self._column]


def style_of_stdout(colour: Literal["auto", "always", "never"]) -> Style:
    """According to `--color`; by default colours are used on a terminal, unless NO_COLOR is set."""
    if colour == "auto":
        plain = bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM") == "dumb"
        wanted = sys.stdout.isatty() and not plain
    else:
        wanted = colour == "always"
    return Style(
        colour=wanted,
        signs=_can_write(sys.stdout.encoding or "utf-8", "".join(sign for sign, _plain in _SIGNS.values())),
    )


def _can_write(encoding: str, text: str) -> bool:
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True
