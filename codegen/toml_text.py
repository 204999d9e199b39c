"""Reads TOML, and writes it with one line for each thing that can change, as tables of inline values."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

import tomli

from codegen.errors import GenerationError

_BARE = re.compile(r"[A-Za-z0-9_-]+")


def read(text: str, name: str) -> dict[str, Any]:
    """The tables of a file. `name` is its name in messages."""
    try:
        return tomli.loads(text)
    except tomli.TOMLDecodeError as error:
        raise GenerationError(f"{name}: {error}") from None


def key(name: str) -> str:
    """A key, quoted where it must be."""
    return name if _BARE.fullmatch(name) else _string(name)


def value(data: Any) -> str:
    """A value on one line. TOML has no null, so the caller must omit missing values."""
    if isinstance(data, str):
        return _string(data)
    if isinstance(data, Mapping):
        return "{ " + ", ".join(f"{key(name)} = {value(item)}" for name, item in data.items()) + " }"
    if isinstance(data, Sequence):
        return "[" + ", ".join(map(value, data)) + "]"
    return json.dumps(data)


def lines(data: Sequence[Any]) -> str:
    """An array with one line for each of its values."""
    return "[\n" + "".join(f"  {value(item)},\n" for item in data) + "]"


def _string(text: str) -> str:
    # JSON's escapes are valid in TOML, except for one control character that JSON does not escape.
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
