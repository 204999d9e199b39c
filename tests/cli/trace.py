"""Traces for the command line, made of short conversations."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from tests.conversation.talk import Said


def write(path: Path, said: Iterable[Said | str], *, directions: bool = True) -> str:
    """A trace of these messages; text is a line of log."""
    lines: list[str] = []
    for each in said:
        if isinstance(each, str):
            lines.append(each)
        else:
            sender, message = each
            record = {"dir": "c2a" if sender == "client" else "a2c", "line": json.dumps(message)}
            lines.append(json.dumps(record if directions else message))
    path.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    return str(path)
