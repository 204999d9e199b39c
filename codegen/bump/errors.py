"""Errors of a bump."""

from __future__ import annotations


class BumpError(Exception):
    """A reason to stop, and what to do about it."""

    def __init__(self, reason: str, advice: str) -> None:
        super().__init__(reason)
        self.reason = reason
        self.advice = advice
