"""Errors of the generator."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Final

TOO_DEEP: Final = "the schema nests too deeply, or its chain of references is too long"
"""The message for a `RecursionError`, whose place is unknown."""

_NO_SURFACE: Final = ("/", "decisions.toml: ")


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
    """Add the name of the surface to errors that start with a JSON pointer or name a decision: there are four surfaces."""
    try:
        yield
    except GenerationError as error:
        lines = str(error).split("\n")
        error.args = ("\n".join(f"{name}: {line}" if line.startswith(_NO_SURFACE) else line for line in lines),)
        raise


@contextlib.contextmanager
def told_in(undecided: list[str]) -> Iterator[None]:
    """Continue after a decision that is missing or does not fit, so that those of all surfaces are reported at once."""
    try:
        yield
    except DecisionError as error:
        undecided.append(str(error))
