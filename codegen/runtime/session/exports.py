"""Lazily exports conversations from the session module of a surface."""

from __future__ import annotations

from collections.abc import Callable

from ..lazy import lazy_names

_CONVERSATION = "acp_types._runtime.conversation"


def conversation_names(module: str) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """`__getattr__` and `__dir__` of a session module.

    Conversations are imported lazily, because they need messages and methods.
    """
    return lazy_names(
        module,
        {
            "RULES": f"{_CONVERSATION}.table",
            "Conversation": f"{module.rpartition('.')[0]}._conversation",
            "Pending": f"{_CONVERSATION}.conversation",
            "Rule": f"{_CONVERSATION}.rule",
            "Violation": f"{_CONVERSATION}.rule",
            "WatchedSession": f"{_CONVERSATION}.conversation",
        },
    )
