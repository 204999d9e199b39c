"""Progress of reading, on a terminal."""

from __future__ import annotations

import os
import stat
import sys
import time
from io import BufferedReader
from typing import Final

_INTERVAL: Final = 0.25
"""Seconds between two updates."""

_ERASE_LINE: Final = "\r\x1b[K"


class Progress:
    """One line on standard error that is rewritten during reading; silent if that is not a terminal."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._enabled = sys.stderr.isatty()
        self._due = time.monotonic() + _INTERVAL
        self._shown = False

    def tick(self, file: BufferedReader, line: int) -> None:
        if self._enabled and time.monotonic() >= self._due:
            self._due = time.monotonic() + _INTERVAL
            self._shown = True
            print(f"{_ERASE_LINE}{self._name}: {_position(file, line)}", end="", file=sys.stderr, flush=True)

    def clear(self) -> None:
        if self._shown:
            print(_ERASE_LINE, end="", file=sys.stderr, flush=True)


def _position(file: BufferedReader, line: int) -> str:
    """Megabytes read and in total; lines for input without a size, such as a pipe."""
    status = os.fstat(file.fileno())
    if not stat.S_ISREG(status.st_mode) or not status.st_size:
        return f"{line:,} lines"
    done = file.tell()
    return f"{done / status.st_size:.0%} ({done / 1e6:,.0f} of {status.st_size / 1e6:,.0f} MB)"
