"""What stops a run."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Final

TOO_DEEP: Final = "the schema nests too deeply, or its chain of references is too long"
"""What to say of a `RecursionError`: which place it was, the interpreter does not know."""

_NO_SURFACE: Final = ("/", "decisions.toml: ")


class GenerationError(Exception):
    """A reason to stop, in one line that names the file or the JSON pointer."""


class UnknownShape(GenerationError):
    """A piece of schema that no rule of `normalise` covers. It is never guessed at."""

    def __init__(self, pointer: str, why: str) -> None:
        super().__init__(f"{pointer}: {why}")


class DecisionError(GenerationError):
    """A decision that is missing, unused, or no longer fits the schema."""


@contextlib.contextmanager
def on_surface(name: str) -> Iterator[None]:
    """Errors that name no more than a JSON pointer, or a decision, say of which surface: there are four."""
    try:
        yield
    except GenerationError as error:
        lines = str(error).split("\n")
        error.args = ("\n".join(f"{name}: {line}" if line.startswith(_NO_SURFACE) else line for line in lines),)
        raise


@contextlib.contextmanager
def told_in(undecided: list[str]) -> Iterator[None]:
    """Go on where a decision is missing or does not fit: a release brings many at once, to be told of at once."""
    try:
        yield
    except DecisionError as error:
        undecided.append(str(error))
