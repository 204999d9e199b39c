"""Errors of the generator."""

from __future__ import annotations


class GenerationError(Exception):
    """A reason to stop, in one line that names the file or the JSON pointer."""


class UnknownShape(GenerationError):
    """A part of a schema that no rule of `normalise` covers. The generator never guesses."""

    def __init__(self, pointer: str, why: str) -> None:
        super().__init__(f"{pointer}: {why}")


class DecisionError(GenerationError):
    """A decision that is missing, unused, or no longer fits the schema."""
