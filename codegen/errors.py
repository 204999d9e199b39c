"""Errors of the generator."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Final

TOO_DEEP: Final = "the schema nests too deeply, or its chain of references is too long"
"""The message for a `RecursionError`, whose place is unknown."""


class GenerationError(Exception):
    """A reason to stop, in one line that names the file or the JSON pointer."""


class UnknownShape(GenerationError):
    """A part of a schema that no rule of `normalise` covers. The generator never guesses."""

    def __init__(self, pointer: str, why: str) -> None:
        super().__init__(f"{pointer}: {why}")


class DecisionError(GenerationError):
    """A decision that is missing, unused, or no longer fits the schema."""


@contextlib.contextmanager
def on_surface(name: str) -> Iterator[None]:
    """Add the name of the surface to errors that start with a JSON pointer."""
    try:
        yield
    except GenerationError as error:
        error.args = (
            "\n".join(f"{name}: {line}" if line.startswith("/") else line for line in str(error).split("\n")),
        )
        raise
