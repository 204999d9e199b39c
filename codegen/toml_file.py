"""Reads TOML, so that what is none is one line that names the file."""

from __future__ import annotations

from typing import Any

import tomli

from codegen.errors import GenerationError


def read_toml(text: str, name: str) -> dict[str, Any]:
    """The tables of a file; `name` is what messages call it."""
    try:
        return tomli.loads(text)
    except tomli.TOMLDecodeError as error:
        raise GenerationError(f"{name}: {error}") from None
